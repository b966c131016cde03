import { FIXTURE, type FixtureCondition } from './fixture.ts';
import { goalsAhead, LIVE_MARKETS, priceLive } from './live-markets.ts';
import { makeCondition } from './make-condition.ts';
import { NO_BETS } from './modern-condition.ts';
import type { Market } from './offered.ts';
import { type Player, playersOf } from './players.ts';
import { makePlayersCondition } from './players-condition.ts';
import { oddsToScore } from './scorers.ts';
import type { ServedGame } from './stand-in-feed.ts';
import type { Pair } from './winners-of.ts';

/** Games that are played fast are of a league of their own, which isn't a top one. */
export const LIVE_LEAGUE = 'Sprint League';

export interface LiveGamePlan {
  readonly gameId: string;
  readonly names: readonly [home: string, away: string];
  /** Unix seconds. */
  readonly startsAt: number;
  /** USDT, as a decimal. */
  readonly turnover: string;
}

/** A football game that takes bets in play. */
export function makeLiveGame({ gameId, names, startsAt, turnover }: LiveGamePlan): ServedGame {
  return {
    id: gameId,
    gameId,
    slug: `${names.join('-').toLowerCase().replaceAll(' ', '-')}-${gameId}`,
    title: names.join(' - '),
    startsAt,
    state: 'Prematch',
    turnover,
    sport: structuredClone(football().sport),
    league: { slug: 'sprint-league', name: LIVE_LEAGUE, isTopLeague: false },
    country: { slug: 'international', name: 'International' },
    participants: names.map((name) => ({ name, image: null })),
  };
}

/** The odds of a game that takes bets in play. */
export interface LivePrices {
  /** In the order of each market. */
  readonly ofMarkets: ReadonlyMap<Market, readonly string[]>;
  /** In the order of its players. */
  readonly ofPlayers: readonly string[];
}

/** Its conditions: those of the markets in their order, and the last one on its players. */
export function makeLiveConditions(
  live: ServedGame,
  { ofMarkets, ofPlayers }: LivePrices,
): [markets: FixtureCondition[], onPlayers: FixtureCondition] {
  const game = { gameId: live.gameId, sport: { sportId: live.sport.sportId } };
  const onMarkets = LIVE_MARKETS.map((market, i) => {
    const odds = ofMarkets.get(market) ?? [];
    return makeCondition({ market, odds }, { game, sort: i + 1, isLiveEnabled: true });
  });
  const more = { game, sort: onMarkets.length + 1, isLiveEnabled: true };
  return [onMarkets, makePlayersCondition(playersOf(live), { odds: ofPlayers, ...more })];
}

/**
 * The odds of a game that goes on. Players who have scored take no more bets.
 *
 * @param score so far
 * @param means goals that each side is expected to score yet
 * @param scorers the outcome ids of players who have scored
 */
export function priceLiveGame(
  players: readonly Player[],
  { score, means, scorers }: { score: Pair; means: Pair; scorers: readonly string[] },
): LivePrices {
  const odds = oddsToScore(players, goalsAhead(means));
  return {
    ofMarkets: priceLive(score, means),
    ofPlayers: players.map(({ outcomeId }, i) =>
      scorers.includes(outcomeId) ? NO_BETS : (odds[i] ?? NO_BETS),
    ),
  };
}

function football() {
  const game = FIXTURE.games.find(({ sport }) => sport.slug === 'football');
  if (game === undefined) throw new Error('expected a football game in the fixture');
  return game;
}
