import { describe, expect, test } from 'vitest';
import type { PricePoints } from './price-points.ts';
import { summaryOf } from './summary-of.ts';

const FROM = Date.UTC(2026, 10, 22, 12) / 1000;

function points(lines: Record<string, (number | null)[]>): PricePoints {
  const length = Object.values(lines)[0]?.length ?? 0;
  return {
    at: Array.from({ length }, (_, place) => FROM + 60 * place),
    lines: Object.entries(lines).map(([name, values], index) => ({ id: name, name, index, values })),
  };
}

const said = (lines: Record<string, (number | null)[]>) =>
  summaryOf(points(lines)).replace(/ (on|since) \w{3} \d+, 2026, \d\d:\d\d/, ' $1 THEN');

describe('the history in one sentence', () => {
  test.each([
    [
      { Yes: [48, 40, 60, 54.2], No: [52, 60, 40, 45.8] },
      'Latest leader: Yes, 54.2% (48.0% on THEN); range 40.0% to 60.0%.',
    ],
    [{ Yes: [70, 54.2], No: [30, 45.8] }, 'Latest leader: Yes, 54.2% (70.0% on THEN); range 54.2% to 70.0%.'],
    [
      { Yes: [54.2, 60, 54.21], No: [45.8, 40, 45.79] },
      'Latest leader: Yes, 54.2% (54.2% on THEN); range 54.2% to 60.0%.',
    ],
    [{ Yes: [54.2, 54.2], No: [45.8, 45.8] }, 'Latest leader: Yes, 54.2%, unchanged since THEN.'],
    [
      { Yes: [null, 50, 54.2], No: [null, 50, 45.8] },
      'Latest leader: Yes, 54.2% (no price on THEN); range 50.0% to 54.2%.',
    ],
    [{ Yes: [60, 50], No: [40, 50] }, '2 outcomes tied at 50.0%.'],
    [{ A: [20, 33.34], B: [40, 33.33], C: [40, 33.33] }, '3 outcomes tied at 33.3%.'],
    [{ Yes: [60, null], No: [40, null] }, 'No outcome has a price.'],
    [{ Ada: [20, 40, 30] }, 'Ada: 30.0% (20.0% on THEN); range 20.0% to 40.0%.'],
    [{ Ada: [30, 30] }, 'Ada: 30.0%, unchanged since THEN.'],
  ])('%j: %s', (lines, sentence) => {
    expect(said(lines)).toBe(sentence);
  });
});
