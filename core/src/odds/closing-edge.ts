import { MICRO } from '../money/micro-usdc.ts';
import { type Cluster, clusteredMean } from './clustered-mean.ts';
import { type FeedOdds, fairProbabilityOf } from './feed.ts';

/** A wallet with fewer bets, or on fewer games, isn't judged. */
export const LEAST_BETS = 20;
const LEAST_GAMES = 10;
/** A mean this many standard errors above zero is no luck. */
const ERRORS = 2;
/** How far back bets are read, in days. */
export const CLOSING_DAYS = 90;

/** Single bets of a wallet on the same outcome of a market that has closed. */
export interface ClosedBets {
  readonly gameId: string;
  readonly outcome: number;
  readonly bets: number;
  /** The sum of the odds at which they were filled, micro-odds. */
  readonly odds: bigint;
  /** The last odds of the feed before the market closed. */
  readonly closing: FeedOdds;
}

/** How a wallet's odds compare with the fair odds at the close. */
export interface ClosingEdge {
  readonly bets: number;
  readonly games: number;
  /** The mean of odds taken / fair closing odds - 1, a share of 1; about minus the margin for a bettor without an edge. */
  readonly mean: number;
  /** Of the mean, with each game as one observation; null if all bets are on one. */
  readonly standardError: number | null;
  /** Whether the mean is above zero by two standard errors, on enough games. */
  readonly beats: boolean;
}

/**
 * Judges a wallet by its closed bets. The fair closing odds are those without the margin.
 *
 * @returns null if the wallet has too few bets with closing odds
 * @see docs/decisions/0094-margins-and-closing-prices-are-read-from-the-books.md
 */
export function closingEdge(closed: readonly ClosedBets[]): ClosingEdge | null {
  const games = new Map<string, Cluster>();
  for (const { gameId, outcome, bets, odds, closing } of closed) {
    const fair = fairProbabilityOf(closing, outcome);
    if (fair === null) continue;
    const { value, weight } = games.get(gameId) ?? { value: 0, weight: 0 };
    const edges = (Number(odds) / Number(MICRO)) * fair - bets;
    games.set(gameId, { value: value + edges, weight: weight + bets });
  }
  const bets = [...games.values()].reduce((sum, { weight }) => sum + weight, 0);
  const found = clusteredMean([...games.values()]);
  if (found === null || bets < LEAST_BETS) return null;
  const { mean, standardError } = found;
  const beats = standardError !== null && games.size >= LEAST_GAMES && mean > ERRORS * standardError;
  return { bets, games: games.size, mean, standardError, beats };
}
