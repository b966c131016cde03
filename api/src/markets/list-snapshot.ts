import { type JsonSnapshot, jsonSnapshot } from '../http/json-snapshot.ts';
import type { Changes } from '../realtime/market-board.ts';
import type { Position } from '../realtime/position.ts';
import { oneAtATime } from '../rounds/one-at-a-time.ts';

export interface MarketList extends StaleMarks {
  /** The list with every change that was marked before the call. */
  read(): Promise<ListSnapshot>;
}

interface ListSnapshot extends JsonSnapshot {
  /** The list contains all changes up to this position of the stream; null for a list without positions. */
  readonly position: Position | null;
}

/** Called by code that changes markets. */
export interface StaleMarks {
  markStale(marketId: string): void;
  /** Called when changes may have been missed. */
  markAllStale(): void;
}

/** One serialised market of a list. */
export interface ListedMarket {
  readonly id: string;
  readonly version: number;
  /** The order in the list, lowest first; markets of equal rank are ordered by id. */
  readonly rank: number;
  /** When it must be loaded again even without a change, in ms since 1970; later than the moment it was loaded for. */
  readonly staleAt: number;
  readonly json: string;
}

/**
 * Loads the markets of the ids that belong in the list, or all of them for null.
 *
 * @param before the current entry of a market, which may be reused if its version is the same
 */
export type LoadListed = (query: {
  ids: readonly string[] | null;
  at: Date;
  before(id: string): ListedMarket | undefined;
}) => Promise<ListedMarket[]>;

/**
 * Keeps a list of markets. The first read after a change renews it, once for all callers that wait. Only changed markets
 * are loaded and serialised again.
 */
export function createListSnapshot({
  load,
  now,
  readChanges,
}: {
  load: LoadListed;
  now: () => Date;
  /** The changes since a position, because marks may miss some. Only for lists with positions. */
  readChanges?: (since: Position | null) => Promise<Changes>;
}): MarketList {
  let listed: ReadonlyMap<string, ListedMarket> = new Map();
  let stale: Set<string> | 'all' = 'all';
  /** Counts marked changes, so that a read can tell whether a snapshot contains those before its call. */
  let changes = 1;
  let current: {
    snapshot: ListSnapshot;
    markets: readonly ListedMarket[];
    upTo: number;
    staleAt: number;
  } | null = null;

  const renew = oneAtATime(async () => {
    const upTo = changes;
    let wanted = stale;
    stale = new Set();
    let position = current?.snapshot.position ?? null;
    try {
      // Read before the markets are loaded, so that no change up to its position is missed.
      const found = await readChanges?.(position);
      position = found?.position ?? null;
      if (found?.isContinued === false) {
        wanted = 'all';
        // The other server may have different content for the same version of a market.
        listed = new Map();
      }
      const changed =
        found?.markets.filter(({ id, version, isMain }) => isMain && listed.get(id)?.version !== version) ??
        [];
      const ids = changed.map(({ id }) => id);
      listed = await reload(wanted === 'all' ? wanted : new Set([...wanted, ...ids]), now());
    } catch (error) {
      stale = wanted === 'all' || isAll(stale) ? 'all' : new Set([...wanted, ...stale]);
      throw error;
    }
    const markets = [...listed.values()].sort(byRank);
    // A change is often announced twice: by this process and by the database.
    const known = current !== null && isSame(current.markets, markets) ? current.snapshot : null;
    const snapshot = known?.position === position ? known : { ...(known ?? snapshotOf(markets)), position };
    const staleAt = markets.reduce((soonest, market) => Math.min(soonest, market.staleAt), Infinity);
    current = { snapshot, markets, upTo, staleAt };
  });

  async function reload(marked: Set<string> | 'all', at: Date): Promise<ReadonlyMap<string, ListedMarket>> {
    const before = (id: string) => listed.get(id);
    const isKept = (market: ListedMarket) =>
      marked !== 'all' && market.staleAt > at.getTime() && !marked.has(market.id);
    const kept = [...listed.values()].filter(isKept);
    const due = [...listed.values()].filter((market) => !isKept(market)).map(({ id }) => id);
    const ids = marked === 'all' ? null : [...new Set([...marked, ...due])];
    const found = ids?.length === 0 ? [] : await load({ ids, at, before });
    return new Map([...kept, ...found].map((market) => [market.id, market]));
  }

  /** The snapshot if it contains the changes up to a count and no market has ended since. */
  function snapshotWith(wanted: number): ListSnapshot | null {
    const isFresh = current !== null && current.upTo >= wanted && now().getTime() < current.staleAt;
    return isFresh ? (current?.snapshot ?? null) : null;
  }

  return {
    async read() {
      const wanted = changes;
      for (;;) {
        const snapshot = snapshotWith(wanted);
        if (snapshot !== null) return snapshot;
        await renew();
      }
    },
    markStale(marketId) {
      changes += 1;
      if (stale !== 'all') stale.add(marketId);
    },
    markAllStale() {
      changes += 1;
      stale = 'all';
    },
  };
}

/** Checks again, because other code may have set the variable during an `await`. */
const isAll = (stale: Set<string> | 'all'): stale is 'all' => stale === 'all';

/** Whether both lists have the same JSON in the same order. */
function isSame(before: readonly ListedMarket[], after: readonly ListedMarket[]): boolean {
  return (
    before.length === after.length && before.every((market, index) => market.json === after[index]?.json)
  );
}

function byRank(a: ListedMarket, b: ListedMarket): number {
  return a.rank - b.rank || (a.id < b.id ? -1 : 1);
}

function snapshotOf(markets: readonly ListedMarket[]): JsonSnapshot {
  return jsonSnapshot(`[${markets.map(({ json }) => json).join(',')}]`);
}
