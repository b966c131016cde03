import { idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { eventsOnChain } from '../betting/events-on-chain.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, rows, value, values } from '../db/rows.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import type { ChainLog } from './escrow-chain.ts';
import { storedLog, storedLogColumns } from './stored-log.ts';

/** An event that waits to be applied: see `applyLogs`. */
export interface UnappliedLog {
  readonly log: ChainLog;
  /** Micro-USDC that came with it; negative if it left. */
  readonly amount: MicroUsdc;
}

/** The market that an event names, even if it isn't ours; null if it names none. */
export function marketIdOf({ args }: ChainLog): string | null {
  return 'marketId' in args ? idOfChainId(args.marketId) : null;
}

/** The markets with events that couldn't be applied. Their later events wait too. */
export async function unappliedMarkets(tx: Tx): Promise<Set<string>> {
  const found = await values(
    tx,
    col.text,
    sql`select distinct x.market_id from chain_unapplied x where x.market_id is not null`,
  );
  return new Set(found);
}

/** The money that unapplied events brought into the escrow, minus what they took out. */
export async function unappliedAmount(db: Db): Promise<MicroUsdc> {
  return value(db, col.usdc, sql`select coalesce(sum(x.amount), 0) from chain_unapplied x`);
}

/** Keeps an event for later. If its market is ours, it takes no bets from now on. @returns that market, or null */
export async function insertUnapplied(
  tx: Tx,
  { log, amount }: UnappliedLog,
  problem: string,
): Promise<string | null> {
  const marketId = await value(
    tx,
    col.text.orNull,
    sql`
      insert into chain_unapplied (block_number, log_index, market_id, amount, problem)
      values (${log.block.toString()}::bigint, ${log.logIndex}::int,
        (select m.id from markets m where m.id = ${marketIdOf(log)}), ${amount.toString()}::numeric, ${problem})
      returning market_id`,
  );
  await showMarket(tx, marketId);
  return marketId;
}

/** All waiting events, in order. */
export async function listUnapplied(
  tx: Tx,
): Promise<(UnappliedLog & { readonly marketId: string | null })[]> {
  const found = await rows(
    tx,
    { ...storedLogColumns, marketId: col.text.orNull, amount: col.usdc },
    sql`
      select e.name, e.args, e.kept_block as block, e.block_hash, e.tx_hash, e.kept_index as log_index, x.market_id,
        x.amount
      from chain_unapplied x
      join ${eventsOnChain} e on e.kept_block = x.block_number and e.kept_index = x.log_index
      -- In the order in which the contract logged them.
      order by e.block_number, e.log_index`,
  );
  return found.map(({ marketId, amount, ...row }) => ({ log: storedLog(row), amount, marketId }));
}

/** Removes an event that is applied now. */
export async function deleteUnapplied(tx: Tx, { log }: UnappliedLog, marketId: string | null): Promise<void> {
  await tx.execute(sql`
    delete from chain_unapplied x
    where x.block_number = ${log.block.toString()}::bigint and x.log_index = ${log.logIndex}::int`);
  await showMarket(tx, marketId);
}

async function showMarket(tx: Tx, marketId: string | null): Promise<void> {
  if (marketId === null) return;
  await tx.execute(sql`update markets set version = version + 1 where id = ${marketId}`);
  await announceMarketChange(tx, marketId);
}
