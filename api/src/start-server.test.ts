import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpApi } from '@tallystone/core/http-api';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { Endpoint } from '@tallystone/core/http-api/endpoint';
import type { BettingReason } from '@tallystone/core/http-api/health';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { poolFundingEntry } from '@tallystone/core/ledger/pool-funding-entry';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { recordAudit } from './audit/record-audit.ts';
import { parseConfig } from './config.ts';
import { rows } from './db/rows.ts';
import { transaction } from './db/transaction.ts';
import { openLog } from './http/open-log.ts';
import { readWebApp } from './http/web-app.ts';
import { readChainHeads } from './ledger/head-file.ts';
import { recordEntries } from './ledger/record-entries.ts';
import { sealBooks } from './ledger/seal-books.ts';
import { openHouse } from './practice/open-house.ts';
import { type RunningServer, startServer } from './start-server.ts';

const ENOUGH_MS = 300_000;
/** How often the sealer checks that the books have the last head. */
const LOOK_EVERY_MS = 5000;

/** A web app as scripts/build.mjs builds it, with a file of each kind. */
const PAGES = {
  'index.html': '<!doctype html><head>\n    <meta name="app-version" content="0123456789abcdef" />\n</head>',
  'worker.js': 'self.addEventListener("fetch", () => {});',
  'app.webmanifest': '{"name":"Tallystone"}',
  'assets/first.js': 'export {};',
};

let database: TestDatabase;
/** Not stopped yet. */
const running = new Set<RunningServer>();
const folder = mkdtempSync(join(tmpdir(), 'tallystone-server-'));
const pages = join(folder, 'web');
const dataDir = join(folder, 'data');
const keyFile = join(dataDir, 'practice-admin.key');

beforeAll(async () => {
  database = await createTestDatabase();
  mkdirSync(join(pages, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries(PAGES)) writeFileSync(join(pages, name), text);
});
afterEach(async () => {
  for (const server of running) await stop(server);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(settings: Record<string, string> = {}, log = openLog('silent')): Promise<RunningServer> {
  const env = { PORT: '0', DATA_DIR: dataDir, ...database.settings, ...settings };
  const server = await startServer({
    config: parseConfig(env),
    log,
    webApp: await readWebApp(pages),
  });
  running.add(server);
  return server;
}

/** The server's own metrics, by name and labels. */
async function metricsOf({ metricsAddress }: RunningServer): Promise<Record<string, number>> {
  const text = await (await fetch(metricsAddress ?? '')).text();
  const lines = text.split('\n').filter((line) => line.startsWith('tallystone_'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

async function stop(server: RunningServer): Promise<void> {
  running.delete(server);
  await server.stop();
}

/** The address of a server from here, even if it listens on all addresses. */
const urlOf = ({ address }: RunningServer) => `http://127.0.0.1:${new URL(address).port}`;

/** Signs in as the wallet of a key. @returns the session's token */
async function signIn(url: string, key: string): Promise<string> {
  const { wallet, sign } = anEvmWallet(Buffer.from(key, 'hex'));
  const asked = await fetch(`${url}/api/auth/nonce?wallet=${wallet.text}`);
  // Our own server follows the wire types.
  const { nonce, message } = (await asked.json()) as { nonce: string; message: string };
  const signature = Buffer.from(sign(message)).toString('hex');
  const answer = await fetch(`${url}/api/auth/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ wallet: wallet.text, nonce, walletType: 'evm', signature }),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function configOf(url: string): Promise<WireConfig> {
  return (await (await fetch(`${url}/api/config`)).json()) as WireConfig;
}

/** Head and body of an answer as one text; of a stream only the first part. */
async function wholeOf(answer: Response, endsByItself: boolean): Promise<string> {
  const head = JSON.stringify([...answer.headers]);
  if (endsByItself) return head + (await answer.text());
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return head + Buffer.from(first?.value ?? []).toString('utf8');
}

describe('the key of the practice admin', () => {
  test('is in no answer to any request, caller or proxy', {
    timeout: ENOUGH_MS,
  }, async () => {
    // Limits would turn on with the first proxy, and refusals prove nothing.
    const server = await start({ RATE_LIMITS: 'off' });
    const url = urlOf(server);
    const key = readFileSync(keyFile, 'utf8');
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(server.practiceAdmin?.key).toBe(key);
    const traces = [key, Buffer.from(key, 'hex').toString('base64').slice(0, -1)];
    const leaksKey = (text: string) =>
      traces.some((trace) => text.toLowerCase().includes(trace.toLowerCase()));

    const token = await signIn(url, key);
    const callers: Record<string, string>[] = [{}, { authorization: `Bearer ${token}` }];
    const ways: Record<string, string>[] = [
      {},
      { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-host': 'app.example', 'x-forwarded-proto': 'https' },
      { forwarded: 'for=192.0.2.1;host=localhost:3000', via: '1.1 proxy' },
    ];
    const endpoints = Object.values<Endpoint>(httpApi);
    const asks = [
      // Calls that end the session come last.
      ...endpoints.filter(({ path }) => path !== httpApi.logout.path && path !== httpApi.endAllSessions.path),
      httpApi.endAllSessions,
      httpApi.logout,
    ].map(({ method, path, events }: Endpoint) => ({
      method,
      path: path.replaceAll(/:\w+/g, 'm_nosuchmarket'),
      endsByItself: events === undefined,
    }));
    const screens = [
      '/',
      '/admin',
      '/profile',
      '/legal',
      '/transparency',
      '/guardian',
      '/market/m_x',
      '/nothing',
    ];
    const files = ['/worker.js', '/app.webmanifest', '/assets/first.js', '/practice-admin.key', '/docs'];
    for (const path of [...screens, ...files]) asks.unshift({ method: 'GET', path, endsByItself: true });

    const leaks: string[] = [];
    let admitted = 0;
    for (const { method, path, endsByItself } of asks)
      for (const caller of callers)
        for (const way of ways) {
          const answer = await fetch(url + path, {
            method,
            headers: {
              accept: '*/*',
              ...caller,
              ...way,
              ...(method !== 'GET' && { 'content-type': 'application/json' }),
            },
            ...(method !== 'GET' && { body: '{}' }),
          });
          if (answer.ok && caller.authorization !== undefined) admitted++;
          if (leaksKey(await wholeOf(answer, endsByItself))) leaks.push(`${method} ${path}`);
        }
    expect(leaks).toEqual([]);
    // The admin was let in, so these were real answers and not just refusals.
    expect(admitted).toBeGreaterThan(asks.length);
  });

  test.each([
    ['HOST reaches beyond this machine', { HOST: '0.0.0.0' }],
    ['PUBLIC_ORIGIN is public', { PUBLIC_ORIGIN: 'https://app.example' }],
  ])('is not made and has no effect if %s', { timeout: ENOUGH_MS }, async (_, settings) => {
    const local = await start();
    const key = readFileSync(keyFile, 'utf8');
    const isAdmin = async (url: string) => {
      const token = await signIn(url, key);
      const asked = await fetch(`${url}/api/admin/markets`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return asked.status;
    };
    expect([await isAdmin(urlOf(local)), (await configOf(urlOf(local))).practiceAdmin]).toEqual([
      200,
      anEvmWallet(Buffer.from(key, 'hex')).wallet.text,
    ]);
    await stop(local);

    // The key file of the local start is still there, but its wallet is no longer an admin.
    const open = await start(settings);
    expect(open.practiceAdmin).toBeNull();
    expect([await isAdmin(urlOf(open)), (await configOf(urlOf(open))).practiceAdmin]).toEqual([
      403,
      undefined,
    ]);
    await stop(open);

    const elsewhere = join(folder, 'elsewhere');
    await start({ ...settings, DATA_DIR: elsewhere });
    expect(existsSync(join(elsewhere, 'practice-admin.key'))).toBe(false);
  });
});

describe('the list of a demo', () => {
  const quickOf = async (url: string): Promise<string[]> => {
    const listed = (await (await fetch(`${url}/api/markets`)).json()) as WireListedMarket[];
    const soon = Date.now() + 180_000;
    // Betting on a game of the feed ends at its start, which may be as soon.
    const ours = listed.filter(({ source }) => source === 'practice');
    return ours.filter(({ endsAt }) => Date.parse(endsAt) <= soon).map(({ category }) => category);
  };

  test('has a market in each category that ends within three minutes, at the first read', {
    timeout: ENOUGH_MS,
  }, async () => {
    const server = await start();
    const url = urlOf(server);
    expect((await quickOf(url)).sort()).toEqual(['crypto', 'politics', 'sports']);
    expect(await configOf(url)).toMatchObject({ simulatedTraders: true });
    await stop(server);
    // Books of its own, because simulated traders may have bet on the markets of these.
    const own = await createTestDatabase();
    const quiet = await start({
      PRACTICE_ACTIVITY: 'off',
      ...own.settings,
      DATA_DIR: join(folder, 'quiet'),
    });
    expect(await quickOf(urlOf(quiet))).toEqual([]);
    expect(await configOf(urlOf(quiet))).not.toHaveProperty('simulatedTraders');
    await stop(quiet);
    await own.close();
  });
});

test('warns about books that may have been restored, and takes no bets once they are set back', {
  timeout: ENOUGH_MS,
}, async () => {
  const own = await createTestDatabase();
  const sealer = sealBooks({
    database: own,
    headFile: null,
    onHead: () => undefined,
    onError: (error) => expect.unreachable(String(error)),
  });
  const sealed = async () => {
    await sealer.round();
    return (await rows(own.db, sql`select from seals`)).length;
  };
  await openHouse(own.db, 'demo');
  await expect.poll(sealed, { timeout: ENOUGH_MS }).toBe(1);
  await transaction(own.db, (tx) =>
    recordEntries(tx, [{ key: 'pool-funding:more', entry: poolFundingEntry({ amount: microUsdc(1n) }) }]),
  );
  await expect.poll(sealed, { timeout: ENOUGH_MS }).toBe(2);
  await sealer.stop();

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const lines: { level: number; msg: string }[] = [];
    const dataDir = join(folder, 'joining');
    const server = await start(
      { ...own.settings, DATA_DIR: dataDir },
      openLog('warn', { write: (line) => void lines.push(JSON.parse(line)) }),
    );
    const said = () => lines.map(({ msg }) => msg);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: expect.stringMatching(/chain-heads\.log is missing .* Where this data folder is new/),
      }),
    );
    const betting = async () => {
      const answer = await fetch(`${urlOf(server)}/api/health/betting`);
      const { reasons } = (await answer.json()) as { reasons: BettingReason[] };
      const books = reasons.filter(({ kind }) => kind === 'books').map(({ stops }) => stops);
      return { http: answer.status, books };
    };
    await expect.poll(betting, { timeout: ENOUGH_MS }).toEqual({ http: 200, books: ['no-bet'] });

    const auditId = await transaction(own.db, (tx) =>
      recordAudit(tx, { actor: { kind: 'system' }, action: 'settings.change', subject: 'settings' }),
    );
    const written = async () => {
      vi.advanceTimersByTime(LOOK_EVERY_MS);
      return (await readChainHeads(join(dataDir, 'chain-heads.log'), 1))[0]?.auditId ?? 0;
    };
    await expect.poll(written, { timeout: ENOUGH_MS }).toBeGreaterThanOrEqual(auditId);
    // Like a copy made a moment earlier.
    await transaction(own.db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`delete from seals where audit_id >= ${auditId}`);
      await tx.execute(sql`delete from audit a where a.id >= ${auditId}`);
    });
    vi.advanceTimersByTime(LOOK_EVERY_MS);
    await expect.poll(betting, { timeout: ENOUGH_MS }).toEqual({ http: 503, books: ['every-bet', 'no-bet'] });
    expect(said()).toContain('the database was set back: no bets are taken');
    // No broken invariant stopped the bets.
    expect(said()).not.toContain('the books do not add up: betting is stopped');
    await stop(server);
  } finally {
    vi.useRealTimers();
    await own.close();
  }
});

test('metrics show a running server, and name a fault within a scrape', async () => {
  const own = await createTestDatabase();
  try {
    const server = await start({
      ...own.settings,
      DATA_DIR: join(folder, 'watched'),
      METRICS_PORT: '0',
    });
    await expect
      .poll(() => metricsOf(server), { timeout: ENOUGH_MS })
      .toMatchObject({ tallystone_ready: 1, 'tallystone_invariant_broken{invariant="1"}': 0 });
    expect(await metricsOf(server)).toMatchObject({
      tallystone_bets_waiting: 0,
      tallystone_stream_readers: 0,
      tallystone_clock_skew_seconds: 0,
      tallystone_markets_to_settle: 0,
      'tallystone_feed_markets{state="stale"}': 0,
      tallystone_feed_age_seconds: expect.any(Number),
      tallystone_seal_lag_seconds: expect.any(Number),
      'tallystone_database_connections{state="idle"}': expect.any(Number),
    });
    await own.db.execute(sql`alter table used_nonces rename to gone`);
    await expect
      .poll(() => metricsOf(server), { timeout: ENOUGH_MS })
      .toHaveProperty(['tallystone_betting_reasons{kind="tables",stops="every-bet"}'], 1);
    // A figure that can't be read hides no other.
    await own.db.execute(sql`alter table outcomes rename to gone_too`);
    await own.db.execute(sql`alter table accounts rename to also_gone`);
    await expect
      .poll(() => metricsOf(server), { timeout: ENOUGH_MS })
      .not.toHaveProperty('tallystone_markets_to_settle');
    expect(await metricsOf(server)).toMatchObject({ tallystone_clock_skew_seconds: 0 });
    await own.db.execute(sql`alter table gone_too rename to outcomes`);
    await own.db.execute(sql`alter table also_gone rename to accounts`);
    // Undone, so that the server can stop.
    await own.db.execute(sql`alter table gone rename to used_nonces`);
    await stop(server);
    await expect(metricsOf(server)).rejects.toThrow();
  } finally {
    await own.close();
  }
});

test('traces go to the collector, below the span of the caller, without anything about people', async () => {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part) => void bodies.push(part));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  try {
    const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const answer = await fetch(`${urlOf(server)}/api/markets/m_unknown`, { headers: { traceparent } });
    expect(answer.status).toBe(404);
    // Sends what is left.
    await stop(server);
    const sent = bodies.join('');
    const spans: { name: string; traceId: string; parentSpanId?: string }[] = bodies
      .join('')
      .split('}{')
      .flatMap((part, place, all) =>
        JSON.parse(
          `${place === 0 ? '' : '{'}${part}${place === all.length - 1 ? '' : '}'}`,
        ).resourceSpans.flatMap((resource: { scopeSpans: { spans: [] }[] }) =>
          resource.scopeSpans.flatMap((scope) => scope.spans),
        ),
      );
    expect(spans).toContainEqual(
      expect.objectContaining({ name: 'GET /api/markets/:id', traceId, parentSpanId: 'b7ad6b7169203331' }),
    );
    expect(sent).toContain('"service.name"');
    expect(sent).not.toContain('m_unknown');
  } finally {
    await new Promise((resolve) => collector.close(resolve));
  }
});
