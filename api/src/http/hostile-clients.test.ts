import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpApi } from '@tallystone/core/http-api';
import type { Endpoint } from '@tallystone/core/http-api/endpoint';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type Failure, openFailureLog } from './failure-log.ts';
import { openLimiting } from './notice-proxy.ts';
import { type HttpDeps, openHttp } from './open-http.ts';
import { openLog } from './open-log.ts';
import { RawAnswer } from './route.ts';

/** More than the system buffers for a client that doesn't read. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x');
/** Two addresses of this machine. Only Linux has all of 127.0.0.0/8. */
const IS_LINUX = process.platform === 'linux';
const HERE = '127.0.0.1';
const ELSEWHERE = IS_LINUX ? '127.0.0.2' : '::1';
const hostFor = (localAddress: string) => (IS_LINUX ? HERE : localAddress);
const folder = mkdtempSync(join(tmpdir(), 'tallystone-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

let http: FastifyInstance | null = null;
const sockets: Socket[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  await http?.close();
  http = null;
});

/** A server that gives every call the same answer, and its port. */
async function serve(
  config: Partial<HttpDeps['config']>,
  deps: Partial<HttpDeps> = {},
  handle: () => Promise<unknown> = async () => new RawAnswer(200, {}, Buffer.from('{}')),
): Promise<number> {
  const log = openLog('silent');
  http = await openHttp({
    config: {
      publicOrigin: null,
      solanaRpcUrl: 'https://rpc.example',
      trustedProxies: 0,
      maxConnections: null,
      maxConnectionsPerAddress: 256,
      unreadTimeoutMs: 20_000,
      ...config,
    },
    limiting: openLimiting('on', log),
    log,
    failures: openFailureLog(log),
    webApp: null,
    routes: Object.values<Endpoint>(httpApi).map((endpoint) => ({ endpoint, handle })),
    findSession: async () => null,
    newRequestId: () => 'r',
    ...deps,
  });
  return Number(new URL(await http.listen({ host: IS_LINUX ? HERE : '::', port: 0 })).port);
}

interface Said {
  readonly socket: Socket;
  text: string;
  isClosed: boolean;
}

/** Opens a connection and sends raw text. */
async function say(port: number, text: string, localAddress = HERE): Promise<Said> {
  const socket = connect({ port, host: hostFor(localAddress), localAddress, allowHalfOpen: true });
  sockets.push(socket);
  const said: Said = { socket, text: '', isClosed: false };
  socket.setEncoding('utf8').on('data', (chunk) => {
    said.text += chunk;
  });
  const close = () => {
    said.isClosed = true;
  };
  socket
    .on('error', () => undefined)
    .on('end', close)
    .on('close', close);
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return said;
}

/** Opens a connection, sends a request, and reads nothing of the answer. */
async function askWithoutReading(port: number, path: string): Promise<Said> {
  const said = await say(port, '');
  said.socket.pause();
  said.socket.write(get(path));
  return said;
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  [`GET ${path} HTTP/1.1`, 'host: x', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
    .join('\r\n')
    .concat('\r\n\r\n');

/** One call on a new connection. */
function call(
  port: number,
  path: string,
  { headers = {}, localAddress = HERE, method = 'GET' } = {},
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: hostFor(localAddress), localAddress, path, headers, method, agent: false },
      (answer) => {
        let body = '';
        answer.setEncoding('latin1').on('data', (chunk) => {
          body += chunk;
        });
        answer.on('error', reject);
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }));
      },
    );
    sent.on('error', reject).end();
  });
}

const LIVE = '/api/health/live';

describe('a client that opens connections', () => {
  test('gets as many as one address may have, a refusal for the next, and takes no place of others', async () => {
    const port = await serve({ maxConnectionsPerAddress: 3 });
    const first = await say(port, get(LIVE));
    await say(port, get(LIVE));
    await say(port, '');
    const refused = await say(port, get(LIVE));
    await expect.poll(() => refused.text).toMatch(/^HTTP\/1\.1 429 /);
    expect(refused.text).toMatch(/\r\nretry-after: 10\r\n/);
    expect(JSON.parse(refused.text.slice(refused.text.indexOf('\r\n\r\n')))).toEqual({
      error:
        'Your network already has 3 connections open here; close some of them, and try again in 10 seconds.',
      code: 'rate-limited',
      requestId: 'r',
      reason: { code: 'too-many-network-connections', connections: 3, seconds: 10 },
    });
    refused.socket.end();
    await expect.poll(() => refused.isClosed).toBe(true);
    expect((await call(port, LIVE, { localAddress: ELSEWHERE })).status).toBe(200);
    first.socket.destroy();
    await expect.poll(async () => (await call(port, LIVE)).status).toBe(200);
  });

  test('gets no more places than the process has, from any number of addresses, and that is reported', async () => {
    const reported: Failure[] = [];
    const failures = { report: (failure: Failure) => reported.push(failure), flush: () => undefined };
    const port = await serve(
      { maxConnections: 2 },
      { limiting: openLimiting('off', openLog('silent')), failures },
    );
    await say(port, '');
    const second = await say(port, '', ELSEWHERE);
    const refused = await say(port, get(LIVE), ELSEWHERE);
    await expect.poll(() => refused.text).toMatch(/^HTTP\/1\.1 503 /);
    const sentence = 'Too many connections are open right now; try again in 10 seconds.';
    expect(refused.text).toContain(sentence);
    expect(reported.map(({ what, error }) => [what, String(error)])).toEqual([
      ['a connection found no place', expect.stringContaining(sentence)],
    ]);
    second.socket.destroy();
    await expect.poll(async () => (await call(port, LIVE, { localAddress: ELSEWHERE })).status).toBe(200);
  });

  test('keeps no more than its own open, however many it opens and never closes', async () => {
    const port = await serve({ maxConnectionsPerAddress: 1 });
    await say(port, '');
    await Promise.all(Array.from({ length: 130 }, () => say(port, '')));
    await expect.poll(() => connectionsOf(http)).toBe(1);
    expect((await call(port, LIVE, { localAddress: ELSEWHERE })).status).toBe(200);
  });
});

describe('a client that does not read', () => {
  test('is cut off after a time', async () => {
    let asked = 0;
    const port = await serve({ unreadTimeoutMs: 100 }, {}, async () => {
      asked += 1;
      return new RawAnswer(200, {}, LARGE);
    });
    const unread = await askWithoutReading(port, '/api/markets');
    await expect.poll(() => asked).toBe(1);
    await expect.poll(() => connectionsOf(http)).toBe(0);
    unread.socket.resume();
    await expect.poll(() => unread.isClosed).toBe(true);
    await expect.poll(() => unread.isClosed).toBe(true);
    expect(unread.text.length).toBeGreaterThan(0);
    expect(unread.text.length).toBeLessThan(LARGE.length);
  });

  test('is cut off with all of its pipelined requests', async () => {
    let asked = 0;
    const port = await serve({ unreadTimeoutMs: 100 }, {}, async () => {
      asked += 1;
      return new RawAnswer(200, {}, LARGE);
    });
    const unread = await say(port, '');
    unread.socket.pause();
    unread.socket.write(get('/api/markets').repeat(5));
    await expect.poll(() => asked).toBeGreaterThan(0);
    await expect.poll(() => connectionsOf(http)).toBe(0);
  });

  test('is distinguished from one whose answer is not ready yet', async () => {
    let finish = () => {};
    const worked = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let asked = 0;
    const port = await serve({ unreadTimeoutMs: 50 }, {}, async () => {
      asked += 1;
      if (asked === 2) return new RawAnswer(200, {}, LARGE);
      await worked;
      return new RawAnswer(200, {}, Buffer.from('{}'));
    });
    const patient = await say(port, get('/api/markets'));
    await expect.poll(() => asked).toBe(1);
    await askWithoutReading(port, '/api/markets');
    await expect.poll(() => asked).toBe(2);
    // The timeout has passed for both.
    await expect.poll(() => connectionsOf(http)).toBe(1);
    finish();
    await expect.poll(() => patient.text).toMatch(/^HTTP\/1\.1 200 /);
  });
});

/** Open connections of a server. */
function connectionsOf(app: FastifyInstance | null): Promise<number> {
  return new Promise((resolve, reject) => {
    app?.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

describe('limits come first', () => {
  /** The clock of the rate limits. */
  const stopTheClock = () => void vi.useFakeTimers({ toFake: ['Date'] });
  const statusesOf = async (many: number, ask: (i: number) => Promise<number>) => {
    const statuses = new Map<number, number>();
    for (let i = 0; i < many; i++) {
      const status = await ask(i);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    return Object.fromEntries(statuses);
  };
  const ask = async (url: string, headers = {}, remoteAddress = '192.0.2.1') =>
    (await http?.inject({ url, headers, remoteAddress }))?.statusCode ?? 0;

  test.each([
    ['the documentation', '/docs', { 200: 300, 429: 10 }],
    ['a file of it', '/docs/start.js', { 200: 300, 429: 10 }],
    ['health', LIVE, { 200: 20, 429: 290 }],
    ['what is nowhere', '/nothing', { 404: 50, 429: 260 }],
    ['what is nowhere in the API', '/api/nothing', { 404: 50, 429: 260 }],
    ['what only admins see', '/api/admin/users', { 401: 300, 429: 10 }],
    ['what no router reads', '/api/markets/%zz', { 400: 50, 429: 260 }],
  ])('on every path: %s', async (_name, path, expected) => {
    stopTheClock();
    await serve({});
    expect(await statusesOf(310, () => ask(path))).toEqual(expected);
    expect(await ask(path, {}, '192.0.2.2')).not.toBe(429);
  });

  test('an IPv6 address counts by the network of one customer', async () => {
    stopTheClock();
    await serve({});
    const from = (i: number) => `2001:db8:1:2::${(i + 1).toString(16)}`;
    expect(await statusesOf(60, (i) => ask('/api/markets', {}, from(i)))).toEqual({ 200: 50, 429: 10 });
    expect(await ask('/api/markets', {}, '2001:db8:1:3::1')).toBe(200);
  });

  test('a connection that keeps sending without waiting for answers is closed after a refusal', async () => {
    stopTheClock();
    const port = await serve({});
    const said = await say(port, get(LIVE).repeat(1000));
    await expect.poll(() => said.isClosed).toBe(true);
    expect(said.text.split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(301);
    expect((await call(port, LIVE, { localAddress: ELSEWHERE })).status).toBe(200);
  });

  test('unknown tokens are not looked up beyond the limit', async () => {
    stopTheClock();
    let lookups = 0;
    const findSession = async () => {
      lookups += 1;
      return null;
    };
    await serve({}, { findSession });
    const statuses = await statusesOf(400, (i) =>
      ask('/api/user/profile', { authorization: `Bearer token${i}` }),
    );
    expect([statuses, lookups]).toEqual([{ 401: 50, 429: 350 }, 50]);
  });

  test('a malformed request is refused before its session is looked up', async () => {
    let lookups = 0;
    const findSession = async () => {
      lookups += 1;
      return null;
    };
    await serve({}, { findSession });
    const headers = { authorization: 'Bearer token' };
    expect(await ask('/api/user/bets?sort=1', headers)).toBe(400);
    expect(await ask(`/api/markets/${'m'.repeat(65)}/quote?outcomeId=o&amount=1`, headers)).toBe(400);
    expect(lookups).toBe(0);
    // Behind the guard strangers don't learn even that.
    expect(await ask('/api/admin/users?sort=1', headers)).toBe(401);
  });

  test('the head of a market page is not read beyond the limit', async () => {
    stopTheClock();
    let heads = 0;
    const webApp = { folder, page: '<title></title>', scriptHashes: [], isKept: false };
    const headOf = () => {
      heads += 1;
      return null;
    };
    await serve({}, { headOf, webApp: webApp });
    const statuses = await statusesOf(100, (i) => ask(`/market/m_${i}`, { accept: 'text/html' }));
    expect([statuses, heads]).toEqual([{ 200: 50, 429: 50 }, 50]);
  });
});

describe('behind a proxy', () => {
  const forwarded = (address: string) => ({ 'x-forwarded-for': address });

  test.each([
    ['is set', 1, 'on'],
    ['shows where limits wait for one', 0, 'once-proxied'],
  ] as const)(
    'that %s, connections are its own, and each of its callers has so many requests under way',
    async (_, trustedProxies, setting) => {
      let finish = () => {};
      const worked = new Promise<void>((resolve) => {
        finish = resolve;
      });
      let asked = 0;
      const handle = async () => {
        asked += 1;
        await worked;
        return new RawAnswer(200, {}, Buffer.from('{}'));
      };
      const limiting = openLimiting(setting, openLog('silent'));
      const port = await serve({ maxConnectionsPerAddress: 2, trustedProxies }, { limiting }, handle);
      const one = { headers: forwarded('192.0.2.1') };
      const waiting = [call(port, '/api/markets', one), call(port, '/api/markets', one)];
      await expect.poll(() => asked).toBe(2);
      const refused = await call(port, '/api/markets', one);
      expect([refused.status, JSON.parse(refused.body).error]).toEqual([
        429,
        'Your network is already waiting for 2 answers; try again in 1 second.',
      ]);
      waiting.push(call(port, '/api/markets', { headers: forwarded('192.0.2.2') }));
      await expect.poll(() => asked).toBe(3);
      finish();
      for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
      expect((await call(port, '/api/markets', one)).status).toBe(200);
    },
  );

  test('the requests of a broken connection no longer count', async () => {
    const never = new Promise<never>(() => undefined);
    let asked = 0;
    const port = await serve({ maxConnectionsPerAddress: 3, trustedProxies: 1 }, {}, async () => {
      asked += 1;
      if (asked <= 3) await never;
      return new RawAnswer(200, {}, Buffer.from('{}'));
    });
    const headers = forwarded('192.0.2.1');
    // Pipelined on one connection: two of them wait for the first.
    const said = await say(port, get('/api/markets', headers).repeat(3));
    await expect.poll(() => asked).toBe(3);
    expect((await call(port, '/api/markets', { headers })).status).toBe(429);
    said.socket.destroy();
    await expect.poll(async () => (await call(port, '/api/markets', { headers })).status).toBe(200);
  });

  test("a proxy that passes on its callers' own headers does not remove the limits, and the log says so", async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    await serve({ trustedProxies: 1 }, { log });
    const statusOf = async (headers: Record<string, string>, url = '/api/markets') =>
      (await http?.inject({ url, headers, remoteAddress: '10.0.0.1' }))?.statusCode;
    // A caller that invents an address for each request.
    for (let i = 0; i < 60; i++) expect(await statusOf(forwarded(`192.0.2.${i}`))).toBe(200);
    // A health check bypasses the proxy.
    expect(await statusOf({}, LIVE)).toBe(200);
    expect(lines).toEqual([]);
    // A browser sends no such header, so a proxy that appends it would have sent one.
    expect(await statusOf({})).toBe(200);
    const statuses = new Set<number | undefined>();
    for (let i = 0; i < 60; i++) statuses.add(await statusOf(forwarded(`192.0.2.${i}`)));
    expect([...statuses]).toEqual([200, 429]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { proxy: '10.0.0.1', msg: expect.stringContaining('without X-Forwarded-For') },
    ]);
    // It is trusted again once it has sent every caller's address for a minute.
    vi.advanceTimersByTime(60_000);
    for (let i = 0; i < 60; i++) expect(await statusOf(forwarded(`192.0.2.${i}`))).toBe(200);
  });
});
