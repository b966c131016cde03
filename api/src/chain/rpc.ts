import type { Hex } from '@tallystone/core/escrow/abi-words';
import { createPublicClient, http, numberToHex, type PublicClient } from 'viem';
import type { Block } from './escrow-chain.ts';

/** With the retry, less than the time that a stopping server has. */
const TIMEOUT_MS = 4000;
const RETRIES = 1;
/**
 * The largest answer, to limit memory. A full block of the shortest logs is smaller; more is read with fewer blocks per
 * request.
 */
const MOST_BYTES = 32 * 1024 * 1024;

/** A node of the chain. */
export interface Endpoint {
  /** The host, for messages. The rest of the URL may be secret. */
  readonly name: string;
  readonly client: PublicClient;
}

/** Two or more. Everything that moves money is read from all of them. */
export type Endpoints = readonly [Endpoint, Endpoint, ...Endpoint[]];

/** Opens an endpoint with a timeout, and one retry for passing failures. */
export function openEndpoint(url: string, timeoutMs = TIMEOUT_MS): Endpoint {
  const transport = http(url, { timeout: timeoutMs, retryCount: RETRIES, maxResponseBodySize: MOST_BYTES });
  return { name: new URL(url).host, client: createPublicClient({ transport }) };
}

/** @throws Error for a block that isn't made yet, and errors of an endpoint that doesn't know the block */
export async function readBlock(
  { client }: Endpoint,
  which: { blockNumber: bigint } | { blockTag: 'latest' | 'finalized' },
): Promise<Block> {
  const { number, hash, timestamp } = await client.getBlock(which);
  if (number === null || hash === null) throw new Error('expected a block, got one that is not made yet');
  return { number, hash, at: new Date(Number(timestamp) * 1000) };
}

/** Nodes' messages for a call that ran and failed. That is an answer. */
const FAILED_CALL =
  /revert|out ?of ?gas|invalid opcode|invalid jump|bad jump|stack (?:under|over)flow|opcode .* not defined/i;

/** The result of a call on the newest block; null if the call fails. */
export async function answerOfCall(
  client: PublicClient,
  { gas, ...call }: { from: Hex; to: Hex; data: Hex; gas: bigint },
): Promise<Hex | null> {
  try {
    const params = [{ ...call, gas: numberToHex(gas) }, 'latest'] as const;
    return await client.request({ method: 'eth_call', params: [...params] });
  } catch (error) {
    if (FAILED_CALL.test(String(error))) return null;
    throw error;
  }
}
