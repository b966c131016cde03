import type { WireReceipt } from '@tallystone/core/http-api/receipts';
import { paidAtEnd } from './rest-of.ts';

/** The books count in millionths of a USDC. */
const MICRO = 1_000_000;

/**
 * Whether the sealed leaves agree with the receipt: the bet with its stake, odds and time, its payment, and only
 * entries that the receipt lists. A proof of another bet proves nothing about this one.
 *
 * @see core/src/ledger/receipt-leaf.ts for the texts
 */
export function receiptFits(receipt: Pick<WireReceipt, 'bet' | 'entries' | 'proofs' | 'sealed'>): boolean {
  const leaves = receipt.proofs.map(({ leaf }) => leaf.split('|'));
  return (
    leaves.some(([kind]) => kind === 'bet' || kind === 'filled-bet') &&
    leaves.every((leaf) => leafFits(leaf, receipt)) &&
    partsFit(leaves, receipt)
  );
}

function leafFits(leaf: readonly string[], { bet, entries }: Pick<WireReceipt, 'bet' | 'entries'>): boolean {
  switch (leaf[0]) {
    case 'bet':
    case 'filled-bet': {
      const [kind, , betId, , marketId, outcomeId, stake, odds, payout, placedAt, , , , signed] = leaf;
      return (
        (kind === 'bet' ? bet.minOdds === undefined : signed === micro(bet.minOdds ?? 0)) &&
        betId === bet.id &&
        marketId === bet.marketId &&
        outcomeId === bet.outcomeId &&
        stake === micro(bet.amount) &&
        odds === micro(bet.odds) &&
        payout === micro(bet.totalReturn) &&
        placedAt === String(Date.parse(bet.placedAt))
      );
    }
    case 'payout':
    case 'refund':
    case 'cash-out': {
      const [, , betId, amount] = leaf;
      return betId === bet.id && amount === micro(paidAtEnd(bet));
    }
    case 'partial-cash-out':
      return leaf[2] === bet.id;
    case 'entry':
      return entries.some(({ id, kind }) => leaf[1] === String(id) && leaf[2] === kind);
    default:
      return false;
  }
}

/** Whether the sold parts add up to what the bet says; while some are not sealed yet, to no more. */
function partsFit(
  leaves: readonly (readonly string[])[],
  { bet: { sold }, sealed }: Pick<WireReceipt, 'bet' | 'sealed'>,
): boolean {
  const parts = leaves.filter(([kind]) => kind === 'partial-cash-out');
  const sum = (field: number) => parts.reduce((total, leaf) => total + BigInt(leaf[field] ?? 0), 0n);
  return (
    [
      [sum(4), sold?.stake],
      [sum(5), sold?.totalReturn],
      [sum(6), sold?.paid],
    ] as const
  ).every(([found, said = 0]) => (sealed ? found === BigInt(micro(said)) : found <= BigInt(micro(said))));
}

/** USDC or odds as leaves have them: a whole number of millionths. */
export function micro(amount: number): string {
  return String(Math.round(amount * MICRO));
}
