import type { Hex } from '@tallystone/core/escrow/abi-words';
import { ESCROW_ABI, USDC_ABI } from '@tallystone/core/escrow/escrow-abi';
import type { EscrowPlace } from '@tallystone/core/escrow/escrow-bet';
import { decodeEventLog, hexToBigInt, hexToNumber, type RpcLog } from 'viem';
import type { ChainEvent, ChainLog } from './escrow-chain.ts';

/**
 * Decodes a log of the escrow or of USDC.
 *
 * @throws Error if the log's block isn't made yet, or the event is unknown
 */
export function decodeLog(log: RpcLog, { escrow }: EscrowPlace): ChainLog {
  const { blockNumber, blockHash, transactionHash, logIndex } = log;
  if (blockNumber === null || blockHash === null || transactionHash === null || logIndex === null) {
    throw new Error('expected a log of a block, got one that is of none yet');
  }
  const isOfEscrow = log.address.toLowerCase() === escrow;
  return {
    ...decodeEvent(log, isOfEscrow),
    block: hexToBigInt(blockNumber),
    blockHash: lowerCase(blockHash),
    txHash: lowerCase(transactionHash),
    logIndex: hexToNumber(logIndex),
  };
}

function decodeEvent({ topics, data }: RpcLog, isOfEscrow: boolean): ChainEvent {
  const { eventName: name, args } = isOfEscrow
    ? decodeEventLog({ abi: ESCROW_ABI, topics, data })
    : decodeEventLog({ abi: USDC_ABI, topics, data });
  const plain = Object.entries(args).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.toLowerCase() : value,
  ]);
  // Name and arguments come from one decoding and belong together; their separate types don't say so.
  return { name, args: Object.fromEntries(plain) } as ChainEvent;
}

// Hex in lower case is still hex.
const lowerCase = (hex: Hex): Hex => hex.toLowerCase() as Hex;
