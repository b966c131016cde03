import type { FixtureCondition } from './fixture.ts';
import { makeModernCondition, NO_BETS } from './modern-condition.ts';
import type { Market } from './offered.ts';
import { MOST_LISTED, OTHER_SCORE, type Pair } from './winners-of.ts';

const CATEGORY = 'correct_score';
const TITLE = 'Correct score';
const OTHER_TITLE = 'Any other score';
/** The fixture's own modern markets are 9001 and 9002, and players are 9003. */
const MARKET_ID = '9004';
/** Below that of the players, and above those of all other conditions. */
const SERIAL = 6_900_000;
/** Above all outcomes of the fixture and of players. The same in each game, like those of the dictionary. */
const FIRST_OUTCOME = 810_001;

/** By the place of an outcome, except for the last one: any other score. */
const LISTED: readonly Pair[] = Array.from({ length: OTHER_SCORE }, (_, i) => [
  Math.floor(i / (MOST_LISTED + 1)),
  i % (MOST_LISTED + 1),
]);

/** The market on the score of a football game. The dictionary doesn't have it. */
export const CORRECT_SCORE: Market = {
  key: 'correct-score',
  rule: 'correct-score',
  part: 'game',
  line: 0,
  outcomeIds: Array.from({ length: OTHER_SCORE + 1 }, (_, i) => String(FIRST_OUTCOME + i)),
};

/** A modern condition on the score. @param odds in the market's order */
export function makeScoreCondition(
  odds: readonly string[],
  more: Pick<FixtureCondition, 'game' | 'isLiveEnabled'> & { sort: number },
): FixtureCondition {
  return makeModernCondition({
    serial: SERIAL,
    title: TITLE,
    category: CATEGORY,
    marketId: MARKET_ID,
    outcomes: CORRECT_SCORE.outcomeIds.map((outcomeId, i) => ({
      outcomeId,
      title: LISTED[i]?.join(':') ?? OTHER_TITLE,
      odds: odds[i] ?? NO_BETS,
    })),
    ...more,
  });
}

/** Whether each outcome can win yet, in the market's order. Goals that count aren't taken back. */
export function possibleScores([home, away]: Pair): boolean[] {
  return CORRECT_SCORE.outcomeIds.map((_, i) => {
    const listed = LISTED[i];
    return listed === undefined || (listed[0] >= home && listed[1] >= away);
  });
}
