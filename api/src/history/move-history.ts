import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { col, rows, value, values } from '../db/rows.ts';
import { type HistoryPlace, historyTable, makeHistoryTables } from './history-tables.ts';
import {
  type EntryRange,
  HISTORY_TABLES,
  type MarketRange,
  type Moving,
  ofCombos,
  ofEntries,
  ofMarkets,
} from './over.ts';

/** How much moves in a transaction: versions of markets, combos, or entries. */
const MOST_AT_ONCE = 2_000;
const MOST_MARKETS_AT_ONCE = 200;
/** A payment has one for each bettor. */
const MOST_POSTINGS_AT_ONCE = 20_000;
/** How many ids are read at once. */
const READ_AT_ONCE = 10_000;

/** How many rows of each table have moved. */
export type Moved = ReadonlyMap<string, number>;

/**
 * Moves everything that was over by a moment to the history tables of a month, some rows in each transaction, while bets go on.
 * What is interrupted goes on when it is called again. Rows are only moved: each is in its table or in its history table, and a
 * statement on its table finds it in either.
 *
 * @param before what ended before this moment is over. It must be long past, so that nothing that ended is still being written
 */
export async function moveHistory(
  db: Db,
  { month, tablespace, before }: HistoryPlace & { before: Date },
): Promise<Moved> {
  await makeHistoryTables(db, { month, tablespace });
  const moved = new Map<string, number>();
  const move = async (find: (tx: Tx) => Promise<readonly Moving[]>) => {
    for (const { table, count } of await moveFound(db, { month, find }))
      moved.set(table, (moved.get(table) ?? 0) + count);
  };
  for await (const range of marketsOver(db, before)) await move((tx) => ofMarkets(tx, range));
  for await (const ids of combosOver(db, before)) await move((tx) => ofCombos(tx, ids));
  for await (const range of entriesBefore(db, before)) await move((tx) => ofEntries(tx, range));
  // Until autovacuum comes by, plans would count on the rows of before.
  for (const table of HISTORY_TABLES) {
    await db.execute(sql.raw(`analyze public.${table}`));
    await db.execute(sql.raw(`analyze ${historyTable(table, month)}`));
  }
  return moved;
}

/** Moves what is found, in one transaction. */
function moveFound(
  db: Db,
  { month, find }: { month: string; find: (tx: Tx) => Promise<readonly Moving[]> },
): Promise<{ table: string; count: number }[]> {
  return db.transaction(async (tx) => {
    // For the transaction: triggers let rows be deleted.
    await tx.execute(sql`select set_config('tallystone.moves_history', 'on', true)`);
    const moved: { table: string; count: number }[] = [];
    for (const { table, where } of await find(tx)) {
      const count = await value(
        tx,
        col.whole,
        sql`
          with gone as (
            delete from only ${sql.raw(table)} t where ${where} returning t.*
          ), kept as (
            -- Columns that a migration adds are inherited, so both tables have the same ones in the same order.
            insert into ${sql.raw(historyTable(table, month))} select * from gone returning 1
          )
          select count(*) from kept`,
      );
      moved.push({ table, count });
    }
    return moved;
  });
}

/** The markets that were over, in ranges of similar size. */
async function* marketsOver(db: Db, before: Date): AsyncGenerator<MarketRange> {
  const small = { after: -1, through: MOST_AT_ONCE };
  let marketIds: string[] = [];
  let size = 0;
  for await (const { id, version } of eachMarketOver(db, before)) {
    if (version > MOST_AT_ONCE) {
      for (let after = -1; after < version; after += MOST_AT_ONCE)
        yield { marketIds: [id], after, through: after + MOST_AT_ONCE };
      continue;
    }
    marketIds.push(id);
    size += version;
    if (size < MOST_AT_ONCE && marketIds.length < MOST_MARKETS_AT_ONCE) continue;
    yield { marketIds, ...small };
    [marketIds, size] = [[], 0];
  }
  if (marketIds.length > 0) yield { marketIds, ...small };
}

async function* eachMarketOver(db: Db, before: Date): AsyncGenerator<{ id: string; version: number }> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const markets: { id: string; version: number }[] = await rows(
      db,
      { id: col.text, version: col.whole },
      sql`
        select m.id, m.version from markets m
        where m.ended_at < ${before.toISOString()}::timestamptz and m.id > ${last}
          and (exists (select from only bets b where b.market_id = m.id)
            or exists (select from only orders o where o.market_id = m.id)
            or exists (select from only live_bets l where l.market_id = m.id)
            or exists (select from only feed_prices p where p.market_id = m.id))
        order by m.id limit ${READ_AT_ONCE}`,
    );
    yield* markets;
    last = markets.at(-1)?.id;
  }
}

async function* combosOver(db: Db, before: Date): AsyncGenerator<string[]> {
  const ids = await values(
    db,
    col.text,
    sql`
      select n.combo_id from only combo_endings n
      where n.ended_at < ${before.toISOString()}::timestamptz
        and not exists (select from open_combos o where o.combo_id = n.combo_id)
        and not exists (select from open_combo_cash_outs o where o.combo_id = n.combo_id)
      order by n.combo_id`,
  );
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE) yield ids.slice(at, at + MOST_AT_ONCE);
}

async function* entriesBefore(db: Db, before: Date): AsyncGenerator<EntryRange> {
  for (let after: bigint | null = 0n; after !== null; ) {
    // By rows and not by numbers: after years most numbers have moved.
    const through: bigint | null = await value(
      db,
      col.bigint.orNull,
      sql`
        select max(id) from (
          select e.id, sum(e.postings) over (order by e.id) - e.postings as postings_before
          from (
            select e.id, (select count(*) from only postings p where p.entry_id = e.id) as postings
            from only entries e
            where e.id > ${after.toString()}::bigint and e.recorded_at < ${before.toISOString()}::timestamptz
            order by e.id limit ${MOST_AT_ONCE}
          ) e
        ) e where postings_before <= ${MOST_POSTINGS_AT_ONCE}`,
    );
    if (through !== null) yield { after, through };
    after = through;
  }
}
