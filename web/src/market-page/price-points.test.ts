import { aHistory } from '@tallystone/testkit/mock-api/a-history.ts';
import { aMarket, anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { expect, test } from 'vitest';
import { pricePoints, type SeenPrices, seenPrices } from './price-points.ts';

const TO = 1_800_000_000;
const market = aMarket();

const seen = (given: Partial<SeenPrices> & { yes: number | null }): SeenPrices => ({
  version: given.version ?? 2,
  at: given.at ?? TO + 10,
  byOutcome: new Map([
    ['o_yes', given.yes],
    ['o_no', given.yes === null ? null : 100 - given.yes],
  ]),
});

const pointsOf = (given: Partial<Parameters<typeof pricePoints>[0]>) =>
  pricePoints({ market, history: aHistory({ toS: TO }), seen: [], endS: TO, ...given });

test("the server's points are used unchanged, with the market's names", () => {
  expect(pointsOf({})).toEqual({
    at: [TO - 3600, TO - 1800, TO],
    lines: [
      { id: 'o_yes', name: 'Yes', index: 0, values: [50, 60, 54.2] },
      { id: 'o_no', name: 'No', index: 1, values: [50, 40, 45.8] },
    ],
  });
});

test('later seen prices follow them, and the last price is continued to the end', () => {
  const points = pointsOf({
    seen: [seen({ yes: 61 }), seen({ version: 3, at: TO + 20, yes: 62 })],
    endS: TO + 60,
  });
  expect(points?.at).toEqual([TO - 3600, TO - 1800, TO, TO + 10, TO + 20, TO + 60]);
  expect(points?.lines[0]?.values).toEqual([50, 60, 54.2, 61, 62, 62]);
});

test("prices that the server's history already has are not repeated", () => {
  const points = pointsOf({ seen: [seen({ version: 1, yes: 99 })] });
  expect(points?.at).toHaveLength(3);
});

test('a price seen by a slow clock comes after the last point, not before it', () => {
  const points = pointsOf({
    seen: [seen({ at: TO - 40, yes: 61 }), seen({ version: 3, at: TO + 5, yes: 62 })],
  });
  expect(points?.at).toEqual([TO - 3600, TO - 1800, TO, TO + 5]);
  expect(points?.lines[0]?.values).toEqual([50, 60, 61, 62]);
});

test('within one second the last price counts', () => {
  const points = pointsOf({ seen: [seen({ yes: 61 }), seen({ version: 3, yes: 62 })] });
  expect(points?.at).toEqual([TO - 3600, TO - 1800, TO, TO + 10]);
  expect(points?.lines[0]?.values.at(-1)).toBe(62);
});

test('an outcome without odds has no price, whatever probability the server sends', () => {
  const unpriced = aMarket({
    outcomes: [anOutcome({ id: 'o_yes', odds: null, probability: 0 }), anOutcome({ id: 'o_no' })],
  });
  expect([...seenPrices(unpriced, TO).byOutcome]).toEqual([
    ['o_yes', null],
    ['o_no', 54.2],
  ]);
});

test('an outcome that is not in the market has no line', () => {
  const history = aHistory({ toS: TO });
  history.outcomes.push({ id: 'o_gone', probability: [1, 2, 3] });
  expect(pointsOf({ history })?.lines.map(({ id }) => id)).toEqual(['o_yes', 'o_no']);
});

test('no points give no history', () => {
  expect(pointsOf({ history: aHistory({ toS: TO, at: [], outcomes: [] }) })).toBeNull();
});
