/** A market without a result so long after its close is flagged to admins. */
export const RESULT_WITHIN_MS = 48 * 3_600_000;

/** By when a market that closes then is to have its result. */
export function settlesBy(closesAt: Date): Date {
  return new Date(closesAt.getTime() + RESULT_WITHIN_MS);
}
