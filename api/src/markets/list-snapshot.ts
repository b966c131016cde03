import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Db } from '../db/db.ts';
import { listStoredMarkets } from './stored-market.ts';
import { wireMarket } from './wire-market.ts';

/** The market list as bytes, made once and sent to everybody until a market changes or ends. */
export interface ListSnapshot {
  readonly etag: string;
  readonly plain: Uint8Array;
  /** Compressed once, when first asked for. */
  gzipped(): Promise<Uint8Array>;
}

export interface MarketList {
  /** The list with every change that was marked before the call. */
  read(): Promise<ListSnapshot>;
  markStale(marketId: string): void;
  /** When changes may have been missed. */
  markAllStale(): void;
}

interface ListedMarket {
  readonly version: number;
  readonly endsAt: Date;
  readonly json: string;
}

const compress = promisify(gzip);
/** Nearly as small as the strongest level, in a third of its time. */
const GZIP_LEVEL = 5;

/** Keeps the list. It is renewed by the first read after a change, once for all who wait for it. */
export function createMarketList({ db, now }: { db: Db; now: () => Date }): MarketList {
  /** Priced and written out, by id: a bet on one market does not price the others again. */
  let listed = new Map<string, ListedMarket>();
  let stale: Set<string> | 'all' = 'all';
  /** Counts the changes marked, so that a reader knows whether a snapshot holds those before its call. */
  let changes = 1;
  let current: {
    snapshot: ListSnapshot;
    markets: readonly ListedMarket[];
    holds: number;
    endsAt: number;
  } | null = null;
  let renewal: Promise<void> | null = null;

  async function renew(): Promise<void> {
    const holds = changes;
    const wanted = stale;
    stale = new Set();
    const at = now();
    try {
      if (wanted === 'all' || wanted.size > 0) listed = await reload(wanted, at);
    } catch (error) {
      stale = wanted === 'all' || isAll(stale) ? 'all' : new Set([...wanted, ...stale]);
      throw error;
    }
    const open = [...listed].filter(([, market]) => market.endsAt > at).sort(byEnd);
    listed = new Map(open);
    const endsAt = open[0]?.[1].endsAt.getTime() ?? Number.POSITIVE_INFINITY;
    const markets = open.map(([, market]) => market);
    // A change is often heard of twice: from this process and from the database.
    const snapshot =
      current !== null && isSame(current.markets, markets)
        ? current.snapshot
        : snapshotOf(markets.map(({ json }) => json));
    current = { snapshot, markets, holds, endsAt };
  }

  async function reload(wanted: Set<string> | 'all', at: Date): Promise<Map<string, ListedMarket>> {
    const found = await listStoredMarkets(db, { ids: wanted === 'all' ? null : [...wanted], now: at });
    const kept = wanted === 'all' ? [] : [...listed].filter(([id]) => !wanted.has(id));
    const renewed = found.map((market): [string, ListedMarket] => {
      const before = listed.get(market.id);
      if (before?.version === market.version) return [market.id, before];
      const json = JSON.stringify(wireMarket(market));
      return [market.id, { version: market.version, endsAt: market.endsAt, json }];
    });
    return new Map([...kept, ...renewed]);
  }

  /** The snapshot, if it holds the changes up to a count and no market of it has ended. */
  function snapshotHolding(wanted: number): ListSnapshot | null {
    // Markets drop out when they end, which nobody announces.
    const isFresh = current !== null && current.holds >= wanted && now().getTime() < current.endsAt;
    return isFresh ? (current?.snapshot ?? null) : null;
  }

  return {
    async read() {
      const wanted = changes;
      for (;;) {
        const snapshot = snapshotHolding(wanted);
        if (snapshot !== null) return snapshot;
        renewal ??= renew().finally(() => {
          renewal = null;
        });
        await renewal;
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

/** Whether the same objects stand in the same order: what did not change was not written again. */
function isSame(before: readonly ListedMarket[], after: readonly ListedMarket[]): boolean {
  return before.length === after.length && before.every((market, index) => market === after[index]);
}

function byEnd([idA, a]: [string, ListedMarket], [idB, b]: [string, ListedMarket]): number {
  return a.endsAt.getTime() - b.endsAt.getTime() || (idA < idB ? -1 : 1);
}

/** A list as bytes, of its elements as JSON. */
export function snapshotOf(elements: readonly string[]): ListSnapshot {
  const plain = Buffer.from(`[${elements.join(',')}]`);
  let gzipped: Promise<Uint8Array> | null = null;
  return {
    // Weak, because the compressed bytes carry the same tag.
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
    plain,
    gzipped() {
      gzipped ??= compress(plain, { level: GZIP_LEVEL });
      return gzipped;
    },
  };
}
