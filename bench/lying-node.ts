import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a node really answers to a call. */
export interface NodeAnswer {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result: unknown;
}

/** A node of the chain that can be made to say what is not so. */
export interface LyingNode {
  readonly url: string;
  /** What it answers instead from now on; null: the truth. */
  lie(about: ((answer: NodeAnswer) => unknown) | null): void;
  /** Asks another node from now on; null: the one that it began with. */
  turnTo(url: string | null): void;
  stop(): Promise<void>;
}

interface Call {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** @param realUrl the node that knows */
export async function openLyingNode(realUrl: string): Promise<LyingNode> {
  let lie: ((answer: NodeAnswer) => unknown) | null = null;
  let asked = realUrl;

  async function answer(call: Call): Promise<object> {
    const response = await fetch(asked, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    // What every node answers.
    const said = (await response.json()) as { result?: unknown; error?: unknown };
    if (lie === null || said.error !== undefined) return said;
    const { method, params = [] } = call;
    return { ...said, result: lie({ method, params, result: said.result }) };
  }

  const server = createServer((request, response) => {
    readJson(request)
      // What every client sends.
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
    turnTo: (url) => {
      asked = url ?? realUrl;
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
