import { gunzipSync } from 'node:zlib';
import { evenChance } from '@tallystone/testkit/betting/chance.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { col, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { topUpMarkets } from '../practice/top-up.ts';
import { announceMarketChanges } from './market-changes.ts';

let database: TestDatabase;
let app: App;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  url = await app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** An answer over a real connection. */
async function ask(headers: Record<string, string> = { 'accept-encoding': 'identity' }, method = 'GET') {
  const answer = await fetch(`${url}/api/markets`, { method, headers });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
}

describe('the market list over a connection', () => {
  test('is the same plain and compressed', async () => {
    await transaction(database.db, (tx) => topUpMarkets(tx, { now: new Date(), random: evenChance() }));
    await expect.poll(async () => JSON.parse((await ask()).body)).toHaveLength(8);
    const plain = await ask();
    expect(plain.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(plain.body)),
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    const gzipped = await app.http.inject({ url: '/api/markets', headers: { 'accept-encoding': 'gzip' } });
    expect(gzipped.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag });
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body);
    const unchanged = await ask({ 'if-none-match': plain.headers.etag ?? '' });
    expect([unchanged.status, unchanged.body]).toEqual([304, '']);
    expect(unchanged.headers).toMatchObject({ etag: plain.headers.etag, vary: 'Accept-Encoding' });
  });

  test('is not sent for another method, another path or a query', async () => {
    expect((await ask({}, 'POST')).status).toBe(404);
    expect((await fetch(`${url}/api/markets?x=1`)).status).toBe(400);
    expect((await fetch(`${url}/api/markets/`)).status).toBe(400);
    const head = await ask({}, 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
  });

  test('shows a change with the first request after it', async () => {
    const before = await ask();
    await database.db.execute(`update markets set ends_at = now() + interval '3 days', version = version + 1
      where id = (select id from markets order by ends_at limit 1)`);
    const ids = await values(database.db, col.text, sql`select id from markets`);
    await transaction(database.db, (tx) => announceMarketChanges(tx, ids));
    await expect.poll(async () => (await ask()).headers.etag).not.toBe(before.headers.etag);
  });
});
