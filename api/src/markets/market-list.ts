import type { MarketState } from '@tallystone/core/markets/market-state';
import type { Db } from '../db/db.ts';
import { createListSnapshot, type LoadListed, type MarketList } from './list-snapshot.ts';
import { listStoredMarkets } from './stored-market.ts';
import { wireMarket } from './wire-market.ts';

/** In these, how the market ends has been said. */
const ENDING: readonly MarketState[] = ['resolving', 'settled', 'void'];

/** Keeps the list that everybody reads: the markets whose end is ahead and that nobody has put away, by their end. */
export function createMarketList({ db, now }: { db: Db; now: () => Date }): MarketList {
  const load: LoadListed = async ({ ids, at, before }) => {
    const found = await listStoredMarkets(db, { ids, now: at });
    // The database counts in finer parts than the clock here.
    const ahead = found.filter(({ endsAt }) => endsAt > at);
    // A void may come weeks before the end.
    const lasting = ahead.filter(({ state }) => !ENDING.includes(state));
    return lasting.map((market) => {
      const { id, version, endsAt } = market;
      const known = before(id);
      // A bet on one market does not price the others again.
      if (known?.version === version) return known;
      const rank = endsAt.getTime();
      // Markets drop out when they end, which nobody announces.
      return { id, version, rank, staleAt: rank, json: JSON.stringify(wireMarket(market)) };
    });
  };
  return createListSnapshot({ load, now });
}
