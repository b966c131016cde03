import { larger, leftOf, smaller } from '../money/bounds.ts';
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

/** An open bet that is sold back, and what is paid for it. */
export type SoldBet = EndedEarly & {
  /** When it was placed, in milliseconds. */
  readonly at: number;
};

/** `unclear`: the bets of some steps must be read to tell, see `unclearMoments`. */
export type StartVerdict = 'within' | 'above' | 'unclear';

/**
 * A market of a game at every moment at which the game may have begun, gone through once: what any of its bets would
 * leave is then told without going through the moments again.
 */
export interface MarketAtStarts {
  /** In milliseconds, rising: before all bets (minus infinity), then where a step of any market of the game begins. */
  readonly moments: readonly number[];
  /** Of its own steps: where in `moments` they are, rising. */
  readonly places: readonly number[];
  /** Of `places`: which are of a step that is a moment. */
  readonly areMoments: ReadonlySet<number>;
  /** K, with all its bets still open, micro-USDC. */
  readonly kept: MicroUsdc;
  /** With a start at the end of each step. */
  readonly ends: Heights;
  /** With the worst start within each step, or a bound above it. */
  readonly bounds: Heights;
}

/**
 * How high the sums of a market are above its room, moment by moment. Its room is what it may lose: its own cap, or what
 * the others leave of the game's; below zero where they leave nothing. The loss is within it where no height is above K.
 */
interface Heights {
  /** Per moment, micro-USDC. */
  readonly rooms: readonly bigint[];
  /** Per moment and outcome, micro-USDC. */
  readonly heights: readonly (readonly bigint[])[];
  /** The least of all rooms. */
  readonly leastRoom: bigint;
  /** Per moment: the highest of all outcomes from the first moment to this one. */
  readonly upTo: readonly bigint[];
  /** Per moment and outcome: the highest from this moment to the last. */
  readonly from: readonly (readonly bigint[])[];
}

/**
 * Goes through a game once: takes time in moments times outcomes of its markets.
 *
 * @returns in the order of the markets
 * @throws RangeError where the steps of a market are of other outcomes than each other, or not in the order of their moments
 */
export function atEveryStart(game: GameStarts): MarketAtStarts[] {
  const begins = new Set(game.markets.flatMap(({ steps }) => steps.map(({ at }) => at)));
  const moments = [Number.NEGATIVE_INFINITY, ...[...begins].sort((a, b) => a - b)];
  const played = game.markets.map((market) => playMarket(market, moments));
  const endRooms = roomsOf(
    game,
    moments,
    played.map(({ ends }) => ends),
  );
  const boundRooms = roomsOf(
    game,
    moments,
    played.map(({ bounds }) => bounds),
  );
  return played.map(({ kept, places, areMoments, ends, bounds }, index) => ({
    moments,
    places,
    areMoments,
    kept,
    ends: heightsOf(ends, itemOf(endRooms, index)),
    bounds: heightsOf(bounds, itemOf(boundRooms, index)),
  }));
}

/**
 * Whether every cap is kept with every start, and whatever the results, once a bet is sold. Takes time in the outcomes of
 * the market and the logarithm of its steps.
 *
 * @throws RangeError for a bet that no step of the market has
 */
export function judgeSale(market: MarketAtStarts, sold: SoldBet): StartVerdict {
  const place = placeOf(market, sold);
  if (isTooMuch(market, market.ends, sold, { upTo: place - 1, from: place })) return 'above';
  const upTo = lastBefore(market, place);
  return isTooMuch(market, market.bounds, sold, { upTo, from: place }) ? 'unclear' : 'within';
}

/**
 * Where the bets of steps must be read to tell whether any of these bets of a market can be sold by itself. Takes time in
 * the moments times outcomes of the market, however many the bets.
 *
 * @param sold one at least, each of them `unclear`
 * @returns moments that steps begin at, in milliseconds, rising
 */
export function unclearMoments(market: MarketAtStarts, sold: readonly SoldBet[]): number[] {
  const { rooms, heights } = market.bounds;
  const none = itemOf(heights, 0).map(() => LEAST);
  // The most that any of the bets adds to the heights less K: by moment of the step that it is in, or that is the last before.
  const adds = market.moments.map(() => ({ before: LEAST, after: none }));
  let addsAnywhere = LEAST;
  for (const bet of sold) {
    const place = placeOf(market, bet);
    const left = -keptWithout(market, bet);
    addsAnywhere = larger(addsAnywhere, left);
    const until = itemOf(adds, lastBefore(market, place));
    until.before = larger(until.before, left);
    const since = itemOf(adds, place);
    since.after = since.after.map((most, k) => larger(most, left + changeOf(bet, k)));
  }
  // A bet adds as before it up to its step, and as after it from there on.
  for (let i = adds.length - 2; i >= 0; i--) {
    const each = itemOf(adds, i);
    each.before = larger(each.before, itemOf(adds, i + 1).before);
  }
  for (let i = 1; i < adds.length; i++) {
    const { after } = itemOf(adds, i - 1);
    const each = itemOf(adds, i);
    each.after = each.after.map((most, k) => larger(most, itemOf(after, k)));
  }
  return market.moments.filter((_, i) => {
    const room = itemOf(rooms, i);
    const { before, after } = itemOf(adds, i);
    const isOver = (height: bigint, k: number) => height + larger(before, itemOf(after, k)) > 0n;
    return room < 0n || addsAnywhere > room || itemOf(heights, i).some(isOver);
  });
}

/** Lower than any sum of amounts can be. */
const LEAST = 0n - 2n ** 100n;

/** A market's sums per outcome at each of the moments, at the end of its step and at most within it, micro-USDC. */
function playMarket(market: MarketStarts, moments: readonly number[]) {
  const places: number[] = [];
  const areMoments = new Set<number>();
  const ends: bigint[][] = [];
  const bounds: bigint[][] = [];
  let sums = (market.steps[0]?.net ?? []).map((): bigint => 0n);
  for (const [place, at] of moments.entries()) {
    const step = market.steps[places.length];
    let most = sums;
    if (step?.at === at) {
      places.push(place);
      if (step.isMoment) areMoments.add(place);
      most = plus(sums, step.highest);
      sums = plus(sums, step.net);
    }
    ends.push(sums);
    bounds.push(most);
  }
  if (places.length < market.steps.length)
    throw new RangeError('the steps of the market are not in the order of their moments');
  return { kept: market.kept, places, areMoments, ends, bounds };
}

/**
 * What each market of a game may lose, from the sums of each by moment and outcome.
 *
 * @returns per market and moment, micro-USDC: below zero where another market loses more than it may
 */
function roomsOf(
  { cap, markets }: GameStarts,
  moments: readonly number[],
  sums: readonly (readonly (readonly bigint[])[])[],
): bigint[][] {
  const losses = markets.map((market, index) => itemOf(sums, index).map((each) => lossOf(market, each)));
  const isOver = (loss: bigint, index: number) => loss > itemOf(markets, index).cap;
  const totals = moments.map((_, i) => {
    const ofAll = losses.map((each) => itemOf(each, i));
    return { lost: ofAll.reduce((sum, loss) => sum + loss, 0n), over: ofAll.filter(isOver).length };
  });
  return losses.map((own, index) =>
    own.map((loss, i) => {
      const { lost, over } = itemOf(totals, i);
      if (over > (isOver(loss, index) ? 1 : 0)) return -1n;
      return smaller<bigint>(itemOf(markets, index).cap, cap - (lost - loss));
    }),
  );
}

function heightsOf(sums: readonly bigint[][], rooms: readonly bigint[]): Heights {
  const heights = sums.map((each, i) => each.map((sum) => sum - itemOf(rooms, i)));
  const upTo: bigint[] = [];
  for (const each of heights) upTo.push(each.reduce(larger, upTo.at(-1) ?? LEAST));
  const from: (readonly bigint[])[] = [];
  for (const each of [...heights].reverse()) {
    const later = from.at(-1) ?? each;
    from.push(each.map((height, k) => larger(height, itemOf(later, k))));
  }
  return { rooms, heights, leastRoom: rooms.reduce(smaller), upTo, from: from.reverse() };
}

/** Whether a market loses more than it may without a bet, whose sums change from a moment on. */
function isTooMuch(
  market: MarketAtStarts,
  { leastRoom, upTo, from }: Heights,
  sold: SoldBet,
  moments: { upTo: number; from: number },
): boolean {
  const kept = keptWithout(market, sold);
  // Where no outcome wins, or none costs anything.
  if (leastRoom < 0n || leastRoom < -kept) return true;
  if (itemOf(upTo, moments.upTo) > kept) return true;
  return itemOf(from, moments.from).some((height, k) => height + changeOf(sold, k) > kept);
}

/** K without the bet. */
const keptWithout = ({ kept }: MarketAtStarts, { stake, paid }: SoldBet): bigint => kept + stake - paid;

/** What the sum of an outcome gains when a bet goes that it counted. */
const changeOf = ({ outcome, stake, payout }: Omit<EndedEarly, 'paid'>, k: number): bigint =>
  stake - (k === outcome ? payout : 0n);

/** Where in the moments the step is that has a bet. */
function placeOf({ moments, places }: MarketAtStarts, { at }: SoldBet): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemOf(moments, itemOf(places, middle)) <= at) low = middle + 1;
    else high = middle;
  }
  const place = places[low - 1];
  if (place === undefined)
    throw new RangeError(`no step of the market has a bet of ${new Date(at).toISOString()}`);
  return place;
}

/**
 * The last moment whose start may lie before a bet of the step at `place`. In a step that is no moment this is the step
 * itself: wherever in it the bet was, its sums reach at most what they reach with the bet, or what they reach without. (A
 * bet pays no less than its stake; of one that paid less, the bound would only be higher.)
 */
const lastBefore = ({ areMoments }: MarketAtStarts, place: number): number =>
  areMoments.has(place) ? place - 1 : place;

/** A step after one of its bets ended. */
export function stepWithout(
  step: StartStep,
  bet: { outcome: number; stake: MicroUsdc; payout: MicroUsdc },
): StartStep {
  const net = step.net.map((sum, k) => microUsdc(sum + changeOf(bet, k)));
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

const plus = (sums: readonly bigint[], more: readonly bigint[]): bigint[] =>
  sums.map((sum, k) => sum + sumOf(more, k));

/** @throws RangeError where the steps of a market are of other outcomes than each other */
function sumOf(sums: readonly bigint[], k: number): bigint {
  const sum = sums[k];
  if (sum === undefined) throw new RangeError(`a step of the market has no sum of outcome ${k}`);
  return sum;
}

/** @throws RangeError where there is none */
function itemOf<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index} of ${items.length}`);
  return item;
}

/** Never below zero. */
function lossOf({ kept }: MarketStarts, sums: readonly bigint[]): bigint {
  return leftOf(sums.reduce(larger, 0n), kept);
}
