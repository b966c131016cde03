import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATEGORY_TAXONOMY } from '../markets/category-taxonomy.ts';
import { expectedEnd } from './expected-end.ts';

const startedAt = new Date('2026-11-29T15:00:00.000Z');
const minutes = (count: number) => count * 60_000;
const after = (count: number) => new Date(startedAt.getTime() + minutes(count));
/** Minutes from the start to the expected end. */
const endsAfter = (subcategory: string, clock: string, elapsed: number) =>
  (expectedEnd({ subcategory, startedAt, clock }, after(elapsed)).getTime() - startedAt.getTime()) /
  minutes(1);

describe('a game whose clock says nothing', () => {
  test.each([
    ['soccer', 120],
    ['basketball', 150],
    ['hockey', 165],
    ['football', 210],
    ['baseball', 210],
    ['mma', 60],
    ['boxing', 60],
    ['tennis', 180],
    ['a sport that is new', 180],
  ])('of %s ends %d minutes after its start', (subcategory, usual) => {
    expect(endsAfter(subcategory, '', 1)).toBe(usual);
    expect(endsAfter(subcategory, 'Q3 4:12', usual - 1)).toBe(usual);
  });

  test('ends ten minutes from now once its usual time is over', () => {
    expect(endsAfter('tennis', '', 180)).toBe(190);
    expect(endsAfter('soccer', '', 300)).toBe(310);
  });

  test('ends at its usual time before it has begun', () => {
    expect(endsAfter('soccer', "30'", -5)).toBe(120);
    expect(endsAfter('soccer', "30'", 0)).toBe(120);
  });
});

describe('the clock of a game of soccer', () => {
  test.each<[string, number, number]>([
    ["30'", 30, 93],
    ["45+2'", 47, 93],
    ["62'", 77.5, 116.25],
    ["90'", 105, 108.5],
    // One minute more at the game's pace, however long it is added to.
    ["90+2'", 108.1, 109.275],
    ["90+12'", 122.4, 123.6],
    // In a demo a game takes minutes.
    ["45'", 2, 2 + (48 * 2) / 45],
    // Half time is the 45th minute.
    ['HT', 45, 93],
    ['HT', 60, 124],
  ])('%s after %d minutes makes it end after %d', (clock, elapsed, ends) => {
    expect(endsAfter('soccer', clock, elapsed)).toBeCloseTo(ends, 4);
  });

  test('counts from the fifth minute', () => {
    expect(endsAfter('soccer', "4'", 2)).toBe(120);
    expect(endsAfter('soccer', "5'", 2)).toBeCloseTo(2 + (88 * 2) / 5, 4);
  });

  test('of a game that began hours late does not put its end days ahead', () => {
    expect(endsAfter('soccer', "6'", 300)).toBe(300 + 87 * 1.5);
  });

  test.each(['basketball', 'tennis'])('has no meaning for %s', (subcategory) => {
    expect(endsAfter(subcategory, "60'", 10)).toBe(endsAfter(subcategory, '', 10));
  });

  test.each(["1000'", "45+123'", '45', "45 '", "-45'", "4.5'", "45'x", 'ht', 'FT'])(
    '%s says nothing',
    (clock) => {
      expect(endsAfter('soccer', clock, 60)).toBe(120);
    },
  );
});

const sports = CATEGORY_TAXONOMY.flatMap(({ subcategories }) => subcategories.map(({ id }) => id));
const anyClock = fc.oneof(
  fc.string(),
  fc.constantFrom('HT', ''),
  fc.tuple(fc.nat(999), fc.nat(99)).map(([minute, added]) => `${minute}+${added}'`),
  fc.nat(999).map((minute) => `${minute}'`),
);

test('whatever a game’s clock shows, its end is later than now and at most 210 minutes ahead', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...sports),
      anyClock,
      fc.oneof(fc.integer({ min: 0, max: 10 * 24 * 3_600_000 }), fc.nat(2_000)),
      (subcategory, clock, elapsed) => {
        const now = new Date(startedAt.getTime() + elapsed);
        const left = expectedEnd({ subcategory, startedAt, clock }, now).getTime() - now.getTime();
        expect(left).toBeGreaterThan(0);
        expect(left).toBeLessThanOrEqual(minutes(210));
      },
    ),
    runs(500),
  );
});

test('a game that is played evenly is expected to end at one moment, to the second', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 91 }),
      fc.integer({ min: 5, max: 91 }),
      fc.double({ min: 0.02, max: 1.4, noNaN: true }),
      (one, other, pace) => {
        const [first, second] = [one, other].map((minute) =>
          endsAfter('soccer', `${minute}'`, minute * pace),
        );
        expect(Math.abs((first ?? 0) - (second ?? Number.NaN)) * 60).toBeLessThan(1);
      },
    ),
    runs(200),
  );
});
