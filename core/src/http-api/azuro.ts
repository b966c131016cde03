import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { aReason, id, isoTime, noFields } from './fields.ts';

/** Of the game: `Active` while its main market takes bets at the feed. */
const gameStatusSchema = z.enum(['Active', 'Stopped', 'Finished', 'Canceled']);
export type GameStatus = z.infer<typeof gameStatusSchema>;

const azuroGameSchema = z.object({
  id: z.string(),
  title: z.string(),
  sport: z.object({ name: z.string(), sportId: z.string() }),
  league: z.object({ name: z.string(), isTopLeague: z.boolean() }),
  country: z.object({ name: z.string() }),
  status: gameStatusSchema,
  /** Azuro's own word. */
  state: z.string(),
  startsAt: isoTime,
  /** USDT. */
  turnover: z.number(),
  conditions: z.array(
    z.object({
      conditionId: z.string(),
      state: z.string(),
      marketName: z.string(),
      /** Given for the condition that an import would take. */
      outcomes: z.optional(z.array(z.object({ name: z.string(), odds: z.number() }))),
    }),
  ),
  /** Whether a market of ours follows it. */
  imported: z.boolean(),
});
export type WireGame = z.infer<typeof azuroGameSchema>;

export const azuroDataSchema = z.object({
  total: z.number(),
  games: z.array(azuroGameSchema),
  /** Names, sorted. */
  sports: z.array(z.string()),
  /** Games that start in the future. */
  upcoming: z.number(),
  /** Games that are running. */
  live: z.number(),
  source: z.enum(['azuro', 'demo-feed']),
  /** When the catalogue was last read in full; null before the first time. */
  syncedAt: z.nullable(isoTime),
  /** True when the last reading is too old to call the feed connected. */
  stale: z.boolean(),
  /** What went wrong at the last try, one plain sentence. */
  problem: z.optional(z.string()),
  problemReason: aReason,
  /** Elements of the feed's answers that made no sense and were left out, since the start of the server. */
  dropped: z.number(),
  /** The latest of them, newest first, at most 50. */
  drops: z.array(z.object({ at: isoTime, what: z.string(), why: z.string() })),
});
export type WireAzuroData = z.infer<typeof azuroDataSchema>;

/** Why a game was not imported, each with one sentence (web/src/texts/en/admin-azuro.ts). */
const skipReasonSchema = z.enum([
  'already_imported',
  'not_found',
  'not_open',
  'already_started',
  'starts_in_past',
  'too_far_ahead',
  'no_conditions',
  'no_main_market',
  'main_market_not_active',
  'bad_odds',
  'bad_data',
]);
export type SkipReason = z.infer<typeof skipReasonSchema>;

const importResultSchema = z.object({
  imported: z.number(),
  skipped: z.number(),
  message: z.string(),
  messageReason: aReason,
  results: z.array(
    z.object({
      gameId: z.string(),
      title: z.optional(z.string()),
      marketId: z.optional(z.string()),
      /** Absent when it was imported. */
      reason: z.optional(skipReasonSchema),
    }),
  ),
});
export type WireImportResult = z.infer<typeof importResultSchema>;

export const azuroEndpoints = {
  getAzuroData: {
    method: 'GET',
    path: '/api/azuro/comprehensive-data',
    access: 'session',
    rate: 'read',
    summary: "The feed's games as last read, with their age. Served from memory.",
    query: noFields,
    response: azuroDataSchema,
  },
  syncAzuro: {
    method: 'POST',
    path: '/api/admin/sync-azuro',
    access: 'admin',
    rate: 'admin',
    summary: "Reads the feed's games again. Simultaneous calls share one read.",
    response: z.object({ syncedAt: isoTime, games: z.number() }),
  },
  importGames: {
    method: 'POST',
    path: '/api/admin/import-azuro-bulk',
    access: 'admin',
    rate: 'admin',
    summary:
      'Creates one market per game. A game that already has a market is skipped; the answer has the result for each game.',
    body: z.strictObject({ gameIds: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
    bodyLimit: 64 * 1024,
    response: importResultSchema,
  },
} as const satisfies Record<string, Endpoint>;
