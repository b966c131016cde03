/** Builds one file per program into `out`, a folder in api, from which the packages can be found. */
export function buildServer(root: string, out: string): Promise<void>;
