import { type JsonSnapshot, jsonSnapshot } from '../http/json-snapshot.ts';
import type { Changes } from '../realtime/market-board.ts';
import type { Position } from '../realtime/position.ts';
import { oneAtATime } from '../rounds/one-at-a-time.ts';

export interface MarketList extends StaleMarks {
  /** The list with every change that was marked before the call. */
  read(): Promise<ListSnapshot>;
}

interface ListSnapshot extends JsonSnapshot {
  /** The stream's position that it holds at least; null for a list that the stream does not go on from. */
  readonly position: Position | null;
}

/** Where those who change markets say so. */
export interface StaleMarks {
  markStale(marketId: string): void;
  /** When changes may have been missed. */
  markAllStale(): void;
}

/** One market of a list, written out. */
export interface ListedMarket {
  readonly id: string;
  readonly version: number;
  /** The lowest comes first, and of equals the one with the lower id. */
  readonly rank: number;
  /** When it must be loaded again though nobody changed it, in ms since 1970: later than it was loaded for. */
  readonly staleAt: number;
  readonly json: string;
}

/**
 * Loads markets, those of the ids that belong in the list, or all of them for null.
 *
 * @param before how a market is listed so far: it may be kept where nothing of it changed
 */
export type LoadListed = (asked: {
  ids: readonly string[] | null;
  at: Date;
  before(id: string): ListedMarket | undefined;
}) => Promise<ListedMarket[]>;

/**
 * Keeps a list of markets. It is renewed by the first read after a change, once for all who wait for it, and
 * only what changed is loaded and written out again.
 */
export function createListSnapshot({
  load,
  now,
  readChanges,
}: {
  load: LoadListed;
  now: () => Date;
  /** What changed since a position: marks alone do not say what they may have missed. Given for a list with positions. */
  readChanges?: (since: Position | null) => Promise<Changes>;
}): MarketList {
  let listed: ReadonlyMap<string, ListedMarket> = new Map();
  let stale: Set<string> | 'all' = 'all';
  /** Counts the changes marked, so that a reader knows whether a snapshot holds those before its call. */
  let changes = 1;
  let current: {
    snapshot: ListSnapshot;
    markets: readonly ListedMarket[];
    holds: number;
    staleAt: number;
  } | null = null;

  const renew = oneAtATime(async () => {
    const holds = changes;
    let wanted = stale;
    stale = new Set();
    let position = current?.snapshot.position ?? null;
    try {
      // Read before what is loaded: of all that ended before its position, nothing can be missing then.
      const found = await readChanges?.(position);
      position = found?.position ?? null;
      if (found?.isContinued === false) {
        wanted = 'all';
        // Of the other server: the same version of a market may say another thing.
        listed = new Map();
      }
      const changed = found?.markets.filter(({ id, version }) => listed.get(id)?.version !== version) ?? [];
      const ids = changed.map(({ id }) => id);
      listed = await reload(wanted === 'all' ? wanted : new Set([...wanted, ...ids]), now());
    } catch (error) {
      stale = wanted === 'all' || isAll(stale) ? 'all' : new Set([...wanted, ...stale]);
      throw error;
    }
    const markets = [...listed.values()].sort(byRank);
    // A change is often heard of twice: from this process and from the database.
    const known = current !== null && isSame(current.markets, markets) ? current.snapshot : null;
    const snapshot = known?.position === position ? known : { ...(known ?? snapshotOf(markets)), position };
    const staleAt = markets.reduce((soonest, market) => Math.min(soonest, market.staleAt), Infinity);
    current = { snapshot, markets, holds, staleAt };
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

  /** The snapshot, if it holds the changes up to a count and the clock changed nothing since. */
  function snapshotHolding(wanted: number): ListSnapshot | null {
    const isFresh = current !== null && current.holds >= wanted && now().getTime() < current.staleAt;
    return isFresh ? (current?.snapshot ?? null) : null;
  }

  return {
    async read() {
      const wanted = changes;
      for (;;) {
        const snapshot = snapshotHolding(wanted);
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

/** A second look at a variable that other code may have set during an `await`. */
const isAll = (stale: Set<string> | 'all'): stale is 'all' => stale === 'all';

/** Whether the same is written in the same order. */
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
