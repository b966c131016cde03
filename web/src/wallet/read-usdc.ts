import { addressWord, type Hex, toHex } from '@tallystone/core/escrow/abi-words';
import type { AskNode } from './chain-node.ts';

/** `balanceOf(address)` of ERC-20. */
const BALANCE_OF = '0x70a08231';

/** A wallet's USDC after a block. */
export interface UsdcReading {
  /** In USDC: at most six decimals, which a double represents well enough. */
  readonly balance: number;
  readonly block: number;
}

/**
 * Reads the USDC of an address on the node's chain, after the newest block that the node has.
 *
 * @throws if the node's answer isn't a single word
 */
export async function readUsdc(
  ask: AskNode,
  { token, address }: { token: Hex; address: Hex },
): Promise<UsdcReading> {
  const newest = await ask({ method: 'eth_blockNumber', params: [] });
  if (typeof newest !== 'string' || !/^0x[0-9a-fA-F]{1,12}$/.test(newest)) {
    throw new Error('The node answered with no block number');
  }
  const data = BALANCE_OF + toHex(addressWord(address)).slice(2);
  // Names the block, because one URL can lead to several nodes that have different newest blocks.
  const answer = await ask({ method: 'eth_call', params: [{ to: token, data }, newest] });
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(answer)) {
    throw new Error('The node answered with no balance');
  }
  return { balance: Number(BigInt(answer)) / 1_000_000, block: Number(newest) };
}
