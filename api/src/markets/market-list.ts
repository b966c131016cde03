import type { Db } from '../db/db.ts';
import { isListed } from './is-listed.ts';
import { createListSnapshot, type LoadListed, type MarketList } from './list-snapshot.ts';
import { readChanges } from './read-changes.ts';
import { listStoredMarkets } from './stored-market.ts';
import { wireMarket } from './wire-market.ts';

/** Keeps the list that everybody reads: the markets whose end is ahead and that nobody has put away, by their end. */
export function createMarketList({ db, now }: { db: Db; now: () => Date }): MarketList {
  const load: LoadListed = async ({ ids, at, before }) => {
    const found = await listStoredMarkets(db, { ids, now: at });
    const listed = found.filter((market) => isListed(market, at));
    return listed.map((market) => {
      const { id, version, endsAt } = market;
      const known = before(id);
      // A bet on one market does not price the others again.
      if (known?.version === version) return known;
      const rank = endsAt.getTime();
      // Markets drop out when they end, which nobody announces.
      return { id, version, rank, staleAt: rank, json: JSON.stringify(wireMarket(market)) };
    });
  };
  return createListSnapshot({ load, now, readChanges: (since) => readChanges(db, since) });
}
