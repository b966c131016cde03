import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../db/db.ts';
import type { Database } from '../db/open-database.ts';
import { NO_METERS } from '../meters/meters.ts';
import { openAutomaticRounds } from './open-automatic-rounds.ts';
import { openOrderRounds } from './open-order-rounds.ts';

const onError = (error: unknown) => {
  throw error;
};

/** The same database, and how many statements it has run. */
function counting({ db: of }: Database): { db: Db; count: () => number } {
  let count = 0;
  const execute: Db['execute'] = (query) => {
    count += 1;
    return of.execute(query);
  };
  return { db: Object.assign(Object.create(of), { execute }), count: () => count };
}

describe.each(testEngines)('on %s', (_name, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  }, 120_000);
  afterAll(() => database.close());

  test('a look for bets and cash-outs that wait is one statement while none does', async () => {
    const { db, count } = counting(database);
    const rounds = openOrderRounds({
      db,
      feed: { confirm: async () => undefined },
      meters: NO_METERS,
      mayPay: () => true,
      onDecided: onError,
      onError,
    });
    await rounds.now();
    await rounds.stop();
    expect(count()).toBe(1);
  });

  test('a look for automatic cash-outs is one statement while there is none', async () => {
    const { db, count } = counting(database);
    const rounds = openAutomaticRounds({ db, mayPay: () => true, onSold: onError, onError });
    await rounds.now();
    await rounds.stop();
    expect(count()).toBe(1);
  });
});
