import { type SQL, sql } from 'drizzle-orm';

/** Rows of a table that move to its history table. */
export interface Moving {
  readonly table: string;
  /** For a row `t` of it. */
  readonly where: SQL;
}

/** A range of what happened on markets: all of several small markets, or a part of a large one. */
export interface MarketRange {
  readonly marketIds: readonly string[];
  /** Versions of the market after the first, up to and with the second. */
  readonly after: number;
  readonly through: number;
}

const listed = (ids: readonly string[]): SQL =>
  sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`;

/**
 * What is stored about the bets of markets that are over. Each table comes after those with rows that name its rows, because
 * the database refuses to delete a row that another one needs.
 */
export function ofMarkets({ marketIds, after, through }: MarketRange): readonly Moving[] {
  const isInRange = (version: SQL) => sql`
    t.market_id in ${listed(marketIds)} and ${version} > ${after}::bigint and ${version} <= ${through}::bigint`;
  const ofRange = isInRange(sql`t.market_version`);
  // Nothing waits for the end of such a market, unless something went wrong with it. Then the bet stays where it is.
  const isOver = sql`${ofRange}
    and not exists (select from open_cash_out_orders o where o.bet_id = t.id)
    and not exists (select from open_automatic_cash_outs o where o.bet_id = t.id)`;
  const isOfBet = sql`t.bet_id in (select t.id from only bets t where ${isOver})`;
  const isDecided = sql`${ofRange} and not exists (select from open_orders o where o.order_id = t.id)`;
  return [
    {
      table: 'cash_out_order_ends',
      where: sql`t.order_id in (select t.id from only cash_out_orders t where ${isOfBet})`,
    },
    { table: 'cash_out_orders', where: isOfBet },
    { table: 'sold_parts', where: isOfBet },
    { table: 'cash_outs', where: isOfBet },
    { table: 'bet_endings', where: isOfBet },
    { table: 'bets', where: isOver },
    { table: 'live_bets', where: sql`${ofRange} and t.state <> 'pending'` },
    { table: 'order_ends', where: sql`t.order_id in (select t.id from only orders t where ${isDecided})` },
    { table: 'orders', where: isDecided },
    { table: 'feed_prices', where: isInRange(sql`t.version`) },
  ];
}

/** What is stored about combos that have ended. */
export function ofCombos(ids: readonly string[]): readonly Moving[] {
  const isOfCombo = sql`t.combo_id in ${listed(ids)}`;
  return [
    {
      table: 'cash_out_order_ends',
      where: sql`t.order_id in (select t.id from only cash_out_orders t where ${isOfCombo})`,
    },
    { table: 'cash_out_orders', where: isOfCombo },
    { table: 'combo_running_prices', where: isOfCombo },
    { table: 'combo_cash_outs', where: isOfCombo },
    { table: 'combo_endings', where: isOfCombo },
    { table: 'combo_legs', where: isOfCombo },
    { table: 'combos', where: sql`t.id in ${listed(ids)}` },
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
const KINDS = [
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
export function ofEntries({ after, through }: EntryRange): readonly Moving[] {
  const isUnnamed = NAMING.map(
    ([table, column]) => sql`
    and not exists (select from only ${sql.raw(table)} n where n.${sql.raw(column)} = t.id)`,
  );
  const isOver = sql`t.id > ${after.toString()}::bigint and t.id <= ${through.toString()}::bigint
    and t.kind in ${listed(KINDS)} ${sql.join(isUnnamed)}
    and not exists (select from markets m where m.id = split_part(t.key, ':', 2) and m.ended_at is null)`;
  return [
    { table: 'postings', where: sql`t.entry_id in (select t.id from only entries t where ${isOver})` },
    { table: 'entries', where: isOver },
  ];
}

/** All tables of which rows move. */
export const HISTORY_TABLES: readonly string[] = [
  ...new Set(
    [
      ...ofMarkets({ marketIds: [], after: 0, through: 0 }),
      ...ofCombos([]),
      ...ofEntries({ after: 0n, through: 0n }),
    ].map(({ table }) => table),
  ),
];
