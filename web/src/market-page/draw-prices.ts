import {
  type AutoscaleInfo,
  ColorType,
  CrosshairMode,
  createChart,
  type ISeriesApi,
  type LineData,
  LineSeries,
  LineStyle,
  LineType,
  TickMarkType,
  type Time,
  type UTCTimestamp,
  type WhitespaceData,
} from 'lightweight-charts';
import { seriesToken } from '../markets/series.ts';
import { dateWords } from './date-words.ts';
import { type EvenGrid, evenGrid } from './even-grid.ts';
import { lineStyleOf } from './line-style.ts';
import type { PricePoints } from './price-points.ts';

/** The chart covers at least this many percentage points, so that small movements don't look large. */
const LEAST_HEIGHT = 10;
/** Its top and bottom are multiples of this many. */
const STEP = 5;
const STYLES = { solid: LineStyle.Solid, dashed: LineStyle.LargeDashed, dotted: LineStyle.Dotted } as const;
/** The colour of a gap in a line, where there was no price. */
const UNSEEN = 'rgba(0, 0, 0, 0)';

export type PriceDrawing = ReturnType<typeof drawPrices>;

/**
 * Draws prices into a box and follows its size. The drawing is only a picture; figures, words and keyboard control are
 * outside it.
 *
 * @param onPoint called with the moment under the pointer in epoch seconds; null when the pointer leaves
 */
export function drawPrices(box: HTMLElement, { onPoint }: { onPoint: (moment: number | null) => void }) {
  let series: ISeriesApi<'Line'>[] = [];
  let indexes: readonly number[] = [];
  let grid: EvenGrid = { at: [], lines: [] };
  // The axis puts its marks at midnight UTC, so times are shifted by the reader's offset.
  let shift = 0;
  let isMarked = false;

  const chart = createChart(box, {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: UNSEEN },
      fontFamily: getComputedStyle(box).fontFamily,
      fontSize: 12,
      // The logo inserts markup and styles as text, which the content policy refuses. Our own link is below the chart.
      attributionLogo: false,
    },
    // People choose a range instead, and a finger on the chart must scroll the page.
    handleScroll: false,
    handleScale: false,
    rightPriceScale: {
      borderVisible: false,
      // The range has room of its own; these keep a line at the very edge whole.
      scaleMargins: { top: 0.04, bottom: 0.04 },
      // A label at the edge would be cut in two.
      entireTextOnly: true,
    },
    timeScale: {
      minBarSpacing: 0.1,
      fixLeftEdge: true,
      fixRightEdge: true,
      lockVisibleTimeRangeOnResize: true,
      timeVisible: true,
      tickMarkFormatter: (time: Time, type: TickMarkType) => tickText(Number(time), type, shift),
    },
    localization: { priceFormatter: percentOf },
    crosshair: {
      mode: CrosshairMode.Normal,
      horzLine: { visible: false, labelVisible: false },
      vertLine: { labelVisible: false, style: LineStyle.Solid },
    },
  });

  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // The chart also reports new data under a resting pointer and marks set by `mark`.
  let pointerInside = false;
  chart.subscribeCrosshairMove(({ time, sourceEvent }) => {
    if (sourceEvent === undefined && !pointerInside) return;
    pointerInside = time !== undefined;
    onPoint(time === undefined ? null : Number(time) - shift);
  });

  /** Applies the colours of the current theme. */
  const paint = () => {
    const line = token('--line');
    chart.applyOptions({
      layout: { textColor: token('--muted') },
      grid: { horzLines: { color: line }, vertLines: { visible: false } },
      timeScale: { borderColor: line },
      crosshair: { vertLine: { color: token('--line-strong') } },
    });
    series.forEach((each, place) => {
      each.applyOptions({ color: token(seriesToken(indexes[place] ?? 0)) });
    });
  };

  return {
    paint,

    /** Draws these points in place of the previous ones. */
    show({ at, lines }: PricePoints) {
      const next = lines.map(({ index }) => index);
      if (next.join() !== indexes.join()) {
        for (const each of series) chart.removeSeries(each);
        series = next.map((index) =>
          chart.addSeries(LineSeries, {
            lineWidth: 2,
            lineType: LineType.WithSteps,
            lineStyle: STYLES[lineStyleOf(index)],
            priceLineVisible: false,
            lastValueVisible: false,
            // Marks are at least one percent apart.
            priceFormat: { type: 'custom', minMove: 1, formatter: percentOf },
            autoscaleInfoProvider: withinPercent,
          }),
        );
        indexes = next;
        paint();
      }
      grid = evenGrid({ at, lines });
      shift = -60 * new Date((at.at(-1) ?? 0) * 1000).getTimezoneOffset();
      series.forEach((each, place) => {
        each.setData(lineData(grid, place, shift));
      });
      chart.timeScale().fitContent();
    },

    /** Marks a moment in epoch seconds; null removes the mark. */
    mark(moment: number | null) {
      const [first] = series;
      if (moment === null || first === undefined) {
        // Leaves a mark that the pointer set.
        if (isMarked) chart.clearCrosshairPosition();
        isMarked = false;
        return;
      }
      const slot = grid.at.findIndex((each) => each >= moment);
      const time = grid.at.at(slot);
      // The horizontal line is hidden, so any price works.
      if (time === undefined) return;
      chart.setCrosshairPosition(0, (time + shift) as UTCTimestamp, first);
      isMarked = true;
    },

    remove: () => chart.remove(),
  };
}

function lineData(
  { at, lines }: EvenGrid,
  place: number,
  shift: number,
): (LineData<UTCTimestamp> | WhitespaceData<UTCTimestamp>)[] {
  const values = lines[place] ?? [];
  // From the end, because a gap has the price after it; otherwise the line would resume with a jump.
  let next = values.findLast((value) => value !== null) ?? null;
  return at
    .map((moment, slot) => ({ time: (moment + shift) as UTCTimestamp, value: values[slot] ?? null }))
    .reverse()
    .map(({ time, value }) => {
      next = value ?? next;
      if (value !== null) return { time, value };
      // The library would bridge a missing value, so the gap is drawn as an invisible line.
      return next === null ? { time } : { time, value: next, color: UNSEEN };
    })
    .reverse();
}

/** The range of a line, from one round percentage to another, at least LEAST_HEIGHT apart and within 0 to 100. */
function withinPercent(original: () => AutoscaleInfo | null): AutoscaleInfo | null {
  const info = original();
  if (!info?.priceRange) return info;
  const { minValue, maxValue } = info.priceRange;
  const missing = Math.max(0, LEAST_HEIGHT - (maxValue - minValue)) / 2;
  const low = Math.floor((minValue - missing) / STEP) * STEP;
  const high = Math.ceil((maxValue + missing) / STEP) * STEP;
  return { ...info, priceRange: { minValue: Math.max(0, low), maxValue: Math.min(100, high) } };
}

/** The axis has no labels outside 0 to 100 percent. */
function percentOf(value: number): string {
  // The library may step by 2.5, and a mark must not name another value than its own.
  const percent = Math.round(value * 10) / 10;
  return percent < 0 || percent > 100 ? '' : `${percent}%`;
}

function tickText(shifted: number, type: TickMarkType, shift: number): string {
  // Days use the shifted time, so they begin in the reader's time zone. Hours don't, so they are right across clock changes.
  const onDay = (options: Intl.DateTimeFormatOptions) => dateWords(shifted, { timeZone: 'UTC', ...options });
  switch (type) {
    case TickMarkType.Year:
      return onDay({ year: 'numeric' });
    case TickMarkType.Month:
      return onDay({ month: 'short' });
    case TickMarkType.DayOfMonth:
      return onDay({ day: 'numeric', month: 'short' });
    case TickMarkType.Time:
      return dateWords(shifted - shift, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    case TickMarkType.TimeWithSeconds:
      // Seconds would crowd the axis; the line below the chart has them.
      return '';
  }
}
