import type { WireListedMarket } from '@tallystone/core/http-api/markets';

/** A practice market counts as settling soon this long before its end. */
const SOON_MS = 3 * 60_000;

/** Whether a practice market ends within three minutes. */
export function settlesSoon(
  { source, endsAt }: Pick<WireListedMarket, 'source' | 'endsAt'>,
  nowMs: number,
): boolean {
  const leftMs = Date.parse(endsAt) - nowMs;
  return source === 'practice' && leftMs > 0 && leftMs <= SOON_MS;
}
