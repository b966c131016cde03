import type { Database } from '../db/open-database.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';

/** Ends what has ended, for one process: closes by the clock, draws, begins settlements and pays. */
export interface Settler {
  /** Looks now instead of in a second. */
  wake(): void;
  /** Resolves once nothing is being paid by this process. */
  stop(): Promise<void>;
}

/** Several processes may: they share the work, and none pays what another has paid. */
export function openSettler(_deps: {
  database: Database;
  mode: 'demo' | 'live';
  lists: StaleMarks;
  onError(error: unknown): void;
}): Settler {
  return { wake() {}, async stop() {} };
}
