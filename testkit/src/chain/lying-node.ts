import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of the node and its true result. */
export interface NodeAnswer {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result: unknown;
}

/** A node between the product and a real one that returns what a test wants. */
export interface LyingNode {
  readonly url: string;
  /**
   * Replaces results from now on; null: the truth. A returned Error makes the call fail; a thrown one gives no
   * response.
   */
  lie(about: ((answer: NodeAnswer) => unknown) | null): void;
  /** The error message of failed calls from now on; null: the node's own. */
  sayOfErrors(message: string | null): void;
  /** Uses another node from now on; null: the original one. */
  turnTo(url: string | null): void;
  stop(): Promise<void>;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

export async function aLyingNode(realUrl: string): Promise<LyingNode> {
  let lie: ((answer: NodeAnswer) => unknown) | null = null;
  let words: string | null = null;
  let target = realUrl;

  async function answer(call: Call): Promise<object> {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    // Every node's response shape.
    const said = (await response.json()) as { result?: unknown; error?: unknown };
    if (said.error !== undefined)
      return words === null ? said : { ...said, error: { code: -32000, message: words } };
    if (lie === null) return said;
    const { method, params = [] } = call;
    const result = lie({ method, params, result: said.result });
    if (result instanceof Error)
      return { jsonrpc: '2.0', id: call.id, error: { code: 3, message: result.message } };
    return { ...said, result };
  }

  const server = createServer((request, response) => {
    readJson(request)
      .then((body) => (Array.isArray(body) ? Promise.all(body.map(answer)) : answer(body as Call)))
      .then(
        (said) => response.setHeader('content-type', 'application/json').end(JSON.stringify(said)),
        () => response.destroy(),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port, not on a path.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lie: (about) => {
      lie = about;
    },
    sayOfErrors: (message) => {
      words = message;
    },
    turnTo: (url) => {
      target = url ?? realUrl;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}
