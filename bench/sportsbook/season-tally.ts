import type { Depth } from '@tallystone/testkit/rules/decide-from-coarse.ts';

/** What happened in seasons of games, and what of it was wrong. */
export interface SeasonTally {
  seasons: number;
  /** Those that ended with nothing held for anything. */
  closed: number;
  steps: number;
  games: number;
  /** Those with twelve markets or more. */
  largeGames: number;
  gamesInPlay: number;
  markets: number;

  bets: number;
  readonly betsOn: { oneOfTwo: number; oneOfMany: number; severalWinners: number; oneSided: number };
  betsRefused: number;
  sales: number;
  parts: number;
  salesRefused: number;
  notCovered: number;

  orders: number;
  ordersRefused: number;
  ordersFilled: number;
  ordersFailed: number;
  salesInPlay: number;
  salesInPlayRefused: number;
  salesInPlayPaid: number;
  salesInPlayFailed: number;

  combos: number;
  legs: number;
  combosRefused: number;
  combosSold: number;
  comboSalesRefused: number;
  combosEnded: number;
  voidLegs: number;
  lateLegs: number;

  corrections: number;
  /** Those that the feed took back. */
  falseStarts: number;
  lateBets: number;
  ends: number;
  voids: number;

  /** Answers that both books gave. */
  answers: number;
  comparisons: number;
  differences: number;
  firstDifference: string | undefined;
  /** Cash-outs that were not asked for, because their value is too near a whole cent for doubles. */
  nearCents: number;

  checks: number;
  gameChecks: number;
  comboChecks: number;
  /** What was wrong with markets, with games, and with combos and the balances of all. */
  readonly problems: { market: number; game: number; combos: number };
  firstProblem: string | undefined;
  earlierIsWorse: number;
  readonly depths: Record<Depth, number>;
  /** The largest losses that were possible, as shares of a cap. */
  worstOfMarket: number;
  worstOfGame: number;
  /** The same of a game whose start is corrected although markets have ended, and how often that is above its cap. */
  worstIfCorrected: number;
  aboveIfCorrected: number;
  /** How often a game would be above its cap if the bets stayed that only wait for their refund. */
  aboveMeanwhile: number;
  /** Of the combo budget. */
  readonly comboShares: { user: number; outcome: number; all: number };
}

export const noSeasonTally = (): SeasonTally => ({
  ...{ seasons: 0, closed: 0, steps: 0, games: 0, largeGames: 0, gamesInPlay: 0, markets: 0 },
  ...{ bets: 0, betsRefused: 0, sales: 0, parts: 0, salesRefused: 0, notCovered: 0 },
  betsOn: { oneOfTwo: 0, oneOfMany: 0, severalWinners: 0, oneSided: 0 },
  ...{ orders: 0, ordersRefused: 0, ordersFilled: 0, ordersFailed: 0 },
  ...{ salesInPlay: 0, salesInPlayRefused: 0, salesInPlayPaid: 0, salesInPlayFailed: 0 },
  ...{ combos: 0, legs: 0, combosRefused: 0, combosSold: 0, comboSalesRefused: 0, combosEnded: 0 },
  ...{ voidLegs: 0, lateLegs: 0, corrections: 0, falseStarts: 0, lateBets: 0, ends: 0, voids: 0 },
  ...{ answers: 0, comparisons: 0, differences: 0, firstDifference: undefined, nearCents: 0 },
  ...{ checks: 0, gameChecks: 0, comboChecks: 0, firstProblem: undefined, earlierIsWorse: 0 },
  problems: { market: 0, game: 0, combos: 0 },
  depths: { markets: 0, minutes: 0, bets: 0 },
  ...{ worstOfMarket: 0, worstOfGame: 0, worstIfCorrected: 0, aboveIfCorrected: 0, aboveMeanwhile: 0 },
  comboShares: { user: 0, outcome: 0, all: 0 },
});
