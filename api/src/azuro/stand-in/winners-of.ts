import type { Market, Rule } from './offered.ts';

/** The numbers of both sides in one part of a game. */
export type Pair = readonly [home: number, away: number];

/** More than a side scores. */
const MOST = 256;
/** More goals than a side scores; only markets on goals look at pairs. */
const MOST_GOALS = 32;
/** The most goals of a side whose score is an outcome of its own. */
export const MOST_LISTED = 3;
/** The place of all other scores. */
export const OTHER_SCORE = (MOST_LISTED + 1) ** 2;
const PLACES: readonly (readonly number[])[] = Array.from({ length: OTHER_SCORE + 1 }, (_, i) => [i]);
const DOUBLE_CHANCES = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/**
 * The winners of a market, as places among its outcomes: two in a double chance, otherwise one. Null if the score is on
 * the line, or a tie has no outcome: then stakes are returned.
 */
export function winnersOf({ rule, line }: Market, [home, away]: Pair): readonly number[] | null {
  switch (rule) {
    case 'result':
      return place(sideOf(home - away));
    case 'winner':
      return either(home - away);
    case 'double-chance':
      return DOUBLE_CHANCES[sideOf(home - away)] ?? null;
    case 'total':
      return either(home + away - line);
    case 'home-total':
      return either(home - line);
    case 'away-total':
      return either(away - line);
    case 'handicap':
      return either(home + line - away);
    case 'three-way-handicap':
      return place(sideOf(home + line - away));
    case 'odd-even':
      return place((home + away) % 2 === 1 ? 0 : 1);
    case 'correct-score':
      return place(placeOfScore(home, away));
    case 'both-score':
      return place(scored(home, away));
    case 'both-score-and-result':
      return place(3 * scored(home, away) + sideOf(home - away));
    case 'both-score-and-total':
      return place(2 * scored(home, away) + overUnder(home + away - line));
    case 'result-and-total':
      return place(2 * sideOf(home - away) + overUnder(home + away - line));
  }
}

/** The first or the second outcome, or a return. */
function either(lead: number): readonly number[] | null {
  return lead === 0 ? null : place(lead > 0 ? 0 : 1);
}

const place = (index: number): readonly number[] | null => PLACES[index] ?? null;

/** What a rule looks at. */
export type View = 'pair' | 'sum' | 'lead' | 'home' | 'away';

export const VIEW_OF: Readonly<Record<Rule, View>> = {
  result: 'lead',
  winner: 'lead',
  'double-chance': 'lead',
  total: 'sum',
  'home-total': 'home',
  'away-total': 'away',
  handicap: 'lead',
  'three-way-handicap': 'lead',
  'odd-even': 'sum',
  'correct-score': 'pair',
  'both-score': 'pair',
  'both-score-and-result': 'pair',
  'both-score-and-total': 'pair',
  'result-and-total': 'pair',
};

/** How a view sees a pair: as one number below `size`. */
interface Seen {
  readonly size: number;
  of(home: number, away: number): number;
  /** A pair that is seen so. It has the same winners as all others. */
  pair(seen: number): Pair;
}

export const SEEN: Readonly<Record<View, Seen>> = {
  pair: {
    size: MOST_GOALS ** 2,
    of: (home, away) => home * MOST_GOALS + away,
    pair: (seen) => [Math.floor(seen / MOST_GOALS), seen % MOST_GOALS],
  },
  sum: { size: 2 * MOST, of: (home, away) => home + away, pair: (seen) => [seen, 0] },
  lead: { size: 2 * MOST, of: (home, away) => MOST + home - away, pair: (seen) => [seen, MOST] },
  home: { size: MOST, of: (home) => home, pair: (seen) => [seen, 0] },
  away: { size: MOST, of: (_, away) => away, pair: (seen) => [0, seen] },
};

/** 0 for the first side, 1 for a draw, 2 for the second. */
export type Side = 0 | 1 | 2;

/** Who is ahead. */
export function sideOf(lead: number): Side {
  if (lead === 0) return 1;
  return lead > 0 ? 0 : 2;
}

const placeOfScore = (home: number, away: number) =>
  Math.max(home, away) > MOST_LISTED ? OTHER_SCORE : home * (MOST_LISTED + 1) + away;
const scored = (home: number, away: number) => (home > 0 && away > 0 ? 0 : 1);
const overUnder = (lead: number) => (lead > 0 ? 0 : 1);
