import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithUs, temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { findProgram } from '../scripts/find-program.mjs';
import { end, freePorts } from './monitoring.ts';

const START_LIMIT_MS = 30_000;

/** A real PgBouncer in front of a PostgreSQL, as docs/operations/monitoring.md says. */
export class PgBouncer {
  readonly port: number;
  readonly #config: string;
  readonly #owner: { uid: number; gid: number };
  #child: ChildProcess | null = null;

  private constructor(port: number, config: string, owner: { uid: number; gid: number }) {
    this.port = port;
    this.#config = config;
    this.#owner = owner;
  }

  /** @param owner the user who runs it, because it doesn't run as root */
  static async start(databaseUrl: string, owner: { uid: number; gid: number }): Promise<PgBouncer> {
    const folder = temporaryFolder('tallystone-pgbouncer-');
    chownSync(folder, owner.uid, owner.gid);
    const [port = 0] = await freePorts(1);
    const { hostname, port: to, username } = new URL(databaseUrl);
    const config = join(folder, 'pgbouncer.ini');
    writeFileSync(
      config,
      `[databases]
* = host=${hostname} port=${to} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
max_client_conn = 500
default_pool_size = 80
ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout, extra_float_digits
`,
    );
    const bouncer = new PgBouncer(port, config, owner);
    await bouncer.start();
    return bouncer;
  }

  /** The address of a database through it. */
  through(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.port = String(this.port);
    return url.href;
  }

  async start(): Promise<void> {
    const child = endWithUs(
      spawn(findProgram('pgbouncer'), ['-q', this.#config], { ...this.#owner, stdio: 'ignore' }),
    );
    this.#child = child;
    const giveUpAt = performance.now() + START_LIMIT_MS;
    while (!(await accepts(this.port))) {
      if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error('PgBouncer did not start');
      await sleep(50);
    }
  }

  async kill(): Promise<void> {
    if (this.#child !== null) await end(this.#child);
    this.#child = null;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
