/** The ids that are not among others. */
export const without = (ids: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...ids].filter((id) => !others.has(id));
