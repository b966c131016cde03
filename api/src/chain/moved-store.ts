import { type SQL, sql } from 'drizzle-orm';
import { eventsOnChain } from '../betting/events-on-chain.ts';
import type { Db, Tx } from '../db/db.ts';
import { type Columns, col, type Row, rows } from '../db/rows.ts';
import type { Move } from './compare-history.ts';
import type { ChainLog } from './escrow-chain.ts';
import { argsInText, storedLog, storedLogColumns } from './stored-log.ts';

const PAGE = 5000;

/** A booked event with its latest known place on the chain. */
export interface KeptEvent {
  readonly log: ChainLog;
  readonly at: Date;
  /** Its key in chain_events, which never changes. */
  readonly key: { readonly block: string; readonly logIndex: number };
}

/** Whether an event matters to the books. Anyone can make the token move nothing or the contract skip a bet. */
export const saysSomething = (log: ChainLog): boolean =>
  log.name !== 'BetSkipped' && !(log.name === 'Transfer' && log.args.value === 0n);

/** The same condition for a row `e`. */
const rowSaysSomething: SQL = sql`e.name <> 'BetSkipped' and not (e.name = 'Transfer' and e.args ->> 'value' = '0')`;

/** The blocks with events that matter, with their hashes, in order. */
export async function listEventBlocks(db: Db): Promise<{ number: bigint; hash: string }[]> {
  const hashes = new Map<bigint, string>();
  const selected = sql`e.block_number as block, e.block_hash`;
  await eachPage(db, { columns: { block: col.bigint, blockHash: col.hex }, selected }, (row) =>
    hashes.set(row.block, row.blockHash),
  );
  return [...hashes].map(([number, hash]) => ({ number, hash })).sort((a, b) => compare(a.number, b.number));
}

/** The events that matter of all blocks after `after`, in order. */
export async function listKeptEvents(db: Db, after: bigint, { page = PAGE } = {}): Promise<KeptEvent[]> {
  const found: KeptEvent[] = [];
  const columns = { ...storedLogColumns, at: col.date };
  const selected = sql`
    e.name, e.args, e.block_number as block, e.block_hash, e.tx_hash, e.log_index, e.block_at as at`;
  const last = sql`${after.toString()}::bigint`;
  // The lowest key that can match: the event's own block is later, or it was moved to a later block.
  const where = sql`
    e.block_number > ${last}
    and e.kept_block >= (select least(${last}, min(v.block_number)) from chain_moved v where v.to_block > ${last})`;
  await eachPage(db, { columns, selected, where, size: page }, (row) =>
    found.push({
      log: storedLog(row),
      at: row.at,
      key: { block: row.keptBlock, logIndex: row.keptIndex },
    }),
  );
  return found.sort(({ log: a }, { log: b }) => compare(a.block, b.block) || a.logIndex - b.logIndex);
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Reads events in pages: a single statement over years of history would hit its time limit. */
async function eachPage<C extends Columns>(
  db: Db,
  {
    columns,
    selected,
    where = sql`true`,
    size = PAGE,
  }: { columns: C; selected: SQL; where?: SQL; size?: number },
  take: (row: Row<C & typeof PLACE>) => void,
): Promise<void> {
  let last: Row<typeof PLACE> = { keptBlock: '-1', keptIndex: 0 };
  for (let isMore = true; isMore; ) {
    const page = await rows(
      db,
      { ...columns, ...PLACE },
      sql`
        select ${selected}, e.kept_block::text, e.kept_index from ${eventsOnChain} e
        where ${rowSaysSomething} and ${where}
          and (e.kept_block, e.kept_index) > (${last.keptBlock}::bigint, ${last.keptIndex}::int)
        order by e.kept_block, e.kept_index limit ${size}`,
    );
    for (const row of page) take(row);
    last = page.at(-1) ?? last;
    isMore = page.length === size;
  }
}

const PLACE = { keptBlock: col.text, keptIndex: col.number };

/** The first of these events whose place in chain_events another event already has; null if there is none. */
export async function findTakenPlace(db: Db, logs: readonly ChainLog[]): Promise<ChainLog | null> {
  const places = logs.map(({ block, logIndex }, place) => ({
    place,
    block: block.toString(),
    log_index: logIndex,
  }));
  const [taken] = await rows(
    db,
    { place: col.number },
    sql`
      select g.place from json_to_recordset(${JSON.stringify(places)}::json) as g(place int, block bigint, log_index int)
      join chain_events e on e.block_number = g.block and e.log_index = g.log_index
      order by g.place limit 1`,
  );
  return taken === undefined ? null : (logs[taken.place] ?? null);
}

/** Stores the new places of events. */
export async function recordMoves(tx: Tx, moves: readonly Move<KeptEvent>[]): Promise<void> {
  const given = moves.map(({ kept, now }) => ({
    block: kept.key.block,
    log_index: kept.key.logIndex,
    to_block: now.block.toString(),
    to_index: now.logIndex,
    block_hash: now.blockHash.slice(2),
    args: argsInText(now.args),
  }));
  await tx.execute(sql`
    insert into chain_moved (block_number, log_index, to_block, to_index, block_hash, args)
    select g.block, g.log_index, g.to_block, g.to_index, decode(g.block_hash, 'hex'), g.args
    from json_to_recordset(${JSON.stringify(given)}::json)
      as g(block bigint, log_index int, to_block bigint, to_index int, block_hash text, args jsonb)
    on conflict (block_number, log_index) do update
    set to_block = excluded.to_block, to_index = excluded.to_index, block_hash = excluded.block_hash,
      args = excluded.args`);
}
