import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import type { Block, ChainLog } from './escrow-chain.ts';

/** An event's arguments as chain_events stores them. */
export const argsInText = (args: ChainLog['args']): Record<string, string> =>
  Object.fromEntries(Object.entries(args).map(([key, value]) => [key, String(value)]));

/**
 * Stores the events of a finalized block unchanged. Skipped bets are stored only for our own transactions: others can make
 * the contract log them without end.
 */
export async function insertEvents(
  tx: Tx,
  { block, logs }: { block: Block; logs: readonly ChainLog[] },
): Promise<void> {
  if (logs.length === 0) return;
  const given = logs.map(({ logIndex, txHash, name, args }) => ({
    log_index: logIndex,
    tx_hash: txHash.slice(2),
    name,
    args: argsInText(args),
  }));
  await tx.execute(sql`
    insert into chain_events (block_number, log_index, block_hash, tx_hash, name, args, block_at)
    select ${block.number}::bigint, g.log_index, decode(${block.hash.slice(2)}, 'hex'), decode(g.tx_hash, 'hex'),
      g.name, g.args, ${block.at.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(given)}::json)
      as g(log_index int, tx_hash text, name text, args jsonb)
    where g.name <> 'BetSkipped'
      or exists (select from chain_transactions t where t.hash = decode(g.tx_hash, 'hex'))`);
}
