import type { MarketGroup } from '@tallystone/core/http-api/market-group';

/** What a market of the dictionary is on. */
export interface MarketKind {
  readonly group: MarketGroup;
  /** Its sides in the order in which they are shown. */
  readonly sides: readonly string[];
  /** Exactly so many of them win, or the feed cancels the condition. */
  readonly winners: number;
  /** Whether every outcome has a line. */
  readonly hasLine: boolean;
  /** Whether the result may be exactly on the line, so that the feed cancels the condition. */
  readonly mayBeOnLine: boolean;
}

const TWO = ['1', '2'];
const YES_NO = ['Yes', 'No'];
const OVER_UNDER = ['Over', 'Under'];
const without = (group: MarketGroup, sides: readonly string[]): MarketKind => ({
  group,
  sides,
  winners: 1,
  hasLine: false,
  mayBeOnLine: false,
});
const onLine = (group: MarketGroup, sides: readonly string[], mayBeOnLine = true): MarketKind => ({
  group,
  sides,
  winners: 1,
  hasLine: true,
  mayBeOnLine,
});

/**
 * The dictionary's markets of which we know how many outcomes win, by the first part of their key. Those whose sides the dictionary doesn't explain
 * (such as `Total Goals (3-way)` with `1`, `Neither` and `2`) are left out: a name that we guess may be the wrong one.
 */
export const MARKET_KINDS: ReadonlyMap<number, MarketKind> = new Map([
  [1, without('result', ['1', 'X', '2'])],
  [2, { ...without('result', ['1X', '12', '2X']), winners: 2 }],
  [3, onLine('handicap', ['H1', 'H2'])],
  [4, onLine('total', OVER_UNDER)],
  [7, onLine('total', OVER_UNDER)],
  [9, without('both-score', YES_NO)],
  [11, without('both-score', YES_NO)],
  [14, without('odd-even', ['Odd', 'Even'])],
  [15, without('odd-even', ['Odd', 'Even'])],
  [16, without('both-score', YES_NO)],
  [18, onLine('handicap', ['H1', 'HX', 'H2'], false)],
  [19, without('result', TWO)],
  [22, onLine('other', TWO, false)],
  [23, without('other', YES_NO)],
  [24, without('other', TWO)],
  [25, without('other', ['1', 'Neither', '2'])],
  [26, without('other', ['Yes & 1', 'Yes & X', 'Yes & 2', 'No & 1', 'No & X', 'No & 2'])],
  [27, onLine('other', ['Yes & Over', 'Yes & Under', 'No & Over', 'No & Under'])],
  [28, onLine('other', ['1 & Over', '1 & Under', 'X & Over', 'X & Under', '2 & Over', '2 & Under'])],
  [29, onLine('other', ['1 & Over', '1 & Under', '2 & Over', '2 & Under'])],
  [34, without('other', TWO)],
  [37, without('other', YES_NO)],
  [39, without('other', ['1', 'Neither', '2'])],
]);

/**
 * The dictionary's markets of which we don't know how many outcomes win: outrights, and one called `Double Chance & Total`
 * whose outcomes are those of a result and a total.
 */
export const SEVERAL_WINNERS: ReadonlySet<number> = new Set([31, 35]);

/** The groups of modern conditions by their category. One outcome wins, and two of three in a double chance. */
export const DOUBLE_CHANCE = 'double_chance';
export const MODERN_GROUPS: ReadonlyMap<string, MarketGroup> = new Map([
  ['winner', 'result'],
  ['result', 'result'],
  ['result_or_neither', 'result'],
  [DOUBLE_CHANCE, 'result'],
  ['total', 'total'],
  ['total_3_way', 'total'],
  ['handicap', 'handicap'],
  ['handicap_3_way', 'handicap'],
  ['odd_even', 'odd-even'],
  ['correct_score', 'correct-score'],
  ['yes_no', 'other'],
]);
/** Categories of modern conditions in which any number of outcomes may win: each is decided by itself. */
export const DECIDED_SINGLY: ReadonlySet<string> = new Set([
  'players',
  'participant_and_total',
  'participant_and_yes_no',
]);
