/**
 * The text a wallet signs to place a combo. Byte-exact: the server rebuilds it from the request.
 *
 * @param combo.amount USDC as sent, see `wireNumberText`
 * @param combo.outcomeIds in any order; the text has them in ascending order of their characters
 * @param combo.odds the lowest odds that the bettor accepts, as sent
 * @see docs/design/fixed-values.md#texts-and-ids
 */
export function comboMessage(combo: { amount: string; outcomeIds: readonly string[]; odds: string }): string {
  const ids = [...combo.outcomeIds].sort((a, b) => (a < b ? -1 : 1));
  return `Place combo: ${combo.amount} on ${ids.join('+')} at ${combo.odds} odds`;
}
