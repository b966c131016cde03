import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';

/** How far the payment of a market has come: how many of its bets are done, of how many. */
export interface SettlementProgress {
  readonly done: number;
  readonly bets: number;
}

/** Of those of the markets that are being paid, by market id; bets that ended before count as done. */
export async function settlementProgress(
  db: Db,
  marketIds: readonly string[],
): Promise<Map<string, SettlementProgress>> {
  if (marketIds.length === 0) return new Map();
  const found = await rows<{ id: string; done: number; bets: number }>(
    db,
    sql`
      select m.id, counted.done, counted.bets
      from markets m
      cross join lateral (
        select count(*)::int as bets, (count(*) filter (where b.market_version <= m.settled_through))::int as done
        from bets b where b.market_id = m.id
      ) counted
      where m.settled_through is not null and m.state = 'resolving'
        and m.id in (select json_array_elements_text(${JSON.stringify(marketIds)}::json))`,
  );
  return new Map(found.map(({ id, done, bets }) => [id, { done, bets }]));
}
