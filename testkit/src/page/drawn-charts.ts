/**
 * Replaces the chart library, which needs a canvas, and records what it should draw. All web tests import it under
 * the library's name (vitest.config.ts).
 */
export interface DrawnLine {
  options: Record<string, unknown>;
  data: { time: number; value?: number; color?: string }[];
}

export interface DrawnChart {
  options: Record<string, unknown>[];
  lines: DrawnLine[];
  /** The marked time; null without one. */
  marked: number | null;
  isRemoved: boolean;
  /** Simulates the pointer moving to a time, or leaving. */
  point: (time: number | null) => void;
}

/** Every chart that was made, in order. */
export const drawnCharts: DrawnChart[] = [];

type Handler = (event: { time: number | undefined; sourceEvent?: object }) => void;

export function createChart(_box: HTMLElement, options: Record<string, unknown>) {
  const handlers: Handler[] = [];
  const chart: DrawnChart = {
    options: [options],
    lines: [],
    marked: null,
    isRemoved: false,
    point: (time) => {
      // As in the library: an event inside the chart, and one without a time when the pointer leaves.
      for (const handle of handlers) handle(time === null ? { time: undefined } : { time, sourceEvent: {} });
    },
  };
  drawnCharts.push(chart);
  return {
    applyOptions: (more: Record<string, unknown>) => chart.options.push(more),
    addSeries: (_kind: unknown, lineOptions: Record<string, unknown>) => {
      const line: DrawnLine = { options: lineOptions, data: [] };
      chart.lines.push(line);
      return {
        line,
        setData: (data: DrawnLine['data']) => {
          const isRising = data.every(({ time }, place) => time > (data[place - 1]?.time ?? -1));
          if (!isRising) throw new Error('data must be asc ordered by time');
          line.data = data;
        },
        applyOptions: (more: Record<string, unknown>) => Object.assign(line.options, more),
      };
    },
    removeSeries: ({ line }: { line: DrawnLine }) => {
      chart.lines = chart.lines.filter((each) => each !== line);
    },
    timeScale: () => ({ fitContent: () => {} }),
    subscribeCrosshairMove: (handle: Handler) => handlers.push(handle),
    setCrosshairPosition: (_price: number, time: number) => {
      chart.marked = time;
    },
    clearCrosshairPosition: () => {
      chart.marked = null;
    },
    remove: () => {
      chart.isRemoved = true;
    },
  };
}

export const LineSeries = 'Line';
export const ColorType = { Solid: 'solid' } as const;
export const CrosshairMode = { Normal: 0 } as const;
export const LineStyle = { Solid: 0, Dotted: 1, LargeDashed: 3 } as const;
export const LineType = { WithSteps: 1 } as const;
export const TickMarkType = { Year: 0, Month: 1, DayOfMonth: 2, Time: 3, TimeWithSeconds: 4 } as const;
