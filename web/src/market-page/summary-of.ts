import { t } from '../texts/t-market-page.ts';
import { pointMinute, pointValue } from './point-words.ts';
import type { PriceLine, PricePoints } from './price-points.ts';

/**
 * Describes the chart in one sentence: the leading outcome, how its probability moved, and between which values.
 *
 * @param running whether prices still move; otherwise the sentence is about the time when betting ended
 */
export function summaryOf({ at, lines }: PricePoints, { running }: { running: boolean }): string {
  const leading = leadersOf(lines);
  const [leader, ...equals] = leading;
  const to = running ? '' : 'To';
  if (leader === undefined) return t(`marketPage.unpriced${to}`);
  const last = leader.values.at(-1) ?? null;
  const now = pointValue(last);
  if (equals.length > 0) return t(`marketPage.level${to}`, { many: leading.length, now });
  const outcome = leader.name;
  const from = pointMinute(at[0] ?? 0);
  const first = leader.values[0] ?? null;
  if (first === null) return t(`marketPage.cameUp${to}`, { outcome, now, from });
  const known = leader.values.filter((value) => value !== null);
  const low = pointValue(Math.min(...known));
  const high = pointValue(Math.max(...known));
  const before = pointValue(first);
  if (low === high) return t(`marketPage.steady${to}`, { outcome, now, from });
  // Compares the rounded texts, so that two values that read the same count as unchanged.
  const moved = now === before ? 'held' : (last ?? 0) > first ? 'rose' : 'fell';
  return t(`marketPage.${moved}${to}`, { outcome, now, before, from, low, high });
}

/** The lines with the highest last value, compared as rounded text; none if there is no price. */
function leadersOf(lines: readonly PriceLine[]): PriceLine[] {
  const ends = lines.map(({ values }) => values.at(-1) ?? null);
  const highest = Math.max(...ends.map((end) => end ?? Number.NEGATIVE_INFINITY));
  if (!Number.isFinite(highest)) return [];
  return lines.filter((_, place) => pointValue(ends[place] ?? null) === pointValue(highest));
}
