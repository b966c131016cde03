import { createServer, request, type Server } from 'node:http';
import { pipeline } from 'node:stream';
import type { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';

/** As the build writes it into page and worker. */
const VERSION = /\b[0-9a-f]{16}\b/g;
const OTHER_VERSION = 'feedfacefeedface';

/**
 * A proxy in front of the server, as most servers have one. Its address stays while the server restarts; while the
 * server is unreachable it answers nothing. It can serve another version of the app, which differs only in its name.
 */
export class Front {
  readonly #server: ServerProcess;
  /** `next`: as after a deployment. */
  serves: 'built' | 'next' = 'built';
  readonly #http: Server;

  private constructor(server: ServerProcess) {
    this.#server = server;
    this.#http = createServer((incoming, outgoing) => {
      if (!this.#server.isRunning) {
        outgoing.destroy();
        return;
      }
      const path = incoming.url ?? '/';
      // In a compressed response the version couldn't be replaced, and the browser may have cached the previous version.
      const { 'if-none-match': _, 'if-modified-since': __, ...asked } = incoming.headers;
      const headers = { ...asked, 'accept-encoding': 'identity' };
      const onward = request(
        `${this.#server.url}${path}`,
        { method: incoming.method ?? 'GET', headers },
        (answer) => {
          const isNext = this.serves === 'next' && isVersioned(path, String(answer.headers['content-type']));
          // The server's tag would be wrong for the changed response.
          const { etag: ___, 'last-modified': ____, ...rest } = answer.headers;
          outgoing.writeHead(answer.statusCode ?? 502, isNext ? rest : answer.headers);
          if (!isNext) {
            // A stream has begun before its first event.
            outgoing.flushHeaders();
            // If the server breaks off a response, so does the proxy.
            pipeline(answer, outgoing, () => {});
            return;
          }
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () =>
            // The same length, which the headers have already stated.
            outgoing.end(Buffer.concat(chunks).toString('utf8').replace(VERSION, OTHER_VERSION)),
          );
        },
      );
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    });
  }

  static async open(server: ServerProcess): Promise<Front> {
    const front = new Front(server);
    await new Promise<void>((resolve) => front.#http.listen(0, '127.0.0.1', resolve));
    return front;
  }

  get url(): string {
    const address = this.#http.address();
    if (typeof address !== 'object' || address === null) throw new Error('the front is closed');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }
}

function isVersioned(path: string, type: string): boolean {
  return path === '/worker.js' || type.startsWith('text/html');
}
