/**
 * The text a wallet signs to place a bet. Byte-exact: the server rebuilds it from the request.
 *
 * @param amount USDC as sent, see `wireNumberText`
 * @param odds decimal odds as sent, see `wireNumberText`
 * @see docs/design/fixed-values.md#texts-and-ids
 */
export function betMessage(bet: { amount: string; outcomeId: string; odds: string }): string {
  return `Place bet: ${bet.amount} on ${bet.outcomeId} at ${bet.odds} odds`;
}
