import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { end, endWithUs, temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { findProgram } from '../scripts/find-program.mjs';

const DEPLOY = fileURLToPath(new URL('../deploy', import.meta.url));
const START_LIMIT_MS = 60_000;
const SHOWN_OF_LOG = 2_000;

/** An alert as Alertmanager lists it. */
interface ListedAlert {
  readonly name: string;
  readonly severity: string;
  /** Whether another alert silences it. */
  readonly isInhibited: boolean;
}

/** What is watched, as `host:port`; the site by its URL. */
export interface Watched {
  readonly server: string;
  readonly site?: string;
  readonly certificate?: string;
  readonly pgbouncer?: string;
  /** A file with the certificates that the blackbox exporter trusts. */
  readonly trusted?: string;
}

export interface Monitoring {
  alerts(): Promise<ListedAlert[]>;
  stop(): Promise<void>;
}

/** Real Prometheus, Alertmanager and blackbox exporter with the files that operators copy, but for the addresses. */
export async function startMonitoring(watched: Watched): Promise<Monitoring> {
  const folder = temporaryFolder('tallystone-monitoring-');
  const [prometheus = 0, alertmanager = 0, blackbox = 0] = await freePorts(3);
  const config = readFileSync(join(DEPLOY, 'prometheus/prometheus.yml'), 'utf8')
    .replace('server-1.internal:9464, server-2.internal:9464', watched.server)
    .replace('https://app.example/api/health/live', watched.site ?? '')
    .replace('app.example:443', watched.certificate ?? '')
    .replace('pgbouncer.internal:6432', watched.pgbouncer ?? '')
    .replace('127.0.0.1:9093', `127.0.0.1:${alertmanager}`)
    .replace('127.0.0.1:9115', `127.0.0.1:${blackbox}`);
  writeFileSync(join(folder, 'prometheus.yml'), config);
  for (const file of [
    'prometheus/tallystone.rules.yml',
    'prometheus/blackbox.yml',
    'alertmanager/alertmanager.yml',
  ])
    cpSync(join(DEPLOY, file), join(folder, file.split('/')[1] ?? file));
  const at = (port: number) => `--web.listen-address=127.0.0.1:${port}`;
  const programs = [
    await start(folder, 'prometheus-blackbox-exporter', blackbox, {
      args: [`--config.file=${folder}/blackbox.yml`, at(blackbox)],
      env: watched.trusted === undefined ? {} : { SSL_CERT_FILE: watched.trusted },
    }),
    await start(folder, 'prometheus-alertmanager', alertmanager, {
      args: [
        `--config.file=${folder}/alertmanager.yml`,
        `--storage.path=${folder}/alertmanager`,
        '--cluster.listen-address=',
        at(alertmanager),
      ],
    }),
    await start(folder, 'prometheus', prometheus, {
      args: [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/prometheus`,
        at(prometheus),
      ],
    }),
  ];
  return {
    async alerts() {
      const answer = await fetch(`http://127.0.0.1:${alertmanager}/api/v2/alerts`);
      // The API of Alertmanager.
      const listed = (await answer.json()) as {
        labels: { alertname: string; severity: string };
        status: { inhibitedBy: string[] };
      }[];
      return listed.map(({ labels, status }) => ({
        name: labels.alertname,
        severity: labels.severity,
        isInhibited: status.inhibitedBy.length > 0,
      }));
    },
    async stop() {
      await Promise.all(programs.map(end));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(
  folder: string,
  name: string,
  port: number,
  { args, env = {} }: { args: readonly string[]; env?: Readonly<Record<string, string>> },
): Promise<ChildProcess> {
  mkdirSync(join(folder, 'logs'), { recursive: true });
  const log = join(folder, 'logs', name);
  const output = openSync(log, 'a');
  const child = endWithUs(
    spawn(findProgram(name), args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', output, output],
    }),
  );
  const giveUpAt = performance.now() + START_LIMIT_MS;
  const path = name === 'prometheus-blackbox-exporter' ? '/-/healthy' : '/-/ready';
  while (!(await answers(`http://127.0.0.1:${port}${path}`))) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`${name} did not start:\n${readFileSync(log, 'utf8').slice(-SHOWN_OF_LOG)}`);
    await sleep(100);
  }
  return child;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}

/** Ports that were free a moment ago, for programs that can't say which one they took. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  // They listen on ports, not on paths.
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  for (const server of servers) server.close();
  return ports;
}
