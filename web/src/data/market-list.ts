import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import { databaseServer, withoutVersion } from './database-server.ts';
import { endpoints } from './endpoints.ts';
import { sendRequest } from './send-request.ts';

/** As `POSITION_HEADER` of core/http-api/stream.ts; importing it would bring every schema along. */
const POSITION_HEADER = 'tallystone-position';

/** Facts about the latest answer. */
export interface ListReading {
  /** The position from which the stream continues this list; null if the server didn't send one. */
  position: string | null;
  /** When the answer came, in ms by the browser's clock. */
  readAt: number;
  /** The list comes from another database server than the stream's: read again until they agree. */
  isLate?: boolean;
  /** The list was stored on the device by an earlier visit. */
  isKept?: boolean;
}

const latest = new WeakMap<QueryClient, ListReading>();

/** Reads the market list, and remembers from which position the stream continues. */
export async function readMarketList({ client, signal }: QueryFunctionContext): Promise<WireListedMarket[]> {
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
  const markets = answer as WireListedMarket[]; // by the table of endpoints; cards allow for missing fields
  const isLate = databaseServer.isLate(client, position);
  if (!isLate) databaseServer.meet(client, position, { isStreamed: false });
  latest.set(client, { position, readAt: Date.now(), isLate });
  return isLate ? markets.map(withoutVersion) : markets;
}

/** The latest answer; null if there was none yet. */
export function latestListReading(client: QueryClient): ListReading | null {
  return latest.get(client) ?? null;
}

/** Notes that the shown list was stored by an earlier visit, so its prices are old and no stream continues it. */
export function noteKeptList(client: QueryClient, readAt: number): void {
  latest.set(client, { position: null, readAt, isKept: true });
}
