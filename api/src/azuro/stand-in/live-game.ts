import { FIXTURE, type FixtureCondition } from './fixture.ts';
import { LIVE_MARKETS } from './live-markets.ts';
import { makeCondition } from './make-condition.ts';
import type { Market } from './offered.ts';
import type { ServedGame } from './stand-in-feed.ts';

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

/** Its conditions at these odds, which are in the order of each market. */
export function makeLiveConditions(
  { gameId, sport }: ServedGame,
  oddsOf: (market: Market) => readonly string[],
): FixtureCondition[] {
  const game = { gameId, sport: { sportId: sport.sportId } };
  return LIVE_MARKETS.map((market, i) =>
    makeCondition({ market, odds: oddsOf(market) }, { game, sort: i + 1, isLiveEnabled: true }),
  );
}

function football() {
  const game = FIXTURE.games.find(({ sport }) => sport.slug === 'football');
  if (game === undefined) throw new Error('expected a football game in the fixture');
  return game;
}
