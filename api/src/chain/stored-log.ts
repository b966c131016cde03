import { ESCROW_ABI, USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import { col, type Row } from '../db/rows.ts';
import type { ChainLog } from './escrow-chain.ts';

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
