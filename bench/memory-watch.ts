import type { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { memoryOf } from './memory-of.ts';

/** Checks every half second how much memory the servers use. */
export class MemoryWatch {
  readonly #timer: NodeJS.Timeout;
  /** The most that one of them used, in MB. */
  peak = 0;

  constructor(servers: readonly ServerProcess[]) {
    this.#timer = setInterval(() => {
      this.peak = Math.max(this.peak, ...servers.map(({ pid }) => memoryOf(pid)));
    }, 500).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
