import { createServer, request, type Server } from 'node:http';
import { freePort } from './app-server.ts';

/** As the build writes it into page and worker. */
const VERSION = /\b[0-9a-f]{16}\b/g;
const OTHER_VERSION = 'feedfacefeedface';

/**
 * A proxy before the server, as most servers have one. It can bring another version of the app, which differs in its
 * name alone.
 */
export class Front {
  readonly url: string;
  /** `next`: as after a deployment. */
  serves: 'built' | 'next' = 'built';
  readonly #server: Server;

  private constructor(port: number, target: string) {
    this.url = `http://127.0.0.1:${port}`;
    this.#server = createServer((incoming, outgoing) => {
      const path = incoming.url ?? '/';
      // Compressed, a version could not be written over; and what the browser has may be of the version before.
      const { 'if-none-match': _, 'if-modified-since': __, ...asked } = incoming.headers;
      const headers = { ...asked, 'accept-encoding': 'identity' };
      const onward = request(`${target}${path}`, { method: incoming.method ?? 'GET', headers }, (answer) => {
        const isNext = this.serves === 'next' && isVersioned(path, String(answer.headers['content-type']));
        // What changed has another tag, and nothing is the same as before.
        const { etag: ___, 'last-modified': ____, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, isNext ? rest : answer.headers);
        if (!isNext) {
          answer.pipe(outgoing);
          return;
        }
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          // Of the same length, which the headers have said.
          outgoing.end(Buffer.concat(chunks).toString('utf8').replace(VERSION, OTHER_VERSION)),
        );
      });
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    });
    this.#server.listen(port, '127.0.0.1');
  }

  static async open(target: string): Promise<Front> {
    const front = new Front(await freePort(), target);
    await new Promise((resolve) => front.#server.once('listening', resolve));
    return front;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function isVersioned(path: string, type: string): boolean {
  return path === '/worker.js' || type.startsWith('text/html');
}
