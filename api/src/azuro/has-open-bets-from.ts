import { type SQL, sql } from 'drizzle-orm';
import { isInPlay } from '../markets/is-in-play.ts';

/**
 * For a row `m` of feed markets: whether any bets placed at or after a moment are still open, or are on their way to the
 * chain and may still become bets; selections of combos count, too. Pending bets count from when they were accepted until they fail.
 *
 * A bet placed exactly at the moment is late; one a millisecond earlier isn't. Don't compare the moment with the end of
 * betting: an earlier start moves that end back to itself, but leaves the bets that were placed in between.
 */
export function hasOpenBetsFrom(moment: SQL): SQL {
  // Nearly all updates of the feed name no such moment. A plan that expects many bets after it reads all of a market's, a million of
  // them; the order makes it look them up in the index.
  return sql`(${moment} is not null and not ${isInPlay} and (coalesce((
    select true from only bets b where b.market_id = m.id and b.priced_at is not null and b.placed_at >= ${moment}
      and not exists (select from only bet_endings e where e.bet_id = b.id)
    order by b.placed_at limit 1
  ), false) or exists (
    select from only live_bets l where l.market_id = m.id and l.state = 'pending' and l.priced_at is not null
      and l.placed_at >= ${moment}
  ) or exists (
    -- Without other names: the moment may be a column of the statement's own tables.
    select from only combo_legs join only combos on combos.id = combo_legs.combo_id
    where combo_legs.market_id = m.id and combo_legs.result is null and combos.placed_at >= ${moment})))`;
}
