import { IN_DOUBT_MS } from '@tallystone/core/betting/at-running-price';
import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import type { Random } from '../random.ts';
import { openByCore } from './by-core.ts';
import { openByCount } from './by-count.ts';
import { check, checkCombos, checkGames, compareAll } from './check-season.ts';
import { bet, decideDue, sell } from './play-bets.ts';
import { combo, resolve, sellCombo, voidLegsBy } from './play-combos.ts';
import {
  ask,
  bettableOf,
  type Condition,
  conditionOf,
  Difference,
  type Game,
  HOUR,
  inPlayId,
  MINUTE,
  marketIn,
  newId,
  price,
  SECOND,
  type Season,
  tell,
  USDC,
} from './season.ts';
import type { SeasonTally } from './season-tally.ts';

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

// ---- a step

function step(season: Season): void {
  const { random, tally, games } = season;
  tally.steps += 1;
  season.touched.clear();
  passTime(season);
  decideDue(season);
  const decided = games.filter((each) => hasTouched(season, each));
  const game = random.pick(games);
  game.left -= 1;
  const isBig = act(season, game);
  check(season);
  const checked = isBig || tally.steps % 4 === 0 ? [...decided, game] : decided;
  for (const each of new Set(checked)) checkGames(season, each);
  if (season.unresolved.length > 0 && random.chance(0.3)) resolve(season, season.unresolved.shift() ?? '');
}

const hasTouched = ({ touched }: Season, { conditions }: Game): boolean =>
  touched.size > 0 &&
  conditions.some(({ before, inPlay }) => touched.has(before) || (inPlay !== null && touched.has(inPlay)));

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
