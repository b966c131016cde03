import { ERROR_STATUS } from '@tallystone/core/http-api/error-status';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../db/open-database.ts';
import { rows } from '../db/rows.ts';
import { CommitUnknownError } from '../db/transaction.ts';
import { toHttpError } from './error-answer.ts';
import { HttpError } from './http-error.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ connections: 1, lockTimeoutMs: 200, statementTimeoutMs: 400 });
});
afterAll(() => database.close());

/** The error with which work really fails. */
async function failureOf(work: PromiseLike<unknown>): Promise<HttpError> {
  try {
    await work;
  } catch (error) {
    return toHttpError(error);
  }
  throw new Error('expected a failure');
}

describe('the answer to a failed request', () => {
  test('an unreachable database gives 503 with its own sentence', async () => {
    const away = await openDatabase({ url: 'postgres://localhost:1/x' });
    const error = await failureOf(away.db.execute(sql`select 1`));
    expect([error.code, ERROR_STATUS[error.code], error.retryAfterSeconds]).toEqual(['not-ready', 503, 2]);
    await away.close();
  });

  test('a connection that breaks during a query gives the same', async () => {
    const patient = await openPatiently(database.url);
    const cut = failureOf(patient.db.execute(sql`select pg_sleep(50)`));
    const other = await openPatiently(database.url);
    const endSleepers = () =>
      rows(
        other.db,
        sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'select pg_sleep(50)'`,
      );
    await expect.poll(endSleepers).toHaveLength(1);
    expect((await cut).code).toBe('not-ready');
    await Promise.all([patient.close(), other.close()]);
  });

  test('a query that takes too long gives 503, too busy', async () => {
    expect((await failureOf(database.db.execute(sql`select pg_sleep(5)`))).code).toBe('too-busy');
  });

  test.each(['25006', '53100', '58030'])(
    'a database that takes no writes is said to be one: %s',
    async (state) => {
      const failed = database.db.execute(
        sql.raw(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`),
      );
      const error = await failureOf(failed);
      expect([error.code, error.message]).toEqual([
        'not-ready',
        "The service can't save anything right now; try again in a moment.",
      ]);
    },
  );

  test('after a lost COMMIT the caller should send the same request again', () => {
    const error = toHttpError(new CommitUnknownError(new Error('gone')));
    expect([error.code, error.message]).toEqual([
      'too-busy',
      "The database's answer was lost; send the same request again to see what happened.",
    ]);
  });

  test('a violated constraint is an internal error without details', async () => {
    const error = await failureOf(database.db.execute(sql`select secret from vault where id = 7`));
    expect([error.code, error.message, error.facts]).toEqual([
      'internal',
      'Something went wrong on our side.',
      {},
    ]);
  });

  test('refusals stay unchanged', () => {
    const refusal = new HttpError('cap-reached', 'A sentence.', { facts: { capLeft: 5 } });
    expect(toHttpError(refusal)).toBe(refusal);
  });
});
