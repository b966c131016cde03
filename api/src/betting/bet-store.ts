import type { Category, MarketSource, WireMarketState } from '@tallystone/core/http-api';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { stateOfMarket } from '../markets/stored-market.ts';
import { isWrittenSince, type Position } from '../realtime/position.ts';
import { type BetEnd, type BetEndRow, betEnd, betEndColumns, betStatus, withBetEnd } from './bet-end.ts';
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

/** A bet with its end and the names that history shows. */
export interface ListedBet extends StoredBet {
  /** Null while it is open. */
  readonly end: BetEnd | null;
  readonly marketTitle: string;
  readonly outcomeName: string;
  readonly category: Category;
  readonly marketState: WireMarketState;
  readonly marketSource: MarketSource;
  readonly marketClosesAt: Date;
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
      select ${listedColumns}
      from ${listedTables}
      where b.user_id = ${userId}${older}
      order by b.seq desc
      limit ${limit}`,
  );
  return found.map(listedBet);
}

/** Of the newest bets of a user those that are new or have ended since a position of the stream, the newest first. */
export async function selectChangedBetsOf(
  db: Db,
  { userId, since, limit }: { userId: string; since: Position; limit: number },
): Promise<ListedBet[]> {
  const hasEndedSince = sql`(m.state in ('settled', 'void') and ${isWrittenSince(sql`m.changed_in`, since)})`;
  const found = await rows<ListedRow>(
    db,
    sql`
      select ${listedColumns}
      from ${listedTables}
      where b.user_id = ${userId}
        and b.seq >= coalesce((
          select n.seq from bets n where n.user_id = ${userId} order by n.seq desc offset ${limit - 1} limit 1), 0)
        and (${isWrittenSince(sql`b.placed_in`, since)} or ${isWrittenSince(sql`e.ended_in`, since)}
          or ${hasEndedSince})
      order by b.seq desc`,
  );
  return found.map(listedBet);
}

/** One bet of a user, or null. */
export async function getBetOf(
  db: Db,
  { userId, betId }: { userId: string; betId: string },
): Promise<ListedBet | null> {
  const [row] = await rows<ListedRow>(
    db,
    sql`select ${listedColumns} from ${listedTables} where b.id = ${betId} and b.user_id = ${userId}`,
  );
  return row === undefined ? null : listedBet(row);
}

const listedColumns = sql`
  b.id, b.market_id, b.outcome_id, b.stake::text, b.odds::text, b.payout::text, ${betStatus} as status, b.placed_at,
  encode(b.signature, 'hex') as signature, ${betEndColumns}, m.title, m.category, ${stateOfMarket} as market_state,
  m.source as market_source, m.closes_at as market_closes_at, o.name`;

const listedTables = sql`
  bets b join markets m on m.id = b.market_id join outcomes o on o.id = b.outcome_id ${withBetEnd}`;

function listedBet(row: ListedRow): ListedBet {
  return {
    ...storedBet(row),
    end: betEnd(row),
    marketTitle: row.title,
    outcomeName: row.name,
    category: row.category,
    marketState: row.market_state,
    marketSource: row.market_source,
    marketClosesAt: new Date(row.market_closes_at),
  };
}

interface ListedRow extends StoredBetRow, BetEndRow {
  title: string;
  name: string;
  category: Category;
  market_state: WireMarketState;
  market_source: MarketSource;
  market_closes_at: string;
}
