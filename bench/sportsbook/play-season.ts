import { IN_DOUBT_MS } from '@tallystone/core/betting/at-running-price';
import { CASH_OUT_AFTER_MS } from '@tallystone/core/betting/decide-cash-out';
import { comboOdds } from '@tallystone/core/combos/combo-odds';
import { FEWEST_LEGS, MOST_LEGS } from '@tallystone/core/combos/combo-room';
import { DELAY_SECONDS } from '@tallystone/core/in-play/delay';
import { DECIDED_WITHIN_MS } from '@tallystone/core/in-play/judge-order';
import { type MicroOdds, microOdds } from '@tallystone/core/money/micro-usdc';
import { HIGHEST_ODDS, LOWEST_ODDS } from '@tallystone/core/odds/parse-odds';
import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import { feedOdds } from '../feed-odds.ts';
import type { Random } from '../random.ts';
import { type CoreBet, type CoreSportsbook, openByCore } from './by-core.ts';
import { type CountedSportsbook, openByCount } from './by-count.ts';
import type { SeasonTally } from './season-tally.ts';
import type { Answer, Sportsbook } from './sportsbook.ts';

/** The two books gave different answers. */
class Difference extends Error {}

interface Season {
  readonly random: Random;
  readonly tally: SeasonTally;
  readonly core: CoreSportsbook;
  readonly count: CountedSportsbook;
  readonly users: readonly string[];
  readonly comboBudget: bigint;
  readonly games: Game[];
  now: number;
  ids: number;
  orders: { readonly betId: string; readonly marketId: string; readonly decideAt: number }[];
  sales: {
    readonly orderId: string;
    readonly betId: string;
    readonly marketId: string;
    readonly decideAt: number;
  }[];
  /** Ended markets whose selections still wait for their results. */
  unresolved: string[];
  /** The markets that the step has changed. */
  readonly touched: Set<string>;
}

interface Game {
  readonly id: string;
  readonly title: string;
  readonly rule: 1 | 2;
  /** How far the feed's odds are from the chances. */
  readonly error: 'none' | 'margin' | 'any';
  readonly margin: number;
  readonly conditions: Condition[];
  phase: 'before' | 'running' | 'over';
  isInPlay: boolean;
  /** Steps until its next phase. */
  left: number;
  /** Markets with late bets that wait for their refund. */
  readonly late: Set<string>;
}

/** What a market before the start and maybe one in play are about. */
interface Condition {
  readonly before: string;
  inPlay: string | null;
  readonly kind: 'feed' | 'one-sided';
  readonly outcomes: number;
  readonly winners: number;
  chances: number[];
  hasEnded: { before: boolean; inPlay: boolean };
}

const CENT = 10_000n;
const USDC = 1_000_000n;
const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OPENED_AT = Date.parse('2026-12-01T12:00:00Z');

/**
 * Plays a season of games that overlap: bets, cash-outs, parts, combos, bets and cash-outs in play, stops, corrected starts and results
 * in any order, until so many steps are done, and then until every game has ended. Each step is played by the product's rules and by
 * the independent count.
 */
export function playSeason(random: Random, steps: number, tally: SeasonTally): void {
  const season = openSeason(random, tally);
  const atOnce = random.between(4, 12);
  const until = tally.steps + steps;
  try {
    for (;;) {
      const isOver = tally.steps >= until;
      while (!isOver && season.games.length < atOnce) openGame(season);
      if (season.games.length === 0) break;
      if (isOver) for (const game of season.games) game.left = 0;
      step(season);
    }
    close(season);
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    tally.differences += 1;
    tally.firstDifference ??= error.message;
  }
  for (const depth of ['markets', 'minutes', 'bets'] as const)
    tally.depths[depth] += season.core.depths[depth];
  tally.notCovered += season.core.notCovered;
}

function openSeason(random: Random, tally: SeasonTally): Season {
  // Now and then the pool can't fund every market and combo.
  const pool = (random.chance(0.2) ? BigInt(random.between(2_000, 20_000)) : 10_000_000n) * USDC;
  const comboBudget = BigInt(Math.round(2_000 * 50 ** random.unit())) * USDC;
  const season: Season = {
    ...{
      random,
      tally,
      comboBudget,
      games: [],
      now: OPENED_AT,
      ids: 0,
      orders: [],
      sales: [],
      unresolved: [],
    },
    ...{ core: openByCore({ pool, comboBudget }), count: openByCount({ pool, comboBudget }) },
    users: Array.from({ length: random.between(2, 12) }, (_, user) => `u${user}`),
    touched: new Set(),
  };
  for (const userId of season.users) {
    const amount = BigInt(Math.round(200 * 5_000 ** random.unit())) * USDC;
    tell(season, (books) => books.grant({ userId, amount }));
  }
  return season;
}

/** Both books do it. */
function tell(season: Season, act: (books: Sportsbook) => void): void {
  act(season.core);
  act(season.count);
}

/** Both books decide it. @throws Difference if they don't agree */
function ask<A extends Answer>(season: Season, what: string, act: (books: Sportsbook) => A): A {
  const [byCore, byCount] = [act(season.core), act(season.count)];
  if (byCore !== byCount) throw new Difference(`${what}: core says ${byCore}, the count ${byCount}`);
  season.tally.answers += 1;
  return byCore;
}

const newId = (season: Season, kind: string): string => `${kind}${++season.ids}`;

// ---- games

function openGame(season: Season): void {
  const { random, tally, now } = season;
  const id = newId(season, 'g');
  const cap = BigInt(Math.round(300 * 100 ** random.unit())) * USDC;
  // Some participants play in several games, and a competition has none.
  const name = (half: number) => `Team ${2 * random.between(0, 200) + half}`;
  const game: Game = {
    ...{ id, title: random.chance(0.03) ? 'Winner of the cup' : `${name(0)} vs ${name(1)}`, conditions: [] },
    ...{ rule: random.pick([1, 2] as const), error: random.pick(['none', 'margin', 'any'] as const) },
    ...{ margin: random.pick([0.02, 0.05, 0.08]), phase: 'before', isInPlay: false, late: new Set() },
    left: random.between(40, 260),
  };
  tell(season, (books) => books.openGame({ gameId: id, title: game.title, cap, isInPlay: false }));
  const closesAt = now + Math.floor(HOUR * 16 ** random.unit());
  const markets = random.chance(0.3) ? random.between(12, 40) : random.between(2, 12);
  for (let i = 0; i < markets; i++) {
    const kind = random.chance(0.2) ? 'one-sided' : 'feed';
    const outcomes = kind === 'one-sided' ? 2 : random.pick([2, 2, 3, 3, 3, 4, 6, 12]);
    const winners =
      kind === 'one-sided' || outcomes === 2 || outcomes > 6 || random.chance(0.5)
        ? 1
        : random.between(2, outcomes - 1);
    const condition: Condition = {
      ...{ before: newId(season, 'm'), inPlay: null, kind, outcomes, winners },
      chances: Array.from({ length: outcomes }, () => 0.05 + random.exponential(1)),
      hasEnded: { before: false, inPlay: true },
    };
    game.conditions.push(condition);
    openMarket(season, game, {
      condition,
      gameId: id,
      marketId: condition.before,
      cap,
      closesAt,
      inPlayOf: null,
    });
  }
  season.games.push(game);
  tally.games += 1;
  tally.markets += markets;
  if (markets >= 12) tally.largeGames += 1;
}

function openMarket(
  season: Season,
  game: Game,
  of: {
    condition: Condition;
    gameId: string;
    marketId: string;
    cap: bigint;
    closesAt: number;
    inPlayOf: string | null;
  },
): void {
  const { random } = season;
  const { condition, gameId, marketId, closesAt, inPlayOf } = of;
  const { outcomes, winners, kind } = condition;
  const cap = (of.cap * BigInt(random.between(10, 100))) / 100n;
  tell(season, (books) =>
    books.openMarket({
      ...{ marketId, gameId, cap, outcomes, winners, kind, closesAt, inPlayOf },
      rule: inPlayOf === null ? game.rule : 2,
    }),
  );
  price(season, game, { condition, marketId, isMoved: false });
}

/** The feed confirms the odds of a market, moved or not. */
function price(
  season: Season,
  game: Game,
  { condition, marketId, isMoved }: { condition: Condition; marketId: string; isMoved: boolean },
): void {
  const { random, now } = season;
  if (isMoved)
    condition.chances = condition.chances.map((chance) =>
      Math.min(30, Math.max(0.003, chance * Math.exp(0.3 * random.normal()))),
    );
  const { chances, winners, kind } = condition;
  const known =
    game.error === 'any'
      ? chances.map((chance) => (chance * (0.05 + random.unit()) ** 1.5) / 0.5)
      : game.error === 'margin'
        ? chances.map((chance) => chance * Math.exp(0.1 * random.normal()))
        : chances;
  const fair = feedOdds(known, { margin: game.margin, winners });
  const odds = fair.map((each, outcome) => {
    const isGone = random.chance(0.01) || (kind === 'one-sided' && outcome > 0);
    return isGone ? null : each;
  });
  tell(season, (books) => books.price({ marketId, odds, now }));
}

const conditionOf = (game: Game, marketId: string): Condition => {
  const condition = game.conditions.find(({ before, inPlay }) => before === marketId || inPlay === marketId);
  if (condition === undefined) throw new Error(`${marketId} is of another game`);
  return condition;
};

/** The markets that take bets in this phase of the game. */
const bettableOf = (game: Game): string[] =>
  game.conditions.flatMap(({ before, inPlay, hasEnded }) => {
    if (game.phase === 'before') return hasEnded.before ? [] : [before];
    return inPlay === null || hasEnded.inPlay ? [] : [inPlay];
  });

/** Those that have not ended. */
const marketsOf = (game: Game): string[] =>
  game.conditions.flatMap(({ before, inPlay, hasEnded }) => [
    ...(hasEnded.before ? [] : [before]),
    ...(inPlay === null || hasEnded.inPlay ? [] : [inPlay]),
  ]);

const inPlayId = (game: Game): string => `${game.id}-in-play`;

// ---- a step

function step(season: Season): void {
  const { random, tally, games } = season;
  tally.steps += 1;
  season.touched.clear();
  passTime(season);
  decideDue(season);
  const game = random.pick(games);
  game.left -= 1;
  const isBig = act(season, game);
  check(season, game, isBig || tally.steps % 4 === 0);
  if (season.unresolved.length > 0 && random.chance(0.3)) resolve(season, season.unresolved.shift() ?? '');
}

function passTime(season: Season): void {
  const { random } = season;
  const isWaiting = season.orders.length + season.sales.length > 0;
  const kind = random.unit();
  if (kind < 0.15) return;
  if (kind < (isWaiting ? 0.97 : 0.5)) season.now += random.between(1, 3 * SECOND);
  else if (kind < 0.95) season.now += random.between(1, MINUTE);
  else season.now += random.between(1, 12 * MINUTE);
}

/** @returns whether the game's caps have to be checked at once */
function act(season: Season, game: Game): boolean {
  const { random } = season;
  const [late] = game.late;
  if (late !== undefined && random.chance(0.3)) return refund(season, game, late);
  const [first] = game.conditions;
  // By the clock, betting is over.
  const isClosed =
    first !== undefined &&
    game.late.size === 0 &&
    marketIn(season, first.before).closesAt.getTime() <= season.now;
  if (game.left <= 0 || (game.phase === 'before' && isClosed)) return nextPhase(season, game);
  const choice = random.unit();
  if (game.phase === 'before') {
    if (choice < 0.16) return reprice(season, game);
    if (choice < 0.52) return bet(season, game);
    if (choice < 0.74) return sell(season, game);
    if (choice < 0.93) return combo(season, game);
    if (choice < 0.95) return sellCombo(season);
    if (choice < 0.99) return stop(season, game);
    return choice < 0.996 ? voidOne(season, game) : correct(season, game);
  }
  if (choice < 0.18) return reprice(season, game);
  if (choice < 0.5) return bet(season, game);
  if (choice < 0.82) return sell(season, game);
  if (choice < 0.86) return sellCombo(season);
  if (choice < 0.93) return stop(season, game);
  if (choice < 0.97) return correct(season, game);
  return endOne(season, game);
}

function reprice(season: Season, game: Game): boolean {
  const { random } = season;
  const all = random.chance(0.3);
  const open = bettableOf(game);
  const chosen = all || open.length === 0 ? open : [random.pick(open)];
  for (const marketId of chosen)
    price(season, game, { condition: conditionOf(game, marketId), marketId, isMoved: true });
  return false;
}

/** A goal, or a stop without a reason. */
function stop(season: Season, game: Game): boolean {
  const { random, now } = season;
  const open = bettableOf(game);
  for (const marketId of open)
    if (game.phase === 'running' || random.chance(0.3))
      tell(season, (books) => books.stop({ marketId, now }));
  return false;
}

// ---- bets

function bet(season: Season, game: Game): boolean {
  const { random, tally, core, now } = season;
  const open = bettableOf(game);
  if (open.length === 0) return false;
  // Most bets are on few markets.
  const marketId = random.chance(0.6)
    ? (open[random.between(0, Math.min(2, open.length - 1))] ?? '')
    : random.pick(open);
  const condition = conditionOf(game, marketId);
  if (random.chance(0.85)) price(season, game, { condition, marketId, isMoved: false });
  const { odds } = marketIn(season, marketId).book;
  const outcome = random.chance(0.5) ? bestOf(odds, condition) : random.between(0, odds.length - 1);
  const offered = odds[outcome] ?? LOWEST_ODDS;
  const isInPlay = game.phase === 'running';
  const isQuoted = !isInPlay && random.chance(0.6);
  const above = game.rule === 1 && !isInPlay && isQuoted ? offered / 100n : 0n;
  const signed = random.chance(0.5)
    ? offered + above
    : random.chance(0.8)
      ? offered - offered / 50n
      : offered + 3n * CENT + above;
  const most = core.maxStake({ marketId, outcome });
  const userId = random.pick(season.users);
  const stake = stakeOf(random, { most, balance: balanceOf(season, userId) });
  const asked = {
    ...{ betId: newId(season, 'b'), userId, marketId, outcome, stake, isQuoted, now },
    odds: roundedOdds(signed),
  };
  season.touched.add(marketId);
  if (isInPlay) {
    const decideAt = now + DELAY_SECONDS.first * SECOND;
    const answer = ask(season, 'an order', (books) => books.order({ ...asked, decideAt }));
    tally.orders += 1;
    if (answer === null) tally.ordersRefused += 1;
    else season.orders.push({ betId: asked.betId, marketId, decideAt });
    return false;
  }
  const answer = ask(season, 'a bet', (books) => books.bet(asked));
  if (answer === null) tally.betsRefused += 1;
  else countBet(tally, condition);
  return false;
}

function countBet(tally: SeasonTally, { kind, winners, outcomes }: Condition): void {
  tally.bets += 1;
  if (kind === 'one-sided') tally.betsOn.oneSided += 1;
  else if (winners > 1) tally.betsOn.severalWinners += 1;
  else if (outcomes > 2) tally.betsOn.oneOfMany += 1;
  else tally.betsOn.oneOfTwo += 1;
}

/** The outcome on which the house loses most on average. */
function bestOf(odds: readonly (bigint | null)[], { chances }: Condition): number {
  const worth = odds.map((each, outcome) => (each === null ? 0 : Number(each) * (chances[outcome] ?? 0)));
  return worth.indexOf(Math.max(...worth));
}

/** Whole cents: often the most that is taken, sometimes a cent more. */
function stakeOf(random: Random, { most, balance }: { most: bigint; balance: bigint }): bigint {
  const kind = random.unit();
  const limit = random.chance(0.95) && balance < most ? (balance / CENT) * CENT : most;
  if (kind < 0.05) return most + CENT;
  const share = kind < 0.15 ? 1 : random.unit() ** 3;
  const cents = BigInt(Math.floor(Number(limit / CENT) * share));
  return (cents > 0n ? cents : 1n) * CENT;
}

function roundedOdds(odds: bigint): MicroOdds {
  const rounded = (odds / CENT) * CENT;
  return microOdds(rounded < LOWEST_ODDS ? LOWEST_ODDS : rounded > HIGHEST_ODDS ? HIGHEST_ODDS : rounded);
}

const balanceOf = ({ core }: Season, userId: string): bigint => core.balances.get(`user:${userId}`) ?? 0n;

function marketIn({ core }: Season, marketId: string) {
  const market = core.markets.get(marketId);
  if (market === undefined) throw new Error(`there is no market ${marketId}`);
  return market;
}

// ---- cash-outs

function sell(season: Season, game: Game): boolean {
  const { random, tally, core, count, now } = season;
  const isInPlay = game.phase === 'running';
  const sellable = marketsOf(game).filter(
    (marketId) => conditionOf(game, marketId).kind === 'feed' || random.chance(0.05),
  );
  const chosen = chooseSale(
    season,
    sellable.flatMap((marketId) => marketIn(season, marketId).open),
  );
  if (chosen === null) return false;
  const { id: betId, marketId } = chosen;
  const condition = conditionOf(game, marketId);
  const pricedBy = isInPlay ? condition.inPlay : marketId;
  if (pricedBy !== null && !condition.hasEnded[isInPlay ? 'inPlay' : 'before'] && random.chance(0.85))
    price(season, game, { condition, marketId: pricedBy, isMoved: false });
  const part = random.chance(0.35) ? somePart(random, chosen.stake) : null;
  if (count.isNearCent({ betId, part })) {
    tally.nearCents += 1;
    return false;
  }
  const value = core.valueOf({ betId, part, now });
  season.touched.add(marketId);
  if (!isInPlay) {
    const amount = value === null || random.chance(0.5) ? null : random.chance(0.8) ? value : value + CENT;
    const answer = ask(season, 'a cash-out', (books) => books.sell({ betId, part, amount, now }));
    if (answer === null) tally.salesRefused += 1;
    else {
      tally.sales += 1;
      if (part !== null) tally.parts += 1;
    }
    return answer !== null;
  }
  if (season.sales.some((each) => each.betId === betId)) return false;
  const least = value === null ? CENT : ((value * BigInt(random.between(80, 101))) / 100n / CENT) * CENT;
  const orderId = newId(season, 's');
  const decideAt = now + DELAY_SECONDS.first * SECOND;
  const asked = { orderId, betId, part, amount: least, decideAt, now };
  const answer = ask(season, 'an order of a cash-out', (books) => books.orderSale(asked));
  tally.salesInPlay += 1;
  if (answer === null) tally.salesInPlayRefused += 1;
  else season.sales.push({ orderId, betId, marketId: condition.inPlay ?? marketId, decideAt });
  return false;
}

/** The bet that has gained most, or any. */
function chooseSale(season: Season, open: readonly CoreBet[]): CoreBet | null {
  const { random, core, now } = season;
  if (open.length === 0) return null;
  const ripe = open.filter((each) => now - each.at >= CASH_OUT_AFTER_MS);
  if (ripe.length === 0 || random.chance(0.05)) return random.pick(open);
  const inDoubt = ripe.filter((each) => isInDoubt(season, each));
  if (inDoubt.length > 0 && random.chance(0.3)) return random.pick(inDoubt);
  if (random.chance(0.6)) return random.pick(ripe);
  const gains = ripe.map(
    ({ id, stake }) => Number(core.valueOf({ betId: id, part: null, now }) ?? 0n) - Number(stake),
  );
  return ripe[gains.indexOf(Math.max(...gains))] ?? null;
}

/** Whether a bet waits for its refund, or was placed about ten minutes before the close. */
function isInDoubt(season: Season, { marketId, at }: CoreBet): boolean {
  const { closesAt, lateFrom } = marketIn(season, marketId);
  const isLate = lateFrom !== null && at >= lateFrom.getTime();
  return isLate || Math.abs(closesAt.getTime() - at - IN_DOUBT_MS) < 2 * MINUTE;
}

/** Whole cents; sometimes too little or too much. */
function somePart(random: Random, stake: bigint): bigint {
  if (random.chance(0.05)) return random.pick([USDC - CENT, stake - USDC + CENT, stake]);
  const cents = Math.floor(Number(stake / CENT) * random.unit());
  return BigInt(Math.max(1, cents)) * CENT;
}

// ---- what waits for its delay

function decideDue(season: Season): void {
  const { random, now } = season;
  const due = new Set(
    [...season.orders, ...season.sales]
      .filter(({ decideAt }) => now >= decideAt)
      .map(({ marketId }) => marketId),
  );
  for (const marketId of due) if (random.chance(0.85)) confirm(season, marketId);
  for (const order of season.orders) {
    const { betId, marketId } = order;
    const answer = ask(season, 'what became of an order', (books) => books.lookAtOrder({ betId, now }));
    if (answer === 'wait') continue;
    season.orders = season.orders.filter((each) => each !== order);
    season.touched.add(marketId);
    if (answer === 'failed') season.tally.ordersFailed += 1;
    else {
      season.tally.ordersFilled += 1;
      const game = season.games.find(({ conditions }) =>
        conditions.some(({ inPlay }) => inPlay === marketId),
      );
      if (game !== undefined) countBet(season.tally, conditionOf(game, marketId));
    }
  }
  for (const sale of season.sales) {
    const { orderId, betId, marketId, decideAt } = sale;
    // Afterwards it fails at any price.
    if (now - decideAt <= DECIDED_WITHIN_MS && season.count.isOrderNearCent(orderId)) continue;
    const own = season.core.betOf(betId)?.marketId ?? marketId;
    const answer = ask(season, 'what became of a cash-out', (books) => books.lookAtSale({ orderId, now }));
    if (answer === 'wait') continue;
    season.sales = season.sales.filter((each) => each !== sale);
    season.touched.add(own);
    if (answer === 'failed') season.tally.salesInPlayFailed += 1;
    else season.tally.salesInPlayPaid += 1;
  }
}

/** The server asks the feed for the price when a delay ends. */
function confirm(season: Season, marketId: string): void {
  const { random } = season;
  const game = season.games.find(({ conditions }) => conditions.some(({ inPlay }) => inPlay === marketId));
  const condition = game?.conditions.find(({ inPlay }) => inPlay === marketId);
  if (game === undefined || condition === undefined || condition.hasEnded.inPlay) return;
  if (marketIn(season, marketId).state === 'open')
    price(season, game, { condition, marketId, isMoved: random.chance(0.3) });
}

// ---- combos

function combo(season: Season, game: Game): boolean {
  const { random, tally, count, now } = season;
  const others = season.games.filter(
    (each) => each !== game && (each.phase === 'before' || random.chance(0.05)),
  );
  const more = random.chance(0.1) ? MOST_LEGS : random.between(1, 4);
  const chosen = [game, ...shuffled(random, others).slice(0, more)];
  // Two selections of one game are refused.
  if (random.chance(0.05)) chosen.push(random.pick(chosen));
  const legs = chosen.flatMap((of) => {
    const open = bettableOf(of);
    const suitable = open.filter((marketId) => {
      const { kind, winners } = conditionOf(of, marketId);
      return kind === 'feed' && (winners === 1 || random.chance(0.2));
    });
    // Many combos share a selection, and so its part of the budget.
    const isFavourite = random.chance(0.5);
    const own = isFavourite ? suitable[0] : suitable.length > 0 ? random.pick(suitable) : undefined;
    const marketId = random.chance(0.97) && own !== undefined ? own : open[0];
    if (marketId === undefined) return [];
    const condition = conditionOf(of, marketId);
    if (random.chance(0.95)) price(season, of, { condition, marketId, isMoved: false });
    const { odds } = marketIn(season, marketId).book;
    // Long odds of every game would soon be above 1,000.
    const shortest = odds.findIndex((each) => each !== null && each < 3n * USDC);
    const outcome =
      (isFavourite || random.chance(0.5)) && shortest >= 0 ? shortest : random.between(0, odds.length - 1);
    return [{ marketId, outcome }];
  });
  // The server refuses any other number before it asks core.
  if (
    legs.length < FEWEST_LEGS ||
    legs.length > MOST_LEGS ||
    legs.some(({ marketId }) => count.isMarginNearZero(marketId))
  )
    return false;
  const odds = comboOdds(
    legs.map(({ marketId, outcome }) => marketIn(season, marketId).book.odds[outcome] ?? LOWEST_ODDS),
  );
  const userId = random.chance(0.3) ? (season.users[0] ?? '') : random.pick(season.users);
  const limit = ((season.comboBudget / 100n) * USDC) / (odds - USDC);
  const most = (limit / CENT) * CENT;
  const stake = random.chance(0.4) ? most : stakeOf(random, { most, balance: balanceOf(season, userId) });
  const comboId = newId(season, 'c');
  const signed = random.chance(0.85) ? roundedOdds(odds - odds / 50n) : odds + CENT;
  const asked = { ...{ comboId, userId, legs, stake, now }, odds: signed };
  const answer = ask(season, 'a combo', (books) => books.combo(asked));
  if (answer === null) tally.combosRefused += 1;
  else {
    tally.combos += 1;
    tally.legs += legs.length;
  }
  checkCombos(season);
  return false;
}

function sellCombo(season: Season): boolean {
  const { random, tally, core, count, now } = season;
  if (core.combos.size === 0) return false;
  const chosen = random.pick([...core.combos.values()]);
  for (const { market, result } of chosen.legs) {
    const game = season.games.find(({ conditions }) => conditions.some(({ before }) => before === market.id));
    if (result === null && game !== undefined && market.state === 'open' && random.chance(0.95))
      price(season, game, { condition: conditionOf(game, market.id), marketId: market.id, isMoved: false });
  }
  if (count.isComboNearCent(chosen.id)) {
    tally.nearCents += 1;
    return false;
  }
  const answer = ask(season, 'a cash-out of a combo', (books) =>
    books.sellCombo({ comboId: chosen.id, now }),
  );
  if (answer === null) tally.comboSalesRefused += 1;
  else tally.combosSold += 1;
  checkCombos(season);
  return false;
}

function resolve(season: Season, marketId: string): void {
  const { tally } = season;
  tally.voidLegs += voidLegsBy(season, marketId, () =>
    ask(season, 'the combos of a market', (books) => books.resolve(marketId)),
  );
}

/** How many selections of a market become void. */
function voidLegsBy(season: Season, marketId: string, act: () => void): number {
  const { tally, core } = season;
  const before = core.combos.size;
  const waiting = [...core.combos.values()].flatMap(({ legs }) =>
    legs.filter(({ market, result }) => market.id === marketId && result === null),
  );
  act();
  tally.combosEnded += before - core.combos.size;
  checkCombos(season);
  return waiting.filter(({ result }) => result === 'void').length;
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random.unit() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

// ---- starts and results

function nextPhase(season: Season, game: Game): boolean {
  if (game.phase === 'before') return kickOff(season, game);
  if (game.phase === 'running') {
    game.phase = 'over';
    for (const { inPlay } of game.conditions)
      if (inPlay !== null) tell(season, (books) => books.closeAt({ marketId: inPlay, at: season.now }));
    return false;
  }
  return season.random.chance(0.05) ? correct(season, game) : endOne(season, game);
}

/** The game runs: as announced, or by the feed it had begun before. */
function kickOff(season: Season, game: Game): boolean {
  const { random, tally } = season;
  // Often it starts when a bet is ten minutes old: from then on that can be sold in play.
  const last = game.conditions.flatMap(({ before }) => marketIn(season, before).open.at(-1)?.at ?? []);
  const tenLater = Math.max(0, ...last) + IN_DOUBT_MS + random.pick([-1, 0, 1, -MINUTE / 2]);
  if (tenLater > season.now && random.chance(0.5)) season.now = tenLater;
  const { now } = season;
  for (const { before } of game.conditions)
    if (marketIn(season, before).closesAt.getTime() > now)
      tell(season, (books) => books.closeAt({ marketId: before, at: now }));
  if (random.chance(0.45)) correct(season, game);
  game.phase = 'running';
  game.left = 0;
  if (random.chance(0.35)) return true;
  game.left = random.between(40, 160);
  game.isInPlay = true;
  tally.gamesInPlay += 1;
  const gameId = inPlayId(game);
  const cap = BigInt(Math.round(300 * 100 ** random.unit())) * USDC;
  tell(season, (books) => books.openGame({ gameId, title: game.title, cap, isInPlay: true }));
  for (const condition of game.conditions) {
    if (condition.hasEnded.before || random.chance(0.2)) continue;
    const marketId = newId(season, 'm');
    condition.inPlay = marketId;
    condition.hasEnded.inPlay = false;
    tally.markets += 1;
    openMarket(season, game, {
      condition,
      gameId,
      marketId,
      cap,
      closesAt: now + 24 * HOUR,
      inPlayOf: condition.before,
    });
  }
  return true;
}

/** The feed says that the game began earlier: at a bet, around it, or before all of them. */
function correct(season: Season, game: Game): boolean {
  const { random, tally, now } = season;
  const waiting = game.conditions.filter(({ hasEnded }) => !hasEnded.before);
  const bets = waiting.flatMap(({ before }) => marketIn(season, before).open);
  if (bets.length === 0) return false;
  // Mostly one of the last.
  const place = Math.floor(bets.length * (random.chance(0.5) ? 1 - random.unit() ** 3 : random.unit()));
  const from = Math.min(
    now,
    (bets.map(({ at }) => at).sort((a, b) => a - b)[place] ?? now) + random.pick([-1, 0, 0, 1, MINUTE]),
  );
  for (const { before: marketId } of waiting) {
    const closes = marketIn(season, marketId).closesAt.getTime() > now || random.chance(0.3);
    tell(season, (books) => books.startEarlier({ marketId, from, closes }));
    game.late.add(marketId);
  }
  tally.corrections += 1;
  return true;
}

function refund(season: Season, game: Game, marketId: string): boolean {
  const { tally, random, now } = season;
  const bets = marketIn(season, marketId).open.length;
  tally.lateLegs += voidLegsBy(season, marketId, () =>
    ask(season, 'the refund of late bets', (books) => books.refundLate(marketId)),
  );
  tally.lateBets += bets - marketIn(season, marketId).open.length;
  game.late.delete(marketId);
  season.touched.add(marketId);
  if (game.phase === 'before' && game.late.size === 0) {
    // The feed takes the start back, and betting goes on.
    const at = now + random.between(10, 120) * MINUTE;
    for (const { before, hasEnded } of game.conditions)
      if (!hasEnded.before) tell(season, (books) => books.closeAt({ marketId: before, at }));
    tally.falseStarts += 1;
  }
  return true;
}

/** A single market is void while the others go on. */
function voidOne(season: Season, game: Game): boolean {
  const open = game.conditions.filter(({ hasEnded }) => !hasEnded.before);
  if (open.length === 0) return false;
  const condition = season.random.pick(open);
  endMarket(season, game, { condition, which: 'before', won: null });
  return true;
}

/** A condition of the game is decided, or canceled. */
function endOne(season: Season, game: Game): boolean {
  const { random } = season;
  const open = game.conditions.filter(({ hasEnded }) => !hasEnded.before || !hasEnded.inPlay);
  if (open.length > 0) {
    const condition = random.pick(open);
    // Bets that wait for their refund come before a result.
    if (game.late.has(condition.before)) return refund(season, game, condition.before);
    const won = random.chance(0.1) ? null : resultOf(season, condition);
    for (const which of ['before', 'inPlay'] as const)
      if (!condition.hasEnded[which])
        endMarket(season, game, { condition, which, won: random.chance(0.03) ? null : won });
  }
  if (game.phase === 'over' && game.conditions.every(({ hasEnded }) => hasEnded.before && hasEnded.inPlay)) {
    checkGames(season, game);
    season.games.splice(season.games.indexOf(game), 1);
  }
  return true;
}

/** Any result, or the worst for the house. */
function resultOf(season: Season, { before, inPlay, outcomes, winners }: Condition): readonly number[] {
  const { random } = season;
  const results = everyResult(outcomes, winners);
  if (random.chance(0.5)) return random.pick(results);
  const bets = [before, inPlay].flatMap((marketId) =>
    marketId === null ? [] : marketIn(season, marketId).open,
  );
  const costs = results.map((won) =>
    bets.reduce((sum, each) => (won.includes(each.outcome) ? sum + Number(each.payout) : sum), 0),
  );
  return results[costs.indexOf(Math.max(...costs))] ?? random.pick(results);
}

function endMarket(
  season: Season,
  game: Game,
  of: { condition: Condition; which: 'before' | 'inPlay'; won: readonly number[] | null },
): void {
  const { random, tally, now } = season;
  const { condition, which, won } = of;
  const marketId = condition[which];
  if (marketId === null) return;
  if (marketIn(season, marketId).closesAt.getTime() > now)
    tell(season, (books) => books.closeAt({ marketId, at: now }));
  ask(season, 'the end of a market', (books) => books.end({ marketId, won }));
  condition.hasEnded[which] = true;
  game.late.delete(marketId);
  season.touched.add(marketId);
  tally.ends += 1;
  if (won === null) tally.voids += 1;
  if (random.chance(0.7)) resolve(season, marketId);
  else season.unresolved.push(marketId);
}

// ---- what has to hold

function check(season: Season, game: Game, isBig: boolean): void {
  const { tally, count } = season;
  for (const marketId of season.touched) {
    const { problems, worst, isEarlierWorse } = count.checkMarket(marketId);
    note(tally, 'market', problems);
    tally.checks += 1;
    if (isEarlierWorse) tally.earlierIsWorse += 1;
    const { lossBudget } = marketIn(season, marketId).book;
    tally.worstOfMarket = Math.max(tally.worstOfMarket, Number(worst) / Number(lossBudget));
    compare(season, `escrow:${marketId}`);
  }
  for (const account of ['pool', 'combos', 'orders']) compare(season, account);
  if (isBig) checkGames(season, game);
  if (tally.steps % 64 === 0) compareAll(season);
}

function checkGames(season: Season, game: Game): void {
  const { tally, count } = season;
  for (const gameId of game.isInPlay ? [game.id, inPlayId(game)] : [game.id]) {
    const { problems, worst, ended, cap, isAboveMeanwhile } = count.checkGame(gameId);
    if (isAboveMeanwhile) tally.aboveMeanwhile += 1;
    note(tally, 'game', problems);
    tally.gameChecks += 1;
    tally.worstOfGame = Math.max(tally.worstOfGame, Number(worst) / Number(cap));
    if (worst + ended > cap) tally.aboveWithEnded += 1;
    tally.worstWithEnded = Math.max(tally.worstWithEnded, Number(worst + ended) / Number(cap));
  }
}

function checkCombos({ tally, count, comboBudget }: Season): void {
  const { problems, ofUser, ofOutcome, all } = count.checkCombos();
  note(tally, 'combos', problems);
  tally.comboChecks += 1;
  const share = (amount: bigint) => Number(amount) / Number(comboBudget);
  tally.comboShares.user = Math.max(tally.comboShares.user, share(ofUser));
  tally.comboShares.outcome = Math.max(tally.comboShares.outcome, share(ofOutcome));
  tally.comboShares.all = Math.max(tally.comboShares.all, share(all));
}

function note(tally: SeasonTally, kind: keyof SeasonTally['problems'], problems: readonly string[]): void {
  tally.problems[kind] += problems.length;
  tally.firstProblem ??= problems[0];
}

/** @throws Difference if core has moved other money than the count */
function compare({ core, count }: Season, account: string): void {
  const [byCore, byCount] = [core.balances.get(account) ?? 0n, count.balances.get(account) ?? 0n];
  if (byCore !== byCount) throw new Difference(`${account}: core has ${byCore}, the count ${byCount}`);
}

function compareAll(season: Season): void {
  for (const account of new Set([...season.core.balances.keys(), ...season.count.balances.keys()]))
    compare(season, account);
  season.tally.comparisons += 1;
}

/** Every game has ended: orders fail, combos end, and nothing is held. */
function close(season: Season): void {
  const { tally, core } = season;
  season.now += HOUR;
  season.touched.clear();
  decideDue(season);
  for (const marketId of season.unresolved) resolve(season, marketId);
  compareAll(season);
  checkCombos(season);
  tally.seasons += 1;
  const held = [...core.balances].filter(
    ([account]) => account !== 'pool' && account !== 'faucet' && !account.startsWith('user:'),
  );
  const isClosed =
    held.every(([, amount]) => amount === 0n) && core.combos.size === 0 && season.orders.length === 0;
  if (isClosed && season.sales.length === 0) tally.closed += 1;
}
