import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { endWithUs, temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { lowPort } from '@tallystone/testkit/processes/low-port.ts';
import { findProgram } from '../scripts/find-program.mjs';
import { until } from './until.ts';

const CONFIG = fileURLToPath(new URL('../deploy/haproxy/haproxy.cfg', import.meta.url));

/** HAProxy with the configuration that operators get, before two servers; it ends with this process. */
export async function startHaproxy(ports: readonly [one: number, two: number]) {
  const program = findProgram('haproxy');
  const folder = temporaryFolder('tallystone-haproxy-');
  const socket = join(folder, 'socket');
  const [port, plainPort] = [await lowPort(), await lowPort()];
  const env = {
    PATH: process.env.PATH,
    TALLYSTONE_HTTP: `127.0.0.1:${plainPort}`,
    TALLYSTONE_HTTPS: `127.0.0.1:${port}`,
    TALLYSTONE_CERT: makeCertificate(folder),
    TALLYSTONE_ONE: `127.0.0.1:${ports[0]}`,
    TALLYSTONE_TWO: `127.0.0.1:${ports[1]}`,
    TALLYSTONE_SOCKET: socket,
  };
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(config, runnable(readFileSync(CONFIG, 'utf8')));
  execFileSync(program, ['-c', '-f', config], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  let said = '';
  const child = endWithUs(spawn(program, ['-db', '-f', config], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-20_000);
    });
  const statuses = async (): Promise<string[]> => {
    const asking = connect(socket);
    asking.end('show stat\n');
    const lines = (await text(asking)).split('\n').map((line) => line.split(','));
    const column = lines[0]?.indexOf('status') ?? -1;
    return lines
      .filter(([proxy, name = '']) => proxy === 'tallystone' && ['one', 'two'].includes(name))
      .map((fields) => fields[column] ?? '');
  };
  return {
    port,
    get said() {
      return said;
    },
    /** Resolves once both servers get requests. */
    bothUp: () =>
      until(async () => {
        if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${said}`);
        const found = await statuses().catch(() => []);
        return found.length === 2 && found.every((status) => status === 'UP') ? true : null;
      }, 'two servers behind HAProxy'),
    stop: () => child.kill('SIGKILL'),
  };
}

/** Only root can become the user of Debian's package. */
export const runnable = (config: string): string =>
  process.getuid?.() === 0 ? config : config.replaceAll(/^ {2}(?:user|group) .*\n/gm, '');

/** @returns the path of a certificate for 127.0.0.1 with its key */
export function makeCertificate(folder: string): string {
  const [cert, key, both] = ['cert', 'key', 'both.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1';
  execFileSync(findProgram('openssl'), ['req', ...options.split(' '), '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  writeFileSync(both, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 });
  return both;
}
