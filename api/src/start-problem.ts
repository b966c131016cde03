import { DrizzleQueryError } from 'drizzle-orm';
import { ChainSetupError } from './chain/chain-settings.ts';
import { ChainDisagreement, ChainUnreachable } from './chain/escrow-chain.ts';
import { OtherEscrow } from './chain/open-cursor.ts';
import { ConfigError } from './config-error.ts';
import { FolderInUse } from './control-socket.ts';
import { type DatabaseFault, databaseFaultOf } from './db/database-fault.ts';
import { NewerDatabase } from './db/migrate.ts';
import { BooksNotWhole } from './db/open-books.ts';
import { PoolingProblem } from './db/pooling-problem.ts';
import { OnStandby } from './db/primary-client.ts';
import { RewoundBooks } from './ledger/chain-heads.ts';
import { NoHeads } from './ledger/head-file.ts';
import { BadState } from './ledger/state-file.ts';
import { NoKey } from './practice/practice-admin.ts';

/** Errors whose message already says what to do. */
const EXPECTED = [
  BooksNotWhole,
  ConfigError,
  FolderInUse,
  ChainSetupError,
  OtherEscrow,
  ChainUnreachable,
  ChainDisagreement,
  NewerDatabase,
  OnStandby,
  RewoundBooks,
  NoHeads,
  BadState,
  NoKey,
  PoolingProblem,
];
const NOTHING_LOST = 'No bets were taken, and the books are as they were.';

const FAULTS: Readonly<Record<DatabaseFault, (words: string) => string>> = {
  away: (words) => `the database went away (${words}). ${NOTHING_LOST} Try again when it is back.`,
  busy: (words) => `the database is too busy (${words}). ${NOTHING_LOST} Try again when it is less busy.`,
  full: (words) => `the database is out of space (${words}). ${NOTHING_LOST} Free some space, and try again.`,
  unwritable: (words) =>
    `the database is read-only (${words}). ${NOTHING_LOST} Use a database that accepts writes.`,
};

/** From the pool, from a single connection, and from a server that accepts connections and says nothing. */
const CONNECT_TIMEOUTS = ['timeout exceeded when trying to connect', 'timeout expired', 'Query read timeout'];
const noAnswer = (words: string): string =>
  `no database answers at DATABASE_URL (${words}); start PostgreSQL there, or correct the host and port`;

/** A sentence that says why a program didn't start and what to do, for anything that was thrown. */
export function startProblem(error: unknown, env: Readonly<Record<string, string | undefined>>): string {
  const all = everyCauseOf(error);
  // The driver has no code for these.
  if (CONNECT_TIMEOUTS.includes(firstWords(all))) return noAnswer(firstWords(all));
  const expected = all.find((each) => EXPECTED.some((kind) => each instanceof kind));
  if (expected instanceof Error) return expected.message;
  for (const each of all) {
    const sentence = sentenceOf(each, wordsOf(each) || firstWords(all), env);
    if (sentence !== null) return sentence;
  }
  // ENOENT can be about any path, not just the database's.
  const fault = all.some((each) => fieldOf(each, 'code') === 'ENOENT') ? null : databaseFaultOf(error);
  if (fault !== null) return FAULTS[fault](firstWords(all));
  return `an unexpected error: ${firstWords(all)}. ${NOTHING_LOST} Set LOG_LEVEL to debug to see where it comes from.`;
}

/** The sentence for an error with a known code, otherwise null. */
function sentenceOf(
  error: unknown,
  words: string,
  { PORT = '3000', HOST = '127.0.0.1', DATA_DIR = './data' }: Readonly<Record<string, string | undefined>>,
): string | null {
  switch (fieldOf(error, 'code')) {
    case 'EADDRINUSE':
      return `port ${PORT} is in use by another program; stop that one or set PORT to another number`;
    case 'EADDRNOTAVAIL':
      return `HOST ${HOST} is not an address of this machine`;
    case 'EACCES':
    case 'EPERM':
      // A socket in a folder has no port.
      return Number(fieldOf(error, 'port')) > 0
        ? `not allowed: ${words}; set PORT to a number from 1024 on`
        : `not allowed: ${words}. ${NOTHING_LOST} Let the user who runs Tallystone read and write all of DATA_DIR (${DATA_DIR}).`;
    case 'ENOENT':
      return fieldOf(error, 'syscall') === 'mkdir' ? `DATA_DIR must be a folder (${words})` : null;
    case 'EEXIST':
    case 'ENOTDIR':
      return `DATA_DIR must be a folder (${words})`;
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
    case '53100':
      return `the disk is full (${words}). ${NOTHING_LOST} Free some space where DATA_DIR (${DATA_DIR}) and the database are, and start again.`;
    case 'EROFS':
      return `the disk is read-only (${words}). ${NOTHING_LOST} Make DATA_DIR (${DATA_DIR}) writable, and start again.`;
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return fieldOf(error, 'hostname') === HOST
        ? `HOST ${HOST} is not an address of this machine`
        : noAnswer(words);
    case '28P01':
    case '28000':
      return `the database refuses DATABASE_URL (${words}); correct its user and password, or let this user in`;
    case '3D000':
      return `the database refuses DATABASE_URL (${words}); create that database, or correct its name`;
    // PgBouncer has this code for everything.
    case '08P01':
      return /startup parameter|pooling mode/.test(words)
        ? `the pooler at DATABASE_URL refuses what the server needs (${words}); configure it as deploy/pgbouncer/pgbouncer.ini does, and set the limits of the database's user (docs/operations/pooling.md)`
        : null;
    // One of the database's files is missing, unreadable or damaged.
    case 'EIO':
    case '58P01':
    case '58030':
    case 'XX001':
    case 'XX002':
      return `the database is damaged (${words}). Don't rely on its bets and balances; no bets are accepted. Keep a copy of it, restore a backup, and run npm run verify-ledger.`;
    default:
      return null;
  }
}

/** The message of an error, or of the first cause that has one, in one line. */
export const reasonOf = (error: unknown): string => firstWords(everyCauseOf(error));

const firstWords = (all: readonly unknown[]): string =>
  all.map(wordsOf).find((words) => words !== '') ?? 'no reason was given';

/** The error, its causes, their causes and so on. */
function everyCauseOf(error: unknown, depth = 0): unknown[] {
  if (depth > 8 || !isObject(error)) return [error];
  const inside = [
    ...('cause' in error && error.cause !== undefined ? [error.cause] : []),
    ...('errors' in error && Array.isArray(error.errors) ? error.errors : []),
  ];
  return [error, ...inside.flatMap((each) => everyCauseOf(each, depth + 1))];
}

function fieldOf(error: unknown, name: string): unknown {
  return isObject(error) ? Reflect.get(error, name) : undefined;
}

/** The error's message in one line; empty if it has none. */
function wordsOf(error: unknown): string {
  // Its message is just the query with its parameters; the cause says what went wrong.
  if (error instanceof DrizzleQueryError) return '';
  if (isObject(error)) {
    const message = 'message' in error ? String(error.message) : '';
    const name = 'name' in error ? String(error.name) : '';
    const said = error instanceof Error || message !== '' ? message : [name, JSON.stringify(error)].join(' ');
    return inOneLine(said);
  }
  return inOneLine(String(error));
}

const inOneLine = (text: string): string =>
  text
    .trim()
    .replace(/\s*\n\s*/g, '; ')
    .replace(/\.$/, '');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
