import type { RateClass } from '@tallystone/core/http-api';
import { HttpError } from './http-error.ts';
import { type Budget, TokenBuckets } from './token-buckets.ts';

const perMinute = (calls: number): Budget => ({ perSecond: calls / 60, burst: calls });
const perHour = (calls: number): Budget => ({ perSecond: calls / 3600, burst: calls });

/** What each class of calls may use, and whether by address or by user. */
const LIMITS: Readonly<Record<RateClass, { by: 'address' | 'user'; budget: Budget } | null>> = {
  read: { by: 'address', budget: { perSecond: 50, burst: 100 } },
  nonce: { by: 'address', budget: perMinute(30) },
  verify: { by: 'address', budget: perMinute(10) },
  demo: { by: 'address', budget: perHour(20) },
  bet: { by: 'user', budget: { perSecond: 10, burst: 20 } },
  admin: { by: 'user', budget: perMinute(60) },
  refresh: { by: 'user', budget: perMinute(6) },
  none: null,
};

/** Sign-ins of one wallet from one address: by the wallet alone, a stranger could use up somebody's tries. */
const VERIFY_PER_WALLET = perMinute(5);

export interface RateLimits {
  /** Counts one call. @throws HttpError `rate-limited` when the budget is used up */
  count(call: { rate: RateClass; address: string; userId: string | null }): void;
  /** Counts one try to sign in. @throws HttpError as above */
  countSignIn(call: { address: string; wallet: string }): void;
}

/** Counts calls in this process against the budgets of their class. */
export function rateLimits(nowMs: () => number): RateLimits {
  const buckets = new TokenBuckets(nowMs);
  const take = (name: string, budget: Budget) => {
    const waitSeconds = buckets.take(name, budget);
    if (waitSeconds === null) return;
    throw new HttpError('rate-limited', `Too many requests; try again in ${seconds(waitSeconds)}.`, {
      retryAfterSeconds: waitSeconds,
    });
  };
  return {
    count({ rate, address, userId }) {
      const limit = LIMITS[rate];
      if (limit === null) return;
      const whom = limit.by === 'user' && userId !== null ? `user ${userId}` : networkOf(address);
      take(`${rate} ${whom}`, limit.budget);
    },
    countSignIn({ address, wallet }) {
      take(`wallet ${networkOf(address)} ${wallet}`, VERIFY_PER_WALLET);
    },
  };
}

const seconds = (n: number) => (n === 1 ? '1 second' : `${n} seconds`);

/** The caller's network: an IPv4 address, or the /64 of an IPv6 one, which is one customer's. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
