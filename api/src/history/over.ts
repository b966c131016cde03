import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, values } from '../db/rows.ts';
import type { entries } from '../db/schema/ledger.ts';
import { textArray } from '../db/text-array.ts';

/** Rows of a table that move to its history table. */
export interface Moving {
  readonly table: string;
  /** For a row `t` of it. */
  readonly where: SQL;
}

/**
 * The tables of which rows move. Those with rows that name a row come before that row's table in what `ofMarkets`, `ofCombos` and
 * `ofEntries` give, because the database refuses to delete a row that another one needs.
 */
export const HISTORY_TABLES = [
  'bet_endings',
  'bets',
  'cash_out_order_ends',
  'cash_out_orders',
  'cash_outs',
  'combo_cash_outs',
  'combo_endings',
  'combo_legs',
  'combo_running_prices',
  'combos',
  'entries',
  'feed_prices',
  'live_bets',
  'order_ends',
  'orders',
  'postings',
  'sold_parts',
] as const;

/** A range of what happened on markets: all of several small markets, or a part of a large one. */
export interface MarketRange {
  readonly marketIds: readonly string[];
  /** Versions of the market after the first, up to and with the second. */
  readonly after: number;
  readonly through: number;
}

const find = (tx: Tx, query: SQL): Promise<string[]> => values(tx, col.text, query);
/** Known ids, so that rows are looked up by them whatever the statistics of the table say. */
const isAmong = (column: SQL, ids: readonly string[]): SQL => sql`${column} = any(${textArray(ids)})`;

/** What is stored about the bets of markets that are over. */
export async function ofMarkets(
  tx: Tx,
  { marketIds, after, through }: MarketRange,
): Promise<readonly Moving[]> {
  const isInRange = (version: SQL) => sql`
    ${isAmong(sql`t.market_id`, marketIds)} and ${version} > ${after}::bigint and ${version} <= ${through}::bigint`;
  const ofRange = isInRange(sql`t.market_version`);
  // Nothing waits for the end of such a market, unless something went wrong with it. Then the bet stays where it is.
  const bets = await find(
    tx,
    sql`
      select t.id from only bets t where ${ofRange}
        and not exists (select from open_cash_out_orders o where o.bet_id = t.id)
        and not exists (select from open_automatic_cash_outs o where o.bet_id = t.id)`,
  );
  const orders = await find(
    tx,
    sql`
      select t.id from only orders t where ${ofRange}
        and not exists (select from open_orders o where o.order_id = t.id)`,
  );
  const ofBet = isAmong(sql`t.bet_id`, bets);
  return [
    ...(await ofCashOutOrders(tx, ofBet)),
    { table: 'sold_parts', where: ofBet },
    { table: 'cash_outs', where: ofBet },
    { table: 'bet_endings', where: ofBet },
    { table: 'bets', where: isAmong(sql`t.id`, bets) },
    { table: 'live_bets', where: sql`${ofRange} and t.state <> 'pending'` },
    { table: 'order_ends', where: isAmong(sql`t.order_id`, orders) },
    { table: 'orders', where: isAmong(sql`t.id`, orders) },
    { table: 'feed_prices', where: isInRange(sql`t.version`) },
  ];
}

/** @param isTheirs which of `t`, the orders of cash-outs */
async function ofCashOutOrders(tx: Tx, isTheirs: SQL): Promise<readonly Moving[]> {
  const ids = await find(tx, sql`select t.id from only cash_out_orders t where ${isTheirs}`);
  return [
    { table: 'cash_out_order_ends', where: isAmong(sql`t.order_id`, ids) },
    { table: 'cash_out_orders', where: isAmong(sql`t.id`, ids) },
  ];
}

/** What is stored about combos that have ended. */
export async function ofCombos(tx: Tx, ids: readonly string[]): Promise<readonly Moving[]> {
  const ofCombo = isAmong(sql`t.combo_id`, ids);
  return [
    ...(await ofCashOutOrders(tx, ofCombo)),
    { table: 'combo_running_prices', where: ofCombo },
    { table: 'combo_cash_outs', where: ofCombo },
    { table: 'combo_endings', where: ofCombo },
    { table: 'combo_legs', where: ofCombo },
    { table: 'combos', where: isAmong(sql`t.id`, ids) },
  ];
}

/** Entries after the first number, up to and with the second. */
export interface EntryRange {
  readonly after: bigint;
  readonly through: bigint;
}

/**
 * Only kinds whose key names a bet, a combo, an order, or a payment of a market: once these are over, nothing could be recorded
 * with the same key again. Keys such as that of a first grant must be refused forever.
 */
const KINDS: readonly (typeof entries.kind.enumValues)[number][] = [
  'bet',
  'cash-out',
  'refund',
  'settlement',
  'combo',
  'combo-end',
  'order',
  'order-end',
  'hold',
  'hold-release',
];

/** Rows with an entry's number, which keep their entry where it is. */
const NAMING = [
  ['bets', 'entry_id'],
  ['bet_endings', 'entry_id'],
  ['sold_parts', 'entry_id'],
  ['combos', 'entry_id'],
  ['combo_endings', 'entry_id'],
  ['orders', 'entry_id'],
  ['order_ends', 'entry_id'],
  ['live_bets', 'hold_entry_id'],
  ['chain_outflows', 'entry_id'],
] as const;

/** Entries of what has moved, with their postings. */
export async function ofEntries(tx: Tx, { after, through }: EntryRange): Promise<readonly Moving[]> {
  const isUnnamed = NAMING.map(
    ([table, column]) => sql`
        and not exists (select from only ${sql.raw(table)} n where n.${sql.raw(column)} = t.id)`,
  );
  const named = sql`split_part(t.key, ':', 2)`;
  const ids = await find(
    tx,
    sql`
      select t.id::text from only entries t
      where t.id > ${after.toString()}::bigint and t.id <= ${through.toString()}::bigint
        and ${isAmong(sql`t.kind`, KINDS)} ${sql.join(isUnnamed)}
        and not exists (select from markets m where m.id = ${named} and m.ended_at is null)
        and not exists (select from only live_bets l where l.id = ${named})`,
  );
  return [
    { table: 'postings', where: sql`t.entry_id = any(${textArray(ids)}::bigint[])` },
    { table: 'entries', where: sql`t.id = any(${textArray(ids)}::bigint[])` },
  ];
}
