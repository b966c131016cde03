import type { Block } from './escrow-chain.ts';
import type { Endpoint } from './rpc.ts';

/** @throws Error for a block that isn't made yet, and errors of an endpoint that doesn't know the block */
export async function readBlock(
  { client }: Endpoint,
  which: { blockNumber: bigint } | { blockTag: 'latest' | 'finalized' },
): Promise<Block> {
  const { number, hash, timestamp } = await client.getBlock(which);
  if (number === null || hash === null) throw new Error('expected a block, got one that is not made yet');
  return { number, hash, at: new Date(Number(timestamp) * 1000) };
}
