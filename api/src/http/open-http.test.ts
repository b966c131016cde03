import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { httpApi } from '@tallystone/core/http-api';
import type { Endpoint } from '@tallystone/core/http-api/endpoint';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { listen, openReader } from '@tallystone/testkit/server/stream-reader.ts';
import { aTestApp, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { App } from '../app.ts';
import { mountRoutes } from './mount-routes.ts';
import { route } from './route.ts';
import { readWebApp } from './web-app.ts';

const PAGE = `<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__" />
<script>document.title = 'x'</script><script type="module" src="/assets/index-AbCd1234.js"></script>`;

const SCRIPT = 'console.log(1);'.repeat(100);

/** A web app as built by scripts/build.mjs. */
const folder = mkdtempSync(join(tmpdir(), 'tallystone-web-app-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), PAGE);
writeFileSync(join(folder, 'tally.svg'), '<svg/>');
writeFileSync(join(folder, 'assets/index-AbCd1234.js'), SCRIPT);
writeFileSync(join(folder, 'assets/index-AbCd1234.js.gz'), gzipSync(SCRIPT));
writeFileSync(join(folder, 'assets/index-AbCd1234.js.br'), brotliCompressSync(SCRIPT));
writeFileSync(join(folder, 'assets/index-AbCd1234.js.map'), '{}');
const webApp = await readWebApp(folder);

let database: TestDatabase;
let app: App;
let alice: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  // Requests carry headers of every kind, some of which would turn limits on.
  app = await aTestApp(database, { webApp });
  alice = await signInWith(app);
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const ask = (options: InjectOptions | string) => app.http.inject(options);

/** All but the one with an endless answer. */
const endpoints = Object.values<Endpoint>(httpApi).filter(({ events }) => events === undefined);

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': expect.stringContaining('camera=()'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
};

describe('the checks of load balancers', () => {
  const say = async (bytes: string): Promise<string> => {
    const socket = connect(Number(new URL(await listen(app)).port), '127.0.0.1');
    socket.write(bytes);
    return text(socket);
  };

  test('`option httpchk GET /api/health/ready` of HAProxy, which is HTTP/1.0 without a Host, is answered', async () => {
    const answer = await say('GET /api/health/ready HTTP/1.0\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nconnection: close\r\n.*\{"status":"ready"\}$/is);
    expect(await say('GET /api/health/ready HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('HTTP/1.1 without a Host is refused', async () => {
    expect(await say('GET /api/health/ready HTTP/1.1\r\nconnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 /,
    );
  });

  test('a check that names no path fails: it would succeed while the server cannot serve', async () => {
    expect(await say('OPTIONS / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('the headers of every answer', () => {
  const addresses = [
    ...endpoints.map(({ method, path }) => [method, path.replace(':id', 'm_x')] as const),
    ['GET', '/'] as const,
    ['GET', '/profile'] as const,
    ['GET', '/market/m_x'] as const,
    ['GET', '/assets/index-AbCd1234.js'] as const,
    ['GET', '/tally.svg'] as const,
    ['GET', '/docs'] as const,
    ['GET', '/docs/openapi.json'] as const,
    ['GET', '/docs/swagger-ui.css'] as const,
    ['GET', '/api/nothing'] as const,
    ['GET', '/nothing.js'] as const,
    ['DELETE', '/api/markets'] as const,
    ['GET', '/api/%zz'] as const,
  ];

  test.each(addresses)('%s %s', async (method, url) => {
    const answer = await ask({ method, url, headers: { accept: 'text/html', ...alice.headers } });
    expect(answer.headers).toMatchObject(COMMON_HEADERS);
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('server');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    // Shared snapshots are revalidated each time, and sent only if they have changed.
    const isSnapshot =
      ['/api/markets', httpApi.listSparklines.path, httpApi.getAzuroData.path].includes(url) &&
      method === 'GET';
    if (url.startsWith('/api/') && !isSnapshot) {
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    alice = await signInWith(app);
  });

  test('of the stream', async () => {
    const reader = await openReader(await listen(app));
    expect(reader.answer.headers).toMatchObject(COMMON_HEADERS);
    expect(reader.answer.headers).not.toHaveProperty('access-control-allow-origin');
    reader.close();
  });

  test('HSTS is sent only if the public origin is https', async () => {
    expect((await ask('/api/config')).headers).not.toHaveProperty('strict-transport-security');
    const live = await aTestApp(database, {
      env: { MODE: 'live', DATABASE_URL: database.url, PUBLIC_ORIGIN: 'https://app.example' },
    });
    const answer = await live.http.inject('/api/config');
    expect(answer.headers['strict-transport-security']).toContain('max-age=63072000');
    expect(answer.json()).toEqual({
      mode: 'live',
      practiceWallets: false,
      solanaRpcUrl: 'https://api.mainnet-beta.solana.com',
      feed: 'azuro',
    });
    await live.close();
  });
});

describe('the web app', () => {
  test('its page allows its own scripts, the theme script by hash, and styles by a nonce of this response', async () => {
    const [first, second] = [
      await ask({ url: '/', headers: { accept: 'text/html' } }),
      await ask({ url: '/legal', headers: { accept: 'text/html,*/*' } }),
    ];
    const nonceOf = (body: string) => /csp-nonce" content="([^"]+)"/.exec(body)?.[1];
    const nonce = nonceOf(first.body);
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    expect(nonceOf(second.body)).not.toBe(nonce);
    expect(first.body).not.toContain('__CSP_NONCE__');
    const policy = String(first.headers['content-security-policy']).split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      `script-src 'self' '${webApp.scriptHashes[0]}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "connect-src 'self' https://api.mainnet-beta.solana.com",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]);
    expect(first.headers['cache-control']).toBe('no-store');
    expect(webApp.scriptHashes).toHaveLength(1);
  });

  test('files named by their content are cached for a year, others are revalidated', async () => {
    const hashed = await ask('/assets/index-AbCd1234.js');
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers['content-type']).toBe('application/javascript; charset=utf-8');
    const plain = await ask('/tally.svg');
    expect(plain.headers['cache-control']).toBe('no-cache');
    expect(plain.headers['content-type']).toContain('image/svg+xml');
    const { etag } = plain.headers;
    const again = await ask({ url: '/tally.svg', headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-cache', ...COMMON_HEADERS });
  });

  test('files are sent from memory, so no file is opened for a caller', async () => {
    const other = mkdtempSync(join(tmpdir(), 'tallystone-web-app-'));
    cpSync(folder, other, { recursive: true });
    const served = await aTestApp(database, { webApp: await readWebApp(other) });
    rmSync(other, { recursive: true });
    const answer = await served.http.inject('/assets/index-AbCd1234.js');
    expect([answer.statusCode, answer.body]).toEqual([200, SCRIPT]);
    await served.close();
  });

  test('a file of an unknown kind stops the start', async () => {
    const other = mkdtempSync(join(tmpdir(), 'tallystone-web-app-'));
    cpSync(folder, other, { recursive: true });
    writeFileSync(join(other, 'film.mp4'), '');
    await expect(aTestApp(database, { webApp: await readWebApp(other) })).rejects.toThrow('film.mp4');
    rmSync(other, { recursive: true });
  });

  test('files are sent as compressed at build time if the caller accepts that', async () => {
    const askFor = (encoding: string) =>
      ask({ url: '/assets/index-AbCd1234.js', headers: { 'accept-encoding': encoding } });
    const plain = await askFor('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(SCRIPT);
    for (const [accepted, encoding, unpack] of [
      ['gzip', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
    ] as const) {
      const answer = await askFor(accepted);
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...COMMON_HEADERS,
      });
      expect(unpack(answer.rawPayload).toString()).toBe(SCRIPT);
    }
  });

  test.each(['/', '/?a=1', '/profile', '/tally.svg', '/assets/index-AbCd1234.js'])(
    'HEAD %s answers as GET does, and so it does for programs that take anything',
    async (url) => {
      for (const headers of [{}, { accept: '*/*' }, { accept: 'text/html' }]) {
        const [get, head] = [await ask({ url, headers }), await ask({ method: 'HEAD', url, headers })];
        expect([get.statusCode, head.statusCode, head.body]).toEqual([200, 200, '']);
        for (const name of ['content-type', 'content-length', 'cache-control', 'etag']) {
          expect(head.headers[name]).toBe(get.headers[name]);
        }
      }
    },
  );

  test('callers that do not accept a page get none', async () => {
    for (const options of [
      { url: '/profile', headers: { accept: 'application/json' } },
      { url: '/api/nothing', headers: { accept: 'text/html' } },
      { url: '/docs/nothing', headers: { accept: 'text/html' } },
      { url: '/assets/nothing', headers: { accept: 'text/html' } },
      { method: 'POST', url: '/', headers: { accept: 'text/html' } },
    ] as const) {
      const answer = await ask(options);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found']);
    }
  });

  test.each([
    '/assets/other.js',
    '/assets/index-AbCd1234.js.map',
    '/assets/index-AbCd1234.js.gz',
    '/assets',
    '/index.html',
    '/nothing.js',
    '/../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fpackage.json',
  ])('%s is not there', async (url) => {
    const answer = await ask(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not-found' });
  });
});

describe('the documentation', () => {
  test('the OpenAPI document has every endpoint with its schemas', async () => {
    const document = (await ask('/docs/openapi.json')).json();
    const listed = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = Object.values<Endpoint>(httpApi).map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(listed.sort()).toEqual(declared.sort());
    const bet = document.paths['/api/bets'].post;
    expect(bet.requestBody.content['application/json'].schema).toMatchObject({
      additionalProperties: false,
      required: ['publicKey', 'marketId', 'outcomeId', 'amount', 'odds', 'signature'],
    });
    expect(bet.security).toEqual([{ session: [] }]);
    const answersOf = (path: string) => Object.keys(document.paths[path].get.responses['200'].content);
    expect(answersOf('/api/markets/{id}/picture')).toEqual(['image/png']);
    expect(answersOf('/api/markets/{id}/history')).toEqual(['application/json']);
    expect(answersOf('/api/admin/export')).toEqual(['text/csv']);
    const quote = document.paths['/api/markets/{id}/quote'].get;
    expect(quote.parameters.map((p: { name: string; in: string }) => `${p.in} ${p.name}`)).toEqual([
      'path id',
      'query outcomeId',
      'query amount',
    ]);
    const stream = document.paths['/api/stream'].get.responses[200].content['text/event-stream'].schema;
    expect(
      stream.oneOf.map((kind: { properties: { event: object } }) => kind.properties.event),
    ).toContainEqual({ const: 'markets' });
  });

  test('the files of the documentation are sent compressed, and as 304 if the caller has them', async () => {
    const url = '/docs/swagger-ui-bundle.js';
    const plain = await ask({ url, headers: { 'accept-encoding': 'identity' } });
    const packed = await ask({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const held = await ask({ url, headers: { 'if-none-match': String(packed.headers.etag) } });
    expect([held.statusCode, held.body]).toEqual([304, '']);
  });

  test('its page and everything it loads come from this server', async () => {
    const page = await ask('/docs');
    const loads = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => String(url));
    expect(loads.length).toBeGreaterThan(3);
    for (const url of loads) expect((await ask(url)).statusCode).toBe(200);
  });
});

describe('requests that cannot be served', () => {
  const json = { 'content-type': 'application/json' };
  test.each<[string, InjectOptions, number, string]>([
    ['an unknown address', { url: '/api/nothing' }, 404, 'not-found'],
    ['an unknown method', { method: 'DELETE', url: '/api/markets' }, 404, 'not-found'],
    ['OPTIONS', { method: 'OPTIONS', url: '/api/bets' }, 404, 'not-found'],
    ['a broken escape in the address', { url: '/api/markets/%zz' }, 400, 'invalid-request'],
    ['a broken escape in UTF-8', { url: '/api/markets/%ff' }, 400, 'invalid-request'],
    ['a very long id', { url: `/api/markets/${'a'.repeat(5000)}` }, 400, 'invalid-request'],
    ['a long id', { url: `/api/markets/${'a'.repeat(100)}` }, 400, 'invalid-request'],
    ['an unknown query field', { url: '/api/markets?sort=1' }, 400, 'invalid-request'],
    ['a query field twice', { url: '/api/auth/nonce?wallet=a&wallet=b' }, 400, 'invalid-request'],
    ['no wallet', { url: '/api/auth/nonce' }, 400, 'invalid-request'],
    ['no body', { method: 'POST', url: '/api/auth/demo' }, 400, 'invalid-request'],
    [
      'a body that is no JSON',
      { method: 'POST', url: '/api/auth/demo', headers: json, payload: '{' },
      400,
      'invalid-request',
    ],
    [
      'a body of another kind',
      { method: 'POST', url: '/api/auth/demo', headers: { 'content-type': 'text/plain' }, payload: '{}' },
      415,
      'unsupported-media-type',
    ],
    [
      'a form',
      {
        method: 'POST',
        url: '/api/auth/demo',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'wallet=a',
      },
      415,
      'unsupported-media-type',
    ],
    [
      'a body of 17 kB',
      { method: 'POST', url: '/api/auth/demo', headers: json, payload: `"${'a'.repeat(17_000)}"` },
      413,
      'too-large',
    ],
    [
      'a key twice',
      {
        method: 'POST',
        url: '/api/auth/demo',
        headers: json,
        payload: '{"wallet":"a","wallet":"b","chain":"BSC"}',
      },
      400,
      'invalid-request',
    ],
    [
      '__proto__',
      {
        method: 'POST',
        url: '/api/auth/demo',
        headers: json,
        payload: '{"__proto__":{},"wallet":"a","chain":"BSC"}',
      },
      400,
      'invalid-request',
    ],
    [
      'deep nesting',
      {
        method: 'POST',
        url: '/api/auth/demo',
        headers: json,
        payload: `${'['.repeat(100)}${']'.repeat(100)}`,
      },
      400,
      'invalid-request',
    ],
    [
      'a body where none belongs',
      { method: 'POST', url: '/api/admin/refresh-markets', payload: { a: 1 } },
      400,
      'invalid-request',
    ],
    [
      'a page of another site',
      { method: 'POST', url: '/api/auth/demo', headers: { 'sec-fetch-site': 'cross-site' }, payload: {} },
      403,
      'forbidden',
    ],
  ])('%s', async (_name, options, status, code) => {
    const answer = await ask({ ...options, headers: { ...alice.headers, ...options.headers } });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    const { reason: _, ...body } = answer.json();
    expect(Object.keys(body).sort()).toEqual(['code', 'error', 'requestId']);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('no other origin may read answers', async () => {
    const origins = [
      'null',
      'https://evil.example',
      'http://127.0.0.1:3000',
      'http://127.0.0.1:3000.evil.example',
      'http://localhost:3000',
    ];
    for (const origin of origins) {
      for (const { method, path } of endpoints) {
        const answer = await ask({ method, url: path, headers: { origin } });
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });

  test('every call refuses unknown fields', async () => {
    const privileged = [
      'kycLevel',
      'role',
      'dailyStakeCap',
      'id',
      'userId',
      'isAdmin',
      'verified',
      'balance',
      'constructor',
      'toString',
    ];
    const bodies: Record<string, object> = {
      '/api/auth/verify': { wallet: 'w', signature: 's', nonce: 'n', walletType: 'evm' },
      '/api/auth/demo': { wallet: 'w', chain: 'BSC' },
      '/api/bets': { publicKey: 'p', marketId: 'm', outcomeId: 'o', amount: 1, odds: 2, signature: 's' },
      '/api/bets/:id/cash-out': { amount: 1, signature: 's' },
      '/api/bets/:id/automatic-cash-out/cancel': {},
      '/api/combos': { publicKey: 'p', legs: [], amount: 1, odds: 2, signature: 's' },
      '/api/combos/quote': { legs: [] },
      '/api/combos/:id/cash-out': { amount: 1, signature: 's' },
      '/api/user/break': { period: '24-hours' },
      '/api/auth/logout': {},
      '/api/user/sessions/:id/sign-out': {},
      '/api/user/sessions/sign-out': {},
      '/api/admin/refresh-markets': {},
    };
    // Calls of admins and guardians are tested in authorisation.test.ts.
    const posts = Object.values<Endpoint>(httpApi).filter(
      ({ method, access }) => method === 'POST' && access !== 'admin' && access !== 'guardian',
    );
    expect(posts.map(({ path }) => path).sort()).toEqual(Object.keys(bodies).sort());
    for (const [url, body] of Object.entries(bodies)) {
      for (const key of privileged) {
        const answer = await ask({
          method: 'POST',
          url,
          headers: alice.headers,
          payload: { ...body, [key]: 2 },
        });
        expect([url, key, answer.statusCode, answer.json().code]).toEqual([url, key, 400, 'invalid-request']);
      }
    }
  });

  test('whatever is sent, the answer is no 5xx and reveals no internals', async () => {
    const ending: string[] = [httpApi.logout.path, httpApi.endAllSessions.path];
    const asked = endpoints.filter(({ path }) => !ending.includes(path));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...asked),
        fc.oneof(
          fc.jsonValue(),
          fc.record({ wallet: fc.string(), chain: fc.string(), amount: fc.anything() }),
        ),
        fc.string({ maxLength: 40 }),
        async ({ method, path }, payload, word) => {
          const answer = await ask({
            method,
            url:
              path.replace(':id', encodeURIComponent(word)) +
              (word.length > 20 ? `?${encodeURIComponent(word)}=1` : ''),
            headers: { ...alice.headers, 'content-type': 'application/json' },
            ...(method === 'POST' && { payload: JSON.stringify(payload) ?? '' }),
          });
          expect(answer.statusCode).toBeLessThan(500);
          expect(answer.body).not.toMatch(/\bat .*\.[mt]?[jt]s:\d|select |insert into|node_modules|drizzle/i);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('mounting', () => {
  test('an endpoint without a handler, or with two, stops the start', () => {
    const limits = { apiHeaders: {}, limits: () => null };
    expect(() => mountRoutes(app.http, [], limits)).toThrow(/^no handler for getConfig, /);
    const ready = route(httpApi.healthReady, async () => ({ status: 'ready' as const }));
    expect(() => mountRoutes(app.http, [ready, ready], limits)).toThrow(
      'GET /api/health/ready is handled twice',
    );
  });

  test('a handler of an endpoint that is not declared stops the start', () => {
    const other = { ...httpApi.healthReady, path: '/api/other' } as const;
    const handler = route(other, async () => ({ status: 'ready' as const }));
    expect(() => mountRoutes(app.http, [handler], { apiHeaders: {}, limits: () => null })).toThrow(
      '/api/other',
    );
  });
});

/** The clock of the rate limits; stands still, so no minute ends during a test. */
function stopTheClock(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
}

describe('rate limits that are on', () => {
  stopTheClock();

  test('the 31st nonce in a minute answers 429 with the time to wait, on this machine only when asked for', async () => {
    const limited = await aTestApp(database, { env: { RATE_LIMITS: 'on' } });
    const wallet = alice.user.publicKey;
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) {
      statuses.push((await limited.http.inject({ url: '/api/auth/nonce', query: { wallet } })).statusCode);
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    const answer = await limited.http.inject({ url: '/api/auth/nonce', query: { wallet } });
    expect(answer.headers['retry-after']).toMatch(/^(?:[1-9]|[1-5]\d|60)$/);
    expect(answer.json()).toMatchObject({ code: 'rate-limited' });
    const payload = { wallet, signature: '00', nonce: '00', walletType: 'evm' };
    const verifies: number[] = [];
    for (let n = 0; n < 6; n++) {
      verifies.push(
        (await limited.http.inject({ method: 'POST', url: '/api/auth/verify', payload })).statusCode,
      );
    }
    expect(verifies).toEqual([401, 401, 401, 401, 401, 429]);
    await limited.close();
  });
});

describe('behind a proxy', () => {
  stopTheClock();

  test('calls are counted by the address that the proxy saw, and a caller cannot fake it', async () => {
    const behind = await aTestApp(database, { env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } });
    const wallet = alice.user.publicKey;
    const ask = async (forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded };
      return (await behind.http.inject({ url: '/api/auth/nonce', query: { wallet }, headers })).statusCode;
    };
    for (let n = 0; n < 30; n++) expect(await ask(`203.0.113.${n}, 192.0.2.1`)).toBe(200);
    expect(await ask('203.0.113.99, 192.0.2.1')).toBe(429);
    expect(await ask('192.0.2.2')).toBe(200);
    await behind.close();
  });
});

describe('a demo on this machine that others turn out to reach', () => {
  stopTheClock();

  /** An app whose log is recorded, and a function that sends it requests over a connection and returns the statuses. */
  async function anApp(env: Record<string, string>) {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const demo = await aTestApp(database, { env, log });
    const url = await listen(demo);
    const ask = async (times: number, headers: Record<string, string>) => {
      const statuses: number[] = [];
      for (let n = 0; n < times; n++) {
        const answer = await fetch(`${url}/api/config`, { headers });
        await answer.arrayBuffer();
        statuses.push(answer.status);
      }
      return statuses;
    };
    return { demo, url, ask, lines };
  }
  const from = (address: string) => ({ 'x-forwarded-for': address });

  test('limits callers by address from the first request through a proxy on, and logs it once', async () => {
    const { demo, url, ask, lines } = await anApp({ RATE_LIMITS: '' });
    expect(await ask(60, {})).toEqual(Array(60).fill(200));
    const streamsOf = async (headers: Record<string, string>) => {
      const readers = await Promise.all(Array.from({ length: 21 }, () => openReader(url, { headers })));
      return readers.filter(({ answer }) => answer.statusCode === 200).length;
    };
    expect(await streamsOf({})).toBe(21);
    expect(lines).toEqual([]);

    expect(await ask(51, from('192.0.2.1'))).toEqual([...Array(50).fill(200), 429]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 50,
        sign: 'x-forwarded-for',
        msg: expect.stringMatching(/PUBLIC_ORIGIN .* TRUSTED_PROXIES .* RATE_LIMITS=off/),
      }),
    ]);
    // A caller on this machine has its own limit, and the proxy stays trusted.
    expect(await ask(51, {})).toEqual([...Array(50).fill(200), 429]);
    expect(await streamsOf(from('192.0.2.2'))).toBe(20);
    const headers = from('192.0.2.3');
    const payload = { wallet: alice.user.publicKey, signature: '00', nonce: '00', walletType: 'evm' };
    const signIns: number[] = [];
    for (let n = 0; n < 6; n++) {
      const answer = await demo.http.inject({ method: 'POST', url: '/api/auth/verify', headers, payload });
      signIns.push(answer.statusCode);
    }
    expect(signIns).toEqual([401, 401, 401, 401, 401, 429]);
    expect(lines).toHaveLength(1);
    await demo.close();
  });

  test('keeps limits off if they were turned off', async () => {
    const { demo, ask, lines } = await anApp({ RATE_LIMITS: 'off' });
    expect(await ask(60, from('192.0.2.1'))).toEqual(Array(60).fill(200));
    expect(lines).toEqual([]);
    await demo.close();
  });
});

describe('health', () => {
  test('reports live and ready, and not ready while the server stops', async () => {
    const other = await aTestApp(database);
    expect((await other.http.inject('/api/health/live')).json()).toEqual({
      status: 'live',
      version: 'unbuilt',
    });
    expect((await other.http.inject('/api/health/ready')).json()).toEqual({ status: 'ready' });
    other.readiness.drain();
    const answer = await other.http.inject('/api/health/ready');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'not-ready', error: 'The server is stopping.' });
    await other.close();
  });

  test('broken books stop bets and are reported, and reads continue', async () => {
    const other = await aTestApp(database);
    other.readiness.stopBetsWhile(() => true);
    expect((await other.http.inject('/api/health/betting')).json()).toMatchObject({
      code: 'not-ready',
      error: 'The books do not add up, so betting is stopped.',
      reasons: [{ kind: 'books', stops: 'every-bet' }],
    });
    // The process stays ready; otherwise a load balancer would stop the reads, too.
    expect((await other.http.inject('/api/health/ready')).statusCode).toBe(200);
    expect((await other.http.inject('/api/markets')).statusCode).toBe(200);
    const payload = { publicKey: 'p', marketId: 'm', outcomeId: 'o', amount: 1, odds: 2, signature: 's' };
    const bet = await other.http.inject({
      method: 'POST',
      url: '/api/bets',
      headers: alice.headers,
      payload,
    });
    expect([bet.statusCode, bet.json().code]).toEqual([503, 'not-ready']);
    await other.close();
  });
});

describe('the settings for the app', () => {
  test('name the practice admin and the wallets of a practice chain, only by name and address', async () => {
    const practiceAdmin = anEvmWallet().wallet.text;
    const practiceChain = {
      rpcUrl: 'http://127.0.0.1:8545',
      wallets: [{ name: 'Practice bettor 1', address: anEvmWallet().wallet.text }],
    };
    const practice = await aTestApp(database, { practiceAdmin, practiceChain });
    expect((await practice.http.inject('/api/config')).json()).toMatchObject({
      practiceAdmin,
      practiceChain,
    });
    await practice.close();
    const other = await aTestApp(database);
    const config = (await other.http.inject('/api/config')).json();
    expect([config.practiceAdmin, config.practiceChain]).toEqual([undefined, undefined]);
    await other.close();
  });
});
