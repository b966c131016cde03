/** One file per program, in `out`: a folder in api, so that the packages are found from there. */
export function buildServer(root: string, out: string): Promise<void>;
