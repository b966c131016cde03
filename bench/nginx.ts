import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endWithUs, temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { lowPort } from '@tallystone/testkit/processes/low-port.ts';
import { findProgram } from '../scripts/find-program.mjs';
import { makeCertificate } from './haproxy.ts';

const SITE = fileURLToPath(new URL('../deploy/nginx/tallystone.conf', import.meta.url));
/** Longer than `fail_timeout` in the configuration: then nginx tries a server again. */
const TRIED_AGAIN_MS = 3_000;
const FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** nginx with the configuration that operators get, before two servers; it ends with this process. */
export async function startNginx(ports: readonly [one: number, two: number]) {
  const folder = temporaryFolder('tallystone-nginx-');
  // Its workers run as another user.
  chmodSync(folder, 0o755);
  const [port, plainPort] = [await lowPort(), await lowPort()];
  const config = writeConfig(folder, {
    '/etc/nginx/tallystone/fullchain.pem': makeCertificate(folder),
    '/etc/nginx/tallystone/key.pem': join(folder, 'both.pem'),
    '127.0.0.1:3001': `127.0.0.1:${ports[0]}`,
    '127.0.0.1:3002': `127.0.0.1:${ports[1]}`,
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen 443 ': `listen 127.0.0.1:${port} `,
    'listen [::]:80;': '',
    'listen [::]:443 ssl http2;': '',
  });
  const log = join(folder, 'error.log');
  const child = endWithUs(
    spawn(findProgram('nginx'), ['-p', folder, '-c', config, '-e', log], { stdio: 'inherit' }),
  );
  return {
    port,
    get said() {
      return readFileSync(log, 'utf8').slice(-20_000);
    },
    /** Resolves once both servers get requests, if they are ready. */
    bothUp: () => sleep(TRIED_AGAIN_MS),
    stop: () => child.kill('SIGTERM'),
  };
}

function writeConfig(folder: string, replaced: Readonly<Record<string, string>>): string {
  let site = readFileSync(SITE, 'utf8');
  for (const [from, to] of Object.entries(replaced)) {
    if (!site.includes(from)) throw new Error(`deploy/nginx/tallystone.conf lacks ${from}`);
    site = site.replaceAll(from, to);
  }
  writeFileSync(join(folder, 'site.conf'), site);
  const folders = FOLDERS.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const path = join(folder, 'nginx.conf');
  writeFileSync(
    path,
    `daemon off; pid ${folder}/pid; events {} http { access_log off; ${folders} include ${folder}/site.conf; }`,
  );
  return path;
}
