import { beforeAll, expect, test } from 'vitest';
import { loadOutcomeNames, type OutcomeNames } from '../outcome-names.ts';
import { familiesOf, type Market, marketOf, OFFERED_SPORTS, type Rule } from './offered.ts';

let names: OutcomeNames;
/** All selections of each market, without their lines. */
const selectionsOf = new Map<string, Set<string>>();

beforeAll(async () => {
  names = await loadOutcomeNames();
  const { dictionaries } = await import('@azuro-org/dictionaries');
  for (const outcomeId of Object.keys(dictionaries.outcomes)) {
    const known = names.of(outcomeId);
    if (!known?.isOfMainGame) continue;
    const all = selectionsOf.get(known.marketKey) ?? new Set();
    selectionsOf.set(known.marketKey, all.add(withoutLine(known.selection)));
  }
});

const withoutLine = (selection: string) => selection.replace(/ \(.*\)$/, '');
const lineOf = (selection: string) => Number(/\((.*)\)$/.exec(selection)?.[1]);

const SELECTIONS: Readonly<Record<Rule, readonly string[]>> = {
  result: ['1', 'X', '2'],
  winner: ['1', '2'],
  'double-chance': ['1X', '12', '2X'],
  total: ['Over', 'Under'],
  'home-total': ['Over', 'Under'],
  'away-total': ['Over', 'Under'],
  handicap: ['Team 1', 'Team 2'],
  'three-way-handicap': ['H1', 'HX', 'H2'],
  'odd-even': ['Odd', 'Even'],
  // Not in the dictionary.
  'correct-score': [],
  'both-score': ['Yes', 'No'],
  'both-score-and-result': ['Yes & 1', 'Yes & X', 'Yes & 2', 'No & 1', 'No & X', 'No & 2'],
  'both-score-and-total': ['Yes & Over', 'Yes & Under', 'No & Over', 'No & Under'],
  'result-and-total': ['1 & Over', '1 & Under', 'X & Over', 'X & Under', '2 & Over', '2 & Under'],
};

/** By the period and the unit in a market's key. */
const PARTS: Readonly<Record<string, string>> = {
  '1-1': 'game',
  '1-70': 'game',
  '76-1': 'final',
  '76-76': 'final',
  '76-83': 'final',
  '50-1': 'first',
  '50-76': 'first',
  '52-1': 'first',
  '55-1': 'second',
  '1-87': 'sets',
  '1-54': 'games',
  '54-54': 'set1',
  '59-54': 'set2',
};

const MARKETS = OFFERED_SPORTS.flatMap((sport) =>
  familiesOf(sport).flatMap(({ markets }) => markets.map((market) => ({ sport, market }))),
);

test.each(MARKETS.map(({ sport, market }) => [`${sport} ${market.key} ${market.line}`, market] as const))(
  '%s has the outcomes of one market and line, all of them and in order',
  (_, market) => {
    const known = market.outcomeIds.map((outcomeId) => names.of(outcomeId));
    expect(known.map((each) => each?.marketKey)).toEqual(market.outcomeIds.map(() => market.key));
    expect(known.every((each) => each?.isOfMainGame)).toBe(true);
    const selections = known.map((each) => each?.selection ?? '');
    expect(selections.map(withoutLine).map((each) => each.replace('Neither', 'X'))).toEqual(
      SELECTIONS[market.rule],
    );
    expect(new Set(selections.map(withoutLine))).toEqual(selectionsOf.get(market.key));
    expect(selections.map(lineOf)).toEqual(linesOf(market));
  },
);

/** The line of each outcome: for the second side of a handicap it is the opposite one. */
function linesOf({ rule, line, outcomeIds }: Market): number[] {
  const isHandicap = rule === 'handicap' || rule === 'three-way-handicap';
  const hasLine = isHandicap || rule.endsWith('total');
  return outcomeIds.map((_, i) => {
    if (!hasLine) return Number.NaN;
    return isHandicap && i === outcomeIds.length - 1 ? -line : line;
  });
}

test('a market is counted in the part of the game that its key names', () => {
  for (const { market } of MARKETS) {
    const [, period, unit] = market.key.split('-');
    const isHalves = market.key === '33-1-1';
    expect([market.key, market.part]).toEqual([market.key, isHalves ? 'halves' : PARTS[`${period}-${unit}`]]);
    const side = /^7-\d+-\d+-(\d)$/.exec(market.key)?.[1];
    expect(market.rule === 'home-total' ? '1' : market.rule === 'away-total' ? '2' : undefined).toBe(side);
  }
});

test('a condition is understood by its outcomes, in any order but only with all of them', () => {
  const condition = (...ids: string[]) => ({ outcomes: ids.map((outcomeId) => ({ outcomeId })) });
  expect(marketOf('football', condition('24', '23'))).toMatchObject({ key: '4-1-1', line: 2.5 });
  expect(marketOf('football', condition('23'))).toBeUndefined();
  expect(marketOf('football', condition('23', '26'))).toBeUndefined();
  expect(marketOf('football', condition('23', '23'))).toBeUndefined();
  expect(marketOf('football', condition('999999001', '999999002'))).toBeUndefined();
  expect(marketOf('cs2', condition('23', '24'))).toBeUndefined();
});

test('no outcome is in two markets of a sport', () => {
  for (const sport of OFFERED_SPORTS) {
    const ids = MARKETS.filter((each) => each.sport === sport).flatMap(({ market }) => market.outcomeIds);
    expect(new Set(ids).size).toBe(ids.length);
  }
});
