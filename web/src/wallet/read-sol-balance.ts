import { nodeAt } from './chain-node.ts';

const LAMPORTS_PER_SOL = 1e9;

/** The balance in SOL at `confirmed` commitment. Throws if the node doesn't answer. */
export async function readSolBalance({
  address,
  rpcUrl,
}: {
  address: string;
  rpcUrl: string;
}): Promise<number> {
  const answer = await nodeAt(rpcUrl)({
    method: 'getBalance',
    params: [address, { commitment: 'confirmed' }],
  });
  const lamports = typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : null;
  if (typeof lamports !== 'number') throw new Error('The node answered with no balance');
  return lamports / LAMPORTS_PER_SOL;
}
