/** The farthest ahead a market may end without futures trading. */
export const FUTURES_AFTER_MS = 30 * 86_400_000;

/** Whether a market ending then needs futures trading. */
export function isFarAhead(endsAt: Date, now: Date): boolean {
  return endsAt.getTime() - now.getTime() > FUTURES_AFTER_MS;
}
