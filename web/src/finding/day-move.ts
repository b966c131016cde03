import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import type { LastDay } from '../data/queries.ts';
import { shownNumber } from '../format/shown-number.ts';

export interface DayMove {
  outcome: WireOutcome;
  /** The outcome's position in the market. */
  place: number;
  /** Its chance until now, in tenths of a percent. */
  points: readonly number[];
  /** In points, rounded to tenths as it is shown; below zero for a fall. */
  moved: number;
}

/** How the leading outcome moved in the last 24 hours; null while unknown. */
export function dayMove({ outcomes }: WireListedMarket, day: LastDay | undefined): DayMove | null {
  const line = day?.line;
  const place = outcomes.findIndex(({ id }) => id === line?.outcomeId);
  const outcome = outcomes[place];
  const now = shownNumber(outcome?.probability);
  if (line === undefined || outcome === undefined || now === null) return null;
  // Ends with the price on the card, which is newer than the line.
  const points = [...line.points, now * 10];
  return { outcome, place, points, moved: Math.round(now * 10 - (line.points[0] ?? 0)) / 10 };
}
