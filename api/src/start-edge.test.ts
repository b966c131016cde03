import { readFileSync } from 'node:fs';
import { httpApi } from '@tallystone/core/http-api';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { Endpoint } from '@tallystone/core/http-api/endpoint';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { aMarket, betOverHttp, fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { limitUser } from '@tallystone/testkit/processes/pgbouncer.ts';
import { openReader } from '@tallystone/testkit/server/stream-reader.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { openLog } from './http/open-log.ts';
import { type RunningServer, startServer } from './start-server.ts';

const DOCUMENT = new URL('../../docs/operations/edges.md', import.meta.url);
/** Roles belong to the whole server of the tests. */
const USER = `tallystone_edge_${process.pid}`;

let database: TestDatabase;
let app: Awaited<ReturnType<typeof aTestApp>>;
const running: RunningServer[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  // A server, which makes the keys.
  app = await aTestApp(database);
});
afterEach(async () => {
  for (const edge of running.splice(0)) await edge.stop();
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function startEdge(settings: Record<string, string> = {}): Promise<RunningServer> {
  const env = { PORT: '0', ROLE: 'edge', ...database.settings, METRICS_PORT: '0', ...settings };
  const edge = await startServer({ config: parseConfig(env), log: openLog('silent'), webApp: null });
  running.push(edge);
  return edge;
}

async function ask<T>({ address }: RunningServer, path: string, init: RequestInit = {}) {
  const answer = await fetch(`${address}${path}`, init);
  return { status: answer.status, body: (await answer.json()) as T };
}

/** Whether the endpoint may be asked of an edge, as docs/operations/edges.md says. */
const isServed = ({ method, path }: Endpoint) =>
  method === 'GET' &&
  (/^\/api\/(stream|sparklines|markets|games)/.test(path) || path === '/api/user/bets') &&
  !path.endsWith('/quote');

test('an edge serves markets, streams and own bets with a user that can write nothing else', async () => {
  const statements = /```sql\n(.*?)```/s.exec(readFileSync(DOCUMENT, 'utf8'))?.[1] ?? '';
  const client = new pg.Client(database.adminUrl);
  await client.connect();
  await client.query(statements.replaceAll('tallystone_edge', USER));
  // As behind PgBouncer, which may be in between.
  await limitUser(database.adminUrl, USER);
  const url = new URL(database.url);
  url.username = USER;
  try {
    const edge = await startEdge({ DATABASE_URL: url.href });
    expect((await ask(edge, '/api/health/ready')).status).toBe(200);
    const market = await aMarket(database.db);
    const signer = anEvmWallet();
    const signedIn = await signInWith(app, signer);
    const reader = await openReader(edge.address, { headers: signedIn.headers });
    const placed = await betOverHttp(app, { wallet: signer, headers: signedIn.headers, market, amount: 5 });
    expect(placed.statusCode).toBe(200);

    await expect.poll(() => reader.newsOf(market.marketId).at(-1)?.version).toBe(2);
    await expect.poll(() => reader.received('account').flatMap(({ data }) => data.bets)).toHaveLength(1);
    const list = await ask<WireListedMarket[]>(edge, '/api/markets');
    expect(list.body.map(({ id, version }) => [id, version])).toEqual([[market.marketId, 2]]);
    for (const of of ['', '/history?range=All', '/risk', '/activity'])
      expect((await ask(edge, `/api/markets/${market.marketId}${of}`)).status).toBe(200);
    const own = await ask<WireBet[]>(edge, '/api/user/bets', { headers: signedIn.headers });
    expect(own.body).toMatchObject([{ marketId: market.marketId, amount: 5 }]);
    reader.close();
  } finally {
    for (const edge of running.splice(0)) await edge.stop();
    await client.query(`drop owned by ${USER}; drop role ${USER}`);
    await client.end();
  }
});

test('an edge answers everything else with what to do', async () => {
  const edge = await startEdge();
  const { headers } = await signInWith(app, anEvmWallet());
  for (const endpoint of Object.values<Endpoint>(httpApi)) {
    const { method, path, access } = endpoint;
    if (isServed(endpoint) || /health\/(live|ready)/.test(path)) continue;
    // Others are refused before, for lack of the right, or of a body.
    if (access === 'admin' || access === 'guardian' || method !== 'GET') continue;
    const filled = path.replace(/:\w+/g, 'm_aaaaaaaaaaaaaaaaaaaa');
    const query = path.endsWith('/quote') ? '?outcomeId=o_a&amount=1' : '';
    const { status, body } = await ask<{ code: string; error: string }>(edge, `${filled}${query}`, {
      headers,
    });
    if (status === 400) continue;
    expect([path, status, body.code, body.error]).toEqual([
      path,
      503,
      'not-ready',
      expect.stringMatching(/^This is an edge, .* let the proxy send this request to a server\.$/),
    ]);
  }
  const act = await ask<{ error: string }>(edge, '/api/auth/logout', { method: 'POST', headers });
  expect([act.status, act.body.error]).toEqual([503, expect.stringMatching(/^This is an edge/)]);
});

test('an edge reports its readers, drains, and ends their streams', async () => {
  const edge = await startEdge({ DRAIN_SECONDS: '1' });
  const reader = await openReader(edge.address);
  const metrics = async () => (await fetch(edge.metricsAddress ?? '')).text();
  await expect.poll(metrics).toMatch(/^tallystone_stream_readers 1$/m);
  expect(await metrics()).toMatch(/^tallystone_ready 1$/m);
  const drained = edge.drain();
  await expect.poll(async () => (await ask(edge, '/api/health/ready')).status).toBe(503);
  await drained;
  await expect.poll(() => reader.isEnded).toBe(true);
});

test('an edge does not migrate, and says what to do', async () => {
  const empty = await createTestDatabase();
  await empty.db.execute(
    sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
  );
  await expect(startEdge({ ...empty.settings })).rejects.toThrow(
    /^the database lacks the tables of this version, .*: start a server of this version first, then the edges/,
  );
  await empty.close();
});
