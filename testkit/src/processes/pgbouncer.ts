import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { unprivilegedUser } from '../../../scripts/find-postgres.mjs';
import { findProgram } from '../../../scripts/find-program.mjs';
import { end, endWithUs, temporaryFolder } from './leave-nothing-behind.ts';
import { lowPort } from './low-port.ts';

const CONFIG = fileURLToPath(new URL('../../../deploy/pgbouncer/pgbouncer.ini', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../../docs/operations/pooling.md', import.meta.url));
const CONFIG_NAME = 'pgbouncer.ini';
const LOG_NAME = 'log';
const START_LIMIT_MS = 30_000;
const PASSWORD = 'pooled';

type Mode = 'session' | 'transaction';

/** A real PgBouncer in front of a PostgreSQL, with the configuration that operators get. It ends with this process. */
export class PgBouncer {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | null = null;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  /**
   * @param databaseUrl of the database and its user; without a database, of a superuser: for all databases and users of the server
   * @param mode of the pool; the other settings are those of the file, unless `settings` has others
   */
  static async start(
    databaseUrl: string,
    { mode, settings = {} }: { mode: Mode; settings?: Readonly<Record<string, string>> },
  ): Promise<PgBouncer> {
    const folder = temporaryFolder('tallystone-pgbouncer-');
    // It doesn't run as root.
    const { uid, gid } = owner();
    chownSync(folder, uid, gid);
    const port = await lowPort();
    const { username } = new URL(databaseUrl);
    const users = join(folder, 'userlist.txt');
    writeFileSync(users, `"${username}" "${PASSWORD}"\n`);
    writeFileSync(
      join(folder, CONFIG_NAME),
      configuration(databaseUrl, {
        listen_port: String(port),
        unix_socket_dir: '',
        auth_file: users,
        logfile: join(folder, LOG_NAME),
        pidfile: join(folder, 'pid'),
        pool_mode: mode,
        ...settings,
      }),
    );
    const bouncer = new PgBouncer(port, folder);
    await bouncer.start();
    return bouncer;
  }

  /** The address of the database through it. */
  through(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.port = String(this.port);
    url.password = PASSWORD;
    return url.href;
  }

  /** Its log. */
  get said(): string {
    return readFileSync(join(this.#folder, LOG_NAME), 'utf8');
  }

  /** @param mode in place of the one it had */
  async start(mode?: Mode): Promise<void> {
    const config = join(this.#folder, CONFIG_NAME);
    if (mode !== undefined)
      writeFileSync(config, readFileSync(config, 'utf8').replace(/^pool_mode = .*$/m, `pool_mode = ${mode}`));
    const child = endWithUs(
      spawn(findProgram('pgbouncer'), ['-q', config], {
        ...owner(),
        stdio: 'ignore',
      }),
    );
    this.#child = child;
    const giveUpAt = performance.now() + START_LIMIT_MS;
    while (!(await accepts(this.port))) {
      if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error('PgBouncer did not start');
      await sleep(50);
    }
  }

  /** kill -9, as a crash of its machine would. */
  async kill(): Promise<void> {
    if (this.#child !== null) await end(this.#child);
    this.#child = null;
  }
}

/** Gives the user of the database the limits that PgBouncer drops, with the statements that operators are told to run. */
export async function limitUser(databaseUrl: string, user = 'tallystone'): Promise<void> {
  const statements = /```sql\n(.*?)```/s.exec(readFileSync(DOCUMENT, 'utf8'))?.[1] ?? '';
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(statements.replaceAll('role tallystone ', `role ${user} `));
  await client.end();
}

/** The file that operators copy, for this database and with these settings in place of its own. */
function configuration(databaseUrl: string, settings: Readonly<Record<string, string>>): string {
  const { hostname, port, pathname, username } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const server = `host=${hostname} port=${port}`;
  let text = readFileSync(CONFIG, 'utf8').replace(
    /^tallystone = .*$/m,
    name === '' ? `* = ${server} auth_user=${username}` : `${name} = ${server} dbname=${name}`,
  );
  for (const [setting, value] of Object.entries(settings)) {
    if (!new RegExp(`^${setting} = `, 'm').test(text)) throw new Error(`the file has no ${setting}`);
    text = text.replace(new RegExp(`^${setting} = .*$`, 'm'), `${setting} = ${value}`);
  }
  return text;
}

const owner = () => unprivilegedUser() ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

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
