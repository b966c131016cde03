import type { Category, WireMarketState } from '@tallystone/core/http-api';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { stateOfMarket } from '../markets/stored-market.ts';
import type { StoredBet } from './placed-bet.ts';
import { type StoredBetRow, storedBet } from './stored-bet.ts';

/** Which of these bets are recorded. */
export async function listRecordedBets(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id from bets where id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`,
  );
  return new Set(found.map(({ id }) => id));
}

/** A bet with the names that history shows. */
export interface ListedBet extends StoredBet {
  readonly marketTitle: string;
  readonly outcomeName: string;
  readonly category: Category;
  readonly marketState: WireMarketState;
}

/** The newest bets of a user, or those placed before one of them. */
export async function selectBetsOf(
  db: Db,
  { userId, before, limit }: { userId: string; before: string | null; limit: number },
): Promise<ListedBet[]> {
  const older =
    before === null
      ? sql``
      : sql` and b.seq < (select p.seq from bets p where p.id = ${before} and p.user_id = ${userId})`;
  const found = await rows<ListedRow>(
    db,
    sql`
      select b.id, b.market_id, b.outcome_id, b.stake::text, b.odds::text, b.payout::text, b.status,
        b.placed_at, encode(b.signature, 'hex') as signature, m.title, m.category,
        ${stateOfMarket} as market_state, o.name
      from bets b
      join markets m on m.id = b.market_id
      join outcomes o on o.id = b.outcome_id
      where b.user_id = ${userId}${older}
      order by b.seq desc
      limit ${limit}`,
  );
  return found.map((row) => ({
    ...storedBet(row),
    marketTitle: row.title,
    outcomeName: row.name,
    category: row.category,
    marketState: row.market_state,
  }));
}

interface ListedRow extends StoredBetRow {
  title: string;
  name: string;
  category: Category;
  market_state: WireMarketState;
}
