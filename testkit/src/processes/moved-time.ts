import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './leave-nothing-behind.ts';

const PRELOADED = new URL('./moved-time.mjs', import.meta.url).href;

/** The time of a server process with the embedded engine, which a test moves forward. */
export class MovedTime {
  readonly #file = join(temporaryFolder('tallystone-time-'), 'ahead');
  #aheadMs = 0;

  constructor() {
    this.#write();
  }

  /** For the server's start. */
  get settings(): Readonly<Record<string, string>> {
    return { NODE_OPTIONS: `--import=${PRELOADED}`, MOVED_TIME_IN: this.#file };
  }

  /** The time in the server, once it has looked. */
  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  /** The server follows some milliseconds later. */
  advance(ms: number): void {
    this.#aheadMs += ms;
    this.#write();
  }

  #write(): void {
    writeFileSync(this.#file, String(this.#aheadMs));
  }
}
