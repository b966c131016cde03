import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteKeptList } from '../data/market-list.ts';
import { marketsQuery } from '../data/queries.ts';
import { createQueryClient } from '../data/query-client.ts';
import { LiveStream } from './live-stream.tsx';
import { streamState } from './stream-state.ts';

// As where the device does not have it, and the server cannot be reached.
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

test('without the code of the stream, a list that an earlier visit kept is not bet on, however young', async () => {
  const client = aPage();
  const updatedAt = Date.now() - 5_000;
  noteKeptList(client, updatedAt);
  client.setQueryData(marketsQuery.queryKey, [aMarket()], { updatedAt });
  await waitFor(() => expect(streamState.read()).toEqual({ kind: 'paused', updatedAt }));
});

test('one that was just read holds meanwhile', async () => {
  vi.stubGlobal('fetch', async () => Response.json([aMarket()]));
  const client = aPage();
  await client.fetchQuery(marketsQuery);
  await waitFor(() => expect(streamState.read()).toMatchObject({ kind: 'reconnecting' }));
});
