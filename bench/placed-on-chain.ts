import type { Hex } from '@tallystone/core/escrow/abi-words';
import { keccakOfText, toHex } from '@tallystone/core/escrow/abi-words';
import { idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import type { PracticeChain } from '../scripts/open-practice-chain.mjs';

/** A stake that reached the contract, read from the chain's logs without the server's code. */
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
 * Every bet that is in final blocks, by its id; or in other blocks.
 *
 * @throws Error if one is there twice
 */
export async function listPlacedOnChain(
  chain: PracticeChain,
  { from = chain.escrowBlock, to = 'finalized' }: { from?: bigint; to?: 'finalized' | 'latest' } = {},
): Promise<Map<string, PlacedOnChain>> {
  const range = { fromBlock: `0x${from.toString(16)}`, toBlock: to };
  // Every node answers this question in this form.
  const logs = (await chain.rpc('eth_getLogs', [
    { address: chain.escrow, topics: [BET_PLACED], ...range },
  ])) as Log[];
  const placed = new Map<string, PlacedOnChain>();
  for (const { topics, data, transactionHash } of logs) {
    const betId = idOfChainId(topics[1] ?? '') ?? topics[1] ?? '';
    if (placed.has(betId)) throw new Error(`the bet ${betId} is on the chain twice`);
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

/** Total gas of the transactions that placed bets. */
export async function gasOf(chain: PracticeChain, hashes: Iterable<Hex>): Promise<bigint> {
  let gas = 0n;
  for (const hash of hashes) {
    const receipt = (await chain.rpc('eth_getTransactionReceipt', [hash])) as { gasUsed: Hex };
    gas += BigInt(receipt.gasUsed);
  }
  return gas;
}
