/**
 * The text a bettor signs to cash out a bet.
 *
 * @param amount USDC as in the request
 */
export function cashOutMessage({ betId, amount }: { betId: string; amount: string }): string {
  return `Cash out: ${betId} for ${amount} USDC`;
}

/**
 * The text a bettor signs to cash out a part of a bet. It names what is open, so no two parts of a bet have the same text.
 *
 * @param stake USDC as in the request: of the open stake, how much is sold
 * @param of USDC as in the request: the open stake before it
 * @param amount USDC as in the request
 */
export function partialCashOutMessage({
  betId,
  stake,
  of,
  amount,
}: {
  betId: string;
  stake: string;
  of: string;
  amount: string;
}): string {
  return `Cash out a part: ${betId}, ${stake} of ${of} USDC, for ${amount} USDC`;
}

/**
 * The text a bettor signs so that we cash a bet out once it is worth an amount.
 *
 * @param amount USDC as in the request: the least that is paid
 */
export function automaticCashOutMessage({ betId, amount }: { betId: string; amount: string }): string {
  return `Cash out automatically: ${betId} for at least ${amount} USDC`;
}
