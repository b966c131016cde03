import type { WireAzuroData, WireImportResult } from '@tallystone/core/http-api/azuro';
import { say } from '@tallystone/core/sentences/say';
import type { Actor } from '../audit/record-audit.ts';
import { HttpError } from '../http/http-error.ts';
import type { FeedResult } from './azuro-feed.ts';

/** Reads, imports and follows games. The routes and the server's start use it. */
export interface FeedKeeper {
  /** The catalogue from memory, with its age. */
  data(): Promise<WireAzuroData>;
  /**
   * Reads the catalogue from the feed; concurrent calls share one reading.
   *
   * @throws HttpError `feed-unavailable`
   */
  sync(): Promise<{ syncedAt: string; games: number }>;
  /** @throws HttpError `feed-unavailable`, with nothing imported */
  importGames(gameIds: readonly string[], actor: Actor): Promise<WireImportResult>;
  /** Asks the feed for these conditions now, and applies what it says. @throws FeedUnavailable */
  confirm(conditionIds: readonly string[]): Promise<void>;
  /** @throws FeedUnavailable */
  resultsOf(gameIds: readonly string[]): Promise<FeedResult[]>;
  /** Milliseconds since the feed last answered or sent anything; null: never. */
  silentMs(): number | null;
  /** Starts reading, following and, if the setting is on, importing. Resolves after the first reading, even if it fails. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const NOT_SET_UP = say('feed-not-set-up');

/** Used if no feed is set up. It has no games and says why. */
export function noFeed(source: WireAzuroData['source']): FeedKeeper {
  const refuse = async () => {
    throw new HttpError('feed-unavailable', say('feed-not-set-up-unchanged'));
  };
  return {
    data: async () => ({
      total: 0,
      games: [],
      sports: [],
      upcoming: 0,
      live: 0,
      source,
      syncedAt: null,
      stale: true,
      problem: NOT_SET_UP.sentence,
      problemReason: NOT_SET_UP.reason,
      dropped: 0,
      drops: [],
    }),
    sync: refuse,
    importGames: refuse,
    confirm: async () => undefined,
    resultsOf: async () => [],
    silentMs: () => null,
    start: async () => undefined,
    stop: async () => undefined,
  };
}
