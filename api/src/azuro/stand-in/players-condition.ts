import type { FixtureCondition } from './fixture.ts';
import { makeModernCondition, NO_BETS } from './modern-condition.ts';
import type { End } from './play-game.ts';
import type { Player } from './players.ts';
import type { Score } from './score.ts';
import { drawScorers, type Scorers } from './scorers.ts';

const CATEGORY = 'players';
const TITLE = 'Anytime goalscorer';
/** The fixture's own modern markets are 9001 and 9002. */
const MARKET_ID = '9003';
/** Above those of all other conditions. */
const SERIAL = 7_000_000;

/** A modern condition on who scores, in which each outcome is decided by itself. */
export function makePlayersCondition(
  players: readonly Player[],
  {
    odds,
    game,
    sort,
    isLiveEnabled = false,
  }: Pick<FixtureCondition, 'game'> & { odds: readonly string[]; sort: number; isLiveEnabled?: boolean },
): FixtureCondition {
  return makeModernCondition({
    serial: SERIAL,
    title: TITLE,
    category: CATEGORY,
    marketId: MARKET_ID,
    sort,
    outcomes: players.map(({ outcomeId, name }, i) => ({ outcomeId, title: name, odds: odds[i] ?? NO_BETS })),
    game,
    isLiveEnabled,
  });
}

/** Whether each outcome of a condition is decided by itself. */
export function isOnPlayers({ category }: Pick<FixtureCondition, 'category'>): boolean {
  return category === CATEGORY;
}

/** How a condition on players ends at this score; canceled if none was played. @param noise as for `drawScorers` */
export function endOfPlayers(
  players: readonly Player[],
  score: Score | null,
  noise: (name: string) => number,
): End {
  if (score?.game === undefined) return { state: 'Canceled', wonOutcomeIds: [] };
  const [home, away] = score.game;
  const sides = [...Array<0>(home).fill(0), ...Array<1>(away).fill(1)];
  return endOf(players, drawScorers(players, sides, noise));
}

/** The end of a condition whose scorers are known. */
export function endOf(players: readonly Player[], { absent, ofGoals }: Scorers): End {
  return {
    state: 'Resolved',
    wonOutcomeIds: players.flatMap(({ outcomeId }) => (ofGoals.includes(outcomeId) ? outcomeId : [])),
    outcomeStates: Object.fromEntries([...absent].map((outcomeId) => [outcomeId, 'Canceled'])),
  };
}
