import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { type MovedClock, openMovedClock } from '../../scripts/move-clock.mjs';

/** One clock for the database and the server, which only goes forward. */
export interface LockstepClock {
  /** Opens the database with it. */
  readonly databaseUrl: string;
  /** For the environment of the server. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whole milliseconds. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

const DATE_MODULE = new URL('moved-date.mjs', import.meta.url).href;
/** The server reads at most this often how far it is ahead. */
const SEEN_AFTER_MS = 4;

/** @param url of a database that isn't migrated yet */
export async function openLockstepClock(url: string): Promise<LockstepClock> {
  return inLockstep(await openMovedClock(url));
}

/** Servers follow this clock of a database. */
export function inLockstep(database: MovedClock): LockstepClock {
  const folder = temporaryFolder('tallystone-clock-');
  const file = join(folder, 'ahead');
  let ahead = 0;
  // Always the same length, so a concurrent reader sees either the old or the new number.
  const write = () => writeFileSync(file, String(ahead).padStart(15, ' '));
  write();
  return {
    databaseUrl: database.url,
    settings: { NODE_OPTIONS: `--import=${DATE_MODULE}`, MOVED_DATE_FILE: file },
    async advance(ms) {
      ahead += ms;
      write();
      await database.advance(ms);
      await sleep(SEEN_AFTER_MS);
    },
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
