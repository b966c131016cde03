import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ENTRY = new URL('../api/dist/main.mjs', import.meta.url).pathname;
const EXIT_WITH_PARENT = new URL('../scripts/exit-with-parent.mjs', import.meta.url).pathname;
const START_TIMEOUT_MS = 240_000;
/** What the server prints once it serves. */
const SERVES_AT = /The API is shown at (http\S+)\/docs/;
/** What leads to the dashboard, printed before that. */
const ADMIN_LINK = /Admin: http:\/\/[^/]+(\/admin#practice=[0-9a-f]{64})\n/;

/** The built product as a newcomer runs it: its own process, its own data folder, the embedded database. */
export class AppServer {
  readonly #dataDir: string;
  readonly #settings: Record<string, string>;
  #process: ChildProcess | null = null;
  #url: string | null = null;
  #adminPath: string | null = null;

  constructor(settings: Record<string, string> = {}) {
    this.#dataDir = mkdtempSync(join(tmpdir(), 'tallystone-e2e-'));
    this.#settings = settings;
  }

  /** Where it listens: at another address after each start, so a journey that restarts it puts a `Front` before it. */
  get url(): string {
    if (this.#url === null) throw new Error('the server is not running');
    return this.#url;
  }

  /** The link of the practice admin, without the address that it begins with. */
  get adminPath(): string {
    if (this.#adminPath === null) throw new Error('the server printed no Admin link');
    return this.#adminPath;
  }

  get isRunning(): boolean {
    return this.#url !== null;
  }

  /** @param settings of this one run, over those it was made with */
  async start(settings: Record<string, string> = {}): Promise<void> {
    // It ends with its standard input, so that it does not outlive a run that breaks off.
    const child = spawn(process.execPath, ['--import', EXIT_WITH_PARENT, ENTRY], {
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: this.#dataDir, ...this.#settings, ...settings },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#process = child;
    let timer: NodeJS.Timeout | undefined;
    try {
      this.#url = await new Promise<string>((resolve, reject) => {
        let said = '';
        const hear = (text: string) => {
          said += text;
          const url = SERVES_AT.exec(said)?.[1];
          if (url === undefined) return;
          this.#adminPath = ADMIN_LINK.exec(said)?.[1] ?? null;
          resolve(url);
        };
        child.stdout?.setEncoding('utf8').on('data', hear);
        child.stderr?.setEncoding('utf8').on('data', hear);
        child.once('exit', () => reject(new Error(`the server stopped at start:\n${said}`)));
        timer = setTimeout(
          () => reject(new Error(`the server did not serve after ${START_TIMEOUT_MS} ms:\n${said}`)),
          START_TIMEOUT_MS,
        );
      });
    } catch (error) {
      await this.remove();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the process: SIGTERM lets it drain, SIGKILL is the power cut. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    this.#url = null;
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
