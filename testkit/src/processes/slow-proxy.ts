import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endWithUs } from './leave-nothing-behind.ts';

const PROGRAM = join(import.meta.dirname, 'slow-proxy-program.ts');
/** Added to every message from a server to the database. */
const DELAY_MS = 2;

/** What was sent through it. */
interface Said {
  statements: number;
  /** Those that use what distributed databases lack. */
  lacking: string[];
}

/** Before a port of PostgreSQL or PgBouncer: every statement takes 2 ms longer. */
export class SlowProxy {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.#child = child;
  }

  static async start(target: number): Promise<SlowProxy> {
    // Its own process, so that a busy proof delays no statement.
    const child = endWithUs(
      fork(PROGRAM, [String(target), String(DELAY_MS)], { execArgv: ['--import', 'tsx'] }),
    );
    // As the program sends it.
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new SlowProxy(port, child);
  }

  async stop(): Promise<Said> {
    this.#child.send('what was sent?');
    // As the program sends it.
    const [said] = (await once(this.#child, 'message')) as [Said];
    this.#child.disconnect();
    return said;
  }
}
