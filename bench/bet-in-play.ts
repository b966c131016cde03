import { bookRules } from '@tallystone/core/betting/book-rules';
import { decideBet } from '@tallystone/core/betting/decide-bet';
import { DECIDED_WITHIN_MS, type judgeOrder } from '@tallystone/core/in-play/judge-order';
import { leftOf, smaller } from '@tallystone/core/money/bounds';
import {
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
  ZERO_USDC,
} from '@tallystone/core/money/micro-usdc';
import { exposureOf } from '@tallystone/core/odds/exposure';
import type { FeedBook } from '@tallystone/core/odds/feed';
import { AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { LOWEST_ODDS, ODDS_STEP } from '@tallystone/core/odds/parse-odds';
import type { Random } from './random.ts';
import { type Change, dateAt, GAME_MS, type RunningGame, type Standing, TAKEN_BACK } from './running-game.ts';
import { type Score, totalChances, winnerChances } from './score-chances.ts';

/** Bettors of a running game against the product's rules: what they stake, and what it is worth. */

/** The feed's share of every unit staked. */
const MARGIN = 0.06;
/** The longest odds that the feed offers. */
const LONGEST_ODDS = microOdds(50_000_000n);
/** How far below the shown profit careful bettors sign. */
const SIGNED_BELOW = 0.02;

/** What can be bet on: who wins, or how many goals there are. */
export type Offer = 'winner' | { readonly goalsOver: number };

/** Who bets on one game, and how much. */
export interface Crowd {
  readonly offers: readonly Offer[];
  /** How often someone bets at random, and on how much, whole USDC. */
  readonly uninformed: { readonly bets: number; readonly stake: number };
  /** Each bets on every change that they see, and at random this many times. */
  readonly informed: { readonly bettors: number; readonly bets: number; readonly stake: number };
}

/** What the house decides with. */
export interface HouseRules {
  readonly judge: typeof judgeOrder;
  /** Milliseconds. */
  readonly delay: number;
  /** The most that the house may lose on a market and on the game, micro-USDC. */
  readonly marketCap: MicroUsdc;
  readonly gameCap: MicroUsdc;
}

/** Sums in USDC. */
interface Account {
  orders: number;
  filled: number;
  staked: number;
  /** What bettors gain on average over all ends that are still possible when their bets are filled. */
  worth: number;
  /** The same if the prices were those of the score at that moment. */
  nominal: number;
  /** What they gained in the end. */
  won: number;
}

export interface GameTally {
  readonly informed: Account;
  readonly uninformed: Account;
  /** Bets of the informed on what they saw, and those of them that were filled and worth more than their stake. */
  readonly seen: Account & { profitable: number };
  /** The most that the house could have lost at any time on a market, and on the game, USDC. */
  readonly worst: { market: number; game: number };
  /** What the house lost in the end, USDC; below zero if it won. */
  lost: number;
}

interface Ordered {
  readonly market: number;
  readonly outcome: number;
  readonly stake: MicroUsdc;
  readonly odds: MicroOdds;
  readonly at: number;
  readonly by: 'informed' | 'uninformed';
  readonly isOnChange: boolean;
}

type Decided = Ordered & { readonly decidedAt: number };

const emptyAccount = (): Account => ({
  orders: 0,
  filled: 0,
  staked: 0,
  worth: 0,
  nominal: 0,
  won: 0,
});

/** One game from its start to its end. */
export function betOnGame(
  random: Random,
  {
    game,
    changes,
    crowd,
    rules,
  }: { game: RunningGame; changes: readonly Change[]; crowd: Crowd; rules: HouseRules },
): GameTally {
  const tally: GameTally = {
    informed: emptyAccount(),
    uninformed: emptyAccount(),
    seen: { ...emptyAccount(), profitable: 0 },
    worst: { market: 0, game: 0 },
    lost: 0,
  };
  const orders = [
    ...ordersAtRandom(random, game, crowd),
    ...ordersOnChanges(random, { game, changes, crowd }),
  ];
  for (const order of orders) for (const account of accountsOf(tally, order)) account.orders += 1;
  const decided = orders
    .flatMap((order) => judged(order, game, rules) ?? [])
    .sort((a, b) => a.decidedAt - b.decidedAt);
  fillAll(decided, { game, crowd, rules, tally });
  return tally;
}

// ---- what is ordered

/** At random moments on random outcomes. */
function ordersAtRandom(
  random: Random,
  game: RunningGame,
  { offers, uninformed, informed }: Crowd,
): Ordered[] {
  const order = (by: Ordered['by'], stake: number): Ordered[] => {
    const at = random.between(0, GAME_MS - 1);
    const market = random.between(0, offers.length - 1);
    const shown = shownAt(game, offers[market], at);
    const open = shown.flatMap((odds, outcome) => (odds === null ? [] : [{ odds, outcome }]));
    if (open.length === 0) return [];
    const { odds, outcome } = random.pick(open);
    return [{ market, outcome, stake: usdc(stake), odds: minimumOf(odds), at, by, isOnChange: false }];
  };
  return [
    ...Array.from({ length: uninformed.bets }, () => order('uninformed', uninformed.stake)),
    ...Array.from({ length: informed.bettors * informed.bets }, () => order('informed', informed.stake)),
  ].flat();
}

/** At once after a change, at the price from before it, where that is worth the most. */
function ordersOnChanges(
  random: Random,
  { game, changes, crowd }: { game: RunningGame; changes: readonly Change[]; crowd: Crowd },
): Ordered[] {
  const { offers, informed } = crowd;
  return changes.flatMap(({ at, seems }) => {
    const good = offers.flatMap((offer, market) => {
      const chances = chancesOf(offer, seems, at);
      return shownAt(game, offer, at).flatMap((odds, outcome) => {
        const value = odds === null ? 0 : decimal(odds) * (chances[outcome] ?? 0);
        return odds !== null && value > 1 ? [{ market, outcome, odds, value }] : [];
      });
    });
    const best = good.toSorted((a, b) => b.value - a.value).slice(0, offers.length);
    if (best.length === 0) return [];
    return Array.from({ length: informed.bettors }, (_, bettor): Ordered => {
      const { market, outcome, odds } = random.pick(best);
      // Every other one signs lower, so that a price that drifts doesn't refuse the bet.
      const signed = bettor % 2 === 0 ? odds : minimumOf(odds);
      return {
        market,
        outcome,
        stake: usdc(informed.stake),
        odds: signed,
        at,
        by: 'informed',
        isOnChange: true,
      };
    });
  });
}

/** The odds on the page; none while betting is suspended. */
export function shownAt(game: RunningGame, offer: Offer | undefined, at: number): (MicroOdds | null)[] {
  const { state, priced } = game.at(at);
  return state === 'open' && offer !== undefined ? oddsOf(chancesOf(offer, priced.standing, priced.ms)) : [];
}

// ---- what becomes of it

/** An order whose delay it has survived, with the moment; null if it failed. */
export function judged<O extends { readonly at: number }>(
  order: O,
  game: RunningGame,
  { judge, delay }: Pick<HouseRules, 'judge' | 'delay'>,
): (O & { readonly decidedAt: number }) | null {
  const ends = order.at + delay;
  const waiting = { orderedAt: dateAt(order.at), decideAt: dateAt(ends) };
  for (let now = ends; ; now = Math.min(game.nextAfter(now), ends + DECIDED_WITHIN_MS + 1)) {
    const verdict = judge(waiting, game.at(now), dateAt(now));
    if (verdict === 'decide') return { ...order, decidedAt: now };
    if (verdict !== 'wait') return null;
    if (now > ends + DECIDED_WITHIN_MS) throw new Error('an order still waits when its time is over');
  }
}

function fillAll(
  decided: readonly Decided[],
  { game, crowd, rules, tally }: { game: RunningGame; crowd: Crowd; rules: HouseRules; tally: GameTally },
): void {
  const { offers } = crowd;
  const books = offers.map((offer) => openBook(offer, rules.marketCap));
  const losses = offers.map(() => 0);
  const end = game.scoreAt(GAME_MS);
  for (const order of decided) {
    const offer = offers[order.market];
    const book = books[order.market];
    if (offer === undefined || book === undefined) throw new Error('an order is on a market of its game');
    const { decidedAt: now, outcome } = order;
    const { state, closesAt, pricedAt, priced } = game.at(now);
    const believed = chancesOf(offer, priced.standing, priced.ms);
    const others = books.reduce((sum, each) => (each === book ? sum : sum + exposureOf(each)), 0n);
    const asPriced: FeedBook = {
      ...book,
      odds: oddsOf(believed),
      pricedAt,
      room: smaller(leftOf(rules.gameCap, others), rules.marketCap),
    };
    const decision = decideBet(bookRules, {
      market: { state, closesAt, outcomeIds: believed.map((_, each) => `${each}`), book: asPriced },
      funds: { balance: RICH, stakedToday: ZERO_USDC, dailyStakeCap: RICH, blockedUntil: null },
      terms: { outcomeId: `${outcome}`, stake: order.stake, odds: order.odds, quoteExpiresAt: null },
      now: dateAt(now),
    });
    if (decision.kind === 'rejected') continue;
    if (decision.marketAfter.book.kind !== 'feed') throw new Error('a market of the feed stays one');
    books[order.market] = decision.marketAfter.book;
    const stake = Number(order.stake) / 1e6;
    const back = Number(decision.payout) / 1e6;
    const truly = chancesOf(offer, { ...game.scoreAt(now), doubtful: null }, now)[outcome] ?? 0;
    const result = chancesOf(offer, { ...end, doubtful: null }, GAME_MS)[outcome] ?? 0;
    const worth = back * truly - stake;
    for (const account of accountsOf(tally, order)) {
      account.filled += 1;
      account.staked += stake;
      account.worth += worth;
      account.nominal += back * (believed[outcome] ?? 0) - stake;
      account.won += back * result - stake;
    }
    if (order.isOnChange && worth > 0) tally.seen.profitable += 1;
    tally.lost += back * result - stake;
    losses[order.market] = worstOf(books[order.market]);
    tally.worst.market = Math.max(tally.worst.market, losses[order.market] ?? 0);
    tally.worst.game = Math.max(
      tally.worst.game,
      losses.reduce((sum, each) => sum + each, 0),
    );
  }
}

/** What the house loses at most, computed apart from core: returns of one outcome, less all stakes; USDC. */
function worstOf(book: FeedBook | undefined): number {
  if (book === undefined) return 0;
  return Math.max(0, ...book.openReturns.map((owed) => Number(owed - book.received) / 1e6));
}

const accountsOf = (tally: GameTally, { by, isOnChange }: Ordered): Account[] =>
  isOnChange ? [tally[by], tally.seen] : [tally[by]];

// ---- prices

export function chancesOf(offer: Offer, standing: Standing, at: number): number[] {
  const left = Math.max(0, GAME_MS - at) / GAME_MS;
  const of = (score: Score) =>
    offer === 'winner' ? winnerChances(score, left) : totalChances(score, left, offer.goalsOver);
  const { doubtful } = standing;
  if (doubtful === null) return of(standing);
  const without = of({ ...standing, [doubtful]: standing[doubtful] - 1 });
  return of(standing).map(
    (chance, outcome) => chance * (1 - TAKEN_BACK) + (without[outcome] ?? 0) * TAKEN_BACK,
  );
}

/** The feed's odds; null where they are too short or too long to be offered. */
export function oddsOf(chances: readonly number[]): (MicroOdds | null)[] {
  return chances.map((chance) => {
    const hundredths = Math.floor((100 * (1 - MARGIN)) / Math.max(chance, 1e-9));
    const odds = microOdds(BigInt(hundredths) * ODDS_STEP);
    return odds < LOWEST_ODDS || odds > LONGEST_ODDS ? null : odds;
  });
}

/** The lowest odds that careful bettors sign. */
function minimumOf(odds: MicroOdds): MicroOdds {
  const hundredths = Math.floor(100 * (1 + (decimal(odds) - 1) * (1 - SIGNED_BELOW)));
  return microOdds(BigInt(Math.max(101, hundredths)) * ODDS_STEP);
}

const decimal = (odds: MicroOdds): number => Number(odds) / 1e6;
const usdc = (whole: number): MicroUsdc => microUsdc(BigInt(whole) * 1_000_000n);
const RICH = usdc(1_000_000_000);

export function openBook(offer: Offer, cap: MicroUsdc): FeedBook {
  return {
    kind: 'feed',
    rule: AT_LEAST,
    winners: 1,
    odds: [],
    pricedAt: dateAt(0),
    lossBudget: cap,
    room: cap,
    openReturns: (offer === 'winner' ? [0, 1, 2] : [0, 1]).map(() => ZERO_USDC),
    received: ZERO_USDC,
    openStakes: ZERO_USDC,
  };
}
