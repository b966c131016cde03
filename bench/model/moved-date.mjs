import { openSync, readSync } from 'node:fs';

/**
 * Loaded into a server with `--import`, it moves the server's own clock forward by the number of milliseconds in the file
 * that MOVED_DATE_FILE names, as `scripts/move-clock.mjs` does for the database. Timers aren't affected.
 */

const file = openSync(process.env.MOVED_DATE_FILE ?? '', 'r');
const bytes = Buffer.alloc(20);
const REREAD_AFTER_MS = 2;
let ahead = 0;
let readAt = Number.NEGATIVE_INFINITY;

function aheadMs() {
  if (performance.now() - readAt >= REREAD_AFTER_MS) {
    ahead = Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)));
    readAt = performance.now();
  }
  return ahead;
}

const RealDate = Date;

class MovedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + aheadMs());
    else super(...given);
  }

  static now() {
    return RealDate.now() + aheadMs();
  }
}

// It calls itself as it did before.
Object.defineProperty(MovedDate, 'name', { value: 'Date' });
globalThis.Date = MovedDate;
