import type { WireBet } from '@tallystone/core/http-api/betting';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { listedOf } from '@tallystone/testkit/mock-api/listed-of.ts';
import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { marketsQuery } from '../data/queries.ts';
import { createQueryClient } from '../data/query-client.ts';
import { streamState } from '../stream/stream-state.ts';
import { usePositions } from './use-positions.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  focusManager.setFocused(undefined);
  streamState.set({ kind: 'connecting' });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page with a bettor's positions, and how often they were read. */
async function aPage(bets: WireBet[], listed: readonly string[] | null) {
  let reads = 0;
  vi.stubGlobal('fetch', async () => {
    reads += 1;
    return Response.json(bets);
  });
  const queryClient = createQueryClient();
  const list = listed?.map((id) => listedOf(aMarket({ id })));
  if (list) queryClient.setQueryData(marketsQuery.queryKey, list);
  render(
    <QueryClientProvider client={queryClient}>
      <Positions />
    </QueryClientProvider>,
  );
  await go(0);
  return { reads: () => reads };
}

function Positions() {
  return <p>{usePositions().positions?.length}</p>;
}

const go = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a bet on a market outside the list is read again every 15 seconds', async () => {
  const { reads } = await aPage([aBet({ marketId: 'm_side' })], ['m_main']);
  expect(reads()).toBe(1);
  await go(14_900);
  expect(reads()).toBe(1);
  await go(200);
  expect(reads()).toBe(2);
  await go(15_000);
  expect(reads()).toBe(3);
});

test('nothing is read on a hidden page', async () => {
  const { reads } = await aPage([aBet({ marketId: 'm_side' })], ['m_main']);
  focusManager.setFocused(false);
  await go(60_000);
  expect(reads()).toBe(1);
});

test('without a list, a bet on a sports market may be outside it', async () => {
  const { reads } = await aPage([aBet()], null);
  await go(15_100);
  expect(reads()).toBe(2);
});

test.each<[string, WireBet]>([
  ['on the list', aBet({ marketId: 'm_main' })],
  ['of another category', aBet({ marketId: 'm_gone', market: { category: 'politics' } })],
  ['closed', aBet({ marketId: 'm_side', market: { state: 'closed' } })],
])('a bet on a market that is %s is left to the stream', async (_, bet) => {
  const { reads } = await aPage([bet], ['m_main']);
  await go(60_000);
  expect(reads()).toBe(1);
});

test('a bet in play is read again until it is decided while there is no stream', async () => {
  const decidesAt = new Date(Date.now() + 8_000).toISOString();
  const bets = [aBet({ marketId: 'm_main', status: 'pending', decidesAt })];
  const { reads } = await aPage(bets, ['m_main']);
  await go(9_000);
  const late = reads();
  expect(late).toBeGreaterThan(1);
  bets[0] = aBet({ marketId: 'm_main' });
  await go(2_100);
  const decided = reads();
  expect(decided).toBeGreaterThan(late);
  await go(60_000);
  expect(reads()).toBe(decided);
});

test('a bet in play is left to the stream until its delay is over', async () => {
  streamState.set({ kind: 'live' });
  const decidesAt = new Date(Date.now() + 8_000).toISOString();
  const { reads } = await aPage([aBet({ marketId: 'm_main', status: 'pending', decidesAt })], ['m_main']);
  await go(7_900);
  expect(reads()).toBe(1);
  await go(200);
  expect(reads()).toBe(2);
});
