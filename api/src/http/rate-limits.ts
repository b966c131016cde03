import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { RateClass } from '@tallystone/core/http-api';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { countCalls } from './count-calls.ts';
import { HttpError } from './http-error.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Of an IPv6 address, the part that one customer has. */
const NETWORK_BITS = 64;
/** Callers remembered per class; the ones who called longest ago are forgotten first. */
const CALLERS = 50_000;

/** How many calls of a class one address or one user may make in a span of time. */
const LIMITS: Readonly<
  Record<RateClass, { by: 'address' | 'user'; max: number; timeWindow: number } | null>
> = {
  read: { by: 'address', max: 50, timeWindow: SECOND_MS },
  nonce: { by: 'address', max: 30, timeWindow: MINUTE_MS },
  verify: { by: 'address', max: 10, timeWindow: MINUTE_MS },
  demo: { by: 'address', max: 20, timeWindow: HOUR_MS },
  // 10 a second, 20 of them at once.
  bet: { by: 'user', max: 20, timeWindow: 2 * SECOND_MS },
  admin: { by: 'user', max: 60, timeWindow: MINUTE_MS },
  refresh: { by: 'user', max: 6, timeWindow: MINUTE_MS },
  none: null,
};
const SIGN_INS_PER_WALLET = { max: 5, timeWindow: MINUTE_MS };

export interface RateLimits {
  /** Count a call of a class before its content is looked at, and refuse it when there were too many. */
  readonly hooks: Readonly<Record<RateClass, onRequestAsyncHookHandler[]>>;
  /** Counts a try to sign in, whose body is of the right form. @throws HttpError `rate-limited` */
  countSignIn(request: FastifyRequest): Promise<void>;
}

/** Counts the calls that this process answers. */
export async function openRateLimits(app: FastifyInstance): Promise<RateLimits> {
  const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await app.register(rateLimit, {
    global: false,
    store: countCalls(CALLERS),
    addHeaders: { ...silent, 'retry-after': false },
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
  const hookOf = (rate: RateClass) => {
    const limit = LIMITS[rate];
    if (limit === null) return [];
    const { by, max, timeWindow } = limit;
    const keyGenerator = by === 'user' ? userOf : networkOf;
    return [app.rateLimit({ max, timeWindow, keyGenerator })];
  };
  const countByWallet = app.createRateLimit({ ...SIGN_INS_PER_WALLET, keyGenerator: walletOf });
  return {
    // One for all calls of a class, which share its budget.
    hooks: {
      read: hookOf('read'),
      nonce: hookOf('nonce'),
      verify: hookOf('verify'),
      demo: hookOf('demo'),
      bet: hookOf('bet'),
      admin: hookOf('admin'),
      refresh: hookOf('refresh'),
      none: hookOf('none'),
    },
    async countSignIn(request) {
      const count = await countByWallet(request);
      if (!count.isAllowed && count.isExceeded) throw tooMany(count.ttl);
    },
  };
}

/** Of a caller's address the part that one customer has. */
export const networkOf = ({ ip }: FastifyRequest): string => normalizeIP(ip, NETWORK_BITS);

const userOf = (request: FastifyRequest) =>
  request.session === null ? networkOf(request) : `user ${request.session.userId}`;

/** A wallet at one address: by the wallet alone, a stranger could use up somebody's tries. */
function walletOf(request: FastifyRequest): string {
  // Counted after the body was read with the endpoint's schema.
  const { wallet } = request.body as { wallet: string };
  return `${networkOf(request)} ${wallet.toLowerCase()}`;
}

function tooMany(waitMs: number): HttpError {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND_MS));
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return new HttpError('rate-limited', `Too many requests; try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
}
