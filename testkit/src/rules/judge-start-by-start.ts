import { larger, leftOf } from '@tallystone/core/money/bounds';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import {
  type GameStarts,
  type MarketStarts,
  type SoldBet,
  type StartStep,
  stepWithout,
} from '@tallystone/core/odds/every-start';

/** `unclear`: the bets of the steps at these moments, in milliseconds, must be read to decide. */
export type Judged =
  | { readonly kind: 'within' }
  | { readonly kind: 'above' }
  | { readonly kind: 'unclear'; readonly at: readonly number[] };

/**
 * Whether every cap is kept for every start and any results: minute by minute, for one game in its current state. The
 * product judges all sales in one pass; this checks its verdicts.
 */
export function judgeStartByStart({ cap, markets }: GameStarts): Judged {
  const running = markets.map((market) => ({
    market,
    sums: zeros(market),
    loss: lossOf(market, zeros(market)),
  }));
  let total = running.reduce((sum, { loss }) => sum + loss, 0n);
  const isAbove = (loss: bigint, own: bigint) => loss > own || total > cap;
  if (running.some(({ market, loss }) => isAbove(loss, market.cap))) return { kind: 'above' };
  const moments = new Map<number, { of: (typeof running)[number]; step: StartStep }[]>();
  for (const of of running) {
    for (const step of of.market.steps) {
      moments.set(step.at, [...(moments.get(step.at) ?? []), { of, step }]);
    }
  }
  const unclear: number[] = [];
  for (const [at, steps] of [...moments].sort(([a], [b]) => a - b)) {
    let highest = total;
    let isOver = false;
    for (const { of, step } of steps) {
      const before = of.loss;
      const most = lossOf(of.market, plus(of.sums, step.highest));
      of.sums = plus(of.sums, step.net);
      of.loss = lossOf(of.market, of.sums);
      if (most > of.market.cap) isOver = true;
      highest += most - before;
      total += of.loss - before;
    }
    // Between two steps the sums are exact.
    if (steps.some(({ of }) => isAbove(of.loss, of.market.cap))) return { kind: 'above' };
    if (isOver || highest > cap) unclear.push(at);
  }
  return unclear.length === 0 ? { kind: 'within' } : { kind: 'unclear', at: unclear };
}

/** A market after one of its open bets was paid and removed. */
export function withoutBet(market: MarketStarts, bet: SoldBet): MarketStarts {
  const place = market.steps.findLastIndex((step) => step.at <= bet.at);
  if (place < 0) throw new RangeError(`no step of the market has a bet of ${new Date(bet.at).toISOString()}`);
  return {
    ...market,
    kept: microUsdc(market.kept + bet.stake - bet.paid),
    steps: market.steps.map((step, index) => (index === place ? stepWithout(market.sets, step, bet) : step)),
  };
}

const zeros = ({ steps }: MarketStarts): bigint[] => (steps[0]?.net ?? []).map(() => 0n);

const plus = (sums: readonly bigint[], more: readonly bigint[]): bigint[] =>
  sums.map((sum, k) => sum + (more[k] ?? 0n));

/** Never below zero. */
const lossOf = ({ kept }: MarketStarts, sums: readonly bigint[]): bigint =>
  leftOf(sums.reduce(larger, 0n), kept);
