import { type SQL, sql } from 'drizzle-orm';

/** For a row `m` of markets of the feed: whether bets that were placed from a moment on have not ended. */
export function hasOpenBetsFrom(moment: SQL): SQL {
  return sql`exists (
    select from bets b where b.market_id = m.id and b.priced_at is not null and b.placed_at >= ${moment}
      and not exists (select from bet_endings e where e.bet_id = b.id))`;
}
