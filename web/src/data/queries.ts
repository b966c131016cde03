import type { WireLimits, WireProfit } from '@tallystone/core/http-api/account';
import type { WireAnalytics, WireMarketStats, WireSettings } from '@tallystone/core/http-api/admin';
import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireProfile, WireSession } from '@tallystone/core/http-api/identity';
import type {
  HistoryRange,
  WireListedMarket,
  WireMarket,
  WireMarketActivity,
  WireMarketHistory,
  WireMarketRisk,
  WireSparklines,
} from '@tallystone/core/http-api/markets';
import type { WireReceipt } from '@tallystone/core/http-api/receipts';
import type { WireSolvency } from '@tallystone/core/http-api/solvency';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api-client.ts';
import { readMarketList } from './market-list.ts';
import { newerMarket, newerMarkets } from './newer-markets.ts';
import { getQueryFn } from './query-client.ts';

/** Use as `useQuery({ ...marketsQuery, enabled })`. Every query key is the path to read. */
export const marketsQuery = queryOptions<WireListedMarket[]>({
  queryKey: ['/api/markets'],
  queryFn: readMarketList,
  structuralSharing: newerMarkets,
});

/** What happened on a market in the last 24 hours. */
export type LastDay = WireSparklines['markets'][number];

/** The last 24 hours of listed markets, by id. A market that didn't move and took no bets has none. */
export const sparklinesQuery = queryOptions<ReadonlyMap<string, LastDay>>({
  queryKey: ['/api/sparklines'],
  queryFn: async () => {
    const { markets } = await callApi('listSparklines');
    return new Map(markets.map((day) => [day.id, day]));
  },
  structuralSharing: false,
});

/** Null if the user isn't signed in. Enable it only while connected. */
export const profileQuery = queryOptions<WireProfile | null>({
  queryKey: ['/api/user/profile'],
  queryFn: getQueryFn<WireProfile | null>({ on401: 'returnNull' }),
});

export const betsQuery = queryOptions<WireBet[]>({ queryKey: ['/api/user/bets'] });

/** The open bets, each with what it can be sold for now. */
export const positionsQuery = queryOptions<WireBet[]>({ queryKey: ['/api/user/positions'] });

export const limitsQuery = queryOptions<WireLimits>({ queryKey: ['/api/user/limits'] });

/** The wallet's sessions. */
export const sessionsQuery = queryOptions<WireSession[]>({ queryKey: ['/api/user/sessions'] });

/** Profit and loss of the last 30 days. */
export const profitQuery = queryOptions<WireProfit>({ queryKey: ['/api/user/profit'] });

/** The statement's pages are cached under this key. */
export const STATEMENT_KEY = ['/api/user/statement'] as const;

/** The user's combos are cached under this key. */
export const COMBOS_KEY = ['/api/user/combos'] as const;

/** A bet with its entries and its place in the hash chain. */
export const receiptQuery = (betId: string) =>
  queryOptions<WireReceipt>({ queryKey: ['/api/receipts', betId], staleTime: 0, gcTime: 0 });

/** One whole market in any state, even if it has left the list. */
export const marketQuery = (id: string) =>
  queryOptions<WireMarket>({ queryKey: ['/api/markets', id], structuralSharing: newerMarket });

/** How its probabilities moved. The server keeps points as far back as each range goes. */
export const marketHistoryQuery = (id: string, range: HistoryRange) =>
  queryOptions<WireMarketHistory>({ queryKey: ['/api/markets', id, `history?range=${range}`] });

/** What the house has at risk on it now. */
export const marketRiskQuery = (id: string) =>
  queryOptions<WireMarketRisk>({ queryKey: ['/api/markets', id, 'risk'] });

/** The latest events on it. */
export const marketActivityQuery = (id: string) =>
  queryOptions<WireMarketActivity>({ queryKey: ['/api/markets', id, 'activity'] });

export const solvencyQuery = queryOptions<WireSolvency>({ queryKey: ['/api/solvency'] });

export const adminMarketsQuery = queryOptions<WireAdminMarket[]>({ queryKey: ['/api/admin/markets'] });

export const azuroQuery = queryOptions<WireAzuroData>({ queryKey: ['/api/azuro/comprehensive-data'] });

export const marketStatsQuery = queryOptions<WireMarketStats>({ queryKey: ['/api/admin/market-stats'] });

export const analyticsQuery = queryOptions<WireAnalytics>({ queryKey: ['/api/admin/analytics'] });

export const settingsQuery = queryOptions<WireSettings>({ queryKey: ['/api/admin/settings'] });

/** Not cancelled when a component unmounts: the wallets wait for the same answer. */
export const configQuery = queryOptions<WireConfig>({
  queryKey: ['/api/config'],
  queryFn: () => callApi('getConfig'),
});
