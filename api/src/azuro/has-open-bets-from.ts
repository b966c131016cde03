import { type SQL, sql } from 'drizzle-orm';

/**
 * For a row `m` of markets of the feed: whether bets that were placed from a moment on have not ended, or are on their way
 * to the chain and may still become bets. Those count from when they were accepted, and no more once they have failed.
 *
 * A bet of the very moment belongs to the game that began then, and is late; one a millisecond before it is not. When
 * betting ended says nothing of this, and is not to be compared with the moment: an earlier start moves the end of betting
 * back to itself, and leaves the bets that were placed in between.
 */
export function hasOpenBetsFrom(moment: SQL): SQL {
  return sql`(exists (
    select from bets b where b.market_id = m.id and b.priced_at is not null and b.placed_at >= ${moment}
      and not exists (select from bet_endings e where e.bet_id = b.id)
  ) or exists (
    select from live_bets l where l.market_id = m.id and l.state = 'pending' and l.priced_at is not null
      and l.placed_at >= ${moment}))`;
}
