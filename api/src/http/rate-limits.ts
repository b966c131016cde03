import type { RateClass } from '@tallystone/core/http-api/endpoint';
import { say } from '@tallystone/core/sentences/say';
import { type CountCall, countCalls } from './count-calls.ts';
import { HttpError } from './http-error.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Callers remembered per limit; the ones who called longest ago are forgotten first. */
const CALLERS = 50_000;

interface Limit {
  readonly max: number;
  readonly spanMs: number;
}

/** Of one address, whatever it asks for. */
const EVERYTHING: Limit = { max: 300, spanMs: SECOND_MS };
/** How many calls of a class one address or one user may make in a span of time. */
const LIMITS: Readonly<Record<RateClass, Limit & { by: 'address' | 'user' }>> = {
  read: { by: 'address', max: 50, spanMs: SECOND_MS },
  nonce: { by: 'address', max: 30, spanMs: MINUTE_MS },
  verify: { by: 'address', max: 10, spanMs: MINUTE_MS },
  // Each is an account of its own.
  demo: { by: 'address', max: 20, spanMs: HOUR_MS },
  // 10 a second, 20 of them at once.
  bet: { by: 'user', max: 20, spanMs: 2 * SECOND_MS },
  admin: { by: 'user', max: 60, spanMs: MINUTE_MS },
  refresh: { by: 'user', max: 6, spanMs: MINUTE_MS },
  health: { by: 'address', max: 20, spanMs: SECOND_MS },
};
const SIGN_INS_PER_WALLET: Limit = { max: 5, spanMs: MINUTE_MS };

/** Each count throws HttpError `rate-limited` when there were too many. */
export interface RateLimits {
  /** Counts a request with everything that its address asks for. Too many: `onTooMany` hears for how long. */
  countRequest(network: string, onTooMany?: (waitMs: number) => void): void;
  /** Counts a call by its address, where its class is counted by addresses. */
  countAddress(network: string, rate: RateClass): void;
  /** Counts a call of a user, where its class is counted by users. The calls of a class share its budget. */
  countUser(userId: string, rate: RateClass): void;
  /** Counts a try to sign in. By the wallet alone, a stranger could use up the owner's tries. */
  countSignIn(network: string, wallet: string): void;
}

/** Counts the calls that this process answers. */
export function openRateLimits(): RateLimits {
  const everything = counting(EVERYTHING);
  const classes = Object.entries(LIMITS).map(([rate, limit]) => [rate, counting(limit)]);
  // One for each of the limits, which are one for each class.
  const counts = Object.fromEntries(classes) as Record<RateClass, CountCall>;
  const signIns = counting(SIGN_INS_PER_WALLET);
  return {
    countRequest(network, onTooMany) {
      const waitMs = everything(network);
      if (waitMs !== null) onTooMany?.(waitMs);
      refuseAfter(waitMs);
    },
    countAddress(network, rate) {
      if (LIMITS[rate].by === 'address') refuseAfter(counts[rate](network));
    },
    countUser(userId, rate) {
      if (LIMITS[rate].by === 'user') refuseAfter(counts[rate](userId));
    },
    countSignIn(network, wallet) {
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
