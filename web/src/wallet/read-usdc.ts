import { addressWord, type Hex, toHex } from '@tallystone/core/escrow/abi-words';
import type { AskNode } from './chain-node.ts';

/** `balanceOf(address)` of ERC-20. */
const BALANCE_OF = '0x70a08231';

/** USDC of a wallet, and the block after which it held that. */
export interface HeldUsdc {
  /** In USDC: six decimals at most, so a double holds it. */
  readonly held: number;
  readonly block: number;
}

/**
 * The USDC of an address on the chain that the node is of, after the newest block that the node has.
 *
 * @throws when the node answers with anything but one word
 */
export async function readUsdc(
  ask: AskNode,
  { token, address }: { token: Hex; address: Hex },
): Promise<HeldUsdc> {
  const newest = await ask({ method: 'eth_blockNumber', params: [] });
  if (typeof newest !== 'string' || !/^0x[0-9a-fA-F]{1,12}$/.test(newest)) {
    throw new Error('The node answered with no block number');
  }
  const data = BALANCE_OF + toHex(addressWord(address)).slice(2);
  // Of that block, for behind one address there can be nodes that are not equally far.
  const answer = await ask({ method: 'eth_call', params: [{ to: token, data }, newest] });
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(answer)) {
    throw new Error('The node answered with no balance');
  }
  return { held: Number(BigInt(answer)) / 1_000_000, block: Number(newest) };
}
