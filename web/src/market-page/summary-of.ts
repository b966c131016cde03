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
  if (leader === undefined) return running ? t('marketPage.unpriced') : t('marketPage.unpricedTo');
  const now = pointValue(leader.values.at(-1) ?? null);
  if (equals.length > 0) {
    const facts = { many: leading.length, now };
    return running ? t('marketPage.level', facts) : t('marketPage.levelTo', facts);
  }
  const outcome = leader.name;
  const from = pointMinute(at[0] ?? 0);
  const first = leader.values[0] ?? null;
  if (first === null) {
    const facts = { outcome, now, from };
    return running ? t('marketPage.cameUp', facts) : t('marketPage.cameUpTo', facts);
  }
  const known = leader.values.filter((value) => value !== null);
  const facts = {
    outcome,
    now,
    before: pointValue(first),
    from,
    low: pointValue(Math.min(...known)),
    high: pointValue(Math.max(...known)),
  };
  if (facts.low === facts.high) {
    return running ? t('marketPage.steady', facts) : t('marketPage.steadyTo', facts);
  }
  // Compares the rounded texts, so that two values that read the same count as unchanged.
  if (facts.now === facts.before)
    return running ? t('marketPage.held', facts) : t('marketPage.heldTo', facts);
  if ((leader.values.at(-1) ?? 0) > first) {
    return running ? t('marketPage.rose', facts) : t('marketPage.roseTo', facts);
  }
  return running ? t('marketPage.fell', facts) : t('marketPage.fellTo', facts);
}

/** The lines with the highest last value, compared as rounded text; none if there is no price. */
function leadersOf(lines: readonly PriceLine[]): PriceLine[] {
  const ends = lines.map(({ values }) => values.at(-1) ?? null);
  const highest = Math.max(...ends.map((end) => end ?? Number.NEGATIVE_INFINITY));
  if (!Number.isFinite(highest)) return [];
  return lines.filter((_, place) => pointValue(ends[place] ?? null) === pointValue(highest));
}
