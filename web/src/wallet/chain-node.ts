/** What is asked of a node: reads alone, so that nobody is asked to agree to anything. */
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

/** Answers questions about one chain. Rejects when it cannot. */
export type AskNode = (question: NodeQuestion) => Promise<unknown>;

const TIMEOUT_MS = 8_000;

/** A node behind an address that the page may read. */
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

/** Asks one after another until one answers. Each is given up after a while. */
export function firstThatAnswers(nodes: readonly AskNode[]): AskNode {
  return async (question) => {
    let last: unknown = new Error('There is no node to ask');
    for (const ask of nodes) {
      try {
        return await inTime(ask(question));
      } catch (error) {
        last = error;
      }
    }
    throw last;
  };
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer after ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
