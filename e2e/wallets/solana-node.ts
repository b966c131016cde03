import { createServer } from 'node:http';

export interface SolanaNode {
  /** The value for SOLANA_RPC_URL. */
  url: string;
  /** The balance of every address, in SOL; null answers with an error. */
  holds: (sol: number | null) => void;
  stop: () => Promise<void>;
}

/** A Solana node that supports only `getBalance`, because there is no local node. */
export async function startSolanaNode(sol = 2.5): Promise<SolanaNode> {
  let balance: number | null = sol;
  const server = createServer(async (request, response) => {
    // The page sends requests from another origin.
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let text = '';
    for await (const chunk of request) text += chunk;
    const { id, method } = JSON.parse(text) as { id: unknown; method: string }; // sent by the Solana client
    const answer =
      method === 'getBalance' && balance !== null
        ? { result: { context: { slot: 1 }, value: Math.round(balance * 1e9) } }
        : { error: { code: -32601, message: 'This node only knows getBalance.' } };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the node has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    holds: (next) => {
      balance = next;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
