import { beforeAll, expect, test } from 'vitest';
import { loadOutcomeNames, type OutcomeNames } from './outcome-names.ts';

let names: OutcomeNames;
beforeAll(async () => {
  names = await loadOutcomeNames();
});

test('an outcome is known by its market and its selection', () => {
  expect(names.of('30')).toEqual({
    marketKey: '1-1-1',
    marketName: 'Full Time Result',
    marketRule: expect.stringContaining('end of regular play'),
    kind: 1,
    isOnPart: false,
    selection: 'X',
    side: 'X',
    line: null,
    order: 2,
    isOfMainGame: true,
  });
});

/** Our markets on the winner of the whole game: docs/design/feed.md#main-market. */
test.each([
  ['1-1-1', '29', '31'],
  ['19-76-1', '7255', '7256'],
  ['19-76-76', '6983', '6984'],
  ['19-76-83', '7039', '7040'],
  ['19-1-87', '7047', '7048'],
  ['19-75-51', '6977', '6978'],
  ['19-1-82', '7067', '7068'],
  ['19-1-69', '6995', '6996'],
  ['19-1-76', '7031', '7032'],
  ['19-1-51', '16844', '16845'],
  ['19-1-54', '7051', '7052'],
])('%s is a winner market with %s for the first and %s for the second', (marketKey, first, second) => {
  expect(names.of(first)).toMatchObject({ marketKey, selection: '1', isOfMainGame: true });
  expect(names.of(second)).toMatchObject({ marketKey, selection: '2', isOfMainGame: true });
});

test.each([
  ['27-1-70', 'Both Teams To Score & Total'],
  ['11-1-1', 'To Score'],
  ['1-55-1', '2nd Half - Result'],
  ['4-50-1', '1st Half - Total Goals'],
  ['14-78-82', 'Map 1 - Total Rounds Odd/Even'],
  ['14-1-76', 'Total Points Odd/Even'],
])('the market %s is called %s', (marketKey, name) => {
  const ids = Array.from({ length: 17_400 }, (_, id) => String(id));
  const found = ids.map((id) => names.of(id)).find((known) => known?.marketKey === marketKey);
  expect(found?.marketName).toBe(name);
});

test("an outcome's name includes its line", () => {
  expect(names.of('17345')).toMatchObject({
    marketKey: '19-76-83',
    selection: expect.stringMatching(/^1 \(/),
  });
});

test.each(['0', '999999', '', '__proto__', 'constructor', '29 '])('%j is not known', (id) => {
  expect(names.of(id)).toBeNull();
});

test('hockey prefers the winner after overtime', () => {
  expect(names.marketOrderOf('32').slice(0, 2)).toEqual(['19-76-1', '1-1-1']);
  expect(names.marketOrderOf('56')).toEqual([]);
  expect(names.marketOrderOf('constructor')).toEqual([]);
});
