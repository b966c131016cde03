/** Finds the statements of new migrations that may break the previous release: a sentence for each. */
export function findBreakingChanges(
  migrations: readonly string[],
  previous: { readonly version: string },
): string[];
