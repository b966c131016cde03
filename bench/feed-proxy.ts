import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Changes a correct answer: returns another one, or null if it has already handled the answer. */
export type Spoil = (answer: { path: string; json: unknown }, response: ServerResponse) => string | null;

/** A proxy between the server and the stand-in that spoils the answers. */
export class FeedProxy {
  readonly #server: Server;
  readonly #target: string;
  /** Null: answers pass unchanged. */
  spoil: Spoil | null = null;
  /** Number of answers by the last part of the path, since it was last cleared. */
  readonly passed = new Map<string, number>();

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer((request, response) => {
      this.#pass(request, response).catch(() => response.destroy());
    });
  }

  static async start(target: string): Promise<FeedProxy> {
    const proxy = new FeedProxy(target);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject);
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get apiUrl(): string {
    // It listens on a port, not on a path.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', url = '/' } = request;
    const path = url.split('?')[0]?.split('/').at(-1) ?? '';
    const answer = await fetch(this.#target + url, {
      method,
      ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
    });
    const text = await answer.text();
    const spoil = answer.ok ? this.spoil : null;
    const body = spoil === null ? text : spoil({ path, json: JSON.parse(text) }, response);
    if (body !== null) {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(body);
    }
    this.passed.set(path, (this.passed.get(path) ?? 0) + 1);
  }
}
