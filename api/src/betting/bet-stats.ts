import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, row } from '../db/rows.ts';
import { paidForParts, withSold } from '../ledger/sold-parts.ts';
import { hasBetEnded, withBetEnd } from './bet-end.ts';

/**
 * The figures of a profile, over all bets and combos of a user. A live bet counts from its acceptance on, unless it fails, and so
 * does a bet that waits for the delay of a running game.
 */
export async function betStatsOf(db: Db, userId: string) {
  const stats = await row(
    db,
    {
      totalBets: col.whole,
      /** How many of them are combos. */
      combos: col.whole,
      endedBets: col.whole,
      totalWagered: col.wireUsdc,
      /** Of ended bets and sold parts: what was paid minus their stakes. */
      profit: col.wireUsdc,
      openStakes: col.wireUsdc,
    },
    sql`
      select count(*) as total_bets, count(*) filter (where o.is_combo) as combos, count(*) filter (where o.has_ended) as ended_bets,
        coalesce(sum(o.stake), 0) as total_wagered,
        coalesce(sum(case when o.has_ended then o.paid - o.stake else o.paid - o.sold end), 0) as profit,
        coalesce(sum(o.stake - o.sold) filter (where not o.has_ended), 0) as open_stakes
      from (
        select b.stake, coalesce(sold.stake, 0) as sold, coalesce(e.amount, 0) + ${paidForParts} as paid,
          ${hasBetEnded} as has_ended, false as is_combo
        from bets b join markets m on m.id = b.market_id ${withBetEnd} ${withSold}
        where b.user_id = ${userId}
        union all
        select l.stake, 0, 0, false, false from live_bets l where l.user_id = ${userId} and l.state = 'pending'
        union all
        select w.stake, 0, 0, false, false from open_orders w where w.user_id = ${userId}
        union all
        select c.stake, 0, coalesce(n.amount, 0), n.combo_id is not null, true
        from combos c left join combo_endings n on n.combo_id = c.id
        where c.user_id = ${userId}
      ) o`,
  );
  return { ...stats, activeBets: stats.totalBets - stats.endedBets };
}
