import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { transaction } from '../db/transaction.ts';
import { topUpMarkets } from '../practice/top-up.ts';
import { aTestApp } from '../test-app.ts';

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

const TIMED = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** An answer over a real connection, as bytes and headers without those of the moment. */
async function ask(headers: Record<string, string> = { 'accept-encoding': 'identity' }, method = 'GET') {
  const answer = await fetch(`${url}/api/markets`, { method, headers });
  const kept = [...answer.headers].filter(([name]) => !TIMED.includes(name));
  return { status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() };
}

describe('the short cut to answers that are ready', () => {
  test('gives the same answer as the whole way, in each of its forms', async () => {
    await transaction(database.db, (tx) => topUpMarkets(tx, { now: new Date(), random: Math.random }));
    await expect.poll(async () => JSON.parse((await ask()).body)).toHaveLength(12);
    const { etag = '' } = (await ask()).headers;
    for (const headers of [
      { 'accept-encoding': 'identity' },
      { 'accept-encoding': 'gzip' },
      { 'if-none-match': etag },
    ]) {
      const long = await app.http.inject({ url: '/api/markets', headers });
      const short = await ask(headers);
      expect(short.status).toBe(long.statusCode);
      const expected = Object.fromEntries(
        Object.entries(long.headers)
          .filter(([name]) => !TIMED.includes(name))
          .map(([name, value]) => [name, String(value)]),
      );
      expect(short.headers).toEqual(expected);
      const bytes =
        long.headers['content-encoding'] === 'gzip' ? gunzipSync(long.rawPayload) : long.rawPayload;
      expect(short.body).toBe(bytes.toString());
    }
  });

  test('is not taken for another method, another address or a query', async () => {
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
    await database.db.execute(`select pg_notify('tallystone_market_changed', id) from markets`);
    await expect
      .poll(async () => (await ask()).headers.etag, { timeout: 1000 })
      .not.toBe(before.headers.etag);
  });
});

describe('what is no HTTP at all', () => {
  const say = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      let answer = '';
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.setEncoding('utf8').on('data', (chunk) => {
        answer += chunk;
      });
      socket.once('end', () => resolve(answer));
      socket.once('error', reject);
    });

  test.each([
    ['noise', 'hello\r\n\r\n', 400],
    ['headers of 20 kB', `GET /api/config HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /api/bets HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      400,
    ],
    ['an unknown method', 'BREW /api/config HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ])('%s is answered in JSON and the connection ends', async (_name, text, status) => {
    const answer = await say(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
    expect(body).toEqual({
      error: expect.any(String),
      code: 'invalid-request',
      requestId: expect.any(String),
    });
  });

  test('an address that climbs out of the admin prefix is still guarded', async () => {
    const answer = await say('GET /api/admin/%2e%2e/config HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('callers who never finish what they say', () => {
  test('are given 10 seconds for their headers and 20 for the whole', () => {
    const { headersTimeout, requestTimeout } = app.http.server;
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 20_000]);
  });

  test('do not keep the server from stopping', async () => {
    const other = await aTestApp(database);
    const { port } = new URL(await other.http.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('GET /api/config HTTP/1.1\r\nhost: x\r\n'),
    );
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    const startedAt = performance.now();
    await other.close();
    expect(performance.now() - startedAt).toBeLessThan(8000);
    socket.destroy();
  });
});
