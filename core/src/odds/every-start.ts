import { larger, leftOf } from '../money/bounds.ts';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import type { EndedEarly } from './book.ts';

/**
 * What the house may lose on a game that turns out to have begun at any moment, earlier than was said. Bets from its start
 * on are given back, and cash-outs stand. With K what was kept of the bets that have ended (stakes less what was paid for
 * them), a market loses with a start t0
 *
 *     loss(t0) = max(0, max over k of the sum over open bets before t0 of (payout if on k, minus stake)) - K
 *
 * whichever outcome wins, or if none does. Where it is below zero the house gains; a gain of one market pays for no other.
 *
 * The bets are taken together in steps, so that a million of them need not be read: what a step may reach at most is known,
 * and only where that is too much are its bets read one by one.
 */
export interface GameStarts {
  /** The most the house may lose on all of these markets together, micro-USDC. */
  readonly cap: MicroUsdc;
  /** Read alike: steps of two markets that overlap begin at the same moment. */
  readonly markets: readonly MarketStarts[];
}

/** A market of a game, as far as any start of the game matters to it. */
export interface MarketStarts {
  /** The most the house may lose on it, micro-USDC. */
  readonly cap: MicroUsdc;
  /** K: stakes of the bets that have ended, less what was paid for them, micro-USDC. */
  readonly kept: MicroUsdc;
  /** Its open bets, in the order of their moments; no two steps begin at the same. */
  readonly steps: readonly StartStep[];
}

/** Open bets of a market from one moment to the next step's. */
export interface StartStep {
  /** In milliseconds: none of its bets is earlier. */
  readonly at: number;
  /** The sum of (payout if on k, minus stake) over its bets, per outcome k, micro-USDC. */
  readonly net: readonly MicroUsdc[];
  /** What this sum reaches at most within the step, from zero on, or a bound above that. */
  readonly highest: readonly MicroUsdc[];
  /** All its bets were placed at `at`: a start gives all of them back or none, so that `highest` is `net`. */
  readonly isMoment: boolean;
}

/** `unclear`: the bets of the steps at these moments must be read to tell. */
export type StartVerdict =
  | { readonly kind: 'within' }
  | { readonly kind: 'above' }
  | { readonly kind: 'unclear'; readonly at: readonly number[] };

/** Whether every cap holds with every start, and whatever the results. */
export function judgeEveryStart({ cap, markets }: GameStarts): StartVerdict {
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
    // Between two steps nothing is a bound any more.
    if (steps.some(({ of }) => isAbove(of.loss, of.market.cap))) return { kind: 'above' };
    if (isOver || highest > cap) unclear.push(at);
  }
  return unclear.length === 0 ? { kind: 'within' } : { kind: 'unclear', at: unclear };
}

/** A market without one of its open bets, which was paid for. */
export function withoutBet(market: MarketStarts, bet: EndedEarly & { readonly at: number }): MarketStarts {
  const place = market.steps.findLastIndex((step) => step.at <= bet.at);
  if (place < 0) throw new RangeError(`no step of the market has a bet of ${new Date(bet.at).toISOString()}`);
  return {
    ...market,
    kept: microUsdc(market.kept + bet.stake - bet.paid),
    steps: market.steps.map((step, index) => (index === place ? stepWithout(step, bet) : step)),
  };
}

/** A step after one of its bets ended. */
export function stepWithout(
  step: StartStep,
  bet: { outcome: number; stake: MicroUsdc; payout: MicroUsdc },
): StartStep {
  const net = step.net.map((sum, k) => microUsdc(sum + bet.stake - (k === bet.outcome ? bet.payout : 0n)));
  if (step.isMoment) return { ...step, net, highest: net };
  // Wherever in the step it was, it lowered the sums of the other outcomes by its stake, and raised its own.
  const highest = step.highest.map((sum, k) => microUsdc(sum + (k === bet.outcome ? 0n : bet.stake)));
  return { ...step, net, highest };
}

/**
 * A step that is not a moment after another bet.
 *
 * @param isLatest it is later than all the others of the step, to the millisecond
 */
export function stepWith(step: StartStep, bet: BetAtStart, isLatest: boolean): StartStep {
  const change = (k: number) => (k === bet.outcome ? bet.payout : 0n) - bet.stake;
  const net = step.net.map((sum, k) => microUsdc(sum + change(k)));
  const highest = step.highest.map((reached, k) => {
    // Among the others it may have raised the sum where that was highest.
    const now = isLatest ? sumOf(net, k) : reached + change(k);
    return larger(reached, microUsdc(now));
  });
  return { ...step, net, highest };
}

/** A step of a market without bets. */
export function emptyStep(at: number, outcomes: number): StartStep {
  const none = Array.from({ length: outcomes }, () => ZERO_USDC);
  return { at, net: none, highest: none, isMoment: false };
}

/** How long a step is that is kept. */
export const START_STEP_MS = 60_000;

/** The step that a moment is in. */
export const startStepOf = (at: number): number => Math.floor(at / START_STEP_MS) * START_STEP_MS;

/** An open bet, or several of one outcome and moment together. */
export interface BetAtStart {
  readonly at: number;
  readonly outcome: number;
  readonly stake: MicroUsdc;
  readonly payout: MicroUsdc;
}

/** Steps of a moment each: nothing of them is unclear. */
export function momentsOf(bets: readonly BetAtStart[], outcomes: number): StartStep[] {
  const nets = new Map<number, bigint[]>();
  for (const { at, outcome, stake, payout } of bets) {
    const net = nets.get(at) ?? new Array<bigint>(outcomes).fill(0n);
    nets.set(
      at,
      net.map((sum, k) => sum - stake + (k === outcome ? payout : 0n)),
    );
  }
  return [...nets]
    .sort(([a], [b]) => a - b)
    .map(([at, sums]) => {
      const net = sums.map(microUsdc);
      return { at, net, highest: net, isMoment: true };
    });
}

/** All open bets of a market as one step, from what its book knows of them. */
export function stepOfBook(book: { openReturns: readonly MicroUsdc[]; openStakes: MicroUsdc }): StartStep {
  return {
    at: 0,
    net: book.openReturns.map((owed) => microUsdc(owed - book.openStakes)),
    highest: book.openReturns,
    isMoment: false,
  };
}

const zeros = ({ steps }: MarketStarts): bigint[] => (steps[0]?.net ?? []).map(() => 0n);

const plus = (sums: readonly bigint[], more: readonly bigint[]): bigint[] =>
  sums.map((sum, k) => sum + sumOf(more, k));

/** @throws RangeError where the steps of a market are of other outcomes than each other */
function sumOf(sums: readonly bigint[], k: number): bigint {
  const sum = sums[k];
  if (sum === undefined) throw new RangeError(`a step of the market has no sum of outcome ${k}`);
  return sum;
}

/** Never below zero. */
function lossOf({ kept }: MarketStarts, sums: readonly bigint[]): bigint {
  return leftOf(sums.reduce(larger, 0n), kept);
}
