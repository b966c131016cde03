import { type TimeStatus, timeStatus } from './time-status.ts';

const RANK = { live: 0, upcoming: 1, ended: 2 } as const satisfies Record<TimeStatus, number>;

/**
 * Sorts markets for listing: live, upcoming, ended; within each, by end. Ties keep their order.
 *
 * @returns a new array
 * @see docs/design/fixed-values.md#markets
 */
export function sortMarkets<T extends { endsAt: Date | string }>(markets: readonly T[], now: Date): T[] {
  return markets
    .map((market) => ({
      market,
      rank: RANK[timeStatus({ endsAt: market.endsAt, now })],
      endMs: new Date(market.endsAt).getTime(),
    }))
    .sort((a, b) => a.rank - b.rank || a.endMs - b.endMs)
    .map(({ market }) => market);
}
