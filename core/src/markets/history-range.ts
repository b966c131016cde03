import type { HistoryRange } from '../http-api/markets.ts';

/** Candle lengths in which past prices are kept: one row per stretch of time, longer for older prices. */
export type CandleStep = 'minute' | 'hour' | 'day';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The most points of a chart. */
export const MOST_POINTS = 600;
/** The most lines of a chart. */
export const MOST_LINES = 8;

/** How long every price change is kept. */
export const CHANGES_KEPT_MS = DAY_MS;
/** How long candles are kept; day candles are kept forever. */
export const CANDLES_KEPT_MS = { minute: 7 * DAY_MS, hour: 90 * DAY_MS } as const;

/** How far back a range goes; `All` goes back to the opening. */
const RANGE_MS: Readonly<Record<HistoryRange, number>> = {
  '1H': HOUR_MS,
  '6H': 6 * HOUR_MS,
  '1D': DAY_MS,
  '1W': 7 * DAY_MS,
  All: Infinity,
};

/** A stretch of time; `to` is never before `from`. */
export interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

/**
 * The stretch that a range covers: it ends now, or when the market's prices stopped moving, and never starts before
 * the market opened.
 *
 * @param endedAt when it was settled or voided; null before that
 */
export function stretchOf(
  range: HistoryRange,
  market: { openedAt: Date; closesAt: Date; endedAt: Date | null; now: Date },
): Stretch {
  const { openedAt, closesAt, endedAt, now } = market;
  const ends = [now, closesAt, endedAt ?? now].map((end) => end.getTime());
  const to = Math.max(Math.min(...ends), openedAt.getTime());
  const from = Math.max(to - RANGE_MS[range], openedAt.getTime());
  return { from: new Date(from), to: new Date(to) };
}

/** Whether every price change of the stretch is still kept. */
export function hasAllChanges({ from }: Stretch, now: Date): boolean {
  return now.getTime() - from.getTime() <= CHANGES_KEPT_MS;
}

/**
 * The finest candles that cover the whole stretch and aren't far more than a chart shows. A chart shows only part of
 * a day of minutes or of 90 days of hours.
 */
export function candleStepOf({ from, to }: Stretch, now: Date): CandleStep {
  const length = to.getTime() - from.getTime();
  const age = now.getTime() - from.getTime();
  if (length <= DAY_MS && age <= CANDLES_KEPT_MS.minute) return 'minute';
  return age <= CANDLES_KEPT_MS.hour ? 'hour' : 'day';
}
