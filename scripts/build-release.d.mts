/** The release before this version, which runs beside it during an upgrade. */
export const PREVIOUS_RELEASE: {
  readonly version: string;
  readonly commit: string;
  /** The newest migration that it knows. */
  readonly lastMigration: string;
};

/** Builds the server of an earlier commit into an empty folder. @returns the program to start */
export function buildRelease(commit: string, folder: string): Promise<string>;
