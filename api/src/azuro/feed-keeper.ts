import type { WireAzuroData, WireImportResult } from '@tallystone/core/http-api/azuro';
import type { Actor } from '../audit/record-audit.ts';
import type { FeedResult } from './azuro-feed.ts';

/** What the routes and the start of the server ask of the part that reads, imports and follows games. */
export interface FeedKeeper {
  /** The catalogue from memory; says itself how old it is. */
  data(): Promise<WireAzuroData>;
  /**
   * Reads the catalogue anew; calls at the same moment share one reading.
   *
   * @throws HttpError `feed-unavailable`
   */
  sync(): Promise<{ syncedAt: string; games: number }>;
  /** @throws HttpError `feed-unavailable`, with nothing imported */
  importGames(gameIds: readonly string[], actor: Actor): Promise<WireImportResult>;
  /** @throws FeedUnavailable */
  resultsOf(gameIds: readonly string[]): Promise<FeedResult[]>;
  /** Begins to read, follow and, where it is set so, import by itself. Resolves after the first reading, good or bad. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
