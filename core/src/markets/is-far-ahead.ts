/** Without futures trading a market ends at most so far ahead. */
export const FUTURES_AFTER_MS = 30 * 86_400_000;

/** Whether a market that ends then needs futures trading. */
export function isFarAhead(endsAt: Date, now: Date): boolean {
  return endsAt.getTime() - now.getTime() > FUTURES_AFTER_MS;
}
