import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../../scripts/find-program.mjs';
import { endWithUs, temporaryFolder } from '../processes/leave-nothing-behind.ts';
import { SteadyPort } from '../processes/steady-port.ts';

const START_LIMIT_MS = 60_000;

/** A real NATS server, at an address that outlives its restarts. It ends with this process. */
export class NatsServer {
  readonly #address: SteadyPort;
  #child: ChildProcess | null = null;

  private constructor(address: SteadyPort) {
    this.#address = address;
  }

  static async start(): Promise<NatsServer> {
    const server = new NatsServer(await SteadyPort.open());
    await server.start();
    return server;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.#address.port}`;
  }

  /** @param options of the program, such as a user */
  async start(options: readonly string[] = []): Promise<void> {
    const folder = temporaryFolder('tallystone-nats-');
    // It takes a free port and writes it down.
    const child = endWithUs(
      spawn(
        findProgram('nats-server'),
        ['-a', '127.0.0.1', '-p', '-1', '--ports_file_dir', folder, ...options],
        {
          stdio: 'ignore',
        },
      ),
    );
    this.#child = child;
    const file = join(folder, `nats-server_${child.pid}.ports`);
    const giveUpAt = performance.now() + START_LIMIT_MS;
    let port: number | null = null;
    while (port === null) {
      if (child.exitCode !== null || performance.now() > giveUpAt)
        throw new Error('the NATS server did not start');
      await sleep(10);
      port = portIn(file);
    }
    this.#address.target = port;
  }

  /** kill -9: its clients lose their connections. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    this.#address.target = null;
    if (child === null || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    this.#address.close();
  }
}

/** The port of a file such as `{"nats":["nats://127.0.0.1:4222"]}`; null until it is written. */
function portIn(file: string): number | null {
  try {
    const { nats = [] } = JSON.parse(readFileSync(file, 'utf8')) as { nats?: string[] };
    return nats[0] === undefined ? null : Number(new URL(nats[0]).port);
  } catch {
    return null;
  }
}
