import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { latestListReading } from '../data/market-list.ts';
import { marketsQuery } from '../data/queries.ts';
import { createQueryClient } from '../data/query-client.ts';
import { streamState } from '../stream/stream-state.ts';
import { KeepList } from './keep-list.tsx';
import { keptList } from './kept-list.ts';

/** A mock of the browser's cache storage. */
function aStorage() {
  const held = new Map<string, Map<string, Response>>();
  return {
    has: async (name: string) => held.has(name),
    keys: async () => [...held.keys()],
    open: async (name: string) => {
      const cache = held.get(name) ?? new Map<string, Response>();
      held.set(name, cache);
      return {
        put: async (key: string, answer: Response) => void cache.set(key, answer.clone()),
        match: async (key: string) => cache.get(key)?.clone(),
      };
    },
    delete: async (name: string) => held.delete(name),
  };
}

const HOUR_AGO = Date.now() - 3_600_000;
let answer: () => Promise<Response>;
let client: QueryClient;

beforeEach(() => {
  document.head.innerHTML = '<meta name="app-version" content="0123456789abcdef">';
  vi.stubGlobal('caches', aStorage());
  vi.stubGlobal('fetch', () => answer());
  streamState.set({ kind: 'connecting' });
  client = createQueryClient();
});
afterEach(() => {
  cleanup();
  client.clear();
  document.head.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function List() {
  const { data, isError } = useQuery(marketsQuery);
  return <p>{data?.map(({ title }) => title).join() ?? (isError ? 'refused' : 'waiting')}</p>;
}
const show = () =>
  render(
    <QueryClientProvider client={client}>
      <KeepList />
      <List />
    </QueryClientProvider>,
  );
const listed = (title: string) => async () => Response.json([aMarket({ title })]);
/** Delays the server's answer until the returned function is called. */
function holdAnswer(): (answer: Response) => void {
  let say = (_: Response) => {};
  answer = () =>
    new Promise((resolve) => {
      say = resolve;
    });
  return (given) => say(given);
}
const unreachable = async () => {
  throw new TypeError('Failed to fetch');
};
const earlier = () => keptList.write({ at: HOUR_AGO, markets: [aMarket({ title: 'As it was' })] });

describe('a list from the server', () => {
  test('is stored with the time it was read', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer = listed('As it is');
    show();
    await screen.findByText('As it is');
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    const kept = await keptList.read();
    expect(kept?.markets.map(({ title }) => title)).toEqual(['As it is']);
    expect(kept?.at).toBe(latestListReading(client)?.readAt);
  });

  test('replaces a stored one', async () => {
    await earlier();
    answer = listed('As it is');
    show();
    await screen.findByText('As it is');
    expect(latestListReading(client)?.isKept).toBeUndefined();
  });
});

describe("when the server can't be reached", () => {
  test("the stored list is shown with its age, and its prices can't be bet on", async () => {
    await earlier();
    answer = unreachable;
    show();
    await screen.findByText('As it was');
    expect(client.getQueryState(marketsQuery.queryKey)?.dataUpdatedAt).toBe(HOUR_AGO);
    expect(latestListReading(client)).toEqual({ position: null, readAt: HOUR_AGO, isKept: true });
    expect(streamState.read()).toEqual({ kind: 'paused', updatedAt: HOUR_AGO });
  });

  test('it is shown without a request while the device is offline', async () => {
    await earlier();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    answer = unreachable;
    show();
    await screen.findByText('As it was');
    expect(streamState.read()).toEqual({ kind: 'offline', updatedAt: HOUR_AGO });
    act(() => void window.dispatchEvent(new Event('online')));
  });

  test('it is shown if the answer is slow, and replaced by the answer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await earlier();
    const say = holdAnswer();
    show();
    await act(() => vi.advanceTimersByTimeAsync(4_100));
    await screen.findByText('As it was');
    say(Response.json([aMarket({ title: 'As it is' })]));
    await screen.findByText('As it is');
    expect(latestListReading(client)?.isKept).toBeUndefined();
  });

  test('it is replaced by an answer with lower versions, as from a restored database', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await keptList.write({ at: HOUR_AGO, markets: [aMarket({ title: 'As it was', version: 9 })] });
    const say = holdAnswer();
    show();
    await act(() => vi.advanceTimersByTimeAsync(4_100));
    await screen.findByText('As it was');
    say(Response.json([aMarket({ title: 'As it is', version: 3 })]));
    await screen.findByText('As it is');
  });

  test("the stored list isn't stored again as new", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await earlier();
    answer = unreachable;
    show();
    await screen.findByText('As it was');
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect((await keptList.read())?.at).toBe(HOUR_AGO);
  });

  test('nothing is shown if nothing was stored, or only an older format', async () => {
    answer = unreachable;
    show();
    await screen.findByText('refused');
    const cache = await caches.open('tallystone-list');
    await cache.put('/api/markets', Response.json({ shape: 0, at: 1, markets: [aMarket()] }));
    expect(await keptList.read()).toBeNull();
  });
});

test('an error answer is shown, not hidden by an old list', async () => {
  await earlier();
  answer = async () => Response.json({ error: 'Busy.', code: 'too-busy', requestId: 'r' }, { status: 503 });
  show();
  await screen.findByText('refused');
  await waitFor(() => expect(latestListReading(client)).toBeNull());
});

test("if the app isn't stored, no list is, and an earlier visit's data is deleted", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await earlier();
  await caches.open('tallystone-shell-that-came-back');
  await caches.open('of somebody else');
  document.head.innerHTML = '';
  answer = listed('As it is');
  show();
  await screen.findByText('As it is');
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(await keptList.read()).toBeNull();
  expect(await caches.keys()).toEqual(['of somebody else']);
});

test.each([
  ['is kept while the worker is there', ['tallystone-shell-one'], ['As it is']],
  ['is not kept once the worker has left with its files', [], undefined],
])('the list of a page that a worker opened %s', async (_, files, expected) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: { controller: {} } } }));
  for (const name of files) await caches.open(name);
  answer = listed('As it is');
  show();
  await screen.findByText('As it is');
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  expect((await keptList.read())?.markets.map(({ title }) => title)).toEqual(expected);
});

test('a browser without cache storage still shows the list', async () => {
  vi.unstubAllGlobals();
  vi.stubGlobal('fetch', () => answer());
  answer = listed('As it is');
  show();
  await screen.findByText('As it is');
  await expect(keptList.read()).resolves.toBeNull();
});
