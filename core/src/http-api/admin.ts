import * as z from 'zod/mini';
import { waitsSchema } from './changes.ts';
import type { Endpoint } from './endpoint.ts';
import { decimalInput, id, isoTime, noFields } from './fields.ts';
import { walletTypeSchema } from './identity.ts';

const marketStatsSchema = z.object({
  totalMarkets: z.number(),
  activeBets: z.number(),
  /** USDC. */
  totalVolume: z.number(),
  /** Percent, see core/markets/monthly-growth.ts. */
  monthlyGrowth: z.number(),
  /** The two volumes that `monthlyGrowth` compares, USDC, without those of guests. */
  volumeThisMonth: z.number(),
  volumeLastMonth: z.number(),
});
export type WireMarketStats = z.infer<typeof marketStatsSchema>;

const analyticsSchema = z.object({
  /** The last 30 UTC days, oldest first, none missing. Day as `yyyy-mm-dd`, volumes in USDC; guests are counted apart. */
  volumePerDay: z.array(
    z.object({
      day: z.string(),
      volume: z.number(),
      bets: z.number(),
      guestVolume: z.number(),
      guestBets: z.number(),
    }),
  ),
  /** The last one is `Guests`, where guests of a demo have bet: their bets are counted under no chain. */
  betsByChain: z.array(z.object({ chain: z.string(), bets: z.number(), volume: z.number() })),
  /** The markets with stakes that are not settled and the largest exposure, at most 20, largest first. */
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

/** USDC amounts in whole cents; ranges in core/settings/settings.ts. */
const settingsSchema = z.object({
  autoImport: z.boolean(),
  futuresTrading: z.boolean(),
  realTimePrices: z.boolean(),
  liquidityBudget: z.number(),
  marketCap: z.number(),
  gameCap: z.number(),
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
  /** What was changed, such as a market's id. */
  subject: z.string(),
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
  reason: z.nullable(z.string()),
  /** The markets it speaks of, as they are called now: how many, and the names of the first 20. */
  markets: z.optional(z.object({ count: z.number(), first: z.array(z.object({ id, title: z.string() })) })),
});
export type WireAuditRow = z.infer<typeof auditRowSchema>;

const adminUserSchema = z.object({
  id: z.string(),
  publicKey: z.string(),
  walletType: walletTypeSchema,
  kycLevel: z.number(),
  isAdmin: z.boolean(),
  /** True for a guest of a demo: one session, which no wallet signed. */
  isGuest: z.boolean(),
  /** USDC per UTC day. */
  dailyStakeCap: z.number(),
  /** True when the cap was set for this user, false when it is the default of the level. */
  capIsOwn: z.boolean(),
  /** Available funds, USDC. */
  balance: z.number(),
  bets: z.number(),
  staked: z.number(),
  createdAt: isoTime,
});
export type WireAdminUser = z.infer<typeof adminUserSchema>;

export const adminEndpoints = {
  getMarketStats: {
    method: 'GET',
    path: '/api/admin/market-stats',
    access: 'admin',
    rate: 'admin',
    summary: 'The four figures of the dashboard.',
    query: noFields,
    response: marketStatsSchema,
  },
  getAnalytics: {
    method: 'GET',
    path: '/api/admin/analytics',
    access: 'admin',
    rate: 'admin',
    summary: 'Volume per day, bets by chain, exposure by market.',
    query: noFields,
    response: analyticsSchema,
  },
  exportData: {
    method: 'GET',
    path: '/api/admin/export',
    access: 'admin',
    rate: 'admin',
    summary: 'Markets, bets, ledger entries or the audit trail as a streamed CSV.',
    query: z.strictObject({
      set: z.enum(['markets', 'bets', 'ledger', 'audit']),
      /** First and last UTC day, `yyyy-mm-dd`, both included. */
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
    rate: 'admin',
    summary: 'The settings of the product.',
    query: noFields,
    response: settingsSchema,
  },
  changeSettings: {
    method: 'PUT',
    path: '/api/admin/settings',
    access: 'admin',
    rate: 'admin',
    summary: 'Changes the settings sent; the others stay as they are.',
    body: z.partial(z.strictObject(settingsSchema.shape)),
    /** As they are now: unchanged while a second admin must approve. */
    response: z.extend(settingsSchema, { waits: waitsSchema }),
  },
  listAudit: {
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    rate: 'admin',
    summary: 'Who changed what, newest first, 100 at a time; `before` is the id of the last one received.',
    query: z.strictObject({
      before: z.optional(z.string().check(z.maxLength(16))),
      /** The rows that seal the books come every few seconds, and only when they are asked for. */
      seals: z.optional(z.literal('shown')),
    }),
    response: z.array(auditRowSchema),
  },
  listUsers: {
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    rate: 'admin',
    summary:
      'Users, newest first, 100 at a time; `before` is the id of the last one received, `search` is part of an address.',
    query: z.strictObject({
      search: z.optional(z.string().check(z.maxLength(128))),
      before: z.optional(id),
    }),
    response: z.array(adminUserSchema),
  },
  changeUser: {
    method: 'POST',
    path: '/api/admin/users/:id',
    access: 'admin',
    rate: 'admin',
    summary:
      "Changes a user's level or daily stake cap, with a reason. In live mode raising the cap needs a second admin.",
    params: z.strictObject({ id }),
    body: z.strictObject({
      kycLevel: z.optional(z.number()),
      /** USDC; null gives back the default of the level. */
      dailyStakeCap: z.optional(z.nullable(decimalInput)),
      reason: z.string().check(z.maxLength(1000)),
    }),
    /** As the user is now: unchanged while a second admin must approve. */
    response: z.extend(adminUserSchema, { waits: waitsSchema }),
  },
} as const satisfies Record<string, Endpoint>;
