import type { WireAzuroData, WireImportResult } from '@tallystone/core/http-api/azuro';
import type { Actor } from '../audit/record-audit.ts';
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
  /** @throws FeedUnavailable */
  resultsOf(gameIds: readonly string[]): Promise<FeedResult[]>;
  /** Starts reading, following and, if the setting is on, importing. Resolves after the first reading, even if it fails. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
