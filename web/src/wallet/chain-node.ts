import { inTime } from './in-time.ts';

/** A read-only question for a node; the wallet never has to ask the person. */
export interface NodeQuestion {
  method:
    | 'eth_call'
    | 'eth_chainId'
    | 'eth_blockNumber'
    | 'eth_getBlockByNumber'
    | 'eth_getTransactionReceipt'
    | 'getBalance';
  params: readonly unknown[];
}

/** Answers questions about one chain. Rejects if it can't. */
export type AskNode = (question: NodeQuestion) => Promise<unknown>;

const TIMEOUT_MS = 8_000;

/** A node with a public RPC URL. */
export function nodeAt(rpcUrl: string): AskNode {
  return async ({ method, params }) => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: unknown = await response.json();
    if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
      throw new Error(`The node did not answer ${method}`);
    }
    return answer.result;
  };
}

/** Asks the nodes one after another until one answers. Each gets 8 seconds. */
export function firstThatAnswers(nodes: readonly AskNode[]): AskNode {
  return async (question) => {
    let last: unknown = new Error('There is no node to ask');
    for (const ask of nodes) {
      try {
        return await inTime(ask(question), {
          ms: TIMEOUT_MS,
          late: new Error(`No answer after ${TIMEOUT_MS} ms`),
        });
      } catch (error) {
        last = error;
      }
    }
    throw last;
  };
}
