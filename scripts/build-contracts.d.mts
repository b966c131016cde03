/** Builds the contracts when their sources are not those of the last build. @returns whether there was something to build */
export function buildContractsIfStale(root: string): Promise<boolean>;
