import type { WireGameMarket, WireGamePage } from '@tallystone/core/http-api/markets';
import { aMarket, anOutcome } from './a-market.ts';
import { listedOf } from './listed-of.ts';

const DAY_MS = 24 * 60 * 60_000;
const TITLE = 'Arsenal vs Chelsea';

/** A market of a game for tests: open, on the total of goals, with two outcomes. */
export function aGameMarket(given: Partial<WireGameMarket> = {}): WireGameMarket {
  const { id = 'm_total', group = 'total', name = 'Total goals', line } = given;
  const question = line === undefined ? name : `${name} ${line}`;
  return {
    ...listedOf(
      aMarket({
        id,
        title: group === 'result' ? TITLE : `${TITLE}: ${question}`,
        source: 'azuro',
        gameId: 'g_1',
        outcomes: [
          anOutcome({ id: `${id}_over`, name: line === undefined ? 'Yes' : `Over ${line}` }),
          anOutcome({ id: `${id}_under`, name: line === undefined ? 'No' : `Under ${line}` }),
        ],
      }),
    ),
    group,
    name,
    ...given,
  };
}

/** A market of which two of three outcomes win, for tests. */
export function aDoubleChance(given: Partial<WireGameMarket> = {}): WireGameMarket {
  return aGameMarket({
    id: 'm_double',
    title: `${TITLE}: Double chance`,
    group: 'result',
    name: 'Double chance',
    winners: 2,
    outcomes: [
      anOutcome({ id: 'o_1x', name: 'Arsenal or Draw', probability: 80, odds: 1.2 }),
      anOutcome({ id: 'o_12', name: 'Arsenal or Chelsea', probability: 70, odds: 1.37 }),
      anOutcome({ id: 'o_2x', name: 'Draw or Chelsea', probability: 50, odds: 1.92 }),
    ],
    ...given,
  });
}

/** The market of a player who may score, for tests: his odds, and the other side without any. */
export function aPlayerMarket(player: string, given: Partial<WireGameMarket> = {}): WireGameMarket {
  const { name = 'Anytime goalscorer', outcomes: [priced] = [] } = given;
  const id = `m_${player.toLowerCase().replaceAll(/[^a-z]+/g, '_')}`;
  const scores = anOutcome({ id: `${id}_yes`, name: player, probability: 28.6, odds: 3.5, ...priced });
  const { probability } = scores;
  return aGameMarket({
    id,
    title: `${TITLE}: ${name}: ${player}`,
    group: 'players',
    name,
    premium: false,
    margin: null,
    oneSided: true,
    ...given,
    outcomes: [
      scores,
      { id: `${id}_no`, name: 'No', probability: 100 - probability, odds: null, maxAtOdds: null },
    ],
  });
}

/**
 * A game for tests that starts in a day: the winner, a double chance, totals on three lines, whether both teams score, and
 * the half of the first goal.
 */
export function aGame(given: Partial<WireGamePage> = {}): WireGamePage {
  return {
    id: 'g_1',
    title: TITLE,
    league: 'Premier League, England',
    startsAt: new Date(Date.now() + DAY_MS).toISOString(),
    state: 'Prematch',
    markets: [
      aGameMarket({
        id: 'm_main',
        group: 'result',
        name: 'Winner',
        outcomes: [
          anOutcome({ id: 'o_1', name: 'Arsenal' }),
          anOutcome({ id: 'o_x', name: 'Draw' }),
          anOutcome({ id: 'o_2', name: 'Chelsea' }),
        ],
      }),
      aDoubleChance(),
      ...[1.5, 2.5, 3.5].map((line) => aGameMarket({ id: `m_total_${line * 10}`, line })),
      aGameMarket({ id: 'm_both', group: 'both-score', name: 'Both teams to score' }),
      aGameMarket({ id: 'm_half', group: 'period', name: 'First goal in the first half' }),
    ],
    ...given,
  };
}
