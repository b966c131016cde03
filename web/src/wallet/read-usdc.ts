import { addressWord, type Hex, toHex } from '@tallystone/core/escrow/abi-words';
import type { AskNode } from './chain-node.ts';

/** `balanceOf(address)` of ERC-20. */
const BALANCE_OF = '0x70a08231';

/**
 * The USDC of an address on the chain that the node is of, in USDC: six decimals at most, so a double holds it.
 *
 * @throws when the node answers with anything but one word
 */
export async function readUsdc(
  ask: AskNode,
  { token, address }: { token: Hex; address: Hex },
): Promise<number> {
  const data = BALANCE_OF + toHex(addressWord(address)).slice(2);
  const answer = await ask({ method: 'eth_call', params: [{ to: token, data }, 'latest'] });
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(answer)) {
    throw new Error('The node answered with no balance');
  }
  return Number(BigInt(answer)) / 1_000_000;
}
