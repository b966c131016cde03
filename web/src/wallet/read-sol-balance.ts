import { Connection, PublicKey } from '@solana/web3.js';

const lamportsPerSol = 1e9;
const timeoutMs = 10_000;

/** The balance in SOL at `confirmed` commitment. Throws when the node does not answer. */
export async function readSolBalance({
  address,
  rpcUrl,
}: {
  address: string;
  rpcUrl: string;
}): Promise<number> {
  const connection = new Connection(rpcUrl, {
    commitment: 'confirmed',
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
  });
  return (await connection.getBalance(new PublicKey(address), 'confirmed')) / lamportsPerSol;
}
