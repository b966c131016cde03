import {
  answers,
  eventStream,
  fakeServer,
  noAnswer,
  refusal,
  type Step,
} from '@tallystone/testkit/fake-fetch/fake-server.ts';
import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { newsOf } from '@tallystone/testkit/mock-api/news-of.ts';
import { describe, expect, test, vi } from 'vitest';
import { MarketBoard } from './market-board.ts';
import { readStream, type StreamEvent, type StreamParts } from './stream.ts';

const market = aMarket({ id: 'm_1', version: 3 });
const AT = '2026-11-27T12:00:00.000Z';
const LIMITS = { balance: 1000 };

/** A reader of a server whose connections take these steps in order, and the events it got. */
function reading(
  steps: readonly Step[],
  { isSignedIn = false, ...more }: { isSignedIn?: boolean } & Omit<Partial<StreamParts>, 'isSignedIn'> = {},
) {
  const server = fakeServer(...steps);
  const from: { lastEventId: string | null; after: string | null }[] = [];
  const waits: number[] = [];
  const caller = new AbortController();
  const renewSession = vi.fn(async () => {});
  const checkSession = vi.fn(async () => true);
  const stream = readStream(
    {
      terms: { random: () => 0, wait: async (ms) => void waits.push(ms) },
      open: (place, signal) => {
        from.push(place);
        return server.fetch('http://test/api/stream', { signal });
      },
      list: async () => ({ markets: [market], position: '100' }),
      isSignedIn: () => isSignedIn,
      renewSession,
      checkSession,
      now: () => 0,
      ...more,
    },
    caller.signal,
  );
  const next = async (): Promise<StreamEvent> => {
    const { value, done } = await stream.next();
    if (done) throw new Error('the stream ended');
    return value;
  };
  return { stream, next, from, waits, caller, renewSession, checkSession };
}

test('begins with the list, and continues from its position', async () => {
  const events = eventStream();
  const { next, from, stream } = reading([events.step]);
  expect(await next()).toEqual({ name: 'list', data: [market] });
  events.send('beat', { at: AT, position: '100', listed: 1 }, '100');
  expect(await next()).toEqual({ name: 'beat', data: { at: AT, position: '100', listed: 1 } });
  expect(from).toEqual([{ lastEventId: null, after: '100' }]);
  await stream.return(undefined);
});

test.each(['breakOff', 'end'] as const)(
  'continues after the last event when the connection fails (%s)',
  async (how) => {
    const [first, second] = [eventStream(), eventStream()];
    const { next, from, waits } = reading([first.step, second.step]);
    await next();
    first.send('markets', { at: AT, markets: [] }, '105');
    expect(await next()).toMatchObject({ name: 'markets' });
    const lost = next();
    first[how]();
    expect(await lost).toMatchObject({ name: 'lost', data: { code: 'no-answer' } });
    second.send('beat', { at: AT, position: '106', listed: 1 }, '106');
    expect(await next()).toMatchObject({ name: 'beat' });
    expect(from[1]).toEqual({ lastEventId: '105', after: null });
    expect(waits).toEqual([500]);
  },
);

test('heals after a server that restarts, waiting longer each time', async () => {
  const events = eventStream();
  const { next, waits } = reading([
    noAnswer(),
    answers(502, '<html>'),
    refusal(503, 'not-ready', { retryAfter: '5' }),
    events.step,
  ]);
  await next();
  for (const status of [0, 502, 503]) {
    expect(await next()).toMatchObject({ name: 'lost', data: { status } });
  }
  events.send('beat', { at: AT, position: '100', listed: 1 }, '100');
  expect(await next()).toMatchObject({ name: 'beat' });
  expect(waits).toEqual([500, 1000, 5000]);
});

test('a connection that is silent for too long counts as broken', async () => {
  vi.useFakeTimers();
  try {
    const [first, second] = [eventStream(), eventStream()];
    const { next, from } = reading([first.step, second.step]);
    await next();
    const lost = next();
    await vi.advanceTimersByTimeAsync(24_000);
    first.sendText(': still here\n\n');
    await vi.advanceTimersByTimeAsync(24_000);
    expect(from).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await lost).toMatchObject({ name: 'lost' });
  } finally {
    vi.useRealTimers();
  }
});

test('a snapshot brings the whole list and what changed in it', async () => {
  const events = eventStream();
  const moved = { ...market, version: 4, volume: 99 };
  const { next } = reading([events.step]);
  await next();
  events.send('snapshot', { at: AT, position: '200', markets: [newsOf(moved, true)] }, '200');
  const board = new MarketBoard();
  for (const name of ['list', 'markets'] as const) {
    const event = await next();
    expect(event.name).toBe(name);
    board.take(event);
  }
  expect(board.get('m_1')).toMatchObject({ version: 4, volume: 99 });
});

test('an event of a later version is passed over, with its position', async () => {
  const [first, second] = [eventStream(), eventStream()];
  const { next, from } = reading([first.step, second.step]);
  await next();
  first.send('weather', {}, '107');
  first.end();
  expect(await next()).toMatchObject({ name: 'lost' });
  const beat = next();
  second.send('beat', { at: AT, position: '108', listed: 1 });
  await beat;
  expect(from[1]?.lastEventId).toBe('107');
});

test('an event that cannot be read comes again', async () => {
  const [first, second] = [eventStream(), eventStream()];
  const { next, from } = reading([first.step, second.step]);
  await next();
  first.sendText('event: markets\nid: 109\ndata: {"half\n\n');
  expect(await next()).toMatchObject({ name: 'lost' });
  const beat = next();
  second.send('beat', { at: AT, position: '108', listed: 1 });
  await beat;
  expect(from[1]).toEqual({ lastEventId: null, after: '100' });
});

test('a refusal of the request itself ends the stream', async () => {
  const { next } = reading([refusal(400, 'invalid-request')]);
  await next();
  await expect(next()).rejects.toMatchObject({ code: 'invalid-request' });
});

test('ends with the reason when the caller aborts, also while it waits', async () => {
  const { next, caller } = reading([
    () => {
      caller.abort(new Error('enough'));
      throw new TypeError('fetch failed');
    },
  ]);
  await next();
  await expect(next()).rejects.toThrow('enough');
});

test('closes its connection when the caller stops reading', async () => {
  const events = eventStream();
  let signal: AbortSignal | undefined;
  const { next, stream } = reading([
    (request) => {
      signal = request.signal;
      return events.step(request);
    },
  ]);
  await next();
  events.send('beat', { at: AT, position: '100', listed: 1 });
  await next();
  expect(signal?.aborted).toBe(false);
  await stream.return(undefined);
  expect(signal?.aborted).toBe(true);
});

describe('a session', () => {
  test('that ends is renewed before the next connection', async () => {
    const [first, second] = [eventStream(), eventStream()];
    const { next, renewSession } = reading([first.step, second.step], { isSignedIn: true });
    await next();
    first.send('session-ended', { at: AT });
    expect(await next()).toMatchObject({ name: 'session-ended' });
    expect(await next()).toMatchObject({ name: 'lost' });
    const account = next();
    second.send('account', { limits: LIMITS, bets: [] });
    expect(await account).toMatchObject({ name: 'account' });
    expect(renewSession).toHaveBeenCalledOnce();
  });

  test('that can’t be renewed now is tried again', async () => {
    const [first, second] = [eventStream(), eventStream()];
    const renewSession = vi.fn(async () => {});
    const { next } = reading([first.step, second.step], { isSignedIn: true, renewSession });
    const { TallystoneError } = await import('./tallystone-error.ts');
    renewSession.mockRejectedValueOnce(new TallystoneError({ status: 0, text: '', code: 'no-answer' }));
    await next();
    first.send('session-ended', { at: AT });
    await next();
    expect(await next()).toMatchObject({ name: 'lost' });
    expect(await next()).toMatchObject({ name: 'lost', data: { code: 'no-answer' } });
    const account = next();
    second.send('account', { limits: LIMITS, bets: [] });
    expect(await account).toMatchObject({ name: 'account' });
    expect(renewSession).toHaveBeenCalledTimes(2);
  });

  test('is checked if a connection begins without its account', async () => {
    const [first, second] = [eventStream(), eventStream()];
    const checkSession = vi.fn(async () => false);
    const { next } = reading([first.step, second.step], { isSignedIn: true, checkSession });
    await next();
    first.send('beat', { at: AT, position: '100', listed: 1 });
    await next();
    expect(await next()).toMatchObject({ name: 'lost' });
    expect(checkSession).toHaveBeenCalledOnce();
  });
});
