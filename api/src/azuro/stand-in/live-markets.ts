import { CORRECT_SCORE, possibleScores } from './correct-score.ts';
import { countsOf } from './counts.ts';
import { combine, Distribution } from './distribution.ts';
import { NO_BETS } from './modern-condition.ts';
import { familiesOf, type Market, type Rule } from './offered.ts';
import { bookOf, chancesOf } from './price-markets.ts';
import { MOST_LISTED, type Pair, winnersOf } from './winners-of.ts';

const RULES: readonly Rule[] = ['result', 'double-chance', 'both-score', 'total', 'odd-even'];

/** What a game that is played fast offers: ten markets on its goals, none of which returns stakes; the main one first. */
export const LIVE_MARKETS: readonly Market[] = [
  ...familiesOf('football')
    .flatMap(({ markets }) => markets)
    .filter(
      ({ rule, part, line }) => part === 'game' && RULES.includes(rule) && (line % 1 !== 0 || line === 0),
    ),
  CORRECT_SCORE,
];

/**
 * The odds of each market in its order, of a game that goes on.
 *
 * @param score so far
 * @param means goals that each side is expected to score yet
 */
export function priceLive(score: Pair, means: Pair): Map<Market, readonly string[]> {
  const ends = shift(goalsAhead(means), score);
  const chances = chancesOf(
    LIVE_MARKETS.filter((market) => winnersAt(market, score) === null),
    { of: () => ends },
  );
  return new Map(
    [...chances].map(([market, { winning }]) => [
      market,
      market === CORRECT_SCORE ? bookOfScores(winning, score) : bookOf(winning),
    ]),
  );
}

/** No bets on a score that can't come any more. */
function bookOfScores(chances: readonly number[], score: Pair): string[] {
  const isPossible = possibleScores(score);
  const odds = bookOf(chances.filter((_, i) => isPossible[i]));
  let next = 0;
  return isPossible.map((each) => (each ? (odds[next++] ?? NO_BETS) : NO_BETS));
}

/** Goals that both sides score yet. @param means as for `priceLive` */
export function goalsAhead([home, away]: Pair): Distribution {
  return combine(countsOf(home, 1), countsOf(away, 1), () => 1);
}

function shift(goals: Distribution, [home, away]: Pair): Distribution {
  const { from, end } = goals;
  const shifted = new Distribution([from[0] + home, from[1] + away], [end[0] + home, end[1] + away]);
  goals.each((h, a, chance) => shifted.add(h + home, a + away, chance));
  return shifted;
}

/** The outcome ids that win whatever else happens; null if that is open. */
export function winnersAt(market: Market, score: Pair): readonly string[] | null {
  const [home, away] = score;
  const isDecided =
    (market.rule === 'total' && home + away > market.line) ||
    (market.rule === 'correct-score' && Math.max(home, away) > MOST_LISTED) ||
    (market.rule === 'both-score' && home > 0 && away > 0);
  return isDecided ? winnersIn(market, score) : null;
}

/** The outcome ids that win if the game ends so. */
export function winnersIn(market: Market, score: Pair): readonly string[] {
  return (winnersOf(market, score) ?? []).map((place) => market.outcomeIds[place] ?? '');
}
