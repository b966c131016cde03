import { ESCROW_ABI, USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, type Row } from '../db/rows.ts';
import type { Block, ChainLog } from './escrow-chain.ts';

/** A row of chain_events: hex with `0x`, and every argument as text. */
export const storedLogColumns = {
  name: col.text,
  args: col.record,
  block: col.bigint,
  blockHash: col.hex,
  txHash: col.hex,
  logIndex: col.number,
};

type StoredLog = Row<typeof storedLogColumns>;

const INPUTS: ReadonlyMap<string, readonly { readonly name: string; readonly type: string }[]> = new Map(
  [...ESCROW_ABI, ...USDC_ABI].flatMap((item) => (item.type === 'event' ? [[item.name, item.inputs]] : [])),
);

/** Makes the event of a stored row, as it was read when its block was applied. */
export function storedLog({ name, args, block, blockHash, txHash, logIndex }: StoredLog): ChainLog {
  const inputs = INPUTS.get(name);
  if (inputs === undefined) throw new Error(`no event is called ${name}`);
  const given = inputs.map(({ name, type }) => [name, argument(type, String(args[name] ?? ''))]);
  // Name and arguments belong to one event of the ABI; their separate types don't say so.
  return { name, args: Object.fromEntries(given), block, blockHash, txHash, logIndex } as ChainLog;
}

/** Makes the same types as viem's decoder: small numbers as numbers, large ones as bigints. */
function argument(type: string, text: string): string | number | bigint {
  if (type === 'uint8') return Number(text);
  return type.startsWith('uint') ? BigInt(text) : text;
}

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
