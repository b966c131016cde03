import type { WireMarket } from '@tallystone/core/http-api/markets';
import type { QueryClient } from '@tanstack/react-query';
import { databaseServer, withoutVersion } from './database-server.ts';
import { endpoints } from './endpoints.ts';
import { sendRequest } from './send-request.ts';

/** As `POSITION_HEADER` of core/http-api/stream.ts; importing it would bring every schema along. */
const POSITION_HEADER = 'tallystone-position';

/** What the latest answer said beside its markets. */
export interface ListReading {
  /** From which position on the stream goes on from this list; null when the server did not say. */
  position: string | null;
  /** When it was answered, in ms by the clock of the browser. */
  readAt: number;
  /** Of another database server than the one that the stream speaks of: read again until they agree. */
  isLate?: boolean;
  /** Not an answer of now: the list that an earlier visit kept on the device. */
  isKept?: boolean;
}

const latest = new WeakMap<QueryClient, ListReading>();

/** Reads the market list, and keeps from where the stream goes on from it. */
export async function readMarketList({
  client,
  signal,
}: {
  client: QueryClient;
  signal: AbortSignal;
}): Promise<WireMarket[]> {
  let position: string | null = null;
  const { method, path } = endpoints.listMarkets;
  const answer = await sendRequest({
    method,
    path,
    signal,
    onHeaders: (headers) => {
      position = headers.get(POSITION_HEADER);
    },
  });
  const markets = answer as WireMarket[]; // as the table of endpoints says; cards allow for what is missing
  const isLate = databaseServer.isLate(client, position);
  if (!isLate) databaseServer.meet(client, position, { isStreamed: false });
  latest.set(client, { position, readAt: Date.now(), isLate });
  return isLate ? markets.map(withoutVersion) : markets;
}

/** The latest answer; null when there was none yet. */
export function latestListReading(client: QueryClient): ListReading | null {
  return latest.get(client) ?? null;
}

/** The list that is shown was kept by an earlier visit: its prices are of then, and no stream goes on from it. */
export function noteKeptList(client: QueryClient, readAt: number): void {
  latest.set(client, { position: null, readAt, isKept: true });
}
