import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { id, isoTime } from './fields.ts';
import { MARKET_GROUPS } from './market-group.ts';

export const categorySchema = z.enum(['sports', 'politics', 'crypto', 'entertainment', 'economics']);
export type Category = z.infer<typeof categorySchema>;

export const marketSourceSchema = z.enum(['practice', 'custom', 'azuro']);
export type MarketSource = z.infer<typeof marketSourceSchema>;

/**
 * `feed-stopped`: the feed halted betting. `feed-stale`: its odds are too old. In live mode: `opening`: the contract
 * doesn't know the market yet; `contract-refuses`: the contract's market differs, or takes no more bets;
 * `contract-unread`: the contract reported something that the books couldn't take in. See core/markets/suspension.ts.
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

/** A market's state: core/markets/lifecycle.ts. */
export const marketStateSchema = z.enum(['open', 'suspended', 'closed', 'resolving', 'settled', 'void']);
export type WireMarketState = z.infer<typeof marketStateSchema>;

const outcomeSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Percent, 0 to 100. */
  probability: z.number(),
  /** Decimal odds for a stake of 1 USDC, floored to two decimals; null when the outcome cannot be priced. */
  odds: z.nullable(z.number()),
  /** The largest stake in USDC that still gets `odds`; null when `odds` is null. */
  maxAtOdds: z.nullable(z.number()),
});
export type WireOutcome = z.infer<typeof outcomeSchema>;

export const inPlaySchema = z.object({
  /** A bet is decided this many seconds after it was sent. */
  delay: z.number(),
  /** Of the first and the second participant; absent while the feed has none. */
  score: z.optional(z.tuple([z.number(), z.number()])),
  /** As the feed gives it, such as `63'`; absent without one. */
  clock: z.optional(z.string()),
  /** Such as `2nd half`; absent without one. */
  period: z.optional(z.string()),
});

/** A market as the list has it: what a card, the search, the filters and the bet form need. */
const listedMarketSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: categorySchema,
  subcategory: z.string(),
  /** Sports markets of the feed: their league and its country, such as `Premier League, England`. */
  league: z.optional(z.string()),
  /** Feed markets: the game they are on. The list has only a game's main market. */
  gameId: z.optional(z.string()),
  /** A game's main market: how many other markets the game has; absent without any. */
  more: z.optional(z.number()),
  /** The list has only open and suspended markets; a single market can be in any state. */
  state: marketStateSchema,
  /** Increases by one with every committed change of the market. */
  version: z.number(),
  source: marketSourceSchema,
  /** Why the market takes no bets; only while suspended. */
  suspension: z.optional(suspensionSchema),
  /** True when our market maker prices the market without a margin. */
  premium: z.boolean(),
  /** Feed markets: the feed's margin in percent. */
  margin: z.optional(z.nullable(z.number())),
  tags: z.array(z.string()),
  startsAt: z.optional(isoTime),
  endsAt: isoTime,
  /** When betting ends, if that is not at `endsAt`. */
  closesAt: z.optional(isoTime),
  /** When the result is due. */
  settlesBy: isoTime,
  /** Stakes we took, in USDC. */
  volume: z.number(),
  /** While the game is being played and bets on it are taken: what happens, and how long a bet waits. */
  inPlay: z.optional(inPlaySchema),
  /** How many of the outcomes win, such as 2 in a double chance; absent for 1. */
  winners: z.optional(z.number()),
  /** The feed prices only the first of its two outcomes, such as a player who scores; absent if not. */
  oneSided: z.optional(z.literal(true)),
  outcomes: z.array(outcomeSchema),
});
export type WireListedMarket = z.infer<typeof listedMarketSchema>;

/** The whole market. It always has a `draw`, so that no entry of the list passes for one. */
const marketSchema = z.extend(listedMarketSchema, {
  /** When betting ends. */
  closesAt: isoTime,
  /** Feed markets: the condition they follow and the feed's turnover in USDT. */
  azuroMarketId: z.optional(z.string()),
  turnover: z.optional(z.number()),
  /** The winning outcome of a settled market; the first of several. */
  wonOutcomeId: z.optional(z.string()),
  /** The other winners, where several outcomes win; absent where one does. */
  alsoWonIds: z.optional(z.array(z.string())),
  /** Whether it is a market of a game that the list never has; absent if not. */
  isSide: z.optional(z.literal(true)),
  /** The SHA-256 of the seed that draws a practice market's result, and the seed once it was drawn. Hex. Else null. */
  draw: z.nullable(z.object({ commitment: z.string(), seed: z.optional(z.string()) })),
});
export type WireMarket = z.infer<typeof marketSchema>;

/** A market of a game, as the game's page has it. */
const gameMarketSchema = z.extend(listedMarketSchema, {
  group: z.enum(MARKET_GROUPS),
  /** What it is on, without the game and the line, such as `Total goals`. */
  name: z.string(),
  /** The number that the question is about, such as 2.5 for `Over 2.5`; absent without one. */
  line: z.optional(z.number()),
  /** The winning outcome of a settled market; the first of several. */
  wonOutcomeId: z.optional(z.string()),
  /** The other winners, where several outcomes win; absent where one does. */
  alsoWonIds: z.optional(z.array(z.string())),
});
export type WireGameMarket = z.infer<typeof gameMarketSchema>;

const gameSchema = z.object({
  id: z.string(),
  title: z.string(),
  league: z.optional(z.string()),
  startsAt: isoTime,
  /** Azuro's own state name: Prematch, Live, Finished, Stopped or Canceled. */
  state: z.string(),
  /** In any state, the main one first, then by group, name and line; archived ones aren't among them. */
  markets: z.array(gameMarketSchema),
});
export type WireGamePage = z.infer<typeof gameSchema>;

const sparklinesSchema = z.object({
  /** The beginning of the first whole hour of the last 24 hours. */
  from: isoTime,
  /** Listed markets whose price changed since `from`, or that took a bet in the last 24 hours. */
  markets: z.array(
    z.object({
      id: z.string(),
      /** How its price changed; absent if it didn't. */
      line: z.optional(
        z.object({
          /** The outcome that led when this was read. */
          outcomeId: z.string(),
          /**
           * Its probability in tenths of a percent: at `from` or at the opening, then at the end of
           * each hour until now. At most 25. */
          points: z.array(z.number()),
        }),
      ),
      /** Stakes we took in the 24 hours before this was read, in USDC; absent without any. */
      volume24h: z.optional(z.number()),
    }),
  ),
});
export type WireSparklines = z.infer<typeof sparklinesSchema>;

/** How far back a history goes: core/markets/history-range.ts. */
const historyRangeSchema = z.enum(['1H', '6H', '1D', '1W', 'All']);
export type HistoryRange = z.infer<typeof historyRangeSchema>;

const marketHistorySchema = z.object({
  marketId: z.string(),
  range: historyRangeSchema,
  /** What a point is: one change of the price, or the last price of a minute, an hour or a UTC day. */
  step: z.enum(['change', 'minute', 'hour', 'day']),
  /**
   * The first point is at `from` with the price then, the last at `to` with the price then: now, or when betting
   * ended. The points between are real changes at their times; of more than 600 only a part.
   */
  from: isoTime,
  to: isoTime,
  /** The market version of the last point. */
  version: z.number(),
  /** Whole epoch seconds, ascending, at most 600. Only one when `from` and `to` are the same second. */
  at: z.array(z.number()),
  /** In the market's order; of more than 8 outcomes the leading 8. */
  outcomes: z.array(
    z.object({
      id: z.string(),
      /** Percent, one per entry of `at`; null while the outcome had no price. */
      probability: z.array(z.nullable(z.number())),
    }),
  ),
});
export type WireMarketHistory = z.infer<typeof marketHistorySchema>;

/** What limits the stake on an outcome now. `closed`: the market takes no bets at all. */
const stakeLimitSchema = z.enum(['budget', 'probability', 'odds', 'market-cap', 'game-cap', 'closed']);
export type StakeLimit = z.infer<typeof stakeLimitSchema>;

/** What the house can lose on a market, all from one moment. USDC. */
const marketRiskSchema = z.object({
  marketId: z.string(),
  version: z.number(),
  at: isoTime,
  /** The most the house can ever lose on it: the loss budget or market cap. */
  atRisk: z.number(),
  /** The market's escrow balance. */
  escrow: z.number(),
  /** What the house loses now in the worst case; never above `atRisk`. */
  worstCase: z.number(),
  outcomes: z.array(
    z.object({
      id: z.string(),
      /** What is owed on the outcome if it wins. */
      owed: z.number(),
      /**
       * What the house keeps if the outcome wins, over the market's whole life; below zero for a loss. If others win
       * beside it, at least.
       */
      houseResult: z.number(),
      /** The largest stake it takes now, and what limits that. */
      maxStake: z.number(),
      limitedBy: stakeLimitSchema,
    }),
  ),
  /** What the house keeps if every open stake is refunded. */
  voidResult: z.number(),
});
export type WireMarketRisk = z.infer<typeof marketRiskSchema>;

/** A market's activity. It has no addresses, to keep bettors anonymous. */
const marketActivitySchema = z.object({
  /** Newest first, at most 50. */
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['opened', 'bet', 'cash-out', 'closed', 'settled', 'void']),
      at: isoTime,
      /** For a bet or a cash-out, and the winning outcome of a settled market; the first of several. */
      outcomeId: z.optional(z.string()),
      /** The other winners, where several outcomes win; absent where one does. */
      alsoWonIds: z.optional(z.array(z.string())),
      /** Stake of a bet, or what a cash-out paid, USDC. */
      amount: z.optional(z.number()),
      /** The odds that the bettor signed. */
      odds: z.optional(z.number()),
      /** The bettor is a simulated trader of a demo; absent for people. */
      simulated: z.optional(z.literal(true)),
    }),
  ),
});
export type WireMarketActivity = z.infer<typeof marketActivitySchema>;

export const marketsEndpoints = {
  listMarkets: {
    method: 'GET',
    path: '/api/markets',
    access: 'public',
    summary:
      'Lists open and suspended markets that have not ended, of each game the main one. `getMarket` has more of each, such as the commitment of its draw. Has an ETag; the `tallystone-position` header says up to which stream position the list is current at least.',
    response: z.array(listedMarketSchema),
  },
  listSparklines: {
    method: 'GET',
    path: '/api/sparklines',
    access: 'public',
    summary:
      'Returns how the leading outcome of each listed market moved in the last 24 hours, and the stakes it took in them. Read again at most once a minute. Has an ETag.',
    response: sparklinesSchema,
  },
  getMarket: {
    method: 'GET',
    path: '/api/markets/:id',
    access: 'public',
    summary: 'Returns one market, with all of its fields.',
    params: z.strictObject({ id }),
    response: marketSchema,
    errors: ['unknown-market'],
  },
  getGame: {
    method: 'GET',
    path: '/api/games/:id',
    access: 'public',
    summary: 'Returns a game with all of its markets. The stream sends their changes to readers of the game.',
    params: z.strictObject({ id }),
    response: gameSchema,
    errors: ['unknown-game'],
  },
  getMarketHistory: {
    method: 'GET',
    path: '/api/markets/:id/history',
    access: 'public',
    summary: "Returns a market's past probabilities: at most 600 points for at most 8 outcomes.",
    params: z.strictObject({ id }),
    query: z.strictObject({ range: historyRangeSchema }),
    response: marketHistorySchema,
    errors: ['unknown-market'],
  },
  getMarketRisk: {
    method: 'GET',
    path: '/api/markets/:id/risk',
    access: 'public',
    summary: 'Returns what the house can lose on a market, and the largest stake it takes on each outcome.',
    params: z.strictObject({ id }),
    response: marketRiskSchema,
    errors: ['unknown-market'],
  },
  getMarketActivity: {
    method: 'GET',
    path: '/api/markets/:id/activity',
    access: 'public',
    summary: "Lists a market's latest 50 events, without addresses.",
    params: z.strictObject({ id }),
    response: marketActivitySchema,
    errors: ['unknown-market'],
  },
  getMarketPicture: {
    method: 'GET',
    path: '/api/markets/:id/picture',
    access: 'public',
    summary:
      "Returns a current 1200 by 630 picture of a market for link previews. Put the market's version in `v`, so caches do not show an old picture.",
    params: z.strictObject({ id }),
    query: z.strictObject({ v: z.optional(z.string().check(z.regex(/^\d{1,16}$/))) }),
    response: z.string(),
    media: 'image/png',
    errors: ['unknown-market'],
  },
  refreshMarkets: {
    method: 'POST',
    path: '/api/admin/refresh-markets',
    access: 'session',
    rate: 'refresh',
    summary:
      'Tops up and refreshes the market list. Any session may call it; it refreshes at most once in 30 seconds for all callers.',
    response: z.object({ refreshedAt: isoTime }),
  },
} as const satisfies Record<string, Endpoint>;
