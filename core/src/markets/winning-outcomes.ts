/** The outcomes that won a market, in its order; none while none is known. */
export function winningOutcomes<O extends { readonly id: string }>({
  outcomes,
  wonOutcomeId,
  alsoWonIds = [],
}: {
  readonly outcomes: readonly O[];
  readonly wonOutcomeId?: string | undefined;
  readonly alsoWonIds?: readonly string[] | undefined;
}): O[] {
  return outcomes.filter(({ id }) => id === wonOutcomeId || alsoWonIds.includes(id));
}
