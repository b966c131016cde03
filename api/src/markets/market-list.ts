import type { Db } from '../db/db.ts';
import { isListed } from './is-listed.ts';
import { createListSnapshot, type LoadListed, type MarketList } from './list-snapshot.ts';
import { readChanges } from './read-changes.ts';
import { listStoredMarkets } from './stored-market.ts';
import { wireListedMarket } from './wire-listed-market.ts';

/** Keeps the public list: markets that end later and aren't archived, ordered by their end. */
export function createMarketList({ db, now }: { db: Db; now: () => Date }): MarketList {
  const load: LoadListed = async ({ ids, at, before }) => {
    const found = await listStoredMarkets(db, { ids, now: at });
    const listed = found.filter((market) => isListed(market, at));
    return listed.map((market) => {
      const { id, version, endsAt } = market;
      const known = before(id);
      // Unchanged markets aren't priced again.
      if (known?.version === version) return known;
      const rank = endsAt.getTime();
      // A market leaves the list at its end, without an announcement.
      return { id, version, rank, staleAt: rank, json: JSON.stringify(wireListedMarket(market)) };
    });
  };
  return createListSnapshot({ load, now, readChanges: (since) => readChanges(db, since) });
}
