import type { MarketGroup } from '@tallystone/core/http-api/market-group';

/** The groups of a game's markets, by the API's code. */
export const marketGroups = {
  result: 'Result',
  total: 'Totals',
  handicap: 'Handicaps',
  'both-score': 'Both teams score',
  'odd-even': 'Odd or even',
  'correct-score': 'Correct score',
  players: 'Players',
  period: 'Parts of the game',
  other: 'Other markets',
} as const satisfies Readonly<Record<MarketGroup, string>>;
