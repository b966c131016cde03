import type { Db } from '../db/db.ts';
import type { PublishedMarket } from '../realtime/market-board.ts';
import type { MarketSource } from '../realtime/stream.ts';
import { chunksOf } from '../rounds/chunks-of.ts';
import { isListed, isOffered } from './is-listed.ts';
import { marketNews } from './market-news.ts';
import { readChanges } from './read-changes.ts';
import { listMovingMarkets, type MovingMarket } from './stored-market.ts';

/** Markets loaded and priced at a time, so that other work gets its turn in between. */
const CHUNK = 500;

/** The markets of the database as the stream publishes them, including those that have left the list. */
export function streamMarkets(db: Db): MarketSource {
  return {
    changes: (since) => readChanges(db, since),
    async load(ids, at) {
      const publish = (market: MovingMarket) => publishedMarket(market, at);
      if (ids === null) return (await listMovingMarkets(db, { ids, now: at })).map(publish);
      const published: PublishedMarket[] = [];
      for (const some of chunksOf(ids, CHUNK))
        published.push(...(await listMovingMarkets(db, { ids: some, now: at })).map(publish));
      return published;
    },
  };
}

function publishedMarket(market: MovingMarket, at: Date): PublishedMarket {
  return {
    id: market.id,
    version: market.version,
    changedAt: market.changedAt,
    isListed: isListed(market, at),
    isShown: isOffered(market, at),
    game: market.isMain ? null : market.gameId,
    state: market.state,
    endsAt: market.endsAt.getTime(),
    json: JSON.stringify(marketNews(market, at)),
  };
}
