import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ENTRY = new URL('../api/dist/main.mjs', import.meta.url).pathname;
const START_TIMEOUT_MS = 80_000;

/** The built product as a newcomer runs it: its own process, its own data folder, the embedded database. */
export class AppServer {
  readonly port: number;
  readonly url: string;
  readonly #dataDir: string;
  readonly #settings: Record<string, string>;
  #process: ChildProcess | null = null;
  #output = '';

  constructor(port: number, settings: Record<string, string> = {}) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#dataDir = mkdtempSync(join(tmpdir(), 'tallystone-e2e-'));
    this.#settings = settings;
  }

  async start(): Promise<void> {
    this.#output = '';
    const child = spawn(process.execPath, [ENTRY], {
      env: { PATH: process.env.PATH, PORT: String(this.port), DATA_DIR: this.#dataDir, ...this.#settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.stdout?.on('data', (chunk) => {
      this.#output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      this.#output += chunk;
    });
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`the server stopped at start:\n${this.#output}`);
      const ready = await fetch(`${this.url}/api/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await this.remove();
    throw new Error(`the server was not ready after ${START_TIMEOUT_MS} ms:\n${this.#output}`);
  }

  /** Ends the process: SIGTERM lets it drain, SIGKILL is the power cut. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** A port nobody listens on now. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('the system gave no port')),
      );
    });
  });
}
