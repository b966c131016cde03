import type { WireBet } from '@tallystone/core/http-api/betting';

/** Whether a bet has not ended yet. */
export function isOpen({ status, result }: Pick<WireBet, 'status' | 'result'>): boolean {
  return result === undefined && (status === 'pending' || status === 'confirmed');
}

/** Whether a bet may have a cash-out offer. Live bets have none, because the contract can't buy them back, nor has a bet that waits. */
export function canBeSold(bet: Pick<WireBet, 'status' | 'result' | 'chain'>): boolean {
  return isOpen(bet) && bet.chain === undefined && bet.status !== 'pending';
}

/** Whether the books have a bet. They have a live bet once it is final. */
export function hasReceipt({ status }: Pick<WireBet, 'status'>): boolean {
  return status === 'confirmed' || status === 'settled';
}
