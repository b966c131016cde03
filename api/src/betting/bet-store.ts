import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows, values } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { withSold } from '../ledger/sold-parts.ts';
import { stateOfMarket } from '../markets/stored-market.ts';
import { isWrittenSince, type Position } from '../realtime/position.ts';
import { betEnd, betEndColumns, betEndRow, betStatus, hasBetEnded, withBetEnd } from './bet-end.ts';
import { type OnChainRow, onChainColumns, onChainRow, withOnChain } from './on-chain.ts';
import { storedBet, storedBetRow } from './stored-bet.ts';

/** Which of these bets are recorded. */
export async function listRecordedBets(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const among = sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  const found = await values(
    db,
    col.text,
    sql`select id from bets where id in ${among} union select id from live_bets where id in ${among}
      union select id from orders where id in ${among}`,
  );
  return new Set(found);
}

/** A bet with its end and the names that history shows. */
export type ListedBet = ReturnType<typeof listedBet>;

interface Query {
  userId: string;
  /** In live mode bets may be pending or have failed. */
  mode: 'demo' | 'live';
  limit: number;
}

/** The newest bets of a user, or those placed before one of them. */
export async function selectBetsOf(
  db: Db,
  { userId, mode, before, limit }: Query & { before: string | null },
): Promise<ListedBet[]> {
  if (mode === 'live') {
    const older = before === null ? sql`true` : sql`(w.placed_at, w.id) < (${placeOf(before, userId)})`;
    return selectChosen(db, { userId, chosen: newest({ userId, limit, condition: older }) });
  }
  const older =
    before === null
      ? sql``
      : sql` and (b.placed_at, b.seq) < (
          select p.placed_at, p.seq from bets p where p.id = ${before} and p.user_id = ${userId}
          union all
          -- The last one seen may be an order that failed.
          select w.placed_at, 0 from orders w
          where w.id = ${before} and w.user_id = ${userId} and not exists (select from bets p where p.id = w.id))`;
  const found = await rows(
    db,
    LISTED,
    sql`
      select ${listedColumns}
      from ${listedTables}
      where b.user_id = ${userId}${older}
      order by b.placed_at desc, b.seq desc
      limit ${limit}`,
  );
  return found.map(listedBet);
}

/** The newest bets of a user that are new or have ended since a position of the stream, the newest first. */
export async function selectChangedBetsOf(
  db: Db,
  { userId, mode, since, limit }: Query & { since: Position },
): Promise<ListedBet[]> {
  const hasEndedSince = sql`(m.state in ('settled', 'void') and ${isWrittenSince(sql`m.epoch`, since)})`;
  if (mode === 'live') {
    return selectChosen(db, {
      userId,
      chosen: newest({ userId, limit }),
      condition: sql`(${isWrittenSince(sql`b.epoch`, since)} or ${isWrittenSince(sql`l.epoch`, since)}
        or ${isWrittenSince(sql`e.epoch`, since)} or ${isWrittenSince(sql`p.epoch`, since)}
        or ${hasEndedSince})`,
    });
  }
  const found = await rows(
    db,
    LISTED,
    sql`
      select ${listedColumns}
      from ${listedTables}
      where b.user_id = ${userId}
        and b.placed_at >= coalesce((
          select n.placed_at from bets n where n.user_id = ${userId}
          order by n.placed_at desc offset ${limit - 1} limit 1), '-infinity')
        and (${isWrittenSince(sql`b.epoch`, since)} or ${isWrittenSince(sql`e.epoch`, since)}
          or ${hasEndedSince} or b.id in (
            select s.bet_id from sold_parts s where s.user_id = ${userId} and ${isWrittenSince(sql`s.epoch`, since)}
            union all
            select o.bet_id from cash_out_orders o where o.user_id = ${userId} and ${isWrittenSince(sql`o.epoch`, since)}
            union all
            select a.bet_id from open_automatic_cash_outs a join cash_out_orders o on o.id = a.order_id
            where o.user_id = ${userId} and ${isWrittenSince(sql`a.epoch`, since)}
            union all
            select o.bet_id from cash_out_order_ends n join cash_out_orders o on o.id = n.order_id
            where n.user_id = ${userId} and ${isWrittenSince(sql`n.epoch`, since)}))
      order by b.placed_at desc, b.seq desc`,
  );
  return found.map(listedBet);
}

/** The newest open bets of a user: those that have not ended, and in live mode also those that are not final yet. */
export async function selectOpenBetsOf(db: Db, { userId, limit }: Query): Promise<ListedBet[]> {
  return selectChosen(db, {
    userId,
    chosen: sql`
      select n.id from (
        select b.id, b.placed_at from bets b join markets m on m.id = b.market_id ${withBetEnd}
        where b.user_id = ${userId} and not ${hasBetEnded}
        union all
        select l.id, l.placed_at from live_bets l where l.user_id = ${userId} and l.state = 'pending'
      ) n
      order by n.placed_at desc, n.id desc limit ${limit}`,
  });
}

/** One bet of a user, at any stage, or null. */
export async function getBetOf(
  db: Db,
  { userId, betId }: { userId: string; betId: string },
): Promise<ListedBet | null> {
  const [bet] = await selectChosen(db, { userId, chosen: sql`select ${betId}::text as id` });
  return bet ?? null;
}

/** The chosen bets, both live bets at any stage and bets that never were on the chain, the newest first. */
async function selectChosen(
  db: Db,
  { userId, chosen, condition = sql`true` }: { userId: string; chosen: SQL; condition?: SQL },
): Promise<ListedBet[]> {
  // A pending or failed bet has not ended, even if its market has.
  const isReal = sql`b.id is not null`;
  const found = await rows(
    db,
    LISTED_LIVE,
    sql`
      with chosen as materialized (${chosen})
      select w.id, w.market_id, w.outcome_id, w.stake::text, w.odds::text, b.signed_odds::text, w.payout::text,
        case when ${isReal} then ${betStatus} else l.state end as status, w.placed_at,
        encode(w.signature, 'hex') as signature, ${soldColumn}, ended.*, ${onChainColumns}, ${marketOfListed}
      from chosen c
      left join bets b on b.id = c.id
      left join live_bets l on l.id = c.id
      cross join lateral (
        select coalesce(b.id, l.id) as id, coalesce(b.user_id, l.user_id) as user_id,
          coalesce(b.market_id, l.market_id) as market_id, coalesce(b.outcome_id, l.outcome_id) as outcome_id,
          coalesce(b.stake, l.stake) as stake, coalesce(b.odds, l.odds) as odds, coalesce(b.payout, l.payout) as payout,
          coalesce(b.placed_at, l.placed_at) as placed_at, coalesce(b.signature, l.signature) as signature
      ) w
      join markets m on m.id = w.market_id
      join outcomes o on o.id = w.outcome_id
      ${withBetEnd}
      ${withSold}
      ${withOnChain}
      left join lateral (select ${betEndColumns} where ${isReal}) ended on true
      where w.user_id = ${userId} and ${condition}
      order by w.placed_at desc, w.id desc`,
  );
  return found.map(listedBet);
}

/** Selects the ids of the newest bets and live bets of a user, in the order of the list. */
function newest({
  userId,
  limit,
  condition = sql`true`,
}: {
  userId: string;
  limit: number;
  condition?: SQL;
}): SQL {
  const some = (table: SQL, also: SQL) => sql`(
    select w.id, w.placed_at from ${table} w where w.user_id = ${userId} and ${also} and ${condition}
    order by w.placed_at desc, w.id desc limit ${limit})`;
  return sql`
    select n.id from (
      ${some(sql`bets`, sql`true`)} union all ${some(sql`live_bets`, sql`w.state <> 'confirmed'`)}
    ) n
    order by n.placed_at desc, n.id desc limit ${limit}`;
}

/** Selects the place of a bet in its bettor's list. */
const placeOf = (betId: string, userId: string): SQL => sql`
  select p.placed_at, p.id from (
    select b.id, b.user_id, b.placed_at from bets b where b.id = ${betId}
    union
    select l.id, l.user_id, l.placed_at from live_bets l where l.id = ${betId}
  ) p where p.user_id = ${userId}`;

/** What the history shows of a bet's market and outcome, for rows `m` and `o`. */
export const marketOfListed = sql`
  m.title as market_title, m.category, ${stateOfMarket} as market_state, m.source as market_source,
  m.closes_at as market_closes_at, o.name as outcome_name`;
export const marketOfListedRow = {
  marketTitle: col.text,
  outcomeName: col.text,
  category: col.oneOf(markets.category),
  marketState: col.oneOf(markets.state),
  marketSource: col.oneOf(markets.source),
  marketClosesAt: col.date,
};

/** What was sold of a bet in parts: their stakes, what these would have returned, and what was paid. Null without any. */
const soldColumn = sql`case when sold.stake is not null then json_build_object('stake', sold.stake::text, 'payout', sold.payout::text,
  'paid', sold.amount::text) end as sold`;

const listedColumns = sql`
  b.id, b.market_id, b.outcome_id, b.stake::text, b.odds::text, b.signed_odds::text, b.payout::text, ${betStatus} as status, b.placed_at,
  encode(b.signature, 'hex') as signature, ${soldColumn}, ${betEndColumns}, ${marketOfListed}`;

const listedTables = sql`
  bets b join markets m on m.id = b.market_id join outcomes o on o.id = b.outcome_id ${withBetEnd} ${withSold}`;

function listedBet(row: Row<typeof LISTED> & Partial<OnChainRow>) {
  return { ...row, ...storedBet(row), end: betEnd(row) };
}

const LISTED = {
  ...storedBetRow,
  ...betEndRow,
  ...marketOfListedRow,
  signedOdds: col.odds.orNull,
  sold: col.object({ stake: col.usdc, payout: col.usdc, paid: col.usdc }).orNull,
};
const LISTED_LIVE = { ...LISTED, ...onChainRow };
