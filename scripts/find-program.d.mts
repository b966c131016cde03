export interface ProgramOptions {
  /** Debian's package with the program. Default: it has the program's name. */
  package?: string;
  /** Whether apt-get may install it. Default: only in CI. */
  mayInstall?: boolean;
}

/**
 * @returns the path of the program
 * @throws Error with a sentence that says how to install it
 */
export function findProgram(name: string, options?: ProgramOptions): string;

export function listOnPath(names: readonly string[]): string[];
export function isExecutable(path: string): boolean;
/** Whether packages may be installed without asking: in CI. */
export function isDisposableMachine(): boolean;

/** @returns whether one of the packages is installed now; false if this isn't root on Debian */
export function installByApt(
  packages: readonly string[],
  options?: { policy?: string; isRoot?: boolean },
): boolean;
