import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { isOfOneServer } from '@tallystone/core/stream-position';
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * The database counts the versions of markets. If another one takes over, such as a restored copy, its versions may be
 * lower than the page has seen although they are newer. So the page remembers, by a stream position, which database
 * server its data comes from, and forgets all versions when that changes.
 */
interface Source {
  readonly position: string | null;
  /** The position comes from the current stream: an answer from any other server is late. */
  readonly isStreamed: boolean;
  /** How often versions were forgotten. */
  readonly era: number;
}

const sources = new WeakMap<QueryClient, Source>();
const MARKETS = '/api/markets';

const sourceOf = (client: QueryClient): Source =>
  sources.get(client) ?? { position: null, isStreamed: false, era: 0 };

function isOther(client: QueryClient, position: string | null): boolean {
  const known = sourceOf(client).position;
  return known !== null && position !== null && !isOfOneServer(BigInt(known), BigInt(position));
}

/** Which database server the page's markets come from. */
export const databaseServer = {
  /**
   * Call before taking data that was read at a position; null: unknown. Data from another server than before counts as
   * newer than everything known.
   *
   * @param isStreamed whether the data comes from the stream
   */
  meet(client: QueryClient, position: string | null, { isStreamed }: { isStreamed: boolean }): void {
    const isNew = isOther(client, position);
    const before = sourceOf(client);
    sources.set(client, {
      ...before,
      position: position ?? before.position,
      isStreamed: isStreamed || before.isStreamed,
    });
    if (isNew) forgetVersions(client);
  },

  /** Whether an answer comes from another server than the stream's. */
  isLate: (client: QueryClient, position: string | null): boolean =>
    sourceOf(client).isStreamed && isOther(client, position),

  /** The stream has ended. */
  streamEnded: (client: QueryClient): void =>
    void sources.set(client, { ...sourceOf(client), isStreamed: false }),

  /** If it has changed, versions from before can't be compared. */
  era: (client: QueryClient): number => sourceOf(client).era,
};

/** Makes any later data of a market count as newer. */
function forgetVersions(client: QueryClient): void {
  const { era, ...source } = sourceOf(client);
  sources.set(client, { ...source, era: era + 1 });
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().findAll({ queryKey: [MARKETS] })) {
      // The list or one market; longer keys are histories and so on.
      const data = query.state.data as WireListedMarket[] | WireListedMarket | undefined;
      if (data === undefined || query.queryKey.length > 2) continue;
      // `setState` bypasses the rule that a market never goes back to an older version.
      query.setState({ data: Array.isArray(data) ? data.map(withoutVersion) : withoutVersion(data) });
    }
    const ofOneMarket = {
      queryKey: [MARKETS],
      predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey.length > 1,
    };
    // Pending answers may come from the old server.
    void client.cancelQueries(ofOneMarket).then(() => client.invalidateQueries(ofOneMarket));
  });
}

/** Version 0 is lower than any real version. */
export const withoutVersion = <M extends WireListedMarket>(market: M): M => ({ ...market, version: 0 });
