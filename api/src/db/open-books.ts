import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/** The books of a data folder are missing or incomplete. The message says what that means and what to do. */
export class BooksNotWhole extends Error {}

/** This file shows that a data folder has had books, even after their database is gone. */
const MARKER = 'books.txt';
/** Files that show that a data folder was in use, also by older versions or with books in PostgreSQL. */
const SIGNS = [MARKER, 'chain-heads.log', 'practice-admin.key'];
/**
 * If one of these is missing, the engine creates it empty or reads it as empty, and goes on: it takes a folder without
 * PG_VERSION for a new one, and after a crash a missing commit log for an empty one.
 */
const ESSENTIAL = [
  'PG_VERSION',
  'global/pg_control',
  'base',
  'pg_wal',
  'pg_xact',
  'pg_multixact/offsets',
  'pg_multixact/members',
];

/**
 * Opens the embedded engine on its folder. If the data folder around it is new, makes the database first.
 *
 * If the database of a used data folder is missing or incomplete, this refuses and changes nothing: new books in its place
 * would be an empty ledger that looks like a good one.
 *
 * @param folder the engine's own folder, in the data folder, which the caller has locked
 * @throws BooksNotWhole
 */
export async function openBooks(folder: string): Promise<PGlite> {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  if (hasNoBooks(folder)) await makeDatabase(folder);
  requireEssentials(folder);
  mark(folder);
  return openEngine(folder, (why) => new BooksNotWhole(notWhole(folder, why)));
}

/** Whether the folder has never had books. @throws BooksNotWhole if it had some and they are gone */
export function hasNoBooks(folder: string): boolean {
  // A dangling link, such as to a disk that isn't mounted, doesn't count as a new folder.
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && !(found.isDirectory() && readdirSync(folder).length === 0)) return false;
  const dataDir = dirname(folder);
  const sign = SIGNS.find((name) => existsSync(join(dataDir, name)));
  if (sign === undefined) return true;
  throw new BooksNotWhole(
    `${dataDir} has been in use, as its ${sign} shows, and now its folder ${basename(folder)} with the database is ${found === undefined ? 'missing' : 'empty'}. New books are not begun in its place: every account, bet and balance would be lost without a word. Restore all of ${dataDir} from a backup. If its books are in PostgreSQL, set DATABASE_URL. To begin new books, set DATA_DIR to an empty folder.`,
  );
}

/**
 * Makes the database in a draft folder and renames it, so it appears whole or not at all. If a start ends before that, it
 * leaves a draft that never had books, which the next start removes.
 */
async function makeDatabase(folder: string): Promise<void> {
  const draft = `${folder}.unfinished`;
  rmSync(draft, { recursive: true, force: true });
  try {
    mkdirSync(draft, { mode: 0o700 });
    const client = await openEngine(draft, (why) => new Error(`the database could not be made: ${why}`));
    await client.close();
    renameSync(draft, folder);
  } catch (error) {
    // Frees space on a disk that may be full.
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function requireEssentials(folder: string): void {
  const missing = ESSENTIAL.filter((name) => !hasContent(join(folder, name)));
  if (missing.length > 0)
    throw new BooksNotWhole(notWhole(folder, `missing or empty: ${missing.join(', ')}`));
}

function hasContent(path: string): boolean {
  try {
    const found = lstatSync(path);
    return found.isDirectory() ? readdirSync(path).length > 0 : found.size > 0;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return false;
    throw error;
  }
}

const notWhole = (folder: string, why: string): string =>
  `the database in ${folder} is not whole (${why}). Nothing of it was changed, and no new books were begun in its place. Until it is whole again its bets and balances cannot be relied on, and no bets are taken. Keep a copy of ${dirname(folder)}, restore all of it from a backup, and run npm run verify-ledger. To begin new books, set DATA_DIR to an empty folder.`;

function mark(folder: string): void {
  const path = join(dirname(folder), MARKER);
  if (existsSync(path)) return;
  const text = `The folder ${basename(folder)} beside this file has Tallystone's books: every account, bet and balance.\nWhile this file is here, a start without that folder is refused. Back up all of this folder, while the server is stopped.\n`;
  writeFileSync(path, text, { mode: 0o600 });
}

/** @param asError makes the error if neither the disk nor its permissions are at fault */
async function openEngine(folder: string, asError: (why: string) => Error): Promise<PGlite> {
  const said: string[] = [];
  let isOpening = true;
  const onStderr = (line: string): boolean => {
    if (isOpening) said.push(line);
    // After a panic the engine is gone, and the error of the running query says nothing useful.
    else if (line.includes('PANIC:')) console.error(`The embedded database has stopped: ${wordsOf([line])}`);
    return false;
  };
  try {
    return await PGlite.create({ dataDir: folder, onStderr });
  } catch (error) {
    const why = whyOf(error, said).replaceAll('/pglite/data', folder);
    const code = CODES.find(([, , words]) => why.includes(words))?.[1];
    throw code === undefined ? asError(why) : Object.assign(new Error(`${folder}: ${why}`), { code });
  } finally {
    isOpening = false;
  }
}

/** Faults of a disk or its permissions, not of a database: the engine's number, Node's code, and the engine's message. */
const CODES = [
  [2, 'EACCES', 'Permission denied'],
  [63, 'EPERM', 'Operation not permitted'],
  [69, 'EROFS', 'Read-only file system'],
  [51, 'ENOSPC', 'No space left on device'],
  [19, 'EDQUOT', 'Quota exceeded'],
  [22, 'EFBIG', 'File too large'],
  [33, 'EMFILE', 'No file descriptors available'],
  [29, 'EIO', 'I/O error'],
] as const;

/** The reason of a failure. The engine logs it first and then throws something that isn't an error or has no reason. */
function whyOf(error: unknown, said: readonly string[]): string {
  const errno = typeof error === 'object' && error !== null && 'errno' in error ? error.errno : null;
  const known = CODES.find(([number]) => number === errno);
  if (known !== undefined) return known[2];
  if (errno !== null) return `a file could not be read or written (error ${String(errno)} of the engine)`;
  return wordsOf(said) ?? (error instanceof Error ? error.message : String(error));
}

/** The last failure in the engine's log, without its timestamp. */
function wordsOf(lines: readonly string[]): string | null {
  const line = lines.findLast((each) => /(?:PANIC|FATAL): |^postgres: /.test(each));
  return line === undefined ? null : line.replace(/^.*?(?:PANIC|FATAL|postgres): +/, '');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
