import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aMarket } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { App } from '../app.ts';
import type { Db } from '../db/db.ts';
import { readWebApp } from '../http/web-app.ts';
import { announceMarketChange } from './market-changes.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallystone-unknown-markets-'));
writeFileSync(join(folder, 'index.html'), '<title>Markets</title><meta name="description" content="x" />');

let database: TestDatabase;
let app: App;
/** The number of database queries. */
let asked = 0;
let clock = new Date();
beforeAll(async () => {
  database = await createTestDatabase();
  const webApp = await readWebApp(folder);
  app = await aTestApp({ ...database, db: countingAsks(database.db) }, { webApp, now: () => clock });
});
beforeEach(() => {
  clock = new Date();
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

function countingAsks(db: Db): Db {
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'execute' || name === 'transaction') asked += 1;
        return value.apply(target, args);
      };
    },
  });
}

const ask = (url: string) => app.http.inject({ url, headers: { accept: 'text/html' } });

test.each([
  ['the market', ''],
  ['its history', '/history?range=All'],
  ['its risk', '/risk'],
  ['its activity', '/activity'],
  ['its picture', '/picture'],
  ['a quote', '/quote?outcomeId=o_x&amount=10'],
])('an unknown market is answered from memory: %s', async (name, path) => {
  const url = `/api/markets/m_${name.replace(/\W/g, '')}${path}`;
  const first = await ask(url);
  asked = 0;
  const again = await ask(url);
  expect([first.statusCode, again.statusCode, again.json().code]).toEqual([404, 404, 'unknown-market']);
  expect(asked).toBe(0);
  clock = new Date(clock.getTime() + 30_000);
  await ask(url);
  expect(asked).toBe(1);
});

test('an unknown market is answered from memory: its page, whatever was requested before', async () => {
  await ask('/api/markets/m_nowhere/risk');
  asked = 0;
  expect((await ask('/market/m_nowhere')).statusCode).toBe(200);
  expect((await ask('/api/markets/m_nowhere')).statusCode).toBe(404);
  expect(asked).toBe(0);
});

test('a new market is found at once, whichever process made it', async () => {
  const { marketId } = await aMarket(database.db);
  const statusOf = async () => (await ask(`/api/markets/${marketId}`)).statusCode;
  const update = (at: SQL) =>
    database.db.execute(
      sql`update markets set archived_at = ${at}, deleted_at = ${at} where id = ${marketId}`,
    );
  await update(sql`clock_timestamp()`);
  expect(await statusOf()).toBe(404);
  await update(sql`null`);
  await announceMarketChange(database.db, marketId);
  // The test's clock stands still.
  await expect.poll(statusOf).toBe(200);
});
