import { sql } from 'drizzle-orm';
import { databaseOf, parseConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { isMigrated, requireKnownMigrations } from './db/migrate.ts';
import { type Database, openDatabase } from './db/open-database.ts';
import { col, value } from './db/rows.ts';
import { ownsTables } from './history/history-tables.ts';
import { moveHistory } from './history/move-history.ts';
import { misspelledSettings } from './misspelled-settings.ts';
import { startProblem } from './start-problem.ts';

/** No bettor waits for it, so only an error may end it. */
const MOVER = { connections: 2, answerTimeoutMs: 0, statementTimeoutMs: 0, idleInTransactionMs: 0 };
const USAGE = 'Name the last month to move, such as: npm run move-history -- 2026-08';
/** What was over by the end of a month is moved once that is a week ago. */
const DAYS_AFTER = 7;
const DAY_MS = 86_400_000;

/**
 * Moves what was over by the end of a month to history tables, while servers run. The tables of the books show it as before.
 */
async function main(): Promise<number> {
  for (const warning of misspelledSettings(process.env)) console.warn(warning);
  const [, , word = '', ...more] = process.argv;
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(word);
  if (month === null || more.length > 0) throw new ConfigError(USAGE);
  const before = new Date(Date.UTC(Number(month[1]), Number(month[2])));
  const where = databaseOf(parseConfig(process.env));
  if (!('url' in where)) {
    throw new ConfigError(
      'Only books in PostgreSQL have history tables, which may lie on another disk. Those in a data folder stay as they are. Set DATABASE_URL if yours are in PostgreSQL.',
    );
  }
  const url = where.directUrl ?? where.url;
  const database = await openDatabase({ url, keepsPlans: false, pool: MOVER });
  try {
    await move(database, { month: word, before });
    return 0;
  } finally {
    await database.close();
  }
}

async function move({ db }: Database, { month, before }: { month: string; before: Date }): Promise<void> {
  if (!(await isMigrated(db)))
    throw new ConfigError(
      'The books are of an older version. Start Tallystone once, which brings them up to date.',
    );
  await requireKnownMigrations(db);
  if (!(await ownsTables(db))) {
    throw new ConfigError(
      'This user of the database may not make history tables. Let DATABASE_DIRECT_URL name the owner of the tables. Nothing was moved.',
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
  const moved = await moveHistory(db, { month, before });
  for (const [table, count] of moved) if (count > 0) console.log(`${table}: ${count} rows moved`);
  const total = [...moved.values()].reduce((sum, count) => sum + count, 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    total === 0
      ? `Everything that was over by the end of ${month} had moved before.`
      : `${total} rows of what was over by the end of ${month} are now in the schema history, moved in ${seconds} s.`,
  );
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(startProblem(error, process.env));
  process.exitCode = 1;
}
