import type { HistoryRange } from '../http-api/markets.ts';

/** What prices of the past are kept in: the prices of a stretch of time as one row, longer ones for longer ago. */
export type CandleStep = 'minute' | 'hour' | 'day';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A chart gets at most so many points. */
export const MOST_POINTS = 600;
/** And lines of at most so many outcomes. */
export const MOST_LINES = 8;

/** Every change of a price is kept so long. */
export const CHANGES_KEPT_MS = DAY_MS;
/** And candles so long; those of days for ever. */
export const CANDLES_KEPT_MS = { minute: 7 * DAY_MS, hour: 90 * DAY_MS } as const;

/** How far back a range reaches; `All` from the opening on. */
const RANGE_MS: Readonly<Record<HistoryRange, number>> = {
  '1H': HOUR_MS,
  '6H': 6 * HOUR_MS,
  '1D': DAY_MS,
  '1W': 7 * DAY_MS,
  All: Infinity,
};

/** From one moment to another, the second never before the first. */
export interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

/**
 * What a range of a market's history covers: it ends now, or when prices stopped to move, and never begins before
 * the market did.
 *
 * @param endedAt when it was settled or void; null while it is neither
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

/** Whether every change of a stretch is still kept. */
export function hasAllChanges({ from }: Stretch, now: Date): boolean {
  return now.getTime() - from.getTime() <= CHANGES_KEPT_MS;
}

/**
 * The finest candles that are kept of all of a stretch and are not far more than a chart shows: of a day of minutes,
 * and of 90 days of hours, a part is.
 */
export function candleStepOf({ from, to }: Stretch, now: Date): CandleStep {
  const length = to.getTime() - from.getTime();
  const age = now.getTime() - from.getTime();
  if (length <= DAY_MS && age <= CANDLES_KEPT_MS.minute) return 'minute';
  return age <= CANDLES_KEPT_MS.hour ? 'hour' : 'day';
}
