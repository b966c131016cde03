import type { MarketSource } from '../http-api/markets.ts';

/** A market without a result so long after its close is flagged to admins. */
export const RESULT_WITHIN_MS = 48 * 3_600_000;

/** A practice market is drawn so long after its close. */
export const DRAWN_AFTER_MS = 2 * 60_000;

/** By when a market is to have its result: what is shown to bettors. */
export function settlesBy({ closesAt, source }: { closesAt: Date; source: MarketSource }): Date {
  return new Date(closesAt.getTime() + (source === 'practice' ? DRAWN_AFTER_MS : RESULT_WITHIN_MS));
}

/** From when on admins are told that a market has no result. */
export function overdueFrom(closesAt: Date): Date {
  return new Date(closesAt.getTime() + RESULT_WITHIN_MS);
}
