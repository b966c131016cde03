import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { aReason, id, isoTime } from './fields.ts';
import { MARKET_GROUPS } from './market-group.ts';

/**
 * Why a condition of a game isn't imported; web/src/texts/en/admin-azuro.ts has a sentence for each. `several_winners`: more
 * than one of its outcomes may win, and we don't know how many, or such markets can't be opened here: the contract of live
 * mode can't pay them, and neither can servers of 0.1.0 that may run beside this one. `unknown_market`: we can't name its outcomes.
 * `quarter_line`: a bet on it may be half won. `same_question`: another condition asks the same. `taken`: another market has
 * it. `not_chosen`: the settings leave out its group.
 */
const dropReasonSchema = z.enum([
  'several_winners',
  'unknown_market',
  'not_active',
  'too_many_outcomes',
  'quarter_line',
  'bad_odds',
  'bad_data',
  'taken',
  'same_question',
  'not_chosen',
]);
export type DropReason = z.infer<typeof dropReasonSchema>;

const marketGroupSchema = z.enum(MARKET_GROUPS);

/** The game's status: `Active` while the feed takes bets on its main market. */
const gameStatusSchema = z.enum(['Active', 'Stopped', 'Finished', 'Canceled']);
export type GameStatus = z.infer<typeof gameStatusSchema>;

const azuroGameSchema = z.object({
  id: z.string(),
  title: z.string(),
  sport: z.object({ name: z.string(), sportId: z.string() }),
  league: z.object({ name: z.string(), isTopLeague: z.boolean() }),
  country: z.object({ name: z.string() }),
  status: gameStatusSchema,
  /** Azuro's own state name. */
  state: z.string(),
  startsAt: isoTime,
  /** USDT. */
  turnover: z.number(),
  conditions: z.array(
    z.object({
      conditionId: z.string(),
      state: z.string(),
      marketName: z.string(),
      /** The group of the market that an import would make of it; absent if it wouldn't. */
      group: z.optional(marketGroupSchema),
      /** How many markets an import would make of it, such as one for each player; absent for 1. */
      markets: z.optional(z.number()),
      /** Why an import would leave it out. */
      dropped: z.optional(dropReasonSchema),
      /** Present for the condition of the main market. */
      outcomes: z.optional(z.array(z.object({ name: z.string(), odds: z.number() }))),
    }),
  ),
  /** Whether one of our markets follows it. */
  imported: z.boolean(),
});
export type WireGame = z.infer<typeof azuroGameSchema>;

export const azuroDataSchema = z.object({
  total: z.number(),
  games: z.array(azuroGameSchema),
  /** Names, sorted. */
  sports: z.array(z.string()),
  /** The number of games that haven't started. */
  upcoming: z.number(),
  /** The number of running games. */
  live: z.number(),
  source: z.enum(['azuro', 'demo-feed']),
  /** When the catalogue was last read completely; null before the first time. */
  syncedAt: z.nullable(isoTime),
  /** True when the last read is too old for the feed to count as connected. */
  stale: z.boolean(),
  /** What went wrong in the last attempt, one plain sentence. */
  problem: z.optional(z.string()),
  problemReason: aReason,
  /** How many invalid elements of the feed's answers were skipped since the server started. */
  dropped: z.number(),
  /** The latest of them, newest first, at most 50. */
  drops: z.array(z.object({ at: isoTime, what: z.string(), why: z.string() })),
});
export type WireAzuroData = z.infer<typeof azuroDataSchema>;

/** Why a game wasn't imported; web/src/texts/en/admin-azuro.ts has a sentence for each. */
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
  /** The number of opened markets. */
  imported: z.number(),
  /** The number of games without any. */
  skipped: z.number(),
  message: z.string(),
  messageReason: aReason,
  results: z.array(
    z.object({
      gameId: z.string(),
      title: z.optional(z.string()),
      /** The main market. */
      marketId: z.optional(z.string()),
      /** How many markets of each group were opened, the main one among them; absent when it was skipped. */
      markets: z.optional(z.array(z.object({ group: marketGroupSchema, count: z.number() }))),
      /** The conditions that were left out; absent when it was skipped. */
      dropped: z.optional(z.array(z.object({ marketName: z.string(), reason: dropReasonSchema }))),
      /** Missing when it was imported. */
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
    summary: "Returns the feed's games as last read, with the time of that read. Served from memory.",
    response: azuroDataSchema,
  },
  syncAzuro: {
    method: 'POST',
    path: '/api/admin/sync-azuro',
    access: 'admin',
    summary: "Reads the feed's games again. Simultaneous calls share one read.",
    response: z.object({ syncedAt: isoTime, games: z.number() }),
    errors: ['feed-unavailable'],
  },
  importGames: {
    method: 'POST',
    path: '/api/admin/import-azuro-bulk',
    access: 'admin',
    summary:
      'Creates all markets of each game of which it is known how many outcomes win. Games that cannot be imported are skipped, each with a reason, and so are conditions.',
    body: z.strictObject({ gameIds: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
    bodyLimit: 64 * 1024,
    response: importResultSchema,
    errors: ['feed-unavailable'],
  },
} as const satisfies Record<string, Endpoint>;
