import * as z from 'zod/mini';
import { limitsSchema } from './account.ts';
import { betSchema } from './betting.ts';
import type { Endpoint } from './endpoint.ts';
import { isoTime } from './fields.ts';
import { marketStateSchema, suspensionSchema } from './markets.ts';

/**
 * A market as the stream tells of it: what moves. A reader that does not know the market reads it by its
 * id; one that has this `version` or a newer one drops it.
 */
const marketNewsSchema = z.object({
  id: z.string(),
  version: z.number(),
  state: marketStateSchema,
  suspension: z.optional(suspensionSchema),
  /** Whether the market list held it at that moment. It also leaves the list, without any news, at `endsAt`. */
  listed: z.boolean(),
  volume: z.number(),
  turnover: z.optional(z.number()),
  /** As in `marketSchema`: it moves with the odds. */
  margin: z.optional(z.nullable(z.number())),
  startsAt: z.optional(isoTime),
  endsAt: isoTime,
  closesAt: isoTime,
  settlesBy: isoTime,
  wonOutcomeId: z.optional(z.string()),
  /** In the order of the market's own. */
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
 * What each event of `GET /api/stream` carries, as JSON in its `data`. Events with an `id` say how far their
 * reader has come: all that happened before that position has reached it. It is what a reader comes back with.
 * `markets`, `snapshot` and `beat` have one, except while own news of the reader are still on their way.
 */
export const streamEventSchemas = {
  /** Markets that changed. */
  markets: z.object({ at: isoTime, markets: z.array(marketNewsSchema) }),
  /**
   * Every listed market. Sent where it is not known what a reader missed: what it lists besides has left the
   * list, and whatever else it holds, own bets too, it reads again. `position` is how far the server has read. Where
   * it is of another database server than what the reader knew (`stream-position.ts`), this takes its place, also
   * where versions are lower: the two count them on their own.
   */
  snapshot: z.object({ at: isoTime, position: z.optional(z.string()), markets: z.array(marketNewsSchema) }),
  /**
   * Of a signed-in reader: own funds and limits now, and own bets that are new or have ended since the last
   * such event, all of a market's when it ends, among the newest 500. The first one of a reader without a
   * position has none. It comes at most twice a second.
   */
  account: z.object({ limits: limitsSchema, bets: z.array(betSchema) }),
  /**
   * Comes every 10 seconds, whatever else happens, and once a reader was told what it missed. `position` is how
   * far the server has read, and `listed` how many markets the list holds.
   */
  beat: z.object({ at: isoTime, position: z.string(), listed: z.number() }),
  /** The session is over: the stream goes on as for anybody. */
  'session-ended': z.object({ at: isoTime }),
} as const;

/** Names the header of the market list that says from which position on the stream goes on from it. */
export const POSITION_HEADER = 'tallystone-position';

export type StreamEventName = keyof typeof streamEventSchemas;

export type StreamEvent<N extends StreamEventName> = z.infer<(typeof streamEventSchemas)[N]>;

export const streamEndpoints = {
  openStream: {
    method: 'GET',
    path: '/api/stream',
    access: 'public',
    rate: 'read',
    summary:
      'Server-sent events: markets as they change and, with a session, own funds and bets. From `after` on, or from `Last-Event-ID`, which wins; with neither from now on.',
    headers: z.object({ 'last-event-id': z.optional(z.string().check(z.maxLength(64))) }),
    query: z.strictObject({ after: z.optional(z.string().check(z.maxLength(64))) }),
    response: z.string(),
    events: streamEventSchemas,
  },
} as const satisfies Record<string, Endpoint>;
