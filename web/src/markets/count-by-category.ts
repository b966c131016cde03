import type { Category } from '@tallystone/core/http-api';
import { timeStatus } from '@tallystone/core/markets/time-status';

/** How many markets of each category have not ended; categories without any are absent. */
export function countByCategory(
  markets: readonly { category: Category; endsAt: string }[],
  now: Date,
): Map<Category, number> {
  const counts = new Map<Category, number>();
  for (const { category, endsAt } of markets) {
    if (timeStatus({ endsAt, now }) === 'ended') continue;
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return counts;
}
