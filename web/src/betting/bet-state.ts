import type { WireBet, WireSelling } from '@tallystone/core/http-api/betting';

/** Whether a bet has not ended yet. */
export function isOpen({ status, result }: Pick<WireBet, 'status' | 'result'>): boolean {
  return result === undefined && (status === 'pending' || status === 'confirmed');
}

/** The cash-out of a bet that waits for the delay of a running game; null if none does. */
export function waitingSale({ selling }: Pick<WireBet, 'selling'>): WireSelling | null {
  return selling === undefined || selling.failure !== undefined ? null : selling;
}

/**
 * Whether a bet may have a cash-out offer from now on. Live bets have none, because the contract can't buy them back, nor has a bet
 * that waits, one whose other side is never priced, or one whose betting has closed.
 */
export function canBeSold(
  bet: Pick<WireBet, 'status' | 'result' | 'chain' | 'selling' | 'noCashOut'>,
): boolean {
  if (bet.noCashOut?.code === 'one-sided' || bet.noCashOut?.code === 'market-closed') return false;
  return isOpen(bet) && bet.chain === undefined && bet.status !== 'pending' && waitingSale(bet) === null;
}

/** The signed minimum of the automatic cash-out that has sold a bet, USDC; undefined if none has. */
export function automaticSale({
  result,
  automatic,
}: Pick<WireBet, 'result' | 'automatic'>): number | undefined {
  return result === 'cashed-out' ? automatic?.amount : undefined;
}

/** Whether the books have a bet. They have a live bet once it is final. */
export function hasReceipt({ status }: Pick<WireBet, 'status'>): boolean {
  return status === 'confirmed' || status === 'settled';
}
