import type { RateClass } from '@tallystone/core/http-api/endpoint';
import { say } from '@tallystone/core/sentences/say';
import { forgetOldest } from './forget-oldest.ts';
import { HttpError } from './http-error.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Callers remembered per limit; those whose last call is oldest are forgotten first. */
const CALLERS = 50_000;

interface Limit {
  readonly max: number;
  readonly spanMs: number;
}

/** All requests of one address. */
const EVERYTHING: Limit = { max: 300, spanMs: SECOND_MS };
/** How many calls of each class one address or one user may make in a time span. */
const LIMITS: Readonly<Record<RateClass, Limit & { by: 'address' | 'user' }>> = {
  read: { by: 'address', max: 50, spanMs: SECOND_MS },
  nonce: { by: 'address', max: 30, spanMs: MINUTE_MS },
  verify: { by: 'address', max: 10, spanMs: MINUTE_MS },
  // Each one creates an account.
  demo: { by: 'address', max: 20, spanMs: HOUR_MS },
  // 10 a second, 20 of them at once.
  bet: { by: 'user', max: 20, spanMs: 2 * SECOND_MS },
  admin: { by: 'user', max: 60, spanMs: MINUTE_MS },
  refresh: { by: 'user', max: 6, spanMs: MINUTE_MS },
  health: { by: 'address', max: 20, spanMs: SECOND_MS },
};
const SIGN_INS_PER_WALLET: Limit = { max: 5, spanMs: MINUTE_MS };

export type RateLimits = ReturnType<typeof openRateLimits>;

/** Counts the calls that this process answers. Each method throws HttpError `rate-limited` if there were too many. */
export function openRateLimits() {
  const everything = counting(EVERYTHING);
  const classes = Object.entries(LIMITS).map(([rate, limit]) => [rate, counting(limit)]);
  // LIMITS has an entry for each class.
  const counts = Object.fromEntries(classes) as Record<RateClass, CountCall>;
  const signIns = counting(SIGN_INS_PER_WALLET);
  return {
    /** Counts any request of an address. If there were too many, calls `onTooMany` with the time to wait. */
    countRequest(network: string, onTooMany?: (waitMs: number) => void): void {
      const waitMs = everything(network);
      if (waitMs !== null) onTooMany?.(waitMs);
      refuseAfter(waitMs);
    },
    /** Counts a call by its address if its class is counted by address. */
    countAddress(network: string, rate: RateClass): void {
      if (LIMITS[rate].by === 'address') refuseAfter(counts[rate](network));
    },
    /** Counts a call by its user if its class is counted by user. All calls of a class share its limit. */
    countUser(userId: string, rate: RateClass): void {
      if (LIMITS[rate].by === 'user') refuseAfter(counts[rate](userId));
    },
    /** Counts a sign-in. By wallet and address: by wallet alone, a stranger could use up the owner's tries. */
    countSignIn(network: string, wallet: string): void {
      refuseAfter(signIns(`${network} ${wallet.toLowerCase()}`));
    },
  };
}

const counting = (limit: Limit): CountCall => countCalls({ ...limit, mostCallers: CALLERS });

function refuseAfter(waitMs: number | null): void {
  if (waitMs === null) return;
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND_MS));
  const message = seconds === 1 ? say('too-many-requests-second') : say('too-many-requests', { seconds });
  throw new HttpError('rate-limited', message, { retryAfterSeconds: seconds });
}

/** Counts a call of a caller. Returns null, or after how many milliseconds the caller may call again. */
type CountCall = (caller: string) => number | null;

/**
 * Counts calls by caller, in time spans that begin with a caller's first call.
 *
 * @param max calls of one caller in a span
 * @param mostCallers callers remembered; those whose last call is oldest are forgotten first
 */
export function countCalls({
  max,
  spanMs,
  mostCallers,
}: {
  max: number;
  spanMs: number;
  mostCallers: number;
}): CountCall {
  const spans = new Map<string, { readonly endsAt: number; calls: number }>();
  return (caller) => {
    const now = Date.now();
    const known = spans.get(caller);
    const span = known !== undefined && now < known.endsAt ? known : { endsAt: now + spanMs, calls: 0 };
    span.calls += 1;
    // Moves the caller to the end of the map.
    spans.delete(caller);
    spans.set(caller, span);
    forgetOldest(spans, mostCallers);
    return span.calls <= max ? null : span.endsAt - now;
  };
}
