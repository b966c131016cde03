/**
 * What a bettor signs to sell a bet back.
 *
 * @param amount USDC as the request has it
 */
export function cashOutMessage({ betId, amount }: { betId: string; amount: string }): string {
  return `Cash out: ${betId} for ${amount} USDC`;
}
