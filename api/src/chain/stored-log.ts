import type { Hex } from '@tallystone/core/escrow/abi-words';
import { ESCROW_ABI, USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import type { ChainLog } from './escrow-chain.ts';

/** A row of chain_events: hex behind `0x`, and every argument as text. */
export interface StoredLog {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
  readonly block: string;
  readonly block_hash: Hex;
  readonly tx_hash: Hex;
  readonly log_index: number;
}

const INPUTS: ReadonlyMap<string, readonly { readonly name: string; readonly type: string }[]> = new Map(
  [...ESCROW_ABI, ...USDC_ABI].flatMap((item) => (item.type === 'event' ? [[item.name, item.inputs]] : [])),
);

/** An event as it was read when its block was applied. */
export function storedLog(row: StoredLog): ChainLog {
  const inputs = INPUTS.get(row.name);
  if (inputs === undefined) throw new Error(`no event is called ${row.name}`);
  const args = inputs.map(({ name, type }) => [name, argument(type, row.args[name] ?? '')]);
  // Name and arguments are those of one event of the interface, which their types apart do not say.
  return {
    name: row.name,
    args: Object.fromEntries(args),
    block: BigInt(row.block),
    blockHash: row.block_hash,
    txHash: row.tx_hash,
    logIndex: row.log_index,
  } as ChainLog;
}

/** As the decoder gives them: small numbers as numbers, large ones as bigints. */
function argument(type: string, text: string): string | number | bigint {
  if (type === 'uint8') return Number(text);
  return type.startsWith('uint') ? BigInt(text) : text;
}
