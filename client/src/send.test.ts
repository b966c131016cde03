import {
  answers,
  fakeServer,
  noAnswer,
  refusal,
  type Step,
} from '@tallystone/testkit/fake-fetch/fake-server.ts';
import { describe, expect, test } from 'vitest';
import { connect } from './connect.ts';
import { send } from './send.ts';
import { TallystoneError } from './tallystone-error.ts';

const BET = {
  publicKey: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  marketId: 'm_1',
  outcomeId: 'o_1',
  amount: 25,
  odds: 1.9,
  signature: '0x',
};
const GET = { method: 'GET', path: '/', isRepeatable: true, takesKey: false, answer: 'json' } as const;
const CHANGE = { ...GET, method: 'POST', isRepeatable: false } as const;
const REPEATABLE = { ...GET, method: 'POST' } as const;

/** Sends a call to a server that gives these answers in order. */
async function sending(call: Parameters<typeof send>[0], ...script: Step[]) {
  const server = fakeServer(...script);
  const waits: number[] = [];
  const terms = {
    fetch: server.fetch,
    attempts: 3,
    timeoutMs: 1000,
    random: () => 0,
    wait: async (ms: number) => void waits.push(ms),
  };
  const result = await send(call, { url: 'http://test/', headers: {} }, terms).catch((error) => error);
  return { result, waits, asked: server.requests.length };
}

describe('reading', () => {
  test.each([
    ['no answer', noAnswer()],
    ['502', answers(502, '<html>')],
    ['503', refusal(503, 'not-ready')],
    ['504', answers(504, '')],
    ['429', refusal(429, 'rate-limited')],
    ['an answer that breaks off', answers(200, '{"half":')],
  ])('is tried again after %s', async (_, first) => {
    const { result, asked, waits } = await sending(GET, first, answers(200, '{"ok":true}'));
    expect(result.body).toEqual({ ok: true });
    expect([asked, waits]).toEqual([2, [500]]);
  });

  test.each([400, 401, 404, 409, 500])('is not tried again after %i', async (status) => {
    const { result, asked } = await sending(GET, refusal(status, 'internal'), answers(200, '{}'));
    expect(result).toMatchObject({ status, isOutcomeUnknown: false });
    expect(asked).toBe(1);
  });

  test('waits longer each time, and gives up', async () => {
    const { result, asked, waits } = await sending(
      GET,
      noAnswer(),
      noAnswer(),
      noAnswer(),
      answers(200, '{}'),
    );
    expect(result).toMatchObject({ code: 'no-answer', status: 0, isOutcomeUnknown: false });
    expect([asked, waits]).toEqual([3, [500, 1000]]);
  });

  test('waits as long as the server asked for', async () => {
    const busy = refusal(429, 'rate-limited', { retryAfter: '7' });
    const { waits } = await sending(GET, busy, answers(200, '{}'));
    expect(waits).toEqual([7000]);
  });

  test('leaves a wait of more than a minute to the caller', async () => {
    const busy = refusal(429, 'rate-limited', { retryAfter: '3000' });
    const { result, asked } = await sending(GET, busy, answers(200, '{}'));
    expect(result).toMatchObject({ code: 'rate-limited', retryAfter: 3000 });
    expect(asked).toBe(1);
  });
});

describe('a change that must not happen twice', () => {
  test.each([
    ['no answer', noAnswer()],
    ['503', refusal(503, 'too-busy')],
    ['502', answers(502, '')],
  ])('is not sent again after %s, and its outcome is unknown', async (_, first) => {
    const { result, asked } = await sending(CHANGE, first, answers(200, '{}'));
    expect(result).toMatchObject({ isOutcomeUnknown: true });
    expect(asked).toBe(1);
  });

  test('is sent again after 429, because that is refused before anything is done', async () => {
    const { result, asked } = await sending(CHANGE, refusal(429, 'rate-limited'), answers(200, '{}'));
    expect(result.body).toEqual({});
    expect(asked).toBe(2);
  });

  test('has a known outcome once the server decided', async () => {
    const { result } = await sending(CHANGE, refusal(409, 'wrong-state'));
    expect(result).toMatchObject({ code: 'wrong-state', isOutcomeUnknown: false });
  });
});

describe('a change that gets its first answer again', () => {
  test('is sent again after no answer', async () => {
    const { result, asked } = await sending(REPEATABLE, noAnswer(), answers(200, '{"id":"b_1"}'));
    expect(result.body).toEqual({ id: 'b_1' });
    expect(asked).toBe(2);
  });

  test('stays unknown if the server refuses to look', async () => {
    const { result } = await sending(REPEATABLE, noAnswer(), refusal(401, 'unauthenticated'));
    expect(result).toMatchObject({ code: 'unauthenticated', isOutcomeUnknown: true });
  });

  test('is decided by a refusal after no answer', async () => {
    const { result } = await sending(REPEATABLE, noAnswer(), refusal(409, 'market-closed'));
    expect(result).toMatchObject({ code: 'market-closed', isOutcomeUnknown: false });
  });
});

test('every request of one bet has one key, and another bet another', async () => {
  const server = fakeServer(noAnswer(), answers(200, '{}'), answers(200, '{}'));
  const { api } = connect('http://test', { fetch: server.fetch });
  await api.placeBet({ body: BET });
  await api.placeBet({ body: BET });
  const keys = server.requests.map(({ headers }) => headers['Idempotency-Key']);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a bet can be sent with a key of the caller', async () => {
  const server = fakeServer(answers(200, '{}'));
  await connect('http://test', { fetch: server.fetch }).api.placeBet({ body: BET, key: 'mine' });
  expect(server.requests[0]).toMatchObject({
    url: 'http://test/api/bets',
    method: 'POST',
    headers: { 'Idempotency-Key': 'mine', 'Content-Type': 'application/json' },
    body: JSON.stringify(BET),
  });
});

test('an aborted call ends with the reason, and is not sent again', async () => {
  const caller = new AbortController();
  const server = fakeServer(() => {
    caller.abort(new Error('enough'));
    throw new TypeError('fetch failed');
  });
  const { api } = connect('http://test', { fetch: server.fetch });
  await expect(api.listMarkets({ signal: caller.signal })).rejects.toThrow('enough');
  expect(server.requests).toHaveLength(1);
});

describe('an error', () => {
  test('has the code, reason, request id and figures of the answer', async () => {
    const body = {
      error: 'The most you can bet is 12 USDC.',
      code: 'stake-too-large',
      requestId: 'r1',
      reason: { code: 'stake-too-large', most: 12 },
      maxStake: 12,
    };
    const { result } = await sending(CHANGE, answers(409, JSON.stringify(body)));
    expect(result).toBeInstanceOf(TallystoneError);
    expect(result).toMatchObject({
      status: 409,
      code: 'stake-too-large',
      message: body.error,
      requestId: 'r1',
      reason: body.reason,
      retryAfter: null,
      body: { maxStake: 12 },
    });
  });

  test('says when the answer is not from Tallystone', async () => {
    const { result } = await sending(GET, answers(403, '<html>blocked</html>'));
    expect(result).toMatchObject({ code: 'unknown', requestId: null, message: '<html>blocked</html>' });
  });

  test('keeps the cause of no answer', async () => {
    const { result } = await sending(CHANGE, noAnswer());
    expect((result as TallystoneError).cause).toBeInstanceOf(TypeError);
  });
});
