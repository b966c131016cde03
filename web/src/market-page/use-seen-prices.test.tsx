import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSeenPrices } from './use-seen-prices.ts';

afterEach(cleanup);

test('records prices as they change, only those of the current database server', () => {
  const seen = renderHook(({ version }) => useSeenPrices(aMarket({ version }), { running: true }), {
    initialProps: { version: 7 },
  });
  const versions = () => seen.result.current.map(({ version }) => version);
  for (const version of [7, 8, 12]) seen.rerender({ version });
  expect(versions()).toEqual([7, 8, 12]);
  // A database restored to an earlier time may never have had the prices seen since.
  for (const version of [3, 4]) seen.rerender({ version });
  expect(versions()).toEqual([3, 4]);
});

test('records nothing for a market that takes no bets', () => {
  const seen = renderHook(() => useSeenPrices(aMarket(), { running: false }));
  expect(seen.result.current).toEqual([]);
});
