import { type Hex, keccakOfText, toHex } from '@tallystone/core/escrow/abi-words';
import { idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import type { PracticeChain } from '../scripts/open-practice-chain.mjs';

/** What the contract did for a bet when its market had ended, read from the chain's logs without the server's code. */
export interface PaidOnChain {
  readonly betId: string;
  readonly kind: 'paid' | 'set-aside';
  readonly bettor: string;
  readonly amount: bigint;
}

const PAID = toHex(keccakOfText('BetPaid(bytes32,bytes16,address,uint64)'));
const SET_ASIDE = toHex(keccakOfText('PayoutSetAside(bytes32,bytes16,address,uint64)'));

interface Log {
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/**
 * Every bet that was paid or set aside, by its id.
 *
 * @throws Error if one was twice
 */
export async function listPaidOnChain(chain: PracticeChain): Promise<Map<string, PaidOnChain>> {
  const range = { fromBlock: `0x${chain.escrowBlock.toString(16)}`, toBlock: 'latest' };
  // Every node answers this question in this form.
  const logs = (await chain.rpc('eth_getLogs', [
    { address: chain.escrow, topics: [[PAID, SET_ASIDE]], ...range },
  ])) as Log[];
  const paid = new Map<string, PaidOnChain>();
  for (const { topics, data } of logs) {
    const betId = idOfChainId(topics[1] ?? '') ?? topics[1] ?? '';
    if (paid.has(betId)) throw new Error(`the bet ${betId} was paid twice`);
    paid.set(betId, {
      betId,
      kind: topics[0] === PAID ? 'paid' : 'set-aside',
      bettor: `0x${topics[3]?.slice(-40)}`,
      amount: BigInt(data),
    });
  }
  return paid;
}
