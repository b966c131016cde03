import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'drizzle-orm';
import { readLoggedBets } from './betting/bet-log.ts';
import { type Config, databaseOf, parseConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { FolderInUse, holdDataFolder } from './control-socket.ts';
import type { Tx } from './db/db.ts';
import { isMigrated, requireKnownMigrations } from './db/migrate.ts';
import { hasNoBooks } from './db/open-books.ts';
import { type Database, openDatabase } from './db/open-database.ts';
import { headFileOf, readChainHeads } from './ledger/head-file.ts';
import { SINCE_NOTHING, type Since } from './ledger/since.ts';
import { readState, requireReplaceable, writeState } from './ledger/state-file.ts';
import { sinceState, stateMismatch, type VerifiedState, verifiedState } from './ledger/verified-state.ts';
import { misspelledSettings } from './misspelled-settings.ts';
import { startProblem } from './start-problem.ts';
import { verifyBooks, type WrittenHeads } from './verify-books.ts';

/** Years of books take long to read, and a copy is as good as the primary. */
const READER = { connections: 2, answerTimeoutMs: 0, mayBeStandby: true };
/** Timeouts to turn off with 0, which also overrides those of the database or the role. */
const NO_LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;
/** About two years at one head a minute, as older versions wrote them. */
const MOST_HEADS = 1_000_000;

/**
 * Verifies the books, with `--since` only what is new since a verified state, and saves the state with `--save`. It reads one
 * snapshot and changes nothing, so betting can go on. Exits with 1 if any promise is broken, and names the first entry that
 * doesn't follow from those before it by the rules.
 */
async function main(): Promise<number> {
  for (const warning of misspelledSettings(process.env)) console.warn(warning);
  const config = parseConfig(process.env);
  // Read before the snapshot of the books: later heads may be of audit rows that the snapshot doesn't have.
  const heads = await readHeads(config);
  const where = databaseOf(config);
  if ('url' in where) {
    // Years of books take minutes, in which a pooler would lack the connection.
    const url = where.directUrl ?? where.url;
    return verify(await openDatabase({ url, keepsPlans: false, pool: READER }), heads);
  }
  return verifyFolder(where.dataDir, heads);
}

type Option = '--heads' | '--bets' | '--since' | '--save';

/** What comes after an option of the command line; null without the option. @throws ConfigError if nothing does */
function argumentOf(option: Option, such: string): string | null {
  const at = process.argv.indexOf(option);
  if (at < 0) return null;
  const named = process.argv[at + 1];
  if (named === undefined || named.startsWith('--')) throw new ConfigError(`${option} needs a file ${such}`);
  return named;
}

/** The existing file after an option; null without the option. @throws ConfigError if there is no such file */
function fileAfter(option: Option, such: string): string | null {
  const named = argumentOf(option, such);
  if (named !== null && !existsSync(named)) throw new ConfigError(`${option} needs a file ${such}`);
  return named;
}

/** A verified state, and the file that it is in. */
interface Verified {
  readonly file: string;
  readonly sha256: string;
  readonly state: VerifiedState;
}

/** The state to continue from; null to verify everything. */
async function readVerified(): Promise<Verified | null> {
  const file = fileAfter('--since', 'that --save wrote');
  return file === null ? null : { file, ...(await readState(file)) };
}

/** Reads the heads from the data folder, or from the file after `--heads`: copies kept elsewhere prove more. */
async function readHeads(config: Config): Promise<WrittenHeads> {
  const named = fileAfter('--heads', 'of heads, such as ./data/chain-heads.log');
  const file = named ?? headFileOf(config);
  if (file === null) return { file: '', heads: [], isNeeded: false };
  const heads = await readChainHeads(file, MOST_HEADS);
  // Books in PostgreSQL may be verified on a machine that never stored any heads.
  return { file, heads, isNeeded: named !== null || config.databaseUrl === null };
}

async function verifyFolder(folder: string, heads: WrittenHeads): Promise<number> {
  const dataDir = dirname(folder);
  if (hasNoBooks(folder)) {
    console.error(
      `There are no books in ${dataDir}: start Tallystone once, or set DATA_DIR or DATABASE_URL.`,
    );
    return 1;
  }
  // Lock the folder, because only one process can open the embedded engine at a time.
  const release = await holdDataFolder(dataDir, async () => ({
    ok: false,
    lines: ['The books are being verified; try again when that is done.'],
  }));
  try {
    return await verify(await openDatabase({ dataDir: folder }), heads);
  } finally {
    await release();
  }
}

async function verify(database: Database, heads: WrittenHeads): Promise<number> {
  const startedAt = performance.now();
  const log = fileAfter('--bets', 'with the log of a server that runs with LOG_BETS=on');
  const saved = argumentOf('--save', 'to write the verified state to');
  try {
    const verified = await readVerified();
    if (saved !== null) await requireReplaceable(saved);
    if (!(await isMigrated(database.db))) {
      throw new ConfigError(
        'The books are of an older version, so they were not verified. Start Tallystone once, which brings them up to date, and verify them then.',
      );
    }
    await requireKnownMigrations(database.db);
    return await database.db.transaction(
      async (tx) => {
        // Years of books are read in one transaction, while bets go on.
        for (const limit of NO_LIMITS) await tx.execute(sql.raw(`set local ${limit} = 0`));
        // Compiling a statement takes seconds, and most read little.
        await tx.execute(sql`set local jit = off`);
        const mismatch =
          verified && (await stateMismatch(tx, { file: verified.file, seal: verified.state.seal }));
        if (mismatch !== null) {
          console.error(mismatch);
          return 1;
        }
        const since = verified === null ? SINCE_NOTHING : await sinceState(tx, verified.state);
        let broken = 0;
        const { first, counted } = await verifyBooks(tx, {
          since,
          heads,
          ...(log !== null && { acknowledged: readLoggedBets(log) }),
          report({ name, promise, offences }) {
            console.log(`${offences.length === 0 ? 'holds ' : 'BROKEN'}  (${name}) ${promise}`);
            for (const offence of offences) console.log(`        ${offence}`);
            broken += offences.length === 0 ? 0 : 1;
          },
        });
        if (first !== null) console.log(`The first difference: ${first}`);
        if (verified !== null) console.log(reliedSentence(verified));
        const isSaved = saved === null || (await save(tx, { file: saved, since, isBroken: broken > 0 }));
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        console.log(
          `${broken === 0 ? 'The books hold' : `${broken} promises are BROKEN`}: ${[...counted, `checked in ${seconds} s.`].join(', ')}`,
        );
        return broken === 0 && isSaved ? 0 : 1;
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  } finally {
    await database.close();
  }
}

/** A seal as both sentences name it. */
const nameOf = ({ seal }: VerifiedState): string =>
  `seal ${seal.id} (entry ${seal.entryId}, ${seal.at.toISOString()})`;

const reliedSentence = ({ file, sha256, state }: Verified): string =>
  `Everything after ${nameOf(state)} was checked; what came before is as ${file} says it was verified (SHA-256 ${sha256}).`;

/** Says what was saved. @returns whether anything was */
async function save(
  tx: Tx,
  { file, since, isBroken }: { file: string; since: Since; isBroken: boolean },
): Promise<boolean> {
  const state = isBroken ? null : await verifiedState(tx, since);
  if (state === null) {
    const why = isBroken ? 'promises are broken' : 'the books have no seal yet';
    console.log(`${file} was not written, because ${why}.`);
    return false;
  }
  const hash = await writeState(file, state);
  console.log(
    `${file} says that the books were verified up to ${nameOf(state)}. Keep it, or its SHA-256, where the server can't write: ${hash}`,
  );
  return true;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof FolderInUse) {
    console.error(
      `${error.message}. A running server checks its books itself; stop it to verify all of them.`,
    );
  } else console.error(startProblem(error, process.env));
  process.exitCode = 1;
}
