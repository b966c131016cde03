import type {
  WireBet,
  WireConfig,
  WireLimits,
  WireMarket,
  WireProfile,
  WireQuote,
} from '@tallystone/core/http-api';
import { queryOptions } from '@tanstack/react-query';
import { apiPath, callApi } from './api-client.ts';
import { getQueryFn } from './query-client.ts';

/** Use as `useQuery({ ...marketsQuery, enabled })`. Every key is the path that is read. */
export const marketsQuery = queryOptions<WireMarket[]>({ queryKey: ['/api/markets'] });

/** Null when nobody is signed in. Enable it only while connected. */
export const profileQuery = queryOptions<WireProfile | null>({
  queryKey: ['/api/user/profile'],
  queryFn: getQueryFn<WireProfile | null>({ on401: 'returnNull' }),
});

export const betsQuery = queryOptions<WireBet[]>({ queryKey: ['/api/user/bets'] });

export const limitsQuery = queryOptions<WireLimits>({ queryKey: ['/api/user/limits'] });

/** Not cancelled when one reader leaves: the wallets wait for the same answer. */
export const configQuery = queryOptions<WireConfig>({
  queryKey: ['/api/config'],
  queryFn: () => callApi('getConfig'),
});

/** Odds and payout for a stake. Not kept: a quote belongs to a moment and, signed in, carries a token that is spent. */
export function quoteQuery(quote: { marketId: string; outcomeId: string; amount: string }) {
  const { marketId, outcomeId, amount } = quote;
  const path = apiPath('/api/markets/:id/quote', { params: { id: marketId }, query: { outcomeId, amount } });
  return queryOptions<WireQuote>({ queryKey: [path], gcTime: 0 });
}
