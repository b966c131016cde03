import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { id, isoTime, noFields } from './fields.ts';

export const categorySchema = z.enum(['sports', 'politics', 'crypto', 'entertainment', 'economics']);
export type Category = z.infer<typeof categorySchema>;

export const marketSourceSchema = z.enum(['practice', 'custom', 'azuro']);
export type MarketSource = z.infer<typeof marketSourceSchema>;

/**
 * `feed-stopped`: the feed halted betting. `feed-stale`: its price is too old. Of live mode, `opening`: the contract
 * does not know the market yet; `contract-refuses`: it knows another one, or takes no more bets on it;
 * `contract-unread`: it said something of it that the books could not take in. See core/markets/suspension.ts.
 */
export const suspensionSchema = z.enum([
  'admin',
  'opening',
  'contract-refuses',
  'contract-unread',
  'feed-stopped',
  'feed-stale',
  'game-started',
  'game-canceled',
]);
export type Suspension = z.infer<typeof suspensionSchema>;

/** Where a market stands in its life: core/markets/lifecycle.ts. */
export const marketStateSchema = z.enum(['open', 'suspended', 'closed', 'resolving', 'settled', 'void']);
export type WireMarketState = z.infer<typeof marketStateSchema>;

const outcomeSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Percent, 0 to 100. */
  probability: z.number(),
  /** Decimal odds for a stake of 1 USDC, floored to two decimals; null when the outcome cannot be priced. */
  odds: z.nullable(z.number()),
  /** The largest stake in USDC at which `odds` still hold; null when `odds` is null. */
  maxAtOdds: z.nullable(z.number()),
});
export type WireOutcome = z.infer<typeof outcomeSchema>;

const marketSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: categorySchema,
  subcategory: z.string(),
  /** The list holds open and suspended ones; the address of one market gives it in any state. */
  state: marketStateSchema,
  /** Rises by one with every committed change of the market. */
  version: z.number(),
  source: marketSourceSchema,
  /** Why no bets are taken; only while suspended. */
  suspension: z.optional(suspensionSchema),
  /** True when our market maker prices the market with no margin added. */
  premium: z.boolean(),
  /** Markets of the feed: the condition they follow, the feed's margin in percent and its turnover in USDT. */
  azuroMarketId: z.optional(z.string()),
  margin: z.optional(z.nullable(z.number())),
  turnover: z.optional(z.number()),
  tags: z.array(z.string()),
  startsAt: z.optional(isoTime),
  endsAt: isoTime,
  closesAt: isoTime,
  /** By when it is to have its result. */
  settlesBy: isoTime,
  /** The outcome that won, of a settled market. */
  wonOutcomeId: z.optional(z.string()),
  /** Of a practice market: SHA-256 of the seed that draws its result, and the seed once it was drawn. Hex. */
  draw: z.optional(z.object({ commitment: z.string(), seed: z.optional(z.string()) })),
  /** Stakes taken by us, in USDC. */
  volume: z.number(),
  outcomes: z.array(outcomeSchema),
});
export type WireMarket = z.infer<typeof marketSchema>;

/** How far back a history reaches: core/markets/history-range.ts. */
const historyRangeSchema = z.enum(['1H', '6H', '1D', '1W', 'All']);
export type HistoryRange = z.infer<typeof historyRangeSchema>;

const marketHistorySchema = z.object({
  marketId: z.string(),
  range: historyRangeSchema,
  /** What a point stands for: one change of the price, or the last price of a minute, an hour or a UTC day. */
  step: z.enum(['change', 'minute', 'hour', 'day']),
  /**
   * The first point stands at `from`, with what held then, the last at `to`, with what holds then: now, or when
   * betting ended. Between them are true changes, each at its moment; of more than 600 a part.
   */
  from: isoTime,
  to: isoTime,
  /** Version of the market that the last point was computed from. */
  version: z.number(),
  /** Whole epoch seconds, rising, at most 600. One alone where `from` and `to` are the same second. */
  at: z.array(z.number()),
  /** In the order of the market's; of more than 8 the leading 8. */
  outcomes: z.array(
    z.object({
      id: z.string(),
      /** Percent, one for each of `at`; null while the outcome could not be priced. */
      probability: z.array(z.nullable(z.number())),
    }),
  ),
});
export type WireMarketHistory = z.infer<typeof marketHistorySchema>;

/** Why no more can be staked on an outcome now. `closed`: the market takes no bets at all. */
const stakeLimitSchema = z.enum(['budget', 'probability', 'odds', 'market-cap', 'game-cap', 'closed']);
export type StakeLimit = z.infer<typeof stakeLimitSchema>;

/** What the house has at stake on a market, all of one moment. USDC. */
const marketRiskSchema = z.object({
  marketId: z.string(),
  version: z.number(),
  at: isoTime,
  /** The most the house can ever lose on it: loss budget or market cap. */
  atRisk: z.number(),
  /** What lies in the market's escrow. */
  escrow: z.number(),
  /** What the house loses now if the worst for it happens; never above `atRisk`. */
  worstCase: z.number(),
  outcomes: z.array(
    z.object({
      id: z.string(),
      /** What is owed if it wins. */
      owed: z.number(),
      /** What the house keeps if it wins, over the whole life of the market; below zero when it loses. */
      houseResult: z.number(),
      /** The largest stake that it takes now, and what sets that. */
      maxStake: z.number(),
      limitedBy: stakeLimitSchema,
    }),
  ),
  /** What the house keeps if nobody wins and every open stake is given back. */
  voidResult: z.number(),
});
export type WireMarketRisk = z.infer<typeof marketRiskSchema>;

/** What happened on a market. No addresses: who bet is nobody's business. */
const marketActivitySchema = z.object({
  /** Newest first, at most 50. */
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['opened', 'bet', 'cash-out', 'closed', 'settled', 'void']),
      at: isoTime,
      /** Of a bet or a cash-out, and the one that won of a settled market. */
      outcomeId: z.optional(z.string()),
      /** Stake of a bet, or what a cash-out paid, USDC. */
      amount: z.optional(z.number()),
      /** Those that the bet was signed with. */
      odds: z.optional(z.number()),
    }),
  ),
});
export type WireMarketActivity = z.infer<typeof marketActivitySchema>;

export const marketsEndpoints = {
  listMarkets: {
    method: 'GET',
    path: '/api/markets',
    access: 'public',
    rate: 'read',
    summary:
      'Open and suspended markets that have not ended. Has an ETag, and in `tallystone-position` the stream position it is at least up to date with.',
    query: noFields,
    response: z.array(marketSchema),
  },
  getMarket: {
    method: 'GET',
    path: '/api/markets/:id',
    access: 'public',
    rate: 'read',
    summary: 'One market.',
    params: z.strictObject({ id }),
    query: noFields,
    response: marketSchema,
  },
  getMarketHistory: {
    method: 'GET',
    path: '/api/markets/:id/history',
    access: 'public',
    rate: 'read',
    summary: 'How the probabilities of a market moved: at most 600 points, of at most 8 outcomes.',
    params: z.strictObject({ id }),
    query: z.strictObject({ range: historyRangeSchema }),
    response: marketHistorySchema,
  },
  getMarketRisk: {
    method: 'GET',
    path: '/api/markets/:id/risk',
    access: 'public',
    rate: 'read',
    summary: "The house's exposure on a market, and the largest bet it accepts on each outcome.",
    params: z.strictObject({ id }),
    query: noFields,
    response: marketRiskSchema,
  },
  getMarketActivity: {
    method: 'GET',
    path: '/api/markets/:id/activity',
    access: 'public',
    rate: 'read',
    summary: 'The latest 50 events of a market, without addresses.',
    params: z.strictObject({ id }),
    query: noFields,
    response: marketActivitySchema,
  },
  getMarketPicture: {
    method: 'GET',
    path: '/api/markets/:id/picture',
    access: 'public',
    rate: 'read',
    summary:
      'A picture of a market for links to it, 1200 by 630, as it stands now; `v` is there to be changed with the version, so that nobody shows an old one from a cache.',
    params: z.strictObject({ id }),
    query: z.strictObject({ v: z.optional(z.string().check(z.regex(/^\d{1,16}$/))) }),
    response: z.string(),
    media: 'image/png',
  },
  refreshMarkets: {
    method: 'POST',
    path: '/api/admin/refresh-markets',
    access: 'session',
    rate: 'refresh',
    summary:
      'Tops up and refreshes the market list. Any session may call; it does real work at most once every 30 seconds for all callers.',
    response: z.object({ refreshedAt: isoTime }),
  },
} as const satisfies Record<string, Endpoint>;
