import { testEngines } from '@tallystone/testkit/database/engines.ts';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../db/db.ts';
import type { Database } from '../db/open-database.ts';
import { NO_METERS } from '../meters/meters.ts';
import { openAutomaticRounds } from './open-automatic-rounds.ts';
import { openOrderRounds } from './open-order-rounds.ts';

const onError = (error: unknown) => {
  throw error;
};

/** The same database, and the statements that it has run. */
function recording({ db: of }: Database): { db: Db; statements: string[] } {
  const statements: string[] = [];
  const execute: Db['execute'] = (query) => {
    statements.push(new PgDialect().sqlToQuery(query as SQL).sql);
    return of.execute(query);
  };
  return { db: Object.assign(Object.create(of), { execute }), statements };
}

describe.each(testEngines)('on %s', (_name, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  }, 120_000);
  afterAll(() => database.close());

  test('a look for bets and cash-outs that wait is one statement without a join while none does', async () => {
    const { db, statements } = recording(database);
    const rounds = openOrderRounds({
      db,
      feed: { confirm: async () => undefined },
      meters: NO_METERS,
      mayPay: () => true,
      onDecided: onError,
      decideCombos: onError,
      onError,
    });
    await rounds.now();
    await rounds.stop();
    expect(statements).toEqual([expect.not.stringContaining('join')]);
  });

  test('a look for automatic cash-outs is one statement without a join while there is none', async () => {
    const { db, statements } = recording(database);
    const rounds = openAutomaticRounds({ db, mayPay: () => true, onSold: onError, onError });
    await rounds.now();
    await rounds.stop();
    expect(statements).toEqual([expect.not.stringContaining('join')]);
  });
});
