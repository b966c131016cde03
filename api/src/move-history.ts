import { sql } from 'drizzle-orm';
import { databaseOf, parseConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { isMigrated, requireKnownMigrations } from './db/migrate.ts';
import { type Database, openDatabase } from './db/open-database.ts';
import { col, value } from './db/rows.ts';
import { becomeOwner, type HistoryPlace, hasTablespace } from './history/history-tables.ts';
import { moveHistory } from './history/move-history.ts';
import { misspelledSettings } from './misspelled-settings.ts';
import { reasonOf, startProblem } from './start-problem.ts';

/** One session, for which `NO_LIMITS` holds. */
const MOVER = { connections: 1, answerTimeoutMs: 0 };
/** No bettor waits for it. The user of the database may have limits for bets. */
const NO_LIMITS = sql`
  select set_config('statement_timeout', '0', false), set_config('idle_in_transaction_session_timeout', '0', false),
    set_config('lock_timeout', '60s', false)`;
const USAGE =
  'Name the last month to move, such as: npm run move-history -- 2026-08. Before it may come: --tablespace NAME';
/** What was over by the end of a month is moved once that is a week ago. */
const DAYS_AFTER = 7;
const DAY_MS = 86_400_000;

/**
 * Moves what was over by the end of a month to history tables, while servers run. The tables of the books show it as before.
 */
async function main(): Promise<number> {
  for (const warning of misspelledSettings(process.env)) console.warn(warning);
  const { month, before, tablespace } = readArguments(process.argv.slice(2));
  const where = databaseOf(parseConfig(process.env));
  if (!('url' in where)) {
    throw new ConfigError(
      'Only books in PostgreSQL have history tables, which may lie on another disk. Those in a data folder stay as they are. Set DATABASE_URL if yours are in PostgreSQL.',
    );
  }
  const url = where.directUrl ?? where.url;
  const database = await openDatabase({ url, keepsPlans: false, pool: MOVER });
  try {
    await move(database, { month, before, tablespace });
    return 0;
  } finally {
    await database.close();
  }
}

/** What the command line asks for. `before` is when the month ends. @throws ConfigError if it isn't a month */
function readArguments(words: readonly string[]): HistoryPlace & { before: Date } {
  const [option, name = '', ...rest] = words;
  const tablespace = option === '--tablespace' ? name : null;
  const [month = '', ...more] = tablespace === null ? words : rest;
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined || more.length > 0 || tablespace === '') throw new ConfigError(USAGE);
  return { month, tablespace, before: new Date(Date.UTC(Number(year), Number(number))) };
}

async function move({ db }: Database, asked: HistoryPlace & { before: Date }): Promise<void> {
  const { month, tablespace, before } = asked;
  if (!(await isMigrated(db)))
    throw new ConfigError(
      'The books are of an older version. Start Tallystone once, which brings them up to date.',
    );
  await requireKnownMigrations(db);
  await db.execute(NO_LIMITS);
  if (!(await becomeOwner(db))) {
    throw new ConfigError(
      'This user of the database may not make history tables. Let DATABASE_DIRECT_URL name the owner of the tables. Nothing was moved.',
    );
  }
  if (tablespace !== null && !(await hasTablespace(db, tablespace))) {
    throw new ConfigError(
      `The database has no tablespace ${tablespace}. Make it with CREATE TABLESPACE first. Nothing was moved.`,
    );
  }
  const now = await value(db, col.date, sql`select clock_timestamp() as now`);
  const from = new Date(before.getTime() + DAYS_AFTER * DAY_MS);
  if (now < from) {
    throw new ConfigError(
      `What was over by the end of ${month} can be moved from ${from.toISOString().slice(0, 10)} on. Nothing was moved.`,
    );
  }
  const startedAt = performance.now();
  const moved = await moveHistory(db, asked).catch((error: unknown) => {
    throw new ConfigError(
      `It stopped: ${reasonOf(error)}. What has moved has moved, all of it is shown as before, and servers go on. Run it again: it goes on where it was.`,
      { cause: error },
    );
  });
  for (const [table, count] of moved) if (count > 0) console.log(`${table}: ${count} rows moved`);
  const total = [...moved.values()].reduce((sum, count) => sum + count, 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    total === 0
      ? `Nothing to move: everything that was over by the end of ${month} has moved before.`
      : `${total} rows of what was over by the end of ${month} are now in the schema history, moved in ${seconds} s.`,
  );
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(startProblem(error, process.env));
  process.exitCode = 1;
}
