import { drawnCharts } from '@tallystone/testkit/page/drawn-charts.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { drawPrices } from './draw-prices.ts';
import type { PricePoints } from './price-points.ts';

// Noon in summer, when Berlin is two hours ahead of UTC.
const NOON = Date.UTC(2026, 6, 1, 10) / 1000;
const AHEAD_S = 2 * 3600;

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
});
afterEach(() => {
  drawnCharts.length = 0;
  vi.unstubAllEnvs();
});

const points = (given: Partial<PricePoints> = {}): PricePoints => ({
  at: [NOON, NOON + 2, NOON + 3],
  lines: [
    { id: 'o_yes', name: 'Yes', index: 0, values: [50, 60, 54.2] },
    { id: 'o_no', name: 'No', index: 1, values: [50, 40, 45.8] },
  ],
  ...given,
});

function aDrawing() {
  const onPoint = vi.fn();
  const box = document.createElement('div');
  document.body.append(box);
  const drawing = drawPrices(box, { onPoint });
  const chart = drawnCharts[0];
  if (chart === undefined) throw new Error('no chart was made');
  return { drawing, chart, onPoint };
}

describe('the drawing', () => {
  test('has no label that is cut off at its edge', () => {
    expect(aDrawing().chart.options[0]).toMatchObject({ rightPriceScale: { entireTextOnly: true } });
  });

  test('has labels with the exact value of their mark, and none outside 0 to 100 percent', () => {
    const { localization } = aDrawing().chart.options[0] as {
      localization: { priceFormatter: (value: number) => string };
    };
    expect([50, 52.5, 0, 100, -2.5, 102.5].map(localization.priceFormatter)).toEqual([
      '50%',
      '52.5%',
      '0%',
      '100%',
      '',
      '',
    ]);
  });

  test("has a line for each outcome, with the price of every moment in the reader's time zone", () => {
    const { drawing, chart } = aDrawing();
    drawing.show(points());
    expect(chart.lines.map(({ data }) => data)).toEqual([
      [50, 50, 60, 54.2].map((value, second) => ({ time: NOON + AHEAD_S + second, value })),
      [50, 50, 40, 45.8].map((value, second) => ({ time: NOON + AHEAD_S + second, value })),
    ]);
  });

  test.each([
    ['at the end', [50, 60, null], [50, 50, 60, '60 unseen']],
    ['at the start', [null, 60, 61], ['60 unseen', '60 unseen', 60, 61]],
    ['in between, from where it comes back without a jump', [50, null, 61], [50, 50, '61 unseen', 61]],
    ['anywhere', [null, null, null], ['nothing', 'nothing', 'nothing', 'nothing']],
  ])('has no line while there was no price %s', (_, values, drawn) => {
    const { drawing, chart } = aDrawing();
    drawing.show(points({ lines: [{ id: 'o_yes', name: 'Yes', index: 0, values }] }));
    const words = chart.lines[0]?.data.map(({ value, color }) => {
      if (value === undefined) return 'nothing';
      return color === 'rgba(0, 0, 0, 0)' ? `${value} unseen` : value;
    });
    expect(words).toEqual(drawn);
  });

  test('keeps its lines when points are added, and makes new ones for other outcomes', () => {
    const { drawing, chart } = aDrawing();
    drawing.show(points());
    const before = chart.lines;
    drawing.show(points({ at: [NOON, NOON + 2, NOON + 4] }));
    expect(chart.lines).toBe(before);
    expect(chart.lines[0]?.data).toHaveLength(5);
    drawing.show(points({ lines: [{ id: 'o_c', name: 'C', index: 6, values: [1, 2, 3] }] }));
    expect(chart.lines).toHaveLength(1);
    // The sixth line has the first colour again, so it is dashed.
    expect(chart.lines[0]?.options.lineStyle).toBe(3);
  });

  test('has the colours of the current theme', () => {
    const { drawing, chart } = aDrawing();
    document.documentElement.style.setProperty('--series-a', '#0b5c5c');
    drawing.show(points());
    expect(chart.lines[0]?.options.color).toBe('#0b5c5c');
    document.documentElement.style.setProperty('--series-a', '#5fd0c0');
    drawing.paint();
    expect(chart.lines[0]?.options.color).toBe('#5fd0c0');
  });

  test("turns off the library's own markup, which the content policy would refuse", () => {
    const { chart } = aDrawing();
    expect(chart.options[0]).toMatchObject({ layout: { attributionLogo: false } });
  });

  test("names hours and days in the reader's time zone", () => {
    const { drawing, chart } = aDrawing();
    drawing.show(points());
    const { timeScale } = chart.options[0] as {
      timeScale: { tickMarkFormatter: (time: number, type: number) => string };
    };
    expect(timeScale.tickMarkFormatter(NOON + AHEAD_S, 3)).toBe('12:00');
    expect(timeScale.tickMarkFormatter(NOON + AHEAD_S + 5, 4)).toBe('');
    expect(timeScale.tickMarkFormatter(Date.UTC(2026, 6, 1) / 1000, 2)).toBe('Jul 1');
    expect(timeScale.tickMarkFormatter(Date.UTC(2026, 6, 1) / 1000, 1)).toBe('Jul');
    expect(timeScale.tickMarkFormatter(Date.UTC(2026, 0, 1) / 1000, 0)).toBe('2026');
  });

  test('goes away with the page', () => {
    const { drawing, chart } = aDrawing();
    drawing.remove();
    expect(chart.isRemoved).toBe(true);
  });
});

describe('the heights', () => {
  const rangeOf = (low: number, high: number) => {
    const { drawing, chart } = aDrawing();
    drawing.show(points());
    const provider = chart.lines[0]?.options.autoscaleInfoProvider as (
      original: () => { priceRange: { minValue: number; maxValue: number } },
    ) => { priceRange: { minValue: number; maxValue: number } };
    return provider(() => ({ priceRange: { minValue: low, maxValue: high } })).priceRange;
  };

  test.each([
    [40, 60, 40, 60],
    [41.2, 58.9, 40, 60],
    [54, 54.2, 45, 60],
    [98, 99.5, 90, 100],
    [0.5, 1, 0, 10],
  ])(
    'from %d to %d are shown from %d to %d: round, a small change small, and nothing beyond 0 or 100',
    (low, high, from, to) => {
      expect(rangeOf(low, high)).toEqual({ minValue: from, maxValue: to });
    },
  );

  test.each([
    [55, '55%'],
    [100, '100%'],
    [-3, ''],
    [104, ''],
  ])('%d is written "%s" at the side', (value, text) => {
    const { chart } = aDrawing();
    const { localization } = chart.options[0] as {
      localization: { priceFormatter: (value: number) => string };
    };
    expect(localization.priceFormatter(value)).toBe(text);
  });
});

describe('a moment', () => {
  test('is reported when the pointer is on it, and when the pointer leaves', () => {
    const { drawing, chart, onPoint } = aDrawing();
    drawing.show(points());
    chart.point(NOON + AHEAD_S + 2);
    expect(onPoint).toHaveBeenLastCalledWith(NOON + 2);
    chart.point(null);
    expect(onPoint).toHaveBeenLastCalledWith(null);
  });

  test('that was marked by code is not reported as the pointer', () => {
    const { drawing, chart, onPoint } = aDrawing();
    drawing.show(points());
    drawing.mark(NOON + 2);
    expect(chart.marked).toBe(NOON + AHEAD_S + 2);
    chart.point(null);
    expect(onPoint).not.toHaveBeenCalled();
  });

  test("is marked until the mark is removed; the pointer's own mark stays", () => {
    const { drawing, chart } = aDrawing();
    drawing.show(points());
    drawing.mark(NOON + 99);
    expect(chart.marked).toBe(NOON + AHEAD_S + 3);
    drawing.mark(null);
    expect(chart.marked).toBeNull();
    // The library does the same when the pointer is on the chart.
    chart.marked = NOON;
    drawing.mark(null);
    expect(chart.marked).toBe(NOON);
  });
});
