import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endWithUs } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { lowPort } from '@tallystone/testkit/processes/low-port.ts';
import pg from 'pg';
import { unprivilegedUser } from '../scripts/find-postgres.mjs';
import { findProgram, installByApt, isDisposableMachine, isExecutable } from '../scripts/find-program.mjs';
import { runnable } from './haproxy.ts';
import { parentsOfAll } from './kill-postgres.ts';
import { until } from './until.ts';

const DEPLOY = fileURLToPath(new URL('../deploy/patroni/', import.meta.url));
const NAMES = ['one', 'two', 'three'] as const;
const PASSWORD = 'only-on-this-machine';
const LOOK_MS = 100;

/** A member as Patroni's REST API lists it. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/**
 * Three nodes of Patroni with the files that operators copy, but for names and addresses, with one etcd and HAProxy, all on
 * this machine. Everything ends with this process.
 */
export class PatroniCluster {
  /** Where servers connect: through HAProxy. */
  readonly url: string;
  /** Seconds after which a silent primary is replaced, of the file that operators copy. */
  readonly ttl: number;
  readonly nodes: readonly PatroniNode[];

  private constructor(nodes: readonly PatroniNode[], port: number, ttl: number) {
    this.nodes = nodes;
    this.ttl = ttl;
    this.url = `postgres://tallystone:${PASSWORD}@127.0.0.1:${port}/tallystone`;
  }

  static async start(): Promise<PatroniCluster> {
    const program = findProgram('patroni');
    const bin = serverFolder();
    const config = readFileSync(join(DEPLOY, 'patroni.yml'), 'utf8');
    const ttl = Number(/^ {4}ttl: (\d+)$/m.exec(config)?.[1]);
    const folder = mkdtempSync(join(tmpdir(), 'tallystone-patroni-'));
    startCleaner(folder);
    const user = unprivilegedUser();
    chmodSync(folder, 0o755);
    const etcd = await startEtcd(folder);
    const nodes: PatroniNode[] = [];
    for (const name of NAMES) {
      const home = join(folder, name);
      mkdirSync(home);
      if (user !== undefined) chownSync(home, user.uid, user.gid);
      // Sockets are on paths, and the hosts' network is this machine.
      writeFileSync(
        join(home, 'patroni.yml'),
        `${config}  parameters:\n    unix_socket_directories: ${home}\n`,
      );
      const [port, restPort] = [await lowPort(), await lowPort()];
      nodes.push(new PatroniNode({ name, home, program, bin, etcd, port, restPort, user }));
    }
    for (const node of nodes) node.start();
    const port = await startHaproxy(folder, nodes);
    const cluster = new PatroniCluster(nodes, port, ttl);
    await cluster.isWhole();
    await cluster.#createDatabase();
    return cluster;
  }

  /** The node that holds the lock, as most nodes see it; null while none does. */
  async leader(): Promise<PatroniNode | null> {
    const members = await this.#members();
    const name = members.find(({ role }) => role === 'leader')?.name;
    return this.nodes.find((node) => node.name === name) ?? null;
  }

  /** Resolves once there is a primary with a synchronous standby, and all other nodes follow it. */
  async isWhole(): Promise<void> {
    await until(async () => {
      const members = await this.#members();
      const follows = ({ role, state }: Member) =>
        ['replica', 'sync_standby'].includes(role) && ['running', 'streaming'].includes(state);
      const isWhole =
        members.filter(({ role, state }) => role === 'leader' && state === 'running').length === 1 &&
        members.some(({ role }) => role === 'sync_standby') &&
        members.filter(follows).length === NAMES.length - 1 &&
        (await this.#streaming()) === NAMES.length - 1;
      return isWhole ? true : null;
    }, 'a primary with two standbys that follow it').catch((error) => {
      throw new Error(`${error.message}\n${this.nodes.map((node) => node.said()).join('\n')}`);
    });
  }

  /** A connection of the superuser to a node, past HAProxy. */
  async connectTo(node: PatroniNode, database = 'tallystone'): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: `postgres://postgres:${PASSWORD}@127.0.0.1:${node.port}/${database}`,
      connectionTimeoutMillis: 5000,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Moves the primary to a standby as an operator does. */
  async switchover(from: PatroniNode): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${from.restPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: from.name }),
    });
    if (!answer.ok) throw new Error(`the switchover was refused: ${await answer.text()}`);
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) node.kill();
  }

  async #createDatabase(): Promise<void> {
    const leader = await until(() => this.leader(), 'a primary');
    const admin = await this.connectTo(leader, 'postgres');
    await admin.query(`create role tallystone login password '${PASSWORD}'`);
    await admin.query('grant pg_monitor to tallystone');
    await admin.query('create database tallystone owner tallystone');
    await admin.end();
  }

  async #members(): Promise<readonly Member[]> {
    for (const { restPort } of this.nodes) {
      try {
        const signal = AbortSignal.timeout(1000);
        const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal });
        return ((await answer.json()) as { members: Member[] }).members;
      } catch {
        // This node is dead or frozen.
      }
    }
    return [];
  }

  async #streaming(): Promise<number> {
    try {
      const leader = await this.leader();
      if (leader === null) return 0;
      const client = await this.connectTo(leader, 'postgres');
      const { rows } = await client.query(`select from pg_stat_replication where state = 'streaming'`);
      await client.end();
      return rows.length;
    } catch {
      return 0;
    }
  }
}

interface NodePlace {
  readonly name: string;
  readonly home: string;
  readonly program: string;
  readonly bin: string;
  readonly etcd: string;
  readonly port: number;
  readonly restPort: number;
  readonly user: { uid: number; gid: number } | undefined;
}

/** One machine of the cluster: a Patroni with its PostgreSQL. */
export class PatroniNode {
  readonly name: string;
  readonly home: string;
  readonly port: number;
  readonly restPort: number;
  readonly #place: NodePlace;
  #patroni: ChildProcess | null = null;

  constructor(place: NodePlace) {
    this.#place = place;
    this.name = place.name;
    this.home = place.home;
    this.port = place.port;
    this.restPort = place.restPort;
  }

  start(): void {
    const { name, home, program, bin, etcd, port, restPort, user } = this.#place;
    const log = openSync(join(home, 'log'), 'a');
    const at = (to: number) => `127.0.0.1:${to}`;
    const child = spawn(program, [join(home, 'patroni.yml')], {
      ...user,
      cwd: home,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: etcd,
        PATRONI_RESTAPI_LISTEN: at(restPort),
        PATRONI_RESTAPI_CONNECT_ADDRESS: at(restPort),
        PATRONI_POSTGRESQL_LISTEN: at(port),
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(port),
        PATRONI_POSTGRESQL_BIN_DIR: bin,
        PATRONI_POSTGRESQL_DATA_DIR: join(home, 'data'),
        PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
        PATRONI_REWIND_PASSWORD: PASSWORD,
      },
      stdio: ['ignore', log, log],
    });
    this.#patroni = endWithUs(child);
  }

  /** kill -9 of Patroni and of every process of PostgreSQL, as if the machine lost its power. */
  kill(): void {
    const processes = this.#postgres();
    signal('SIGKILL', [...this.#patroniPids(), ...processes]);
    // A frozen process ends only once it runs.
    signal('SIGCONT', processes);
    this.#patroni = null;
  }

  /** kill -9 of PostgreSQL alone, which Patroni then starts again or gives up. */
  killPostgres(): void {
    signal('SIGKILL', this.#postgres());
  }

  /** The machine stands still, and its connections stay open. */
  freeze(what: 'all' | 'patroni' | 'postgres' = 'all'): void {
    if (what !== 'postgres') signal('SIGSTOP', this.#patroniPids());
    if (what !== 'patroni') signal('SIGSTOP', this.#postgres());
  }

  thaw(): void {
    signal('SIGCONT', [...this.#postgres(), ...this.#patroniPids()]);
  }

  /** Whether it has to be started again. */
  get isDead(): boolean {
    return this.#patroni === null;
  }

  /** The end of its log. */
  said(): string {
    const lines = readFileSync(join(this.home, 'log'), 'utf8').trimEnd().split('\n');
    return `${this.name}:\n${lines.slice(-15).join('\n')}`;
  }

  #patroniPids(): number[] {
    return this.#patroni?.pid === undefined ? [] : [this.#patroni.pid];
  }

  /** The supervisor and its children. */
  #postgres(): number[] {
    try {
      const supervisor = Number(readFileSync(join(this.home, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
      const children = [...parentsOfAll()].filter(([, parent]) => parent === supervisor);
      return [supervisor, ...children.map(([pid]) => pid)];
    } catch {
      // It isn't running.
      return [];
    }
  }
}

function signal(name: NodeJS.Signals, pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It had already ended.
    }
  }
}

/** PostgreSQL outlives its Patroni, so this ends it when our end of the pipe closes, however we end. */
function startCleaner(folder: string): void {
  const script = `trap '' INT TERM HUP; read -r _
for file in "$1"/*/data/postmaster.pid; do kill -KILL "$(head -n 1 "$file")"; done 2>/dev/null
sleep 1; rm -rf "$1"`;
  const cleaner = spawn('sh', ['-c', script, 'cleaner', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // It doesn't keep us alive.
  cleaner.unref();
  (cleaner.stdin as Socket).unref();
}

/** The version of the Patroni that a cluster is made of, such as `4.1.4`. */
export function patroniVersion(): string {
  const patroni = findProgram('patroni');
  const said = execFileSync(patroni, ['--version'], { encoding: 'utf8' });
  const version = /\d+\.\d+\.\d+/.exec(said)?.[0];
  if (version === undefined) throw new Error(`${patroni} told no version: ${said}`);
  return version;
}

/** @returns the newest of the system's PostgreSQLs, which has the programs that Patroni calls */
function serverFolder(): string {
  const root = '/usr/lib/postgresql';
  const find = () => {
    try {
      const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
      return versions
        .map((version) => join(root, version, 'bin'))
        .find((bin) => isExecutable(join(bin, 'pg_rewind')) && isExecutable(join(bin, 'postgres')));
    } catch {
      return undefined;
    }
  };
  const found = find() ?? (isDisposableMachine() && installByApt(['postgresql']) ? find() : undefined);
  if (found === undefined)
    throw new Error('Patroni needs the PostgreSQL of the system: apt-get install postgresql');
  return found;
}

/** @returns its address */
async function startEtcd(folder: string): Promise<string> {
  const [clients, peers] = [await lowPort(), await lowPort()].map((port) => `http://127.0.0.1:${port}`);
  const options = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  };
  const log = openSync(join(folder, 'etcd.log'), 'a');
  endWithUs(
    spawn(
      findProgram('etcd', { package: 'etcd-server' }),
      Object.entries(options).map(([name, value]) => `--${name}=${value}`),
      { stdio: ['ignore', log, log] },
    ),
  );
  await until(async () => {
    const answer = await fetch(`${clients}/health`).catch(() => null);
    return answer?.ok === true ? true : null;
  }, 'the start of etcd');
  return new URL(clients ?? '').host;
}

/** @returns its port */
async function startHaproxy(folder: string, nodes: readonly PatroniNode[]): Promise<number> {
  const program = findProgram('haproxy');
  const port = await lowPort();
  const addresses = nodes.flatMap((node, index) => {
    const name = `TALLYSTONE_DB_${NAMES[index]?.toUpperCase()}`;
    return [
      [name, `127.0.0.1:${node.port}`],
      [`${name}_PATRONI`, String(node.restPort)],
    ];
  });
  const env = {
    PATH: process.env.PATH,
    TALLYSTONE_DATABASE: `127.0.0.1:${port}`,
    TALLYSTONE_DATABASE_SOCKET: join(folder, 'haproxy.sock'),
    ...Object.fromEntries(addresses),
  };
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(config, runnable(readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8')));
  execFileSync(program, ['-c', '-f', config], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const log = openSync(join(folder, 'haproxy.log'), 'a');
  endWithUs(spawn(program, ['-db', '-f', config], { env, stdio: ['ignore', log, log] }));
  await sleep(LOOK_MS);
  return port;
}
