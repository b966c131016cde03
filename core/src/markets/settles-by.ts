import type { MarketSource } from '../http-api/markets.ts';

/** A market without a result this long after its close is flagged to admins. */
export const RESULT_WITHIN_MS = 48 * 3_600_000;

/** How long after its close a practice market is drawn: the last bets have been answered by then. */
export const DRAWN_AFTER_MS = 5000;

/** When bettors can expect the result. */
export function settlesBy({ closesAt, source }: { closesAt: Date; source: MarketSource }): Date {
  return new Date(closesAt.getTime() + (source === 'practice' ? DRAWN_AFTER_MS : RESULT_WITHIN_MS));
}

/** From when on admins are warned that a result is missing. */
export function overdueFrom(closesAt: Date): Date {
  return new Date(closesAt.getTime() + RESULT_WITHIN_MS);
}
