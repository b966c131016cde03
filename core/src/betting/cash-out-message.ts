/**
 * The text a bettor signs to cash out a bet.
 *
 * @param amount USDC as in the request
 */
export function cashOutMessage({ betId, amount }: { betId: string; amount: string }): string {
  return `Cash out: ${betId} for ${amount} USDC`;
}

/**
 * The text a bettor signs so that we cash a bet out once it is worth an amount.
 *
 * @param amount USDC as in the request: the least that is paid
 */
export function automaticCashOutMessage({ betId, amount }: { betId: string; amount: string }): string {
  return `Cash out automatically: ${betId} for at least ${amount} USDC`;
}
