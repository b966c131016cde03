/** The winners of a settled market as the API names them; nothing for any other market. */
export function wireWinners({
  wonOutcomeId,
  alsoWon,
}: {
  readonly wonOutcomeId: string | null;
  readonly alsoWon: readonly string[];
}): { wonOutcomeId?: string; alsoWonIds?: string[] } {
  if (wonOutcomeId === null) return {};
  return { wonOutcomeId, ...(alsoWon.length > 0 && { alsoWonIds: [...alsoWon] }) };
}
