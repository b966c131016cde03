import { larger, leftOf, smaller } from '../money/bounds.ts';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import type { EndedEarly } from './book.ts';
import { type WinnerSets, winsIn } from './winner-sets.ts';

/**
 * What the house may lose on a game whose real start may be at any moment, earlier than announced. Bets from the real
 * start on are refunded, cash-outs remain. Let K be what was kept from ended bets (their stakes minus what was paid
 * for them). With a start t0 a market loses
 *
 *     loss(t0) = max(0, max over k of the sum over open bets before t0 of (payout if k has its outcome, minus stake)) - K
 *
 * where k is any possible set of winners (`winner-sets.ts`), or if none wins. Below zero the house gains; one market's gain pays for no other market.
 *
 * Bets are grouped into steps, so a million of them needn't be read: each step has a known maximum, and only where
 * that is too much are its bets read one by one.
 */
export interface GameStarts {
  /** The most the house may lose on all these markets together, micro-USDC. */
  readonly cap: MicroUsdc;
  /** Grouped the same way: overlapping steps of two markets start at the same moment. */
  readonly markets: readonly MarketStarts[];
}

/** The facts about a game's market that any start of the game affects. */
export interface MarketStarts {
  /** The most the house may lose on it, micro-USDC. */
  readonly cap: MicroUsdc;
  /** K: stakes of ended bets minus what was paid for them, micro-USDC. */
  readonly kept: MicroUsdc;
  /** Its steps have one sum for each. */
  readonly sets: WinnerSets;
  /** Its open bets in chronological order; no two steps start at the same moment. */
  readonly steps: readonly StartStep[];
}

/** A market's open bets from one moment until the next step. */
export interface StartStep {
  /** In milliseconds: no bet of the step is earlier. */
  readonly at: number;
  /** The sum of (payout if k has its outcome, minus stake) over its bets, per set of winners k, micro-USDC. */
  readonly net: readonly MicroUsdc[];
  /** The highest this sum gets within the step, from zero on, or an upper bound of that. */
  readonly highest: readonly MicroUsdc[];
  /** All its bets were placed at `at`: a start refunds all or none of them, so `highest` is `net`. */
  readonly isMoment: boolean;
}

/** An open bet that is cashed out, and what is paid for it. */
export type SoldBet = EndedEarly & {
  /** When it was placed, in milliseconds. */
  readonly at: number;
};

/** `unclear`: the bets of some steps must be read to decide, see `unclearMoments`. */
export type StartVerdict = 'within' | 'above' | 'unclear';

/**
 * A game's market at every possible start, computed once, so selling any of its bets can be judged without going
 * through the moments again.
 */
export interface MarketAtStarts {
  /**
   * In milliseconds, ascending: before all bets (minus infinity), then each moment where a step of any market of the
   * game starts.
   */
  readonly moments: readonly number[];
  /** The indices of its own steps in `moments`, ascending. */
  readonly places: readonly number[];
  /** Those of `places` whose step is a moment. */
  readonly areMoments: ReadonlySet<number>;
  /** K, with all its bets still open, micro-USDC. */
  readonly kept: MicroUsdc;
  readonly sets: WinnerSets;
  /** For a start at the end of each step. */
  readonly ends: Heights;
  /** For the worst start within each step, or an upper bound of it. */
  readonly bounds: Heights;
}

/**
 * How far a market's sums exceed its room at each moment. Its room is what it may lose: its own cap, or what the
 * other markets leave of the game's, below zero when they leave nothing. The loss is within the room if no height
 * exceeds K.
 */
interface Heights {
  /** Per moment, micro-USDC. */
  readonly rooms: readonly bigint[];
  /** Per moment and set of winners, micro-USDC. */
  readonly heights: readonly (readonly bigint[])[];
  /** The smallest room. */
  readonly leastRoom: bigint;
  /** Per moment: the highest of any set from the first moment to this one. */
  readonly upTo: readonly bigint[];
  /** Per moment and set: the highest from this moment to the last. */
  readonly from: readonly (readonly bigint[])[];
}

/**
 * Computes markets of a game at every start, in time proportional to moments times the sets of winners of these, plus moments
 * times markets.
 *
 * @param asked the indices of the markets whose bets may be sold; by default all
 * @returns in the order of `asked`
 * @throws RangeError when a step has another number of sums than the market has sets, or steps aren't in chronological order
 */
export function atEveryStart(
  game: GameStarts,
  asked: readonly number[] = [...game.markets.keys()],
): MarketAtStarts[] {
  const isAsked = new Set(asked);
  const isMoved = (index: number) => isAsked.has(index) || itemOf(game.markets, index).steps.length > 0;
  // Most markets of a game have no bets: whenever it starts, they lose the same.
  const still = game.markets.filter((_, index) => !isMoved(index));
  const places = [...game.markets.keys()].filter(isMoved);
  const moved: GameStarts = {
    cap: microUsdc(still.reduce((left, market) => left - lossOf(market, []), BigInt(game.cap))),
    markets: places.map((index) => itemOf(game.markets, index)),
  };
  const isOver = still.some((market) => lossOf(market, []) > market.cap);
  return playAll(moved, { asked: asked.map((index) => places.indexOf(index)), isOver });
}

/** @param isOver whether a market without steps loses more than it may */
function playAll(
  game: GameStarts,
  { asked, isOver }: { asked: readonly number[]; isOver: boolean },
): MarketAtStarts[] {
  const begins = new Set(game.markets.flatMap(({ steps }) => steps.map(({ at }) => at)));
  const moments = [Number.NEGATIVE_INFINITY, ...[...begins].sort((a, b) => a - b)];
  const played = game.markets.map((market) => playMarket(market, moments));
  const endRooms = roomsOf(
    game,
    { asked, isOver },
    played.map(({ ends }) => ends),
  );
  const boundRooms = roomsOf(
    game,
    { asked, isOver },
    played.map(({ bounds }) => bounds),
  );
  return asked.map((index, each) => {
    const { kept, sets, places, areMoments, ends, bounds } = itemOf(played, index);
    return {
      ...{ moments, places, areMoments, kept, sets },
      ends: heightsOf(ends, itemOf(endRooms, each)),
      bounds: heightsOf(bounds, itemOf(boundRooms, each)),
    };
  });
}

/**
 * Whether every cap is kept for every start and any results once a bet is sold. Takes time proportional to the
 * market's sets of winners and the logarithm of its steps.
 *
 * @throws RangeError for a bet in none of the market's steps
 */
export function judgeSale(market: MarketAtStarts, sold: SoldBet): StartVerdict {
  const place = placeOf(market, sold);
  if (isTooMuch(market, market.ends, sold, { upTo: place - 1, from: place })) return 'above';
  const upTo = lastBefore(market, place);
  return isTooMuch(market, market.bounds, sold, { upTo, from: place }) ? 'unclear' : 'within';
}

/**
 * The steps whose bets must be read to judge the sale of any one of these bets. Takes time proportional to the
 * market's moments times sets of winners, however many bets there are.
 *
 * @param sold at least one bet, each of them `unclear`
 * @returns the starts of those steps, in milliseconds, ascending
 */
export function unclearMoments(market: MarketAtStarts, sold: readonly SoldBet[]): number[] {
  const { rooms, heights } = market.bounds;
  const none = itemOf(heights, 0).map(() => LEAST);
  // The most that any bet adds to the heights less K, by moment of the bet's step, or of the last moment before it.
  const adds = market.moments.map(() => ({ before: LEAST, after: none }));
  let addsAnywhere = LEAST;
  for (const bet of sold) {
    const place = placeOf(market, bet);
    const left = -keptWithout(market, bet);
    addsAnywhere = larger(addsAnywhere, left);
    const until = itemOf(adds, lastBefore(market, place));
    until.before = larger(until.before, left);
    const since = itemOf(adds, place);
    since.after = since.after.map((most, k) => larger(most, left + changeOf(bet, itemOf(market.sets, k))));
  }
  // Up to its step a bet counts as `before`, from there on as `after`.
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

/** Lower than any possible sum of amounts. */
const LEAST = 0n - 2n ** 100n;

/** A market's sums per set of winners at each moment: at the end of its step and the maximum within it, micro-USDC. */
function playMarket(market: MarketStarts, moments: readonly number[]) {
  const places: number[] = [];
  const areMoments = new Set<number>();
  const ends: bigint[][] = [];
  const bounds: bigint[][] = [];
  let sums = market.sets.map((): bigint => 0n);
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
  return { kept: market.kept, sets: market.sets, places, areMoments, ends, bounds };
}

/**
 * What each of the asked markets of a game may lose, from every market's sums by moment and outcome.
 *
 * @returns per asked market and moment, micro-USDC: below zero when another market loses more than it may
 */
function roomsOf(
  { cap, markets }: GameStarts,
  { asked, isOver }: { asked: readonly number[]; isOver: boolean },
  sums: readonly (readonly (readonly bigint[])[])[],
): bigint[][] {
  const losses = markets.map((market, index) => lossesOf(market, itemOf(sums, index)));
  const lost = itemOf(losses, 0).map(() => 0n);
  const over = lost.map(() => 0);
  for (const [index, own] of losses.entries()) {
    const { cap: most } = itemOf(markets, index);
    for (const [i, loss] of own.entries()) {
      lost[i] = itemOf(lost, i) + loss;
      if (loss > most) over[i] = itemOf(over, i) + 1;
    }
  }
  return asked.map((index) => {
    const { cap: most } = itemOf(markets, index);
    return itemOf(losses, index).map((loss, i) => {
      if (isOver || itemOf(over, i) > (loss > most ? 1 : 0)) return -1n;
      return smaller<bigint>(most, cap - (itemOf(lost, i) - loss));
    });
  });
}

/** A market's loss at each moment. Most moments are steps of other markets, so its sums stay the same array. */
function lossesOf(market: MarketStarts, sums: readonly (readonly bigint[])[]): bigint[] {
  let latest: readonly bigint[] | null = null;
  let loss = 0n;
  return sums.map((each) => {
    if (each !== latest) loss = lossOf(market, each);
    latest = each;
    return loss;
  });
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

/** Whether a market without a bet loses more than it may; its sums change from a moment on. */
function isTooMuch(
  market: MarketAtStarts,
  { leastRoom, upTo, from }: Heights,
  sold: SoldBet,
  moments: { upTo: number; from: number },
): boolean {
  const kept = keptWithout(market, sold);
  // If no outcome wins, or none costs anything.
  if (leastRoom < 0n || leastRoom < -kept) return true;
  if (itemOf(upTo, moments.upTo) > kept) return true;
  return itemOf(from, moments.from).some(
    (height, k) => height + changeOf(sold, itemOf(market.sets, k)) > kept,
  );
}

/** K without the bet. */
const keptWithout = ({ kept }: MarketAtStarts, { stake, paid }: SoldBet): bigint => kept + stake - paid;

/** The change of a set's sum when a bet that it counted is removed. */
const changeOf = ({ outcome, stake, payout }: Omit<EndedEarly, 'paid'>, set: number): bigint =>
  stake - (winsIn(set, outcome) ? payout : 0n);

/** The index in `moments` of the step that contains a bet. */
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
 * The last moment whose start may be before a bet of the step at `place`. For a step that isn't a moment this is the
 * step itself: wherever the bet is in it, the sums reach at most what they reach with the bet or without it. (A bet
 * pays at least its stake; if one paid less, the bound would only be higher.)
 */
const lastBefore = ({ areMoments }: MarketAtStarts, place: number): number =>
  areMoments.has(place) ? place - 1 : place;

/** A market's step after one of its bets has ended. */
export function stepWithout(
  sets: WinnerSets,
  step: StartStep,
  bet: { outcome: number; stake: MicroUsdc; payout: MicroUsdc },
): StartStep {
  const net = step.net.map((sum, k) => microUsdc(sum + changeOf(bet, itemOf(sets, k))));
  if (step.isMoment) return { ...step, net, highest: net };
  // Wherever it was in the step, it raised the sums of the sets with its outcome and lowered the others by its stake.
  const highest = step.highest.map((sum, k) =>
    microUsdc(sum + (winsIn(itemOf(sets, k), bet.outcome) ? 0n : bet.stake)),
  );
  return { ...step, net, highest };
}

/**
 * A market's step (other than a moment) after another bet.
 *
 * @param isLatest whether it is later than all others of the step, to the millisecond
 */
export function stepWith(
  sets: WinnerSets,
  step: StartStep,
  bet: BetAtStart & { readonly isLatest: boolean },
): StartStep {
  const change = (k: number) => -changeOf(bet, itemOf(sets, k));
  const net = step.net.map((sum, k) => microUsdc(sum + change(k)));
  const highest = step.highest.map((reached, k) => {
    // Placed among the others, it may have raised the sum at its highest point.
    const now = bet.isLatest ? sumOf(net, k) : reached + change(k);
    return larger(reached, microUsdc(now));
  });
  return { ...step, net, highest };
}

/** An empty step of a market. */
export function emptyStep(sets: WinnerSets, at: number): StartStep {
  const none = sets.map(() => ZERO_USDC);
  return { at, net: none, highest: none, isMoment: false };
}

/** The length of a stored step. */
export const START_STEP_MS = 60_000;

/** The start of the step that contains a moment. */
export const startStepOf = (at: number): number => Math.floor(at / START_STEP_MS) * START_STEP_MS;

/** An open bet, or several of the same outcome and moment combined. */
export interface BetAtStart {
  readonly at: number;
  readonly outcome: number;
  readonly stake: MicroUsdc;
  readonly payout: MicroUsdc;
}

/** Groups a market's bets into steps of one moment each, which are never unclear. */
export function momentsOf(sets: WinnerSets, bets: readonly BetAtStart[]): StartStep[] {
  const nets = new Map<number, bigint[]>();
  for (const bet of bets) {
    const net = nets.get(bet.at) ?? sets.map(() => 0n);
    nets.set(
      bet.at,
      net.map((sum, k) => sum - changeOf(bet, itemOf(sets, k))),
    );
  }
  return [...nets]
    .sort(([a], [b]) => a - b)
    .map(([at, sums]) => {
      const net = sums.map(microUsdc);
      return { at, net, highest: net, isMoment: true };
    });
}

/** All open bets of a market as one step, from its book. */
export function stepOfBook(
  sets: WinnerSets,
  { openReturns, openStakes }: { openReturns: readonly MicroUsdc[]; openStakes: MicroUsdc },
): StartStep {
  const returns = sets.map((set) =>
    openReturns.reduce((sum, owed, j) => (winsIn(set, j) ? sum + owed : sum), 0n),
  );
  return {
    at: 0,
    net: returns.map((owed) => microUsdc(owed - openStakes)),
    highest: returns.map(microUsdc),
    isMoment: false,
  };
}

const plus = (sums: readonly bigint[], more: readonly bigint[]): bigint[] =>
  sums.map((sum, k) => sum + sumOf(more, k));

/**
 * @throws RangeError when a step has too few sums
 */
function sumOf(sums: readonly bigint[], k: number): bigint {
  const sum = sums[k];
  if (sum === undefined) throw new RangeError(`a step of the market has no sum of set ${k}`);
  return sum;
}

/**
 * @throws RangeError when the index is out of range
 */
function itemOf<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index} of ${items.length}`);
  return item;
}

/** Never below zero. */
function lossOf({ kept }: MarketStarts, sums: readonly bigint[]): bigint {
  return leftOf(sums.reduce(larger, 0n), kept);
}
