/** Builds one file per program into `out`, a folder in api, from which the packages can be found. */
export function buildServer(root: string, out: string): Promise<void>;

/** All packages that a built server looks for by their names when it runs. */
export const PACKAGES_AT_RUN_TIME: readonly string[];
