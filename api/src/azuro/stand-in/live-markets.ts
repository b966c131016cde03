import { countsOf } from './counts.ts';
import { combine, Distribution } from './distribution.ts';
import { familiesOf, type Market, type Rule } from './offered.ts';
import { bookOf, chancesOf } from './price-markets.ts';
import { type Pair, winnersOf } from './winners-of.ts';

const RULES: readonly Rule[] = ['result', 'double-chance', 'both-score', 'total', 'odd-even'];

/** What a game that is played fast offers: nine markets on its goals, none of which returns stakes; the main one first. */
export const LIVE_MARKETS: readonly Market[] = familiesOf('football')
  .flatMap(({ markets }) => markets)
  .filter(
    ({ rule, part, line }) => part === 'game' && RULES.includes(rule) && (line % 1 !== 0 || line === 0),
  );

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
  return new Map([...chances].map(([market, { winning }]) => [market, bookOf(winning)]));
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
    (market.rule === 'both-score' && home > 0 && away > 0);
  return isDecided ? winnersIn(market, score) : null;
}

/** The outcome ids that win if the game ends so. */
export function winnersIn(market: Market, score: Pair): readonly string[] {
  return (winnersOf(market, score) ?? []).map((place) => market.outcomeIds[place] ?? '');
}
