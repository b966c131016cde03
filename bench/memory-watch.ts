import { memoryOf } from './memory-of.ts';
import type { ServerProcess } from './server-process.ts';

/** Looks every half second how much memory the servers hold. */
export class MemoryWatch {
  readonly #timer: NodeJS.Timeout;
  #peak = 0;

  constructor(servers: readonly ServerProcess[]) {
    this.#timer = setInterval(() => {
      this.#peak = Math.max(this.#peak, ...servers.map(({ pid }) => memoryOf(pid)));
    }, 500);
  }

  /** @returns the most that one of them held, in MB */
  stop(): number {
    clearInterval(this.#timer);
    return this.#peak;
  }
}
