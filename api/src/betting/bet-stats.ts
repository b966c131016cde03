import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
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
  const [row] = await rows<{ total: string; ended: string; wagered: string; profit: string }>(
    db,
    sql`
      select count(*)::text as total, (count(*) filter (where o.has_ended))::text as ended,
        coalesce(sum(o.stake), 0)::text as wagered,
        coalesce(sum(o.paid - o.stake) filter (where o.has_ended), 0)::text as profit
      from (
        select b.stake, coalesce(e.amount, 0) as paid, ${hasBetEnded} as has_ended
        from bets b join markets m on m.id = b.market_id ${withBetEnd}
        where b.user_id = ${userId}
        union all
        select l.stake, 0, false from live_bets l where l.user_id = ${userId} and l.state = 'pending'
      ) o`,
  );
  if (row === undefined) throw new Error('expected one row of figures');
  const usdc = (micro: string) => usdcToNumber(microUsdc(BigInt(micro)));
  return {
    totalBets: Number(row.total),
    activeBets: Number(row.total) - Number(row.ended),
    totalWagered: usdc(row.wagered),
    endedBets: Number(row.ended),
    profit: usdc(row.profit),
  };
}
