import { type MicroOdds, microOdds } from '@tallystone/core/money/micro-usdc';
import { HIGHEST_ODDS, LOWEST_ODDS } from '@tallystone/core/odds/parse-odds';
import { feedOdds } from '../feed-odds.ts';
import type { Random } from '../random.ts';
import type { CoreSportsbook } from './by-core.ts';
import type { CountedSportsbook } from './by-count.ts';
import type { SeasonTally } from './season-tally.ts';
import type { Answer, Sportsbook } from './sportsbook.ts';

/** The two books gave different answers. */
export class Difference extends Error {}

/** Games that overlap, played by the product's rules and by the independent count at once. */
export interface Season {
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

export interface Game {
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
export interface Condition {
  readonly before: string;
  inPlay: string | null;
  readonly kind: 'feed' | 'one-sided';
  readonly outcomes: number;
  readonly winners: number;
  chances: number[];
  hasEnded: { before: boolean; inPlay: boolean };
}

export const CENT = 10_000n;
export const USDC = 1_000_000n;
export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** Both books do it. */
export function tell(season: Season, act: (books: Sportsbook) => void): void {
  act(season.core);
  act(season.count);
}

/** Both books decide it. @throws Difference if they don't agree */
export function ask<A extends Answer>(season: Season, what: string, act: (books: Sportsbook) => A): A {
  const [byCore, byCount] = [act(season.core), act(season.count)];
  if (byCore !== byCount) throw new Difference(`${what}: core says ${byCore}, the count ${byCount}`);
  season.tally.answers += 1;
  return byCore;
}

/** Unique in the season. */
export const newId = (season: Season, kind: string): string => `${kind}${++season.ids}`;

/** The feed confirms the odds of a market, moved or not. */
export function price(
  season: Season,
  game: Game,
  { condition, marketId, isMoved }: { condition: Condition; marketId: string; isMoved: boolean },
): void {
  const { random, now } = season;
  if (isMoved)
    condition.chances = condition.chances.map((chance) =>
      Math.min(3, Math.max(0.03, chance * Math.exp(0.3 * random.normal()))),
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

/** @throws Error if the market is of another game */
export const conditionOf = (game: Game, marketId: string): Condition => {
  const condition = game.conditions.find(({ before, inPlay }) => before === marketId || inPlay === marketId);
  if (condition === undefined) throw new Error(`${marketId} is of another game`);
  return condition;
};

/** The markets that take bets in this phase of the game. */
export const bettableOf = (game: Game): string[] =>
  game.conditions.flatMap(({ before, inPlay, hasEnded }) => {
    if (game.phase === 'before') return hasEnded.before ? [] : [before];
    return inPlay === null || hasEnded.inPlay ? [] : [inPlay];
  });

/** Those that have not ended. */
export const marketsOf = (game: Game): string[] =>
  game.conditions.flatMap(({ before, inPlay, hasEnded }) => [
    ...(hasEnded.before ? [] : [before]),
    ...(inPlay === null || hasEnded.inPlay ? [] : [inPlay]),
  ]);

/** The game that has the markets in play. */
export const inPlayId = (game: Game): string => `${game.id}-in-play`;

/** Whole cents: often the most that is taken, sometimes a cent more. */
export function stakeOf(random: Random, { most, balance }: { most: bigint; balance: bigint }): bigint {
  const kind = random.unit();
  const limit = random.chance(0.95) && balance < most ? (balance / CENT) * CENT : most;
  if (kind < 0.05) return most + CENT;
  const share = kind < 0.15 ? 1 : random.unit() ** 3;
  const cents = BigInt(Math.floor(Number(limit / CENT) * share));
  return (cents > 0n ? cents : 1n) * CENT;
}

/** Two decimals, within the range of odds. */
export function roundedOdds(odds: bigint): MicroOdds {
  const rounded = (odds / CENT) * CENT;
  return microOdds(rounded < LOWEST_ODDS ? LOWEST_ODDS : rounded > HIGHEST_ODDS ? HIGHEST_ODDS : rounded);
}

export const balanceOf = ({ core }: Season, userId: string): bigint =>
  core.balances.get(`user:${userId}`) ?? 0n;

export function marketIn({ core }: Season, marketId: string) {
  const market = core.markets.get(marketId);
  if (market === undefined) throw new Error(`there is no market ${marketId}`);
  return market;
}
