import { ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { settleBet } from '@tallystone/core/settlement/settle-bet';
import { isLate } from '../markets/late-starts.ts';
import type { ReplayedBet } from './replay-store.ts';
import { differenceOf, type Replayed } from './replayed-market.ts';

/** Compares what settlement has paid for a bet with the rules. */
export function replaySettlement(
  { report }: Replayed,
  bet: ReplayedBet,
  { settledThrough, result }: { settledThrough: number | null; result: MarketResult },
): void {
  const isPassed = settledThrough !== null && bet.marketVersion <= settledThrough;
  const { outcomeId, stakeLeft: stake, payoutLeft: payout } = bet;
  const { result: name, paid } = settleBet({ outcomeId, stake, payout }, result);
  const expected = isPassed && !bet.endedEarly ? paid : ZERO_USDC;
  const found = bet.settled?.amount ?? ZERO_USDC;
  const entryId = bet.settled?.entryId ?? bet.entryId;
  const what = isPassed
    ? `what settlement paid for bet ${bet.id}, which is ${name}`
    : `bet ${bet.id}, not settled yet`;
  if (found !== expected) report(differenceOf(entryId, what, expected, found));
  const kind = name === 'void' ? 'refund' : 'payout';
  if (bet.settled !== null && bet.settled.kind !== kind) {
    report({ entryId, what: `the end of bet ${bet.id}`, expected: kind, found: bet.settled.kind });
  }
}

/** Reports a late bet that a result paid: it had to be refunded, or voided with all others. */
export function reportPaidLateBet(
  { starts, report }: Replayed,
  bet: ReplayedBet,
  { settledThrough, result }: { settledThrough: number | null; result: MarketResult },
): void {
  const { id, entryId, placedAt, marketVersion: version } = bet;
  const isPaid = settledThrough !== null && version <= settledThrough && result.kind === 'won';
  // The contract cannot refund a single bet.
  if (!isPaid || bet.endedEarly || bet.isLive || bet.pricedAt === null) return;
  if (!isLate(starts, { placedAt, version })) return;
  report({
    entryId,
    what: `bet ${id}, which was placed when the game had begun`,
    expected: 'its stake given back',
    found: `settled as ${settleBet(bet, result).result}`,
  });
}
