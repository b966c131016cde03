import { CORRECT_SCORE } from './correct-score.ts';
import data from './offered.json' with { type: 'json' };

/**
 * Part of a game whose score a market counts: `game` without and `final` with overtime, the `first` and the `second`
 * half (in hockey the first period and the rest), `halves` the goals of both sides per half. Tennis counts sets, or
 * games of the match or of a set.
 */
export type Part = 'game' | 'final' | 'first' | 'second' | 'halves' | 'sets' | 'games' | 'set1' | 'set2';

/** How a market's winners follow from the two numbers of its part, see winners-of.ts. */
export type Rule =
  | 'result'
  | 'winner'
  | 'double-chance'
  | 'total'
  | 'home-total'
  | 'away-total'
  | 'handicap'
  | 'three-way-handicap'
  | 'odd-even'
  | 'correct-score'
  | 'both-score'
  | 'both-score-and-result'
  | 'both-score-and-total'
  | 'result-and-total';

/** A market that the stand-in understands. */
export interface Market {
  /** Azuro's key, such as `4-1-1`. */
  readonly key: string;
  readonly rule: Rule;
  readonly part: Part;
  /** Of a total, or what is added to the score of the first side; 0 if the market has none. */
  readonly line: number;
  /** The dictionary's, in the order of the rule. */
  readonly outcomeIds: readonly string[];
}

/** The lines of one market. */
export interface Family {
  /**
   * The most lines that a game offers, those nearest to even; by default all. 0 for markets on who wins the game, which
   * only the fixture offers: another one could count as the main market.
   */
  readonly most: number;
  readonly markets: readonly Market[];
}

interface Row {
  readonly market: string;
  readonly rule: Rule;
  readonly part: Part;
  readonly most?: number;
  readonly conditions: readonly { readonly line?: number; readonly outcomes: readonly string[] }[];
}

// The compiler would infer one narrow type per element of the file.
const ROWS = data as unknown as Readonly<Record<string, readonly Row[]>>;

const FAMILIES: ReadonlyMap<string, readonly Family[]> = new Map(
  Object.entries(ROWS).map(([sport, rows]) => [sport, rows.map(familyOf)]),
);

function familyOf({ market: key, rule, part, most, conditions }: Row): Family {
  return {
    most: most ?? conditions.length,
    markets: conditions.map(({ line = 0, outcomes: outcomeIds }) => ({ key, rule, part, line, outcomeIds })),
  };
}

const BY_OUTCOME: ReadonlyMap<string, Market> = new Map(
  [...FAMILIES].flatMap(([sport, families]) =>
    [...families.flatMap(({ markets }) => markets), ...modernMarketsOf(sport)].flatMap((market) =>
      market.outcomeIds.map((outcomeId) => [`${sport}:${outcomeId}`, market] as const),
    ),
  ),
);

/** What games of a sport offer that the dictionary doesn't have. */
export function modernMarketsOf(sportSlug: string): readonly Market[] {
  return sportSlug === 'football' ? [CORRECT_SCORE] : [];
}

/** The sports whose games offer more than the fixture has. */
export const OFFERED_SPORTS: readonly string[] = [...FAMILIES.keys()];

/** What games of a sport can offer of the dictionary; empty for sports whose games offer only what the fixture has. */
export function familiesOf(sportSlug: string): readonly Family[] {
  return FAMILIES.get(sportSlug) ?? [];
}

/** The market of a condition with its outcomes in any order; undefined if the stand-in doesn't understand it. */
export function marketOf(
  sportSlug: string,
  { outcomes }: { readonly outcomes: readonly { readonly outcomeId: string }[] },
): Market | undefined {
  const market = BY_OUTCOME.get(`${sportSlug}:${outcomes[0]?.outcomeId}`);
  const isWhole =
    market?.outcomeIds.length === outcomes.length &&
    market.outcomeIds.every((id) => outcomes.some(({ outcomeId }) => outcomeId === id));
  return isWhole ? market : undefined;
}
