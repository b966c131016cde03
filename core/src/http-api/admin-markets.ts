import * as z from 'zod/mini';
import { waitsSchema } from './changes.ts';
import type { Endpoint } from './endpoint.ts';
import { aReason, formText, id, isoTime, signedActInput } from './fields.ts';
import { categorySchema, marketSourceSchema, marketStateSchema, suspensionSchema } from './markets.ts';

/** The most markets that one call can change. The audit stores them in one row, under one signature. */
export const MOST_IN_BULK = 10_000;

/** The new-market form as typed; core/markets/check-new-market.ts checks each field. */
export const newMarketFormSchema = z.strictObject({
  type: formText,
  category: formText,
  subcategory: z.optional(z.nullable(formText)),
  title: formText,
  description: z.optional(z.nullable(formText)),
  outcomes: z.array(formText).check(z.maxLength(100)),
  /** ISO 8601 with its time zone; absent, null or empty: 30 days from now. */
  eventDate: z.optional(z.nullable(formText)),
  autoResolve: z.optional(z.boolean()),
  tags: z.optional(z.array(formText).check(z.maxLength(100))),
  /** Starting probabilities in percent, one per outcome; absent: equal. */
  probabilities: z.optional(z.nullable(z.array(z.number()).check(z.maxLength(100)))),
});
export type NewMarketForm = z.infer<typeof newMarketFormSchema>;

const adminMarketSchema = z.object({
  id: z.string(),
  title: z.string(),
  category: categorySchema,
  subcategory: z.string(),
  source: marketSourceSchema,
  state: marketStateSchema,
  suspension: z.optional(suspensionSchema),
  archived: z.boolean(),
  /** How many of the outcomes win; absent for 1. */
  winners: z.optional(z.number()),
  outcomes: z.array(z.object({ id: z.string(), name: z.string() })),
  wonOutcomeId: z.optional(z.string()),
  /** The other winners, where several outcomes win; absent where one does. */
  alsoWonIds: z.optional(z.array(z.string())),
  /** A warning for admins, one sentence. */
  flag: z.optional(z.string()),
  flagReason: aReason,
  createdAt: isoTime,
  startsAt: z.optional(isoTime),
  endsAt: isoTime,
  bets: z.number(),
  /** How many selections of combos wait for its result; absent for none. */
  comboLegs: z.optional(z.number()),
  /** Stakes taken, USDC. */
  stakes: z.number(),
  /** What the house loses now in the worst case, USDC; never below zero. */
  exposure: z.number(),
  /** The most that may have to be paid now: the largest sum of payouts on one outcome, or all stakes. */
  worstCase: z.number(),
  /** The most the house can ever lose on it, USDC: the loss budget or market cap. */
  lossBudget: z.number(),
});
export type WireAdminMarket = z.infer<typeof adminMarketSchema>;

const bulkActionSchema = z.enum(['enable', 'disable', 'close', 'archive', 'restore', 'delete']);
export type BulkAction = z.infer<typeof bulkActionSchema>;

const bulkResultSchema = z.object({
  done: z.array(z.string()),
  skipped: z.array(z.object({ id: z.string(), title: z.string(), reason: z.string(), why: aReason })),
  /** Notes on changed markets, such as that the feed keeps an enabled market suspended. */
  notes: z.optional(
    z.array(z.object({ id: z.string(), title: z.string(), note: z.string(), noteReason: aReason })),
  ),
  message: z.string(),
});
export type WireBulkResult = z.infer<typeof bulkResultSchema>;

const csvImportResultSchema = z.object({
  imported: z.number(),
  /**
   * Row numbers as in a spreadsheet: the header is row 1, empty rows count, and a cell over several lines is in one
   * row.
   */
  rejected: z.array(
    z.object({ row: z.number(), column: z.nullable(z.string()), reason: z.string(), why: aReason }),
  ),
  message: z.string(),
  messageReason: aReason,
});
export type WireCsvImportResult = z.infer<typeof csvImportResultSchema>;

export const adminMarketsEndpoints = {
  listAdminMarkets: {
    method: 'GET',
    path: '/api/admin/markets',
    access: 'admin',
    summary: 'Lists all markets except deleted ones, with what the house owes on each. Has an ETag.',
    response: z.array(adminMarketSchema),
  },
  bulkMarkets: {
    method: 'POST',
    path: '/api/admin/markets/bulk',
    access: 'admin',
    summary:
      'Applies one action to many markets. Markets it does not apply to are skipped, each with a reason. `close` and `delete` need a signature.',
    body: z.strictObject({
      ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_IN_BULK)),
      action: bulkActionSchema,
      /** For `delete`: the number of ids, typed by the admin. */
      count: z.optional(z.number()),
      /** For `close` and `delete`: covers all markets in `ids`. */
      signed: signedActInput,
    }),
    bodyLimit: 512 * 1024,
    response: bulkResultSchema,
    errors: ['signature-needed', 'signature-invalid'],
  },
  createMarket: {
    method: 'POST',
    path: '/api/admin/create-market',
    access: 'admin',
    summary: 'Opens a market priced by our market maker and funded by the pool.',
    body: newMarketFormSchema,
    bodyLimit: 64 * 1024,
    /** `id` is missing while the market waits for a second admin. */
    response: z.object({ id: z.optional(z.string()), waits: waitsSchema }),
    errors: ['already-exists', 'pool-too-small'],
  },
  importCsv: {
    method: 'POST',
    path: '/api/admin/import-csv',
    access: 'admin',
    summary: 'Opens a market for each valid row of a CSV and reports what is wrong with the other rows.',
    body: z.strictObject({
      csv: z.string(),
      /** Maps fields of the new-market form to column names; by default columns have the fields' names. */
      columns: z.optional(z.record(z.string(), z.string().check(z.maxLength(200)))),
      /** Checks the file without opening anything. */
      dryRun: z.optional(z.boolean()),
    }),
    bodyLimit: 4 * 1024 * 1024,
    response: csvImportResultSchema,
  },
} as const satisfies Record<string, Endpoint>;
