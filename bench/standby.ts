import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { end, endWithUs, temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { lowPort } from '@tallystone/testkit/processes/low-port.ts';
import pg from 'pg';
import { unprivilegedUser } from '../scripts/find-postgres.mjs';
import { until } from './until.ts';

/** A standby of a PostgreSQL, whose commits wait for it. It ends with this process. */
export class Standby {
  readonly #primary: pg.Client;
  readonly #data: string;
  readonly #bin: string;
  readonly #port: number;
  #child: ChildProcess | null = null;

  private constructor(primary: pg.Client, of: { data: string; bin: string; port: number }) {
    this.#primary = primary;
    this.#data = of.data;
    this.#bin = of.bin;
    this.#port = of.port;
  }

  /** @param primaryUrl of a superuser of a server on this machine */
  static async start(primaryUrl: string): Promise<Standby> {
    const primary = new pg.Client(primaryUrl);
    // A primary that ends first is no fault of the standby's.
    primary.on('error', () => undefined);
    await primary.connect();
    const { rows } = await primary.query<{ bin: string }>(
      "select setting as bin from pg_config where name = 'BINDIR'",
    );
    const bin = rows[0]?.bin ?? '';
    const folder = temporaryFolder('tallystone-standby-');
    const user = unprivilegedUser();
    if (user !== undefined) chownSync(folder, user.uid, user.gid);
    const data = join(folder, 'data');
    const { port, username } = new URL(primaryUrl);
    const from = ['-h', '127.0.0.1', '-p', port, '-U', username];
    const copy = [...from, '-D', data, '--write-recovery-conf', '--checkpoint=fast'];
    execFileSync(join(bin, 'pg_basebackup'), copy, { ...user, cwd: folder, stdio: 'pipe' });
    const standby = new Standby(primary, { data, bin, port: await lowPort() });
    await primary.query("alter system set synchronous_standby_names = '*'");
    await primary.query('select pg_reload_conf()');
    await standby.run();
    return standby;
  }

  /** Resolves once the primary's commits wait for it. */
  async run(): Promise<void> {
    const settings = {
      port: this.#port,
      // At least as many as the primary has.
      max_connections: 200,
      unix_socket_directories: '',
      // A killed server would leave the system's own kind behind.
      dynamic_shared_memory_type: 'mmap',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = endWithUs(
      spawn(join(this.#bin, 'postgres'), ['-D', this.#data, ...options], {
        ...unprivilegedUser(),
        cwd: this.#data,
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    );
    this.#child = child;
    let said = '';
    child.stderr.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2_000);
    });
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`the standby ended:\n${said}`);
      const { rows } = await this.#primary.query(
        "select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'",
      );
      return rows.length > 0 ? true : null;
    }, 'a synchronous standby that streams');
  }

  /** kill -9, as a crash of its machine would. */
  async kill(): Promise<void> {
    if (this.#child !== null) await end(this.#child);
    this.#child = null;
  }
}
