import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { WireError } from '@tallystone/core/http-api/error';
import { HttpConnection } from './http-connection.ts';
import { httpRequest } from './http-request.ts';
import { endWithUs, temporaryFolder } from './leave-nothing-behind.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const EXIT_WITH_PARENT = fileURLToPath(new URL('../../../scripts/exit-with-parent.mjs', import.meta.url));
/** Nothing listens on this port, so connections are refused. */
const NOWHERE = 9;
/** The link to a demo's dashboard, printed before the server serves. */
const ADMIN_LINK = /Admin: http:\/\/[^/]+(\/admin#practice=[0-9a-f]{64})\n/;
const START_LIMIT_MS = 300_000;
const STOP_LIMIT_MS = 60_000;

/** A server's database and settings. */
export interface ServerSettings {
  /** PostgreSQL; by default the embedded engine in the data folder. */
  databaseUrl?: string;
  settings?: Readonly<Record<string, string>>;
  /** Where its log goes as well, to be read as a whole. */
  logFile?: string;
  /** The program to start, relative to the repository. Default: the built server. */
  entry?: string;
}

/** The built server as a process, in a data folder that outlives its restarts. */
export class ServerProcess {
  readonly dataDir: string;
  readonly #where: ServerSettings;
  #port = NOWHERE;
  #child: ChildProcess | null = null;
  #closed: Promise<number | NodeJS.Signals> | null = null;
  #said = '';

  private constructor(where: ServerSettings) {
    this.dataDir = temporaryFolder('tallystone-server-');
    this.#where = where;
  }

  /** Builds what is stale and creates a new data folder for a server to be started later. */
  static async prepare(where: ServerSettings): Promise<ServerProcess> {
    await buildIfStale();
    return new ServerProcess(where);
  }

  /** The same, and starts it without rate limits. */
  static async start(where: ServerSettings): Promise<ServerProcess> {
    const server = await ServerProcess.prepare(where);
    await server.start();
    return server;
  }

  /** Assigned by the system, different at each start. When not running, a port that refuses connections. */
  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The practice admin's link without its origin. */
  get adminPath(): string {
    const path = ADMIN_LINK.exec(this.#said)?.[1];
    if (path === undefined) throw new Error('the server printed no Admin link');
    return path;
  }

  get isRunning(): boolean {
    return this.#port !== NOWHERE;
  }

  /** The server's latest output, for finding causes. */
  get said(): string {
    return this.#said;
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error('the server is not running');
    return pid;
  }

  /**
   * @param settings for this run, on top of the prepared ones
   * @returns milliseconds until it was ready for bets
   */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<number> {
    if (this.#child !== null) throw new Error('the server is running already');
    const startedAt = performance.now();
    const { entry = 'api/dist/main.mjs' } = this.#where;
    const child = endWithUs(
      spawn(process.execPath, ['--import', EXIT_WITH_PARENT, entry], {
        cwd: ROOT,
        env: { PATH: process.env.PATH, ...this.environment(), ...settings },
        stdio: ['pipe', 'pipe', 'pipe'],
      }),
    );
    this.#child = child;
    this.#said = '';
    this.#closed = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve(signal ?? code ?? 0));
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        this.#said = (this.#said + String(chunk)).slice(-20_000);
      });
    }
    const { logFile } = this.#where;
    if (logFile !== undefined) child.stderr?.on('data', (chunk) => appendFileSync(logFile, chunk));
    let isGone = false;
    child.once('exit', () => {
      isGone = true;
      // A server started since then has another port.
      if (this.#child === child || this.#child === null) this.#port = NOWHERE;
    });
    while (performance.now() - startedAt < START_LIMIT_MS) {
      if (isGone) throw new Error(`the server ended while starting:\n${this.#said}`);
      this.#port = this.#readPort();
      if (this.#port !== NOWHERE && (await this.#isReady())) return performance.now() - startedAt;
      await sleep(10);
    }
    throw new Error(`the server was not ready within ${START_LIMIT_MS} ms:\n${this.#said}`);
  }

  /** This server's settings, also for command line tools on the same books. */
  environment(): Record<string, string> {
    const { databaseUrl, settings } = this.#where;
    return {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: this.dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      // Markets that end within minutes and bets of traders would disturb tests of anything else.
      PRACTICE_ACTIVITY: 'off',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...settings,
    };
  }

  /** Waits until the server ends. @returns its exit code or signal; it can be started again */
  async ended(): Promise<number | NodeJS.Signals> {
    if (this.#closed === null) throw new Error('the server was never started');
    const how = await this.#closed;
    this.#child = null;
    return how;
  }

  /** kill -9: nothing is flushed or sent. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Shuts down properly. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Ends the server and removes its data folder. */
  async remove(): Promise<void> {
    await this.#end('SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const outcome = await Promise.race([gone, sleep(STOP_LIMIT_MS, 'late', { ref: false })]);
    if (outcome !== 'late') return;
    child.kill('SIGKILL');
    throw new Error(`the server did not stop within ${STOP_LIMIT_MS} ms of ${signal}:\n${this.#said}`);
  }

  /** Read from the server's output once it listens. */
  #readPort(): number {
    const isElsewhere = this.environment().PUBLIC_ORIGIN !== undefined;
    const said = isElsewhere ? /listens at \S+:(\d+)/ : /is shown at http:\/\/127\.0\.0\.1:(\d+)/;
    return Number(said.exec(this.#said)?.[1] ?? NOWHERE);
  }

  async #isReady(): Promise<boolean> {
    const connection = new HttpConnection(this.port);
    try {
      // An edge takes no bets.
      const path = this.environment().ROLE === 'edge' ? '/api/health/ready' : '/api/health/betting';
      const { status, body } = await connection.send(httpRequest({ path }));
      if (status === 200) return true;
      // As in the server's error schema. Proofs move only the database's clock.
      const { reasons = [] } = JSON.parse(body.toString()) as WireError;
      return (
        reasons.length > 0 && reasons.every(({ kind, stops }) => kind === 'clock' || stops !== 'every-bet')
      );
    } catch {
      // Not listening yet.
      return false;
    } finally {
      connection.close();
    }
  }
}

/**
 * Builds server and web app if their sources changed; the build's output goes to stderr. An environment variable
 * tells samples that this is done, since checking takes each of them most of a second.
 */
export async function buildIfStale(): Promise<void> {
  if (process.env.TALLYSTONE_IS_BUILT === '1') return;
  const script = `const { buildIfStale } = await import('./scripts/build-if-stale.mjs'); await buildIfStale(process.cwd());`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    { cwd: ROOT },
  );
  process.stderr.write(stdout + stderr);
}

/** Runs one of the built command line tools on a server's books. */
export async function runTool(
  program: string,
  server: Pick<ServerProcess, 'environment'>,
  args: readonly string[] = [],
): Promise<{ code: number; output: string }> {
  return await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, `api/dist/${program}.mjs`), ...args],
      { cwd: ROOT, env: { PATH: process.env.PATH, ...server.environment() } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, output: stdout + stderr });
      },
    );
    endWithUs(child);
  });
}
