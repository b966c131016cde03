import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf, idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { epochAfter, pinned } from '../db/epochs.ts';
import { failpoint } from '../db/failpoint.ts';
import { col, exists, values } from '../db/rows.ts';
import type { ChainLog } from './escrow-chain.ts';

/** The reasons why bets were skipped are read for at most this many. */
const MOST_PENDING = 2000;

/** Whether any bet is on its way. */
export async function hasPending(db: Db): Promise<boolean> {
  return exists(db, sql`select from only live_bets l where l.state = 'pending' limit 1`);
}

/** The contract's ids of pending bets, oldest first. */
export async function pendingBets(db: Db): Promise<Hex[]> {
  const found = await values(
    db,
    col.text,
    sql`select l.id from only live_bets l where l.state = 'pending' order by l.seq limit ${MOST_PENDING}`,
  );
  return found.map(chainIdOf);
}

/**
 * Records for each pending bet which block has its stake while that block isn't final. Nothing depends on it, and it is
 * cleared if the block is taken back. Skips bets that are locked.
 *
 * @param logs of all blocks after the cursor
 */
export async function showIncluded(db: Db, logs: readonly ChainLog[]): Promise<void> {
  const seen = logs.flatMap((log) =>
    log.name === 'BetPlaced'
      ? [{ id: idOfChainId(log.args.betId), tx_hash: log.txHash.slice(2), block: log.block.toString() }]
      : [],
  );
  const shown = await values(
    db,
    col.bool,
    sql`
    with ${pinned()}, seen as materialized (
      select s.id, decode(s.tx_hash, 'hex') as tx_hash, s.block
      from json_to_recordset(${JSON.stringify(seen)}::json) as s(id text, tx_hash text, block bigint)
    ), changed as (
      select l.id, s.tx_hash, s.block from only live_bets l left join seen s on s.id = l.id
      where l.state = 'pending' and (l.tx_hash, l.block_number) is distinct from (s.tx_hash, s.block)
      order by l.id
      for update of l skip locked
    )
    update only live_bets l set tx_hash = c.tx_hash, block_number = c.block, epoch = ${epochAfter(sql`l.epoch`)}
    from changed c where l.id = c.id
    returning l.tx_hash is null as is_taken_back`,
  );
  failpoint(shown.includes(true) ? 'chain-show@undo' : 'chain-show', 'recorded');
}
