import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';

/** A server's site by HTTPS, with a certificate of its own. */
export class TlsSite {
  /** A file with every certificate that it has used. */
  readonly trusted: string;
  readonly #server: Server;
  readonly #folder: string;

  private constructor(server: Server, folder: string) {
    this.#server = server;
    this.#folder = folder;
    this.trusted = join(folder, 'trusted.pem');
  }

  static async start(target: { readonly port: number }, days: number): Promise<TlsSite> {
    const folder = temporaryFolder('tallystone-site-');
    const server = createServer((asked, answer) => {
      const { method, headers, url: path } = asked;
      const passed = request({ port: target.port, method, path, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      passed.on('error', () => answer.writeHead(502).end());
      asked.pipe(passed);
    });
    const site = new TlsSite(server, folder);
    writeFileSync(site.trusted, '');
    server.setSecureContext(site.certify(days));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return site;
  }

  get host(): string {
    // It listens on a port, not on a path.
    return `127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  /** Uses another certificate from now on. */
  use(certificate: { cert: Buffer; key: Buffer }): void {
    this.#server.setSecureContext(certificate);
    // Open connections keep the former one.
    this.#server.closeAllConnections();
  }

  /** A certificate that is trusted here and ends in so many days. */
  certify(days: number): { cert: Buffer; key: Buffer } {
    const [key, cert] = ['key', 'cert'].map((name) => join(this.#folder, `${days}.${name}`)) as [
      string,
      string,
    ];
    const terms = [
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      String(days),
      '-subj',
      `/CN=${days} days`,
    ];
    execFileSync(
      'openssl',
      ['req', ...terms, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
      { stdio: 'ignore' },
    );
    const made = { key: readFileSync(key), cert: readFileSync(cert) };
    appendFileSync(this.trusted, made.cert);
    return made;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
