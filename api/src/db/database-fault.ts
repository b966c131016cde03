import { causesOf, sqlState } from './sql-state.ts';

/**
 * What is wrong with the database, where a failure is its own: it is not there (`away`), has no room left (`full`), takes
 * no writes (`unwritable`), or has too much to do (`busy`).
 */
export type DatabaseFault = 'away' | 'full' | 'unwritable' | 'busy';

/** Codes of Node and of the drivers that mean the database is not there now. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'ENOENT',
]);

/** Null: the failure is of what was asked, or not the database's at all. */
export function databaseFaultOf(error: unknown): DatabaseFault | null {
  const state = sqlState(error);
  if (state !== null) return faultOfState(state);
  for (const at of causesOf(error)) {
    const code = 'code' in at ? String(at.code) : '';
    if (UNREACHABLE.has(code)) return 'away';
    // The driver has no codes for these.
    if (at.message.includes('timeout exceeded when trying to connect')) return 'busy';
    if (/Connection terminated|Client has encountered a connection error/.test(at.message)) return 'away';
  }
  return null;
}

/**
 * Whether the same work would fail the same way again, because of what it was done with: what the database says of data, of
 * one row where there are more, and of what is too large; and what our own code throws.
 */
export function isOfValue(error: unknown): boolean {
  const state = sqlState(error);
  return state === null ? databaseFaultOf(error) === null : /^(?:21|22|23|54|P0)/.test(state);
}

function faultOfState(state: string): DatabaseFault | null {
  if (state === '53100') return 'full';
  // A read-only transaction, and errors of the system below, such as of a disk.
  if (/^(?:25006|58)/.test(state)) return 'unwritable';
  // Waited too long for a lock or an answer, or too many connections.
  if (/^(?:55P03|57014|53|40)/.test(state)) return 'busy';
  // What idled in its transaction, or took too long over it, has no connection any more.
  return /^(?:57P|08|25P0[34])/.test(state) ? 'away' : null;
}
