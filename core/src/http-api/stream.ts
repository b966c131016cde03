import * as z from 'zod/mini';
import { limitsSchema } from './account.ts';
import { betSchema } from './betting.ts';
import { comboSchema } from './combos.ts';
import type { Endpoint } from './endpoint.ts';
import { id, isoTime } from './fields.ts';
import { inPlaySchema, marketStateSchema, suspensionSchema } from './markets.ts';

/**
 * The fields of a listed market that change, as the stream sends them, and the winner of one that has settled. A reader
 * that doesn't know the market fetches it by id; one that already has this `version` or a newer one ignores the event.
 */
const marketNewsSchema = z.object({
  id: z.string(),
  version: z.number(),
  state: marketStateSchema,
  suspension: z.optional(suspensionSchema),
  /** Whether the market was on the list at that moment. It also leaves the list, without any event, at `endsAt`. */
  listed: z.boolean(),
  /** As in the list. */
  more: z.optional(z.number()),
  /** As in the list. */
  inPlay: z.optional(inPlaySchema),
  /** The game of a market that the list never has; absent for all others. */
  sideOf: z.optional(z.string()),
  volume: z.number(),
  /** As in the list; it changes with the odds. */
  margin: z.optional(z.nullable(z.number())),
  startsAt: z.optional(isoTime),
  endsAt: isoTime,
  closesAt: isoTime,
  settlesBy: isoTime,
  wonOutcomeId: z.optional(z.string()),
  alsoWonIds: z.optional(z.array(z.string())),
  /** In the market's order. */
  outcomes: z.array(
    z.tuple([
      /** As in `outcomeSchema`: odds, probability, maxAtOdds. */
      z.nullable(z.number()),
      z.number(),
      z.nullable(z.number()),
    ]),
  ),
});
export type MarketNews = z.infer<typeof marketNewsSchema>;

/**
 * The JSON `data` of each event of `GET /api/stream`. An event's `id` is a position: the reader has received
 * everything that happened before it, and sends it when it reconnects. `markets`, `snapshot` and `beat` have one,
 * except while the reader's own account events are still on their way.
 */
export const streamEventSchemas = {
  /**
   * Markets that changed. Those that the list never has are among them for readers of their game, and for all when their state
   * is new.
   */
  markets: z.object({ at: isoTime, markets: z.array(marketNewsSchema) }),
  /**
   * Every listed market. Sent when the server doesn't know what a reader missed. Any other market has left the list,
   * and the reader must fetch everything else it has again, including its own bets. `position` is how far the server
   * has read. If it comes from another database server than the reader's (`stream-position.ts`), the snapshot
   * replaces the reader's state even where versions are lower, because the servers count versions separately.
   */
  snapshot: z.object({ at: isoTime, position: z.optional(z.string()), markets: z.array(marketNewsSchema) }),
  /**
   * For a signed-in reader: their current funds and limits, and their bets that are new or ended since the last such
   * event (all bets on a market when it ends), among the newest 500, and their combos, among the newest 100. For a reader
   * without a position, the first event has neither. Sent at most twice a second.
   */
  account: z.object({
    limits: limitsSchema,
    bets: z.array(betSchema),
    combos: z.optional(z.array(comboSchema)),
  }),
  /**
   * Sent every 10 seconds in any case, and once after a reader has received what it missed. `position` is how far the
   * server has read, and `listed` the number of listed markets.
   */
  beat: z.object({ at: isoTime, position: z.string(), listed: z.number() }),
  /** The session ended: the stream continues as an anonymous one. */
  'session-ended': z.object({ at: isoTime }),
} as const;

/** The market list's header with the position from which the stream continues. */
export const POSITION_HEADER = 'tallystone-position';

export type StreamEventName = keyof typeof streamEventSchemas;

export type StreamEvent<N extends StreamEventName> = z.infer<(typeof streamEventSchemas)[N]>;

export const streamEndpoints = {
  openStream: {
    method: 'GET',
    path: '/api/stream',
    access: 'public',
    usesSession: true,
    summary:
      "Streams server-sent events: changed markets and, with a session, the user's funds and bets. Starts at `Last-Event-ID`, else at `after`, else now.",
    headers: z.object({ 'last-event-id': z.optional(z.string().check(z.maxLength(64))) }),
    query: z.strictObject({
      after: z.optional(z.string().check(z.maxLength(64))),
      /** A game whose markets the reader follows, besides the list's. */
      game: z.optional(id),
    }),
    response: z.string(),
    events: streamEventSchemas,
  },
} as const satisfies Record<string, Endpoint>;
