import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, row } from '../db/rows.ts';
import { hasBetEnded, withBetEnd } from './bet-end.ts';

export interface BetStats {
  totalBets: number;
  /** Those that have not ended. */
  activeBets: number;
  /** USDC. */
  totalWagered: number;
  /** How many have ended, and what they brought beyond their stakes, USDC. */
  endedBets: number;
  profit: number;
}

/** The figures of a profile, over all bets of a user. Live ones count from their acceptance on, unless they failed. */
export async function betStatsOf(db: Db, userId: string): Promise<BetStats> {
  const { total, ended, wagered, profit } = await row(
    db,
    { total: col.whole, ended: col.whole, wagered: col.wireUsdc, profit: col.wireUsdc },
    sql`
      select count(*) as total, count(*) filter (where o.has_ended) as ended,
        coalesce(sum(o.stake), 0) as wagered,
        coalesce(sum(o.paid - o.stake) filter (where o.has_ended), 0) as profit
      from (
        select b.stake, coalesce(e.amount, 0) as paid, ${hasBetEnded} as has_ended
        from bets b join markets m on m.id = b.market_id ${withBetEnd}
        where b.user_id = ${userId}
        union all
        select l.stake, 0, false from live_bets l where l.user_id = ${userId} and l.state = 'pending'
      ) o`,
  );
  return {
    totalBets: total,
    activeBets: total - ended,
    totalWagered: wagered,
    endedBets: ended,
    profit,
  };
}
