/** Builds the contracts if their sources changed since the last build. @returns whether it built */
export function buildContractsIfStale(root: string): Promise<boolean>;
