/**
 * The text a bettor signs to cash out a bet.
 *
 * @param amount USDC as in the request
 */
export function cashOutMessage({ betId, amount }: { betId: string; amount: string }): string {
  return `Cash out: ${betId} for ${amount} USDC`;
}
