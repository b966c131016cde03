import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';

export interface BetStats {
  totalBets: number;
  /** Confirmed ones. */
  activeBets: number;
  /** USDC. */
  totalWagered: number;
  /** How many have ended, and what they brought beyond their stakes, USDC. */
  endedBets: number;
  profit: number;
}

/** The figures of a profile, over all bets of a user. */
export async function betStatsOf(db: Db, userId: string): Promise<BetStats> {
  const [row] = await rows<{ total: string; active: string; wagered: string }>(
    db,
    sql`
      select count(*)::text as total, (count(*) filter (where status = 'confirmed'))::text as active,
        coalesce(sum(stake), 0)::text as wagered
      from bets where user_id = ${userId}`,
  );
  return {
    totalBets: Number(row?.total ?? 0),
    activeBets: Number(row?.active ?? 0),
    totalWagered: usdcToNumber(microUsdc(BigInt(row?.wagered ?? 0))),
    endedBets: 0,
    profit: 0,
  };
}
