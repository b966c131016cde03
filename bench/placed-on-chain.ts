import type { Hex } from '@tallystone/core/escrow/abi-words';
import { keccakOfText, toHex } from '@tallystone/core/escrow/abi-words';
import { idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import type { PracticeChain } from '../scripts/open-practice-chain.mjs';

/** A stake that reached the contract, read from the chain's own logs with none of the server's code. */
export interface PlacedOnChain {
  readonly betId: string;
  readonly txHash: Hex;
  readonly bettor: string;
  readonly outcome: number;
  readonly stake: bigint;
  readonly payout: bigint;
}

const BET_PLACED = toHex(keccakOfText('BetPlaced(bytes32,bytes16,address,uint8,uint64,uint64)'));
const WORD = 64;

interface Log {
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly transactionHash: Hex;
}

/**
 * Every bet that stands on the chain for good, by its id; or that stands in other blocks.
 *
 * @throws Error when one stands there twice
 */
export async function listPlacedOnChain(
  chain: PracticeChain,
  { from = chain.escrowBlock, to = 'finalized' }: { from?: bigint; to?: 'finalized' | 'latest' } = {},
): Promise<Map<string, PlacedOnChain>> {
  const range = { fromBlock: `0x${from.toString(16)}`, toBlock: to };
  // What every node answers to this question.
  const logs = (await chain.rpc('eth_getLogs', [
    { address: chain.escrow, topics: [BET_PLACED], ...range },
  ])) as Log[];
  const placed = new Map<string, PlacedOnChain>();
  for (const { topics, data, transactionHash } of logs) {
    const betId = idOfChainId(topics[1] ?? '') ?? topics[1] ?? '';
    if (placed.has(betId)) throw new Error(`the bet ${betId} stands on the chain twice`);
    const word = (place: number) => BigInt(`0x${data.slice(2 + place * WORD, 2 + (place + 1) * WORD)}`);
    placed.set(betId, {
      betId,
      txHash: transactionHash,
      bettor: `0x${topics[3]?.slice(-40)}`,
      outcome: Number(word(0)),
      stake: word(1),
      payout: word(2),
    });
  }
  return placed;
}

/** Gas of the transactions that placed bets, all together. */
export async function gasOf(chain: PracticeChain, hashes: Iterable<Hex>): Promise<bigint> {
  let gas = 0n;
  for (const hash of hashes) {
    const receipt = (await chain.rpc('eth_getTransactionReceipt', [hash])) as { gasUsed: Hex };
    gas += BigInt(receipt.gasUsed);
  }
  return gas;
}
