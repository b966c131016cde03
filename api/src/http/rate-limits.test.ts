import { httpApi } from '@tallystone/core/http-api';
import { type Endpoint, type RateClass, rateOf } from '@tallystone/core/http-api/endpoint';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openCallerNetworks } from './caller-network.ts';
import { toHttpError } from './error-answer.ts';
import { openRateLimits } from './rate-limits.ts';

interface Caller {
  address?: string;
  userId?: string;
  wallet?: string;
}

let app: FastifyInstance;
/** Calls wait for this before the limits of users count them: the query that finds all their sessions. */
let sessions: Promise<void>;
let waiting: number;

beforeEach(async () => {
  sessions = Promise.resolve();
  waiting = 0;
  // Fakes only the clock: timers and requests continue.
  vi.useFakeTimers({ toFake: ['Date'] });
  app = fastify();
  const limits = openRateLimits();
  const networks = openCallerNetworks({
    trustedProxies: 1,
    now: () => new Date(),
    onDistrust: () => undefined,
  });
  app.setErrorHandler((error, _request, reply) => {
    const { code, message, retryAfterSeconds } = toHttpError(error);
    return reply.code(429).send({ code, message, retryAfterSeconds });
  });
  for (const rate of new Set(Object.values<Endpoint>(httpApi).map(rateOf))) {
    // Like the server: counts by address before the session is found, by user after.
    const answer = async (request: FastifyRequest) => {
      waiting += 1;
      limits.countRequest(networks.of(request.raw));
      limits.countAddress(networks.of(request.raw), rate);
      await sessions;
      const userId = request.headers['x-user'];
      if (userId !== undefined) limits.countUser(String(userId), rate);
      return 'ok';
    };
    app.get(`/${rate}`, answer);
    app.get(`/${rate}/other`, answer);
  }
  app.post<{ Body: { wallet: string } }>('/sign-in', async (request) => {
    limits.countSignIn(networks.of(request.raw), request.body.wallet);
    return 'ok';
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const headersOf = ({ address = '192.0.2.1', userId }: Caller) => ({
  'x-forwarded-for': address,
  ...(userId !== undefined && { 'x-user': userId }),
});

const call = (rate: string, caller: Caller = {}) =>
  app.inject({ url: `/${rate}`, headers: headersOf(caller) });

/** Makes calls wait, then lets all of them continue together. */
function holdSessions(): () => void {
  let goOn = () => {};
  sessions = new Promise((resolve) => {
    goOn = resolve;
  });
  return goOn;
}

/** How many calls in a row pass until one is refused. */
async function countAllowed(ask: () => Promise<{ statusCode: number }>): Promise<number> {
  let allowed = 0;
  while (allowed < 1000 && (await ask()).statusCode === 200) allowed += 1;
  return allowed;
}

describe('rate limits', () => {
  test.each<[RateClass, number, number]>([
    ['read', 50, 1],
    ['nonce', 30, 60],
    ['verify', 10, 60],
    ['demo', 20, 3600],
    ['bet', 20, 2],
    ['refresh', 6, 60],
    ['health', 20, 1],
  ])('%s: %i calls in %i seconds, and a refusal has the time to wait', async (rate, calls, seconds) => {
    const caller = { userId: 'u1' };
    expect(await countAllowed(() => call(rate, caller))).toBe(calls);
    const answer = await call(rate, caller);
    expect(answer.json()).toEqual({
      code: 'rate-limited',
      message: `Too many requests; try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
      retryAfterSeconds: seconds,
    });
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect((await call(rate, caller)).json()).toMatchObject({ retryAfterSeconds: 1 });
    vi.advanceTimersByTime(1);
    expect(await countAllowed(() => call(rate, caller))).toBe(calls);
  });

  describe('of a burst in one moment', () => {
    const callRead = () => call('read');
    const bet = () => call('bet', { userId: 'u1' });
    test.each([
      [50, 'reads', callRead],
      [20, 'bets of one user', bet],
    ])('%i of 100 %s pass, and the others must wait', async (most, _calls, ask) => {
      const goOn = holdSessions();
      const answers = Promise.all(Array.from({ length: 100 }, async () => await ask()));
      await expect.poll(() => waiting).toBe(100);
      goOn();
      const refused = (await answers).filter(({ statusCode }) => statusCode !== 200);
      expect(refused).toHaveLength(100 - most);
      for (const answer of refused) expect(answer.json()).toMatchObject({ code: 'rate-limited' });
    });
  });

  test('a user may place 20 bets at once from any address, and other users are not affected', async () => {
    const bet = (caller: Caller) => countAllowed(() => call('bet', caller));
    expect(await bet({ userId: 'u1' })).toBe(20);
    expect(await bet({ userId: 'u1', address: '192.0.2.2' })).toBe(0);
    expect(await bet({ userId: 'u2' })).toBe(20);
  });

  test('the limit of an address does not grow with its users', async () => {
    expect(await countAllowed(() => call('demo', { userId: 'u1' }))).toBe(20);
    expect((await call('demo', { userId: 'u2' })).statusCode).toBe(429);
    expect((await call('demo', { address: '192.0.2.2' })).statusCode).toBe(200);
  });

  test('calls of one class share a limit, and classes do not', async () => {
    expect(await countAllowed(() => call('nonce'))).toBe(30);
    expect((await call('nonce/other')).statusCode).toBe(429);
    expect((await call('verify')).statusCode).toBe(200);
  });

  test('5 sign-ins a minute of one wallet from one address, and a stranger cannot use them up', async () => {
    const signIn = ({ wallet = 'wallet', ...caller }: Caller) =>
      app.inject({ method: 'POST', url: '/sign-in', headers: headersOf(caller), payload: { wallet } });
    expect(await countAllowed(() => signIn({}))).toBe(5);
    expect((await signIn({ wallet: 'WALLET' })).json()).toMatchObject({ code: 'rate-limited' });
    expect((await signIn({ wallet: 'another' })).statusCode).toBe(200);
    expect((await signIn({ address: '192.0.2.9' })).statusCode).toBe(200);
    vi.advanceTimersByTime(60_000);
    expect((await signIn({})).statusCode).toBe(200);
  });

  test('an address may send at most 300 requests a second of any kind', async () => {
    const callAs = (user: number) => call('bet', { userId: `u${user}` });
    let user = 0;
    expect(await countAllowed(() => callAs(user++))).toBe(300);
    expect((await call('health')).json()).toMatchObject({ code: 'rate-limited' });
    expect((await call('health', { address: '192.0.2.2' })).statusCode).toBe(200);
    vi.advanceTimersByTime(1000);
    expect((await call('health')).statusCode).toBe(200);
  });

  test.each([
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::9'],
    ['2001:db8::1', '2001:db8:0:0:1::'],
    ['fe80::1%eth0', 'fe80::2%eth0'],
  ])('%s and %s are one caller', async (one, other) => {
    expect(await countAllowed(() => call('nonce', { address: one }))).toBe(30);
    expect((await call('nonce', { address: other })).statusCode).toBe(429);
  });

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['192.0.2.1', '192.0.2.2'],
  ])('%s and %s are two', async (one, other) => {
    expect(await countAllowed(() => call('nonce', { address: one }))).toBe(30);
    expect((await call('nonce', { address: other })).statusCode).toBe(200);
  });
});
