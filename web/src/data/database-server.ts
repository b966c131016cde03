import type { WireMarket } from '@tallystone/core/http-api/markets';
import { isOfOneServer } from '@tallystone/core/stream-position';
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Versions of markets are counted by the database. One that takes over, such as a restored copy, may say lower ones than
 * the page has seen, and they are the newer ones all the same. So the page keeps from which server it has what it knows,
 * by a position of it, and forgets all versions where that changes.
 */
interface Source {
  readonly position: string | null;
  /** The stream says so now: what any other server says is late, or the stream is about to hear of it. */
  readonly isStreamed: boolean;
  /** Counts how often versions were forgotten. */
  readonly era: number;
}

const UNKNOWN: Source = { position: null, isStreamed: false, era: 0 };
const sources = new WeakMap<QueryClient, Source>();
const MARKETS = '/api/markets';

const sourceOf = (client: QueryClient): Source => sources.get(client) ?? UNKNOWN;

function isOther(client: QueryClient, position: string | null): boolean {
  const known = sourceOf(client).position;
  return known !== null && position !== null && !isOfOneServer(BigInt(known), BigInt(position));
}

/** Where the markets that the page knows come from. */
export const databaseServer = {
  /**
   * What is about to be taken over was read at a position; null: it does not say. Of another server than before, it is
   * newer than all that is known.
   *
   * @param isStreamed by the stream, which speaks of that server from now on
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

  /** Whether an answer is of another server than the one that the stream speaks of now. */
  isLate: (client: QueryClient, position: string | null): boolean =>
    sourceOf(client).isStreamed && isOther(client, position),

  /** The stream says nothing any more. */
  streamEnded: (client: QueryClient): void =>
    void sources.set(client, { ...sourceOf(client), isStreamed: false }),

  /** Another number than before: what was known before is not to be compared by its versions. */
  era: (client: QueryClient): number => sourceOf(client).era,
};

/** Whatever is said of a market from now on is newer than what is known of it. */
function forgetVersions(client: QueryClient): void {
  const { era, ...source } = sourceOf(client);
  sources.set(client, { ...source, era: era + 1 });
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().findAll({ queryKey: [MARKETS] })) {
      // The list, or one market; longer keys are of histories and the like.
      const data = query.state.data as WireMarket[] | WireMarket | undefined;
      if (data === undefined || query.queryKey.length > 2) continue;
      // Past the rule by which a market never goes back.
      query.setState({ data: Array.isArray(data) ? data.map(withoutVersion) : withoutVersion(data) });
    }
    const ofOneMarket = {
      queryKey: [MARKETS],
      predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey.length > 1,
    };
    // Answers on their way may be of before.
    void client.cancelQueries(ofOneMarket).then(() => client.invalidateQueries(ofOneMarket));
  });
}

/** No version is as low. */
export const withoutVersion = (market: WireMarket): WireMarket => ({ ...market, version: 0 });
