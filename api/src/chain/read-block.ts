import type { Block } from './escrow-chain.ts';
import type { Endpoint } from './rpc.ts';

/** @throws Error for a block that is not made yet, and what an endpoint throws that does not know it */
export async function readBlock(
  { client }: Endpoint,
  which: { blockNumber: bigint } | { blockTag: 'latest' | 'finalized' },
): Promise<Block> {
  const { number, hash, timestamp } = await client.getBlock(which);
  if (number === null || hash === null) throw new Error('expected a block, got one that is not made yet');
  return { number, hash, at: atSecond(timestamp) };
}

export const atSecond = (seconds: bigint): Date => new Date(Number(seconds) * 1000);
