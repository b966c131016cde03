import { causesOf, sqlState } from './sql-state.ts';

/**
 * What is wrong with the database itself: it can't be reached (`away`), has no room left (`full`), takes no writes
 * (`unwritable`), or is overloaded (`busy`).
 */
export type DatabaseFault = 'away' | 'full' | 'unwritable' | 'busy';

/** Error codes of Node and the drivers that mean the database can't be reached. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'ENOENT',
  // Of `OnStandby`: the primary is elsewhere.
  'on-standby',
]);

/** The database's fault behind an error. Null if the query was at fault, or the error isn't the database's at all. */
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
 * Whether the same work would fail the same way again because of its data: database errors about data, about more than one
 * row, and about sizes, and errors of our own code.
 */
export function isOfValue(error: unknown): boolean {
  const state = sqlState(error);
  return state === null ? databaseFaultOf(error) === null : /^(?:21|22|23|54|P0)/.test(state);
}

/** Whether another transaction had what this work needed for too long, so that the next try may well succeed. */
export const wasInTheWay = (error: unknown): boolean => /^(?:55P03|40)/.test(sqlState(error) ?? '');

function faultOfState(state: string): DatabaseFault | null {
  if (state === '53100') return 'full';
  // Read-only transactions, and errors of the operating system, such as a disk's.
  if (/^(?:25006|58)/.test(state)) return 'unwritable';
  // Timeouts of locks and statements, and too many connections.
  if (/^(?:55P03|57014|53|40)/.test(state)) return 'busy';
  // The server closes connections whose transaction was idle or took too long.
  return /^(?:57P|08|25P0[34])/.test(state) ? 'away' : null;
}
