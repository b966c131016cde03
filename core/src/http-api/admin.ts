import * as z from 'zod/mini';
import { exposureSchema } from './admin-risk.ts';
import { waitsSchema } from './changes.ts';
import type { Endpoint } from './endpoint.ts';
import { decimalInput, id, isoTime } from './fields.ts';
import { walletTypeSchema } from './identity.ts';
import { categorySchema } from './markets.ts';

const marketStatsSchema = z.object({
  totalMarkets: z.number(),
  activeBets: z.number(),
  /** USDC. */
  totalVolume: z.number(),
  /** Percent, see core/markets/monthly-growth.ts. */
  monthlyGrowth: z.number(),
  /** The two volumes that `monthlyGrowth` compares, USDC, without guests' bets. */
  volumeThisMonth: z.number(),
  volumeLastMonth: z.number(),
});
export type WireMarketStats = z.infer<typeof marketStatsSchema>;

const analyticsSchema = z.object({
  /**
   * The asked UTC days, oldest first, no day missing. Days as `yyyy-mm-dd`, volumes in USDC; guests are counted
   * separately, here and below, and simulated traders of a demo not at all. A combo counts as one bet, here and below.
   */
  volumePerDay: z.array(
    z.object({
      day: z.string(),
      volume: z.number(),
      bets: z.number(),
      guestVolume: z.number(),
      guestBets: z.number(),
    }),
  ),
  /**
   * What the house earned or lost on the markets and the combos that ended on each of these days, from the books, USDC, and
   * how much of it on the combos.
   */
  profitPerDay: z.array(
    z.object({
      day: z.string(),
      profit: z.number(),
      markets: z.number(),
      comboProfit: z.optional(z.number()),
      combos: z.optional(z.number()),
    }),
  ),
  /** How many users and guests bet on each of these days. */
  usersPerDay: z.array(z.object({ day: z.string(), users: z.number(), guests: z.number() })),
  /**
   * The bets of these days. If guests of a demo have bet, the last entry is `Guests`: their bets count for no chain.
   */
  betsByChain: z.array(z.object({ chain: z.string(), bets: z.number(), volume: z.number() })),
  /** What the house has at risk now. Servers of 0.1.0 don't have it. */
  exposure: z.optional(exposureSchema),
  /**
   * The exposure of all unsettled markets now: by category, largest first, and by the UTC day of their result.
   *
   * @deprecated since 0.2.0: `exposure` has the same markets by game, league, day and type. `exposureByMarket` is deprecated,
   *   too.
   */
  exposureByCategory: z.array(
    z.object({ category: categorySchema, exposure: z.number(), markets: z.number() }),
  ),
  exposureByDay: z.array(z.object({ day: z.string(), exposure: z.number(), markets: z.number() })),
  /** The unsettled markets with stakes and the largest exposure, at most 20, largest first. */
  exposureByMarket: z.array(
    z.object({
      marketId: z.string(),
      title: z.string(),
      exposure: z.number(),
      stakes: z.number(),
      lossBudget: z.number(),
    }),
  ),
});
export type WireAnalytics = z.infer<typeof analyticsSchema>;

/** USDC amounts in whole cents; core/settings/settings.ts has the ranges. */
const settingsSchema = z.object({
  autoImport: z.boolean(),
  futuresTrading: z.boolean(),
  importTotals: z.boolean(),
  importHandicaps: z.boolean(),
  importBothScore: z.boolean(),
  importOddEven: z.boolean(),
  importCorrectScores: z.boolean(),
  importPlayers: z.boolean(),
  importPeriods: z.boolean(),
  importOthers: z.boolean(),
  realTimePrices: z.boolean(),
  inPlay: z.boolean(),
  /** How long bets in play wait, in seconds. */
  inPlayDelaySoccer: z.number(),
  inPlayDelayBasketball: z.number(),
  inPlayDelayTennis: z.number(),
  inPlayDelayOther: z.number(),
  liquidityBudget: z.number(),
  marketCap: z.number(),
  /** Caps of markets other than the main one, by their group. */
  resultsCap: z.number(),
  totalsCap: z.number(),
  handicapsCap: z.number(),
  bothScoreCap: z.number(),
  oddEvenCap: z.number(),
  correctScoresCap: z.number(),
  playersCap: z.number(),
  periodsCap: z.number(),
  othersCap: z.number(),
  gameCap: z.number(),
  gameCapInPlay: z.number(),
  comboBudget: z.number(),
  stakeCapLevel0: z.number(),
  stakeCapLevel1: z.number(),
  stakeCapLevel2: z.number(),
});
export type WireSettings = z.infer<typeof settingsSchema>;

const auditRowSchema = z.object({
  id: z.number(),
  at: isoTime,
  /** An address, `command-line`, or `system`. */
  actor: z.string(),
  action: z.string(),
  /** What was changed, such as a market id. */
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
  /** The markets that the row is about: how many, and the current titles of the first 20. */
  markets: z.optional(z.object({ count: z.number(), first: z.array(z.object({ id, title: z.string() })) })),
});
export type WireAuditRow = z.infer<typeof auditRowSchema>;

const adminUserSchema = z.object({
  id: z.string(),
  publicKey: z.string(),
  walletType: walletTypeSchema,
  kycLevel: z.number(),
  isAdmin: z.boolean(),
  /** True for a demo guest: a single session without a wallet signature. */
  isGuest: z.boolean(),
  /** For a practice trader of a demo, which the server runs; absent for people. */
  isSimulated: z.optional(z.literal(true)),
  /** USDC per UTC day. */
  dailyStakeCap: z.number(),
  /** True when the cap was set for this user, false when it is the level's default. */
  capIsOwn: z.boolean(),
  /** Available funds, USDC. */
  balance: z.number(),
  /** Combos count, too. */
  bets: z.number(),
  staked: z.number(),
  createdAt: isoTime,
  /**
   * How the odds of single bets of the last 90 days on games of the feed compare with the fair odds when betting closed; in lists
   * of users only, and absent with fewer than 20 such bets. See core/odds/closing-edge.ts.
   */
  closing: z.optional(
    z.object({
      bets: z.number(),
      games: z.number(),
      /** The mean of odds taken / fair closing odds - 1, and its standard error, shares of 1. */
      mean: z.number(),
      standardError: z.nullable(z.number()),
      /** The mean is above zero by two standard errors, on at least 10 games. */
      beats: z.boolean(),
    }),
  ),
});
export type WireAdminUser = z.infer<typeof adminUserSchema>;

export const adminEndpoints = {
  getMarketStats: {
    method: 'GET',
    path: '/api/admin/market-stats',
    access: 'admin',
    summary: "Returns the dashboard's four figures.",
    response: marketStatsSchema,
  },
  getAnalytics: {
    method: 'GET',
    path: '/api/admin/analytics',
    access: 'admin',
    summary:
      'Returns volume, house profit and active users per day, bets by chain, and exposure by game, league, day and market type, and of combos. Without days: the last 30. Deprecated since 0.2.0, use `exposure`: `exposureByMarket`, `exposureByCategory`, `exposureByDay`.',
    query: z.strictObject({
      /** First and last UTC day as `yyyy-mm-dd`, both included; `start` is the day of the first bet. At most 1,000 days. */
      from: z.optional(z.string().check(z.maxLength(10))),
      to: z.optional(z.string().check(z.maxLength(10))),
    }),
    response: analyticsSchema,
  },
  exportData: {
    method: 'GET',
    path: '/api/admin/export',
    access: 'admin',
    summary: 'Streams markets, bets, combos, ledger entries or the audit trail as a CSV.',
    query: z.strictObject({
      set: z.enum(['markets', 'bets', 'combos', 'ledger', 'audit']),
      /** First and last UTC day as `yyyy-mm-dd`, both included. */
      from: z.optional(z.string().check(z.maxLength(10))),
      to: z.optional(z.string().check(z.maxLength(10))),
    }),
    response: z.string(),
    media: 'text/csv',
  },
  getSettings: {
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    summary: 'Returns the product settings.',
    response: settingsSchema,
  },
  changeSettings: {
    method: 'PUT',
    path: '/api/admin/settings',
    access: 'admin',
    summary:
      'Changes the settings that are sent and keeps the others. In live mode, raising an amount needs a second admin.',
    body: z.partial(z.strictObject(settingsSchema.shape)),
    /** The current settings: unchanged while a second admin must approve. */
    response: z.extend(settingsSchema, { waits: waitsSchema }),
  },
  listAudit: {
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'Lists who changed what, newest first, 100 at a time. `before` is the id of the last row seen.',
    query: z.strictObject({
      before: z.optional(z.string().check(z.maxLength(16))),
      /** Includes the rows that seal the books, which are written every few seconds. */
      seals: z.optional(z.literal('shown')),
    }),
    response: z.array(auditRowSchema),
  },
  listUsers: {
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    summary:
      'Lists users, newest first and simulated ones last, 100 at a time. `before` is the id of the last user seen, `search` a part of an address. With `closing` only those who beat the closing price, the largest mean first, at most 100.',
    query: z.strictObject({
      closing: z.optional(z.literal('beaten')),
      search: z.optional(z.string().check(z.maxLength(128))),
      before: z.optional(id),
    }),
    response: z.array(adminUserSchema),
  },
  changeUser: {
    method: 'POST',
    path: '/api/admin/users/:id',
    access: 'admin',
    summary:
      "Changes a user's level or daily stake cap, with a reason. In live mode, raising the level or the cap needs a second admin.",
    params: z.strictObject({ id }),
    body: z.strictObject({
      kycLevel: z.optional(z.number()),
      /** USDC; null restores the level's default. */
      dailyStakeCap: z.optional(z.nullable(decimalInput)),
      reason: z.string().check(z.maxLength(1000)),
    }),
    /** The user now: unchanged while a second admin must approve. */
    response: z.extend(adminUserSchema, { waits: waitsSchema }),
    errors: ['not-found'],
  },
} as const satisfies Record<string, Endpoint>;
