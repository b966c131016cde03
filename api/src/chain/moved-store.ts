import { type SQL, sql } from 'drizzle-orm';
import { eventsOnChain } from '../betting/events-on-chain.ts';
import type { Db, Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import type { Move } from './compare-history.ts';
import type { ChainLog } from './escrow-chain.ts';
import { type StoredLog, storedLog } from './stored-log.ts';

/** An event of the books, where the chain had it when it was last looked at. */
export interface KeptEvent {
  readonly log: ChainLog;
  readonly at: Date;
  /** Its place in chain_events, which never changes. */
  readonly key: { readonly block: string; readonly logIndex: number };
}

/** Whether an event says anything to the books: anybody can have the token move nothing, and the contract skip a bet. */
export const saysSomething = (log: ChainLog): boolean =>
  log.name !== 'BetSkipped' && !(log.name === 'Transfer' && log.args.value === 0n);

/** The same for a row `e`. */
const rowSaysSomething: SQL = sql`e.name <> 'BetSkipped' and not (e.name = 'Transfer' and e.args ->> 'value' = '0')`;

/** The blocks that have such events, with their hashes, in their order. */
export async function listEventBlocks(db: Db): Promise<{ number: bigint; hash: string }[]> {
  const found = await rows<{ number: string; hash: string }>(
    db,
    sql`
      select e.block_number::text as number, '0x' || encode(e.block_hash, 'hex') as hash from ${eventsOnChain} e
      where ${rowSaysSomething}
      group by e.block_number, e.block_hash order by e.block_number`,
  );
  return found.map(({ number, hash }) => ({ number: BigInt(number), hash }));
}

/** Such events of all blocks after one, in their order. */
export async function listKeptEvents(db: Db, after: bigint): Promise<KeptEvent[]> {
  const found = await rows<StoredLog & { at: string; kept_block: string; kept_index: number }>(
    db,
    sql`
      select e.name, e.args, e.block_number::text as block, '0x' || encode(e.block_hash, 'hex') as block_hash,
        '0x' || encode(e.tx_hash, 'hex') as tx_hash, e.log_index, e.block_at as at, e.kept_block::text, e.kept_index
      from ${eventsOnChain} e
      where e.block_number > ${after.toString()}::bigint and ${rowSaysSomething}
      order by e.block_number, e.log_index`,
  );
  return found.map((row) => ({
    log: storedLog(row),
    at: new Date(row.at),
    key: { block: row.kept_block, logIndex: row.kept_index },
  }));
}

/** Which of these events has a place that chain_events has given to another one; null for none. */
export async function findTakenPlace(db: Db, logs: readonly ChainLog[]): Promise<ChainLog | null> {
  const places = logs.map(({ block, logIndex }, place) => ({
    place,
    block: block.toString(),
    log_index: logIndex,
  }));
  const [taken] = await rows<{ place: number }>(
    db,
    sql`
      select g.place from json_to_recordset(${JSON.stringify(places)}::json) as g(place int, block bigint, log_index int)
      join chain_events e on e.block_number = g.block and e.log_index = g.log_index
      order by g.place limit 1`,
  );
  return taken === undefined ? null : (logs[taken.place] ?? null);
}

/** Writes where events are now. */
export async function recordMoves(tx: Tx, moves: readonly Move<KeptEvent>[]): Promise<void> {
  const given = moves.map(({ kept, now }) => ({
    block: kept.key.block,
    log_index: kept.key.logIndex,
    to_block: now.block.toString(),
    to_index: now.logIndex,
    block_hash: now.blockHash.slice(2),
  }));
  await tx.execute(sql`
    insert into chain_moved (block_number, log_index, to_block, to_index, block_hash)
    select g.block, g.log_index, g.to_block, g.to_index, decode(g.block_hash, 'hex')
    from json_to_recordset(${JSON.stringify(given)}::json)
      as g(block bigint, log_index int, to_block bigint, to_index int, block_hash text)
    on conflict (block_number, log_index) do update
    set to_block = excluded.to_block, to_index = excluded.to_index, block_hash = excluded.block_hash`);
}
