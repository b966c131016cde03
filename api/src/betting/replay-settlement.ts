import { ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { settleBet } from '@tallystone/core/settlement/settle-bet';
import { isLate } from '../markets/late-starts.ts';
import type { ReplayedBet } from './replay-store.ts';
import { differenceOf, type Replayed } from './replayed-market.ts';

/** What settlement has made of a bet it has passed. */
export function replaySettlement(
  { tell }: Replayed,
  bet: ReplayedBet,
  { settledThrough, result }: { settledThrough: number | null; result: MarketResult },
): void {
  const isPassed = settledThrough !== null && bet.marketVersion <= settledThrough;
  const { result: name, paid } = settleBet(bet, result);
  const expected = isPassed && !bet.endedEarly ? paid : ZERO_USDC;
  const found = bet.settled?.amount ?? ZERO_USDC;
  const entryId = bet.settled?.entryId ?? bet.entryId;
  const what = isPassed
    ? `what settlement paid for bet ${bet.id}, which is ${name}`
    : `bet ${bet.id}, not settled yet`;
  if (found !== expected) tell(differenceOf(entryId, what, expected, found));
  const kind = name === 'void' ? 'refund' : 'payout';
  if (bet.settled !== null && bet.settled.kind !== kind) {
    tell({ entryId, what: `the end of bet ${bet.id}`, expected: kind, found: bet.settled.kind });
  }
}

/** A bet that was late by the word of the feed was given back, or is void with all others: no result pays it. */
export function tellOfLate(
  { starts, tell }: Replayed,
  bet: ReplayedBet,
  { settledThrough, result }: { settledThrough: number | null; result: MarketResult },
): void {
  const { id, entryId, placedAt, marketVersion: version } = bet;
  const isPaid = settledThrough !== null && version <= settledThrough && result.kind === 'won';
  // The contract gives no single bet back.
  if (!isPaid || bet.endedEarly || bet.isLive || bet.pricedAt === null) return;
  if (!isLate(starts, { placedAt, version })) return;
  tell({
    entryId,
    what: `bet ${id}, which was placed when the game had begun`,
    expected: 'its stake given back',
    found: `settled as ${settleBet(bet, result).result}`,
  });
}
