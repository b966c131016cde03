import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteKeptList } from '../data/market-list.ts';
import { marketsQuery } from '../data/queries.ts';
import { createQueryClient } from '../data/query-client.ts';
import { LiveStream } from './live-stream.tsx';
import { streamState } from './stream-state.ts';

// As on a device that doesn't have it, while the server can't be reached.
const loadNothing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

beforeEach(() => streamState.set({ kind: 'connecting' }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function aPage() {
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <LiveStream loadCode={loadNothing} />
    </QueryClientProvider>,
  );
  return client;
}

test("without the stream's code, a stored list can't be bet on, however recent", async () => {
  const client = aPage();
  const updatedAt = Date.now() - 5_000;
  noteKeptList(client, updatedAt);
  client.setQueryData(marketsQuery.queryKey, [aMarket()], { updatedAt });
  await waitFor(() => expect(streamState.read()).toEqual({ kind: 'paused', updatedAt }));
});

test('without it, a list that was just read can be bet on', async () => {
  vi.stubGlobal('fetch', async () => Response.json([aMarket()]));
  const client = aPage();
  await client.fetchQuery(marketsQuery);
  await waitFor(() => expect(streamState.read()).toMatchObject({ kind: 'reconnecting' }));
});
