import { t } from '../texts/t-market-page.ts';
import { pointMinute, pointValue } from './point-words.ts';
import type { PriceLine, PricePoints } from './price-points.ts';

/** The chart in one sentence: the latest leader or the only outcome, its first and last probability, and between which values it moved. */
export function summaryOf({ at, lines }: PricePoints): string {
  const leading = leadersOf(lines);
  const [leader, ...equals] = leading;
  if (leader === undefined) return t('marketPage.unpriced');
  const now = pointValue(leader.values.at(-1) ?? null);
  if (equals.length > 0) return t('marketPage.level', { many: leading.length, now });
  const outcome = leader.name;
  const from = pointMinute(at[0] ?? 0);
  const first = leader.values[0] ?? null;
  const known = leader.values.filter((value) => value !== null);
  const low = pointValue(Math.min(...known));
  const high = pointValue(Math.max(...known));
  const isAlone = lines.length === 1;
  if (first !== null && low === high)
    return t(isAlone ? 'marketPage.aloneSteady' : 'marketPage.steady', { outcome, now, from });
  const values = { outcome, now, before: pointValue(first), from, low, high };
  return t(isAlone ? 'marketPage.aloneMoved' : 'marketPage.moved', values);
}

/** The lines with the highest last value, compared as rounded text; none if there is no price. */
function leadersOf(lines: readonly PriceLine[]): PriceLine[] {
  const ends = lines.map(({ values }) => values.at(-1) ?? null);
  const highest = Math.max(...ends.map((end) => end ?? Number.NEGATIVE_INFINITY));
  if (!Number.isFinite(highest)) return [];
  return lines.filter((_, place) => pointValue(ends[place] ?? null) === pointValue(highest));
}
