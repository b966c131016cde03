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

/** Lines that hardly move are not blown up to the height of the chart; percent. */
const LEAST_HEIGHT = 8;
const STYLES = { solid: LineStyle.Solid, dashed: LineStyle.LargeDashed, dotted: LineStyle.Dotted } as const;
/** Where there was no price there is no line. */
const UNSEEN = 'rgba(0, 0, 0, 0)';

export interface PriceDrawing {
  /** Draws these points in place of what was drawn before. */
  show: (points: PricePoints) => void;
  /** Takes the colours of the theme that the page has now. */
  paint: () => void;
  /** Marks a moment, epoch seconds; null takes the mark away. */
  mark: (moment: number | null) => void;
  remove: () => void;
}

/**
 * Draws prices into a box and follows its size. Everything here is a picture: figures, words and keys are beside it.
 *
 * @param onPoint called with the moment under the pointer, epoch seconds; null when it has left
 */
export function drawPrices(
  box: HTMLElement,
  { onPoint }: { onPoint: (moment: number | null) => void },
): PriceDrawing {
  let series: ISeriesApi<'Line'>[] = [];
  let indexes: readonly number[] = [];
  let grid: EvenGrid = { at: [], lines: [] };
  // The axis puts its marks at the midnights of UTC, so it is told the reader's time as if it were that.
  let shift = 0;
  let isMarked = false;

  const chart = createChart(box, {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: UNSEEN },
      fontFamily: getComputedStyle(box).fontFamily,
      fontSize: 12,
      // It would bring markup and styles as text, which the content policy refuses; our own link stands below.
      attributionLogo: false,
    },
    // The ranges do it, and a finger on the chart scrolls the page.
    handleScroll: false,
    handleScale: false,
    rightPriceScale: {
      borderVisible: false,
      scaleMargins: { top: 0.08, bottom: 0.06 },
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

  // The chart also reports when what lies under a resting pointer has changed, and what was marked from here.
  let pointerInside = false;
  chart.subscribeCrosshairMove(({ time, sourceEvent }) => {
    if (sourceEvent === undefined && !pointerInside) return;
    pointerInside = time !== undefined;
    onPoint(time === undefined ? null : Number(time) - shift);
  });

  const drawing: PriceDrawing = {
    show({ at, lines }) {
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
            autoscaleInfoProvider: withinPercent,
          }),
        );
        indexes = next;
        drawing.paint();
      }
      grid = evenGrid({ at, lines });
      shift = -60 * new Date((at.at(-1) ?? 0) * 1000).getTimezoneOffset();
      series.forEach((each, place) => {
        each.setData(lineData(grid, place, shift));
      });
      chart.timeScale().fitContent();
    },

    paint() {
      const line = token('--line');
      chart.applyOptions({
        layout: { textColor: token('--muted') },
        grid: { horzLines: { color: line }, vertLines: { color: line } },
        timeScale: { borderColor: line },
        crosshair: { vertLine: { color: token('--line-strong') } },
      });
      series.forEach((each, place) => {
        each.applyOptions({ color: token(seriesToken(indexes[place] ?? 0)) });
      });
    },

    mark(moment) {
      const [first] = series;
      if (moment === null || first === undefined) {
        // What the pointer marks is not taken away.
        if (isMarked) chart.clearCrosshairPosition();
        isMarked = false;
        return;
      }
      const slot = grid.at.findIndex((each) => each >= moment);
      const time = grid.at.at(slot);
      // The line that stands across is not shown, so any price will do.
      if (time === undefined) return;
      chart.setCrosshairPosition(0, (time + shift) as UTCTimestamp, first);
      isMarked = true;
    },

    remove: () => chart.remove(),
  };
  return drawing;
}

function lineData(
  { at, lines }: EvenGrid,
  place: number,
  shift: number,
): (LineData<UTCTimestamp> | WhitespaceData<UTCTimestamp>)[] {
  const values = lines[place] ?? [];
  const last = values.findLast((value) => value !== null) ?? null;
  // From the end, since a gap lies at the height of the price that ends it: else the line would come back with a jump.
  let next = last;
  return at
    .map((moment, slot) => {
      // What they call a time is a whole number of seconds.
      const time = (moment + shift) as UTCTimestamp;
      return { time, value: values[slot] ?? null };
    })
    .reverse()
    .map(({ time, value }) => {
      next = value ?? next;
      if (value !== null) return { time, value };
      // A gap would be bridged; a piece of line that cannot be seen is none.
      return next === null ? { time } : { time, value: next, color: UNSEEN };
    })
    .reverse();
}

/** As high as the lines are, within what a chance can be. */
function withinPercent(original: () => AutoscaleInfo | null): AutoscaleInfo | null {
  const info = original();
  if (!info?.priceRange) return info;
  const { minValue, maxValue } = info.priceRange;
  const missing = Math.max(0, LEAST_HEIGHT - (maxValue - minValue)) / 2;
  return {
    ...info,
    priceRange: { minValue: Math.max(0, minValue - missing), maxValue: Math.min(100, maxValue + missing) },
  };
}

/** Beyond what a chance can be the axis stays empty. */
function percentOf(value: number): string {
  if (value < -0.05 || value > 100.05) return '';
  return `${value.toFixed(1)}%`;
}

function tickText(shifted: number, type: TickMarkType, shift: number): string {
  // Days begin in the reader's zone; across a change of the clocks the hours stay true, too.
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
      return dateWords(shifted - shift, {
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      });
  }
}
