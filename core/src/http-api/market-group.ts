/** The groups of a game's markets, in the order in which they are shown. */
export const MARKET_GROUPS = [
  'result',
  'total',
  'handicap',
  'both-score',
  'odd-even',
  'correct-score',
  'players',
  'period',
  'other',
] as const;

/** `period`: any question about a part of the game, such as its first half. */
export type MarketGroup = (typeof MARKET_GROUPS)[number];
