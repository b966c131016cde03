import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type Access, type Endpoint, httpApi } from '@tallystone/core/http-api';
import { parseWalletAddress } from '@tallystone/core/identity/wallet-address';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { grantAdmin } from '../identity/admin-grants.ts';
import { anEvmWallet } from '../identity/test-wallets.ts';
import { aTestApp, demoSignInWith, type SignedIn, signInWith } from '../test-app.ts';

/** Who calls. Each holds what its name says and nothing more. */
const PRINCIPALS = [
  'none',
  'garbage',
  'expired',
  'revoked',
  'demo',
  'user',
  'admin unsigned',
  'admin',
] as const;
type Principal = (typeof PRINCIPALS)[number];

let database: TestDatabase;
let app: App;
let tokens: Record<Principal, string | null>;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  const chief = anEvmWallet();
  const now = new Date();
  await grantAdmin(database.db, chief.wallet, 'command-line', now);
  const [expired, revoked, demo, user, adminUnsigned, admin] = await Promise.all([
    signInWith(app),
    signInWith(app),
    demoSignInWith(app),
    signInWith(app),
    demoSignInWith(app, chief),
    signInWith(app, chief),
  ]);
  await database.db.execute(sql`
    update sessions set expires_at = now() - interval '1 second'
    where user_id = (select id from users where address = ${expired.user.publicKey})`);
  await app.http.inject({ method: 'POST', url: '/api/auth/logout', headers: revoked.headers });
  tokens = {
    none: null,
    garbage: 'x'.repeat(43),
    expired: expired.token,
    revoked: revoked.token,
    demo: demo.token,
    user: user.token,
    'admin unsigned': adminUnsigned.token,
    admin: admin.token,
  };
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const headersOf = (principal: Principal) =>
  tokens[principal] === null ? {} : { authorization: `Bearer ${tokens[principal]}` };

/** The declared policy: what stands between a caller and an endpoint. Null: nothing does. */
function refusalOf(access: Access, principal: Principal): 401 | 403 | null {
  if (access === 'public') return null;
  const hasSession = ['demo', 'user', 'admin unsigned', 'admin'].includes(principal);
  if (!hasSession) return 401;
  if (access === 'session') return null;
  return principal === 'admin' ? null : 403;
}

const endpoints = Object.entries<Endpoint>(httpApi).filter(([name]) => name !== 'logout');

describe('who may call what', () => {
  for (const [name, endpoint] of endpoints) {
    test.each(PRINCIPALS)(`${name} by %s`, async (principal) => {
      // The body is nonsense on purpose: access is decided before it is looked at.
      const answer = await app.http.inject({
        method: endpoint.method,
        url: endpoint.path.replace(':id', 'm_nosuchmarket'),
        headers: headersOf(principal),
        ...(endpoint.method === 'POST' && { payload: { nonsense: true } }),
      });
      const expected = refusalOf(endpoint.access, principal);
      if (expected === null) expect([401, 403]).not.toContain(answer.statusCode);
      else {
        expect(answer.statusCode).toBe(expected);
        expect(answer.json()).toEqual({
          error: expect.any(String),
          code: expected === 401 ? 'unauthenticated' : 'forbidden',
          requestId: expect.any(String),
        });
      }
    });
  }

  test('logout needs a session and ends it', async () => {
    const { headers } = await signInWith(app);
    const logout = (as: object) =>
      app.http.inject({ method: 'POST', url: '/api/auth/logout', headers: { ...as } });
    expect((await logout({})).statusCode).toBe(401);
    expect((await logout(headers)).statusCode).toBe(200);
    expect((await logout(headers)).statusCode).toBe(401);
  });
});

describe('below /api/admin', () => {
  const addresses = [
    '/api/admin',
    '/api/admin/',
    '/api/admin/markets',
    '/api/admin/markets?x=1',
    '/api/%61dmin/markets',
    '/api/admin%2Fmarkets',
    '/API/admin/markets',
    '/api/admin/refresh-markets/',
  ];
  const expected = {
    none: 401,
    garbage: 401,
    expired: 401,
    revoked: 401,
    demo: 403,
    user: 403,
    'admin unsigned': 403,
    admin: 404,
  };

  test.each(addresses)('%s is closed to all but signed admins, whether it exists or not', async (url) => {
    for (const principal of PRINCIPALS) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
        const answer = await app.http.inject({ method, url, headers: headersOf(principal) });
        expect([principal, method, answer.statusCode]).toEqual([principal, method, expected[principal]]);
      }
    }
  });

  test('a request that names the whole address, as proxies are asked, does not get past the guard', async () => {
    const { port } = new URL(await app.http.listen({ port: 0, host: '127.0.0.1' }));
    const statusOf = async (path: string) => {
      const sent = request({ host: '127.0.0.1', port, path, agent: false }).end();
      // The one argument of the event, by node:http.
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    expect(await statusOf('http://elsewhere.example/api/config')).toBe(200);
    expect(await statusOf('http://elsewhere.example/api/admin/markets')).toBe(401);
    expect(await statusOf('HTTP://u@elsewhere.example:80/api/admin?x=1')).toBe(401);
    expect(await statusOf('https://elsewhere.example/api/%61dmin/markets')).toBe(401);
  });

  test('a body that is too large, malformed or of another kind does not get past the guard either', async () => {
    for (const payload of ['{'.repeat(100_000), '{"a":1,"a":2}', '<xml/>']) {
      for (const [principal, status] of [
        ['none', 401],
        ['user', 403],
      ] as const) {
        const answer = await app.http.inject({
          method: 'POST',
          url: '/api/admin/create-market',
          headers: { ...headersOf(principal), 'content-type': 'application/json' },
          payload,
        });
        expect(answer.statusCode).toBe(status);
      }
    }
  });

  test('a grant and its end show within a second, and so does the level', async () => {
    const alice: SignedIn = await signInWith(app);
    const status = async () =>
      (await app.http.inject({ url: '/api/admin/x', headers: alice.headers })).statusCode;
    const level = async () =>
      (await app.http.inject({ url: '/api/user/profile', headers: alice.headers })).json().kycLevel;
    expect([await status(), await level()]).toEqual([403, 0]);
    const wallet = parseWalletAddress(alice.user.publicKey);
    if (wallet === null) throw new Error('expected an address');
    await grantAdmin(database.db, wallet, 'command-line', new Date());
    await expect.poll(status, { timeout: 1000, interval: 50 }).toBe(404);
    expect(await level()).toBe(2);
    await database.db.execute(sql`update admin_grants set revoked_at = now() where address = ${wallet.text}`);
    await expect.poll(status, { timeout: 1000, interval: 50 }).toBe(403);
  });

  test('a level in the user row alone opens nothing', async () => {
    const { user, headers } = await signInWith(app);
    await database.db.execute(sql`update users set kyc_level = 1 where address = ${user.publicKey}`);
    expect((await app.http.inject({ url: '/api/admin/x', headers })).statusCode).toBe(403);
    await expect(
      database.db.execute(sql`update users set kyc_level = 2 where address = ${user.publicKey}`),
    ).rejects.toThrow();
  });
});
