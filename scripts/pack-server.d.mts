/** Copies what a built server needs to run from a built and installed repository into a new folder. */
export function packServer(root: string, out: string): void;

/** The folders of the packages that a built server needs. */
export function packagesAtRunTime(root: string): string[];
