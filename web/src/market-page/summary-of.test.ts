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

const said = (lines: Record<string, (number | null)[]>, running = true) =>
  summaryOf(points(lines), { running }).replace(/ (on|since) \w{3} \d+, 2026, \d\d:\d\d/, ' $1 THEN');

describe('the history in one sentence', () => {
  test.each([
    [
      { Yes: [48, 40, 60, 54.2], No: [52, 60, 40, 45.8] },
      'Yes leads with 54.2%, up from 48.0% on THEN; range 40.0% to 60.0%.',
    ],
    [
      { Yes: [70, 54.2], No: [30, 45.8] },
      'Yes leads with 54.2%, down from 70.0% on THEN; range 54.2% to 70.0%.',
    ],
    [
      { Yes: [54.2, 60, 54.21], No: [45.8, 40, 45.79] },
      'Yes leads with 54.2%, the same as on THEN; range 54.2% to 60.0%.',
    ],
    [{ Yes: [54.2, 54.2], No: [45.8, 45.8] }, 'Yes leads with 54.2%, unchanged since THEN.'],
    [{ Yes: [null, 54.2], No: [null, 45.8] }, 'Yes leads with 54.2%; it had no price on THEN.'],
    [{ Yes: [60, 50], No: [40, 50] }, 'No outcome leads: 2 share the highest chance, 50.0%.'],
    [
      { A: [20, 33.34], B: [40, 33.33], C: [40, 33.33] },
      'No outcome leads: 3 share the highest chance, 33.3%.',
    ],
    [{ Yes: [60, null], No: [40, null] }, 'No outcome has a price now.'],
  ])('%j: %s', (lines, sentence) => {
    expect(said(lines)).toBe(sentence);
  });

  test.each([
    [
      { Yes: [48, 54.2], No: [52, 45.8] },
      'Yes led with 54.2% when betting ended, up from 48.0% on THEN; range 48.0% to 54.2%.',
    ],
    [
      { Yes: [70, 54.2], No: [30, 45.8] },
      'Yes led with 54.2% when betting ended, down from 70.0% on THEN; range 54.2% to 70.0%.',
    ],
    [
      { Yes: [54.2, 60, 54.2], No: [45.8, 40, 45.8] },
      'Yes led with 54.2% when betting ended, the same as on THEN; range 54.2% to 60.0%.',
    ],
    [{ Yes: [54.2], No: [45.8] }, 'Yes led with 54.2% when betting ended, unchanged since THEN.'],
    [
      { Yes: [null, 54.2], No: [null, 45.8] },
      'Yes led with 54.2% when betting ended; it had no price on THEN.',
    ],
    [{ Yes: [50], No: [50] }, 'No outcome led when betting ended: 2 shared the highest chance, 50.0%.'],
    [{ Yes: [null], No: [null] }, 'No outcome had a price when betting ended.'],
  ])('for a market that has ended, %j: %s', (lines, sentence) => {
    expect(said(lines, false)).toBe(sentence);
  });
});
