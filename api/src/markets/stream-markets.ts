import type { Db } from '../db/db.ts';
import type { ToldMarket } from '../realtime/market-board.ts';
import type { MarketSource } from '../realtime/stream.ts';
import { isListed } from './is-listed.ts';
import { marketNews } from './market-news.ts';
import { readChanges } from './read-changes.ts';
import { listMarketsOfBooks, listStoredMarkets, type StoredMarket } from './stored-market.ts';

/** The markets of the database as the stream tells of them, those too that have left the list. */
export function streamMarkets(db: Db): MarketSource {
  return {
    changes: (since) => readChanges(db, since),
    async load(ids, at) {
      const found =
        ids === null ? await listStoredMarkets(db, { ids, now: at }) : await listMarketsOfBooks(db, ids);
      return found.map((market) => toldMarket(market, at));
    },
  };
}

function toldMarket(market: StoredMarket, at: Date): ToldMarket {
  return {
    id: market.id,
    version: market.version,
    changedIn: market.changedIn,
    isListed: isListed(market, at),
    endsAt: market.endsAt.getTime(),
    json: JSON.stringify(marketNews(market, at)),
  };
}
