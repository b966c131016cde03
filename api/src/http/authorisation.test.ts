import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type EndpointName, httpApi, type RequestBody } from '@tallystone/core/http-api';
import type { PlacedBet, WireQuote } from '@tallystone/core/http-api/betting';
import type { Access, Endpoint } from '@tallystone/core/http-api/endpoint';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import { parseWalletAddress } from '@tallystone/core/identity/wallet-address';
import { aBetBody, aBettor, aMarket } from '@tallystone/testkit/betting/betting.ts';
import { endBetting } from '@tallystone/testkit/betting/results.ts';
import {
  createTestDatabase,
  isOnDistributed,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { aFakeFeed, type FakeFeed } from '@tallystone/testkit/feed/fake-feed.ts';
import { trailOf } from '@tallystone/testkit/server/desk.ts';
import { listen, openReader } from '@tallystone/testkit/server/stream-reader.ts';
import { aTestApp, demoSignInWith, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { signAct } from '@tallystone/testkit/wallets/sign-act.ts';
import { anEvmWallet, aSolanaWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMarket } from '../admin/create-market.ts';
import { listChanges } from '../admin/pending-changes.ts';
import type { App } from '../app.ts';
import type { Actor } from '../audit/record-audit.ts';
import { createDropLog } from '../azuro/drop-log.ts';
import { openFeedKeeper } from '../azuro/open-feed-keeper.ts';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { grantRole } from '../identity/admin-grants.ts';
import { proposeResolution, rehearseEnd } from '../settlement/propose-resolution.ts';
import { mountRoutes } from './mount-routes.ts';
import type { Route } from './route.ts';

/** The callers. Each has the role of its name and no other. */
const PRINCIPALS = [
  'anonymous',
  'garbage',
  'expired',
  'revoked',
  'unverified',
  'bettor',
  'other bettor',
  'admin unverified',
  'admin signed',
  'guardian unverified',
  'guardian signed',
  'admin and guardian',
] as const;
type Principal = (typeof PRINCIPALS)[number];
const IN_SESSION: readonly Principal[] = [
  'unverified',
  'bettor',
  'other bettor',
  'admin unverified',
  'admin signed',
  'guardian unverified',
  'guardian signed',
  'admin and guardian',
];
/** Callers whose wallet has signed. */
const SIGNED: readonly Principal[] = [
  'bettor',
  'other bettor',
  'admin signed',
  'guardian signed',
  'admin and guardian',
];
/** Callers with a role who have signed. */
const HOLDERS: Readonly<Record<'admin' | 'guardian', readonly Principal[]>> = {
  admin: ['admin signed', 'admin and guardian'],
  guardian: ['guardian signed', 'admin and guardian'],
};

let database: TestDatabase;
let app: App;
let feed: FakeFeed;
let tokens: Record<Principal, string | null>;
const wallets = {
  bettor: anEvmWallet(),
  'other bettor': aSolanaWallet(),
  admin: anEvmWallet(),
  guardian: anEvmWallet(),
  both: anEvmWallet(),
};

beforeAll(async () => {
  database = await createTestDatabase();
  feed = aFakeFeed();
  const worker = openFeedKeeper({
    database,
    feed,
    drops: createDropLog(() => new Date()),
    mode: 'demo',
    source: 'demo-feed',
    onError: (error) => {
      throw error;
    },
  });
  // Requests also carry headers of a proxy, which would turn limits on.
  app = await aTestApp(database, { feed: worker });
  const chief = wallets.admin;
  for (const { wallet } of [chief, wallets.both]) {
    await grantRole(database.db, { role: 'admin', wallet, grantedBy: 'command-line', now: new Date() });
  }
  for (const { wallet } of [wallets.guardian, wallets.both]) {
    await grantRole(database.db, { role: 'guardian', wallet, grantedBy: 'command-line', now: new Date() });
  }
  const [
    expired,
    revoked,
    unverified,
    bettor,
    other,
    adminUnverified,
    admin,
    guardianUnverified,
    guardian,
    both,
  ] = await Promise.all([
    signInWith(app),
    signInWith(app),
    demoSignInWith(app),
    signInWith(app, wallets.bettor),
    signInWith(app, wallets['other bettor']),
    demoSignInWith(app, chief),
    signInWith(app, chief),
    demoSignInWith(app, wallets.guardian),
    signInWith(app, wallets.guardian),
    signInWith(app, wallets.both),
  ]);
  await database.db.execute(sql`
    update sessions set expires_at = now() - interval '1 second'
    where user_id = (select id from users where address = ${expired.user.publicKey})`);
  await app.http.inject({ method: 'POST', url: '/api/auth/logout', headers: revoked.headers });
  tokens = {
    anonymous: null,
    garbage: 'x'.repeat(43),
    expired: expired.token,
    revoked: revoked.token,
    unverified: unverified.token,
    bettor: bettor.token,
    'other bettor': other.token,
    'admin unverified': adminUnverified.token,
    'admin signed': admin.token,
    'guardian unverified': guardianUnverified.token,
    'guardian signed': guardian.token,
    'admin and guardian': both.token,
  };
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const headersOf = (principal: Principal): Record<string, string> =>
  tokens[principal] === null ? {} : { authorization: `Bearer ${tokens[principal]}` };

/** The declared access policy of each endpoint. */
function expectedOf(access: Access, principal: Principal): 401 | 403 | 'admitted' {
  if (access === 'public') return 'admitted';
  if (!IN_SESSION.includes(principal)) return 401;
  if (access === 'session') return 'admitted';
  const admitted = access === 'signed' ? SIGNED : HOLDERS[access];
  return admitted.includes(principal) ? 'admitted' : 403;
}

/** A URL of the endpoint with an unknown id. */
const addressOf = (path: string, id = 'm_nosuchmarket') => path.replace(/:\w+/, id);

const endpoints = Object.entries<Endpoint>(httpApi);
/** All but logout, whose success would end the session that the next call needs. */
const lasting = endpoints.filter(([name]) => name !== 'logout' && name !== 'endAllSessions');

/** An endless answer is checked as soon as its head has arrived. */
async function openedBy(principal: Principal, { path }: Endpoint): Promise<unknown> {
  const sent = request(`${await listen(app)}${path}`, { headers: headersOf(principal), agent: false }).end();
  // node:http emits the event with this one argument.
  const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
  sent.destroy();
  return statusCode === 401 || statusCode === 403 ? statusCode : 'admitted';
}

describe('who may call what', () => {
  test.each(lasting)('%s', async (_name, endpoint) => {
    const met: Partial<Record<Principal, unknown>> = {};
    for (const principal of PRINCIPALS) {
      if (endpoint.events !== undefined) {
        met[principal] = await openedBy(principal, endpoint);
        continue;
      }
      // The body is invalid on purpose: access is checked before it is parsed.
      const answer = await app.http.inject({
        method: endpoint.method,
        url: addressOf(endpoint.path),
        headers: headersOf(principal),
        ...(endpoint.method !== 'GET' && { payload: { nonsense: true } }),
      });
      const isRefused = answer.statusCode === 401 || answer.statusCode === 403;
      met[principal] = isRefused ? answer.statusCode : 'admitted';
      if (isRefused) {
        expect(answer.json()).toEqual({
          error: expect.any(String),
          code: answer.statusCode === 401 ? 'unauthenticated' : 'forbidden',
          requestId: expect.any(String),
          reason: { code: expect.any(String) },
        });
      }
    }
    const declared = PRINCIPALS.map((principal) => [principal, expectedOf(endpoint.access, principal)]);
    expect(met).toEqual(Object.fromEntries(declared));
  });

  test('logout needs any session, and ends it', async () => {
    const logout = (as: object) =>
      app.http.inject({ method: 'POST', url: '/api/auth/logout', headers: { ...as } });
    for (const principal of PRINCIPALS.filter((each) => !IN_SESSION.includes(each))) {
      expect([principal, (await logout(headersOf(principal))).statusCode]).toEqual([principal, 401]);
    }
    for (const spare of [
      await demoSignInWith(app),
      await signInWith(app),
      await demoSignInWith(app, wallets.admin),
      await signInWith(app, wallets.admin),
      await demoSignInWith(app, wallets.guardian),
      await signInWith(app, wallets.guardian),
      await signInWith(app, wallets.both),
    ]) {
      expect((await logout(spare.headers)).statusCode).toBe(200);
      expect((await logout(spare.headers)).statusCode).toBe(401);
    }
  });

  test('an endpoint for admins, guardians or wallets that signed in never gets a session that is to be checked later', () => {
    const others = Object.values<Endpoint>(httpApi).filter(({ access }) => access !== 'session');
    for (const endpoint of others) {
      const route = { endpoint, checksSession: true, handle: async () => null };
      expect(() => mountRoutes(app.http, [route], { apiHeaders: {}, limits: () => null })).toThrow(
        `${endpoint.path} depends on more of a session than that it has not ended`,
      );
    }
  });

  test('an endpoint without an access policy neither compiles nor mounts', () => {
    const { access: _, ...silent } = httpApi.getConfig;
    // @ts-expect-error: access is missing.
    const endpoint: Endpoint = silent;
    const handle = async () => null;
    const mount = (routes: Route[]) => mountRoutes(app.http, routes, { apiHeaders: {}, limits: () => null });
    expect(() => mount([{ endpoint, handle }])).toThrow('GET /api/config does not say who may call it');
    expect(() => mount([{ endpoint: { ...endpoint, access: 'all' as Access }, handle }])).toThrow(
      'GET /api/config does not say who may call it',
    );
    // An endpoint that isn't in the list has no policy either.
    expect(() => mount([{ endpoint: { ...httpApi.getConfig }, handle }])).toThrow(
      'is not in core/http-api.ts',
    );
  });

  test('everything under /api/admin is for admins, except the call that refreshes markets', () => {
    const open = endpoints.filter(
      ([, { path, access }]) => path.startsWith('/api/admin') && access !== 'admin',
    );
    expect(open.map(([name]) => name)).toEqual(['refreshMarkets']);
  });
});

describe('one bettor and another', () => {
  test("never meet in each other's bets, profile, limits or answers", async () => {
    const market = await aMarket(database.db);
    const alice = { ...wallets.bettor, headers: headersOf('bettor') as { authorization: string } };
    const bob = {
      ...wallets['other bettor'],
      headers: headersOf('other bettor') as { authorization: string },
    };
    const [outcomeId = ''] = market.outcomeIds;
    const quoteFor = async ({ headers }: { headers: object }) => {
      const url = `/api/markets/${market.marketId}/quote`;
      const query = { outcomeId, amount: '10' };
      return (await app.http.inject({ url, query, headers: { ...headers } })).json<WireQuote>();
    };
    const send = ({ headers }: { headers: object }, payload: object, key: string) =>
      app.http.inject({
        method: 'POST',
        url: '/api/bets',
        headers: { ...headers, 'idempotency-key': key },
        payload,
      });
    const { quoteId = '', odds } = await quoteFor(alice);
    const terms = { marketId: market.marketId, outcomeId, amount: 10, odds };
    const hers = aBetBody(alice, { ...terms, quoteId });
    const placed = await send(alice, hers, 'key-of-alice');
    expect(placed.statusCode).toBe(200);
    const bet = placed.json<PlacedBet>();

    // The same request in another session; her quote; her key.
    expect((await send(bob, hers, 'key-of-alice')).json()).toMatchObject({ code: 'wrong-wallet' });
    const stolen = await send(bob, aBetBody(bob, { ...terms, quoteId }), 'another');
    expect(stolen.statusCode).toBeGreaterThanOrEqual(400);
    const his = await send(
      bob,
      aBetBody(bob, { ...terms, odds: (await quoteFor(bob)).odds }),
      'key-of-alice',
    );
    expect(his.statusCode).toBe(200);
    expect(his.json<PlacedBet>().id).not.toBe(bet.id);

    const seenBy = async (principal: Principal) => {
      const addresses = endpoints.filter(
        ([, { method, access }]) => method === 'GET' && access === 'session',
      );
      const texts = await Promise.all(
        [
          ...addresses.map(([, { path }]) => path),
          `/api/user/bets?before=${bet.id}`,
          `/api/markets/${bet.id}`,
        ].map(async (url) => (await app.http.inject({ url, headers: headersOf(principal) })).body),
      );
      // From the first transaction on, so all of the caller's bets.
      const reader = await openReader(await listen(app), {
        headers: headersOf(principal),
        query: '?after=0',
      });
      await expect.poll(() => reader.received('beat').length).toBe(1);
      reader.close();
      expect(reader.received('account')).toHaveLength(1);
      return [...texts, JSON.stringify(reader.events)].join('\n');
    };
    const [{ id: aliceId } = { id: '' }] = await rows(
      database.db,
      { id: col.text },
      sql`select id from users where address = ${alice.wallet.text}`,
    );
    const secrets = [bet.id, bet.reference, alice.wallet.text, aliceId, quoteId];
    const own = await seenBy('bettor');
    expect([own.includes(bet.id), own.includes(alice.wallet.text)]).toEqual([true, true]);
    for (const principal of IN_SESSION.filter((each) => each !== 'bettor')) {
      const seen = await seenBy(principal);
      expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
    }
  });
});

type WithBody = {
  [N in EndpointName]: (typeof httpApi)[N] extends { body: unknown } ? N : never;
}[EndpointName];

/** A valid body for every endpoint that takes one. */
const BODIES: { [N in WithBody]: RequestBody<N> } = {
  verifySignIn: { wallet: 'w', signature: 's', nonce: 'n', walletType: 'metamask' },
  demoSignIn: { wallet: 'w', chain: 'Polygon' },
  placeBet: { publicKey: 'w', marketId: 'm', outcomeId: 'o', amount: 1, odds: 2, signature: 's' },
  quoteCombo: { legs: [] },
  placeCombo: { publicKey: 'w', legs: [], amount: 1, odds: 2, signature: 's' },
  cashOutCombo: { amount: 1, signature: 's' },
  importGames: { gameIds: ['1001'] },
  bulkMarkets: { ids: ['m_nosuchmarket'], action: 'disable' },
  createMarket: { type: 'crypto', category: 'bitcoin', title: 'A title', outcomes: ['Yes', 'No'] },
  importCsv: { csv: 'title' },
  changeSettings: { autoImport: true },
  changeUser: { reason: 'For a good reason' },
  cashOut: { amount: 1, signature: 's' },
  setAutomaticCashOut: { amount: 1, signature: 's' },
  changeLimits: { ownCap: 10 },
  takeBreak: { period: '24-hours' },
  objectToResult: { reason: 'For a good reason' },
  resolveMarket: { outcomeId: 'o', evidence: 'Seen', hash: 'h' },
  voidMarket: { reason: 'For a good reason', hash: 'h' },
  approveResolution: { hash: 'h' },
  undoResolution: { reason: 'For a good reason' },
  approveChange: { seen: 'A change' },
  rejectChange: { reason: 'For a good reason' },
};

/** The body as JSON, with an additional field. */
function withField(body: object, field: string): string {
  const fields = JSON.stringify(body).slice(1, -1);
  return `{${fields === '' ? '' : `${fields},`}${field}}`;
}

/** Fields that a caller would like to set. */
const PRIVILEGED = [
  ...[
    'kycLevel',
    'kyc_level',
    'level',
    'role',
    'roles',
    'isAdmin',
    'is_admin',
    'admin',
    'access',
    'grantedBy',
  ],
  ...['dailyStakeCap', 'daily_stake_cap', 'cap', 'balance', 'id', 'userId', 'user_id', 'verified', 'mode'],
  ...[
    'status',
    'payout',
    'lossBudget',
    'funded',
    'source',
    'pricing',
    'actor',
    'now',
    'constructor',
    'prototype',
  ],
];

describe('fields that do not belong there', () => {
  test.each(Object.entries(BODIES))('%s refuses them from every caller', async (name, body) => {
    // The names come from the table above.
    const endpoint: Endpoint = httpApi[name as WithBody];
    const before = await fingerprint(database.db);
    const own = Object.keys((endpoint.body as unknown as { shape: object }).shape);
    const keys = PRIVILEGED.filter((key) => !own.includes(key));
    expect(keys.length).toBeGreaterThanOrEqual(20);
    for (const key of keys) {
      for (const value of ['2', '"admin"', '{"id":1}']) {
        const answer = await app.http.inject({
          method: endpoint.method,
          url: addressOf(endpoint.path, 'nobody'),
          headers: { ...headersOf('admin and guardian'), 'content-type': 'application/json' },
          payload: withField(body, `${JSON.stringify(key)}:${value}`),
        });
        expect([key, answer.statusCode, answer.json<WireError>().error]).toEqual([
          key,
          400,
          'The body has a field that does not belong there.',
        ]);
      }
    }
    for (const [more, sentence] of [
      ['"__proto__":{"isAdmin":true}', 'The body has a key that is not allowed.'],
      ['"reason":"x","reason":"y"', 'The body has the same key twice.'],
      [`"x":${'['.repeat(100)}${']'.repeat(100)}`, 'The body is nested deeper than 8 levels.'],
    ]) {
      const answer = await app.http.inject({
        method: endpoint.method,
        url: addressOf(endpoint.path, 'nobody'),
        headers: { ...headersOf('admin and guardian'), 'content-type': 'application/json' },
        payload: `{${more}}`,
      });
      expect([answer.statusCode, answer.json<WireError>().error]).toEqual([400, sentence]);
    }
    expect(await fingerprint(database.db)).toEqual(before);
  });

  test('a caller gains nothing by claims about themselves', async () => {
    const before = await fingerprint(database.db);
    for (const [name, { method, path, access }] of endpoints) {
      if (access !== 'admin') continue;
      const answer = await app.http.inject({
        method,
        url: `${addressOf(path, 'nobody')}?kycLevel=2&isAdmin=true`,
        headers: {
          ...headersOf('bettor'),
          cookie: 'user={"kycLevel":2}; kycLevel=2; role=admin',
          'x-kyc-level': '2',
          'x-admin': 'true',
          'x-user': JSON.stringify({ kycLevel: 2, verified: true }),
          'x-http-method-override': 'GET',
          'x-forwarded-for': '127.0.0.1',
          'x-original-url': '/api/config',
        },
        ...(method !== 'GET' && { payload: { user: { kycLevel: 2 } } }),
      });
      expect([name, answer.statusCode]).toEqual([name, 403]);
    }
    expect(await fingerprint(database.db)).toEqual(before);
  });
});

type AdminEndpoint = {
  [N in EndpointName]: (typeof httpApi)[N] extends { access: 'admin' } ? N : never;
}[EndpointName];

interface Sent {
  url?: string;
  query?: Record<string, string>;
  payload?: object;
}

/** The effect of each admin call: no change, or a change with a valid and an invalid request. */
const DEEDS: Record<AdminEndpoint, 'reads' | { good(): Promise<Sent>; bad: Sent[] }> = {
  syncAzuro: 'reads',
  getResultsQueue: 'reads',
  getMarketStats: 'reads',
  getAnalytics: 'reads',
  getMargins: 'reads',
  listAdminMarkets: 'reads',
  getSettings: 'reads',
  listAudit: 'reads',
  listUsers: 'reads',
  importGames: {
    good: async () => ({ payload: { gameIds: [feed.add().id] } }),
    bad: [{ payload: { gameIds: [] } }, { payload: { gameIds: Array(501).fill('1') } }],
  },
  bulkMarkets: {
    good: async () => ({ payload: { ids: [(await aMarket(database.db)).marketId], action: 'disable' } }),
    bad: [
      { payload: { ids: [], action: 'disable' } },
      { payload: { ids: ['m_x'], action: 'burn' } },
      { payload: { ids: ['m_x', 'm_y'], action: 'delete', count: 1 } },
    ],
  },
  createMarket: {
    good: async () => ({ payload: { ...BODIES.createMarket, title: `A title ${randomUUID()}` } }),
    bad: [{ payload: { ...BODIES.createMarket, title: 'x' } }],
  },
  importCsv: {
    good: async () => ({
      payload: { csv: `type,category,title,outcomes\ncrypto,bitcoin,A title ${randomUUID()},Yes|No\n` },
    }),
    bad: [{ payload: { csv: '' } }],
  },
  exportData: {
    good: async () => ({ query: { set: 'bets' } }),
    bad: [{ query: { set: 'bets', from: 'yesterday' } }, { query: { set: 'users' } }],
  },
  changeSettings: {
    good: async () => {
      const [row] = await rows(database.db, { on: col.bool }, sql`select auto_import as on from settings`);
      return { payload: { autoImport: row?.on === false } };
    },
    bad: [{ payload: { marketCap: 1 } }, { payload: { autoImport: 'yes' } }],
  },
  changeUser: {
    good: async () => {
      const { session } = await aBettor(database.db);
      return { url: `/api/admin/users/${session.userId}`, payload: { kycLevel: 1, reason: 'Passport seen' } };
    },
    bad: [
      { url: '/api/admin/users/nobody', payload: { kycLevel: 1, reason: 'Passport seen' } },
      { payload: { kycLevel: 2, reason: 'Passport seen' } },
    ],
  },
  resolveMarket: {
    good: async () => {
      const { marketId, outcomeId, hash, rehearsal } = await aRehearsedMarket();
      return {
        url: `/api/admin/markets/${marketId}/resolve`,
        payload: { outcomeId, evidence: 'Seen by many', hash, signed: await signedResult(rehearsal) },
      };
    },
    bad: [
      { payload: { outcomeId: 'o', evidence: 'Seen by many', hash: 'h' } },
      { payload: { outcomeId: 'o', evidence: '', hash: 'h' } },
      { payload: { outcomeId: 'o', evidence: 'Seen by many' } },
      { payload: { evidence: 'Seen by many' } },
    ],
  },
  voidMarket: {
    good: async () => {
      const { marketId } = await aRehearsedMarket();
      const rehearsal = await rehearseEnd(database.db, { marketId, result: { kind: 'void' } });
      const { hash } = rehearsal;
      const payload = { reason: 'Unclear', hash, signed: await signedResult(rehearsal) };
      return { url: `/api/admin/markets/${marketId}/void`, payload };
    },
    bad: [{ payload: { reason: 'Unclear', hash: 'h' } }, { payload: { reason: ' ', hash: 'h' } }],
  },
  approveResolution: {
    good: async () => {
      const { marketId, hash, rehearsal } = await aProposedEnd();
      const payload = { hash, signed: await signedResult(rehearsal) };
      return { url: `/api/admin/markets/${marketId}/approve`, payload };
    },
    bad: [{ payload: { hash: 'h' } }, { payload: {} }],
  },
  undoResolution: {
    good: async () => {
      const { marketId } = await aProposedEnd();
      return { url: `/api/admin/markets/${marketId}/undo`, payload: { reason: 'Mistaken' } };
    },
    bad: [{ payload: { reason: 'Mistaken' } }, { payload: { reason: '' } }],
  },
  approveChange: {
    async good() {
      const id = await aWaitingChange();
      const judge = { actor: await anotherAdmin(), mode: 'live', now: new Date() } as const;
      const seen = (await listChanges(database.db, judge)).find((change) => change.id === id)?.summary;
      const act = { kind: 'approve-change', changeId: id, summary: seen ?? '' } as const;
      const signed = await signAct((options) => app.http.inject(options), wallets.admin, act);
      return { url: `/api/admin/changes/${id}/approve`, payload: { seen, signed } };
    },
    bad: [{ payload: {} }, { payload: { seen: 'Something else' } }],
  },
  rejectChange: {
    good: async () => ({
      url: `/api/admin/changes/${await aWaitingChange()}/reject`,
      payload: { reason: 'Mistaken' },
    }),
    bad: [{ payload: { reason: 'Mistaken' } }, { payload: { reason: '' } }],
  },
};

/** The admin's signature over the payouts of a market's result. */
const signedResult = (rehearsal: WireRehearsal) =>
  signAct((options) => app.http.inject(options), wallets.admin, { kind: 'approve-result', rehearsal });

interface RehearsedMarket {
  marketId: string;
  outcomeId: string;
  hash: string;
  rehearsal: WireRehearsal;
}

/** A closed market, and the payouts of its first outcome. */
async function aRehearsedMarket(): Promise<RehearsedMarket> {
  const {
    marketId,
    outcomeIds: [outcomeId = ''],
  } = await aMarket(database.db);
  await endBetting(database.db, { marketId });
  const rehearsal = await rehearseEnd(database.db, {
    marketId,
    result: { kind: 'won', outcomeIds: [outcomeId] },
  });
  return { marketId, outcomeId, hash: rehearsal.hash, rehearsal };
}

async function anotherAdmin(): Promise<Extract<Actor, { kind: 'admin' }>> {
  const { session } = await aBettor(database.db);
  const { userId, wallet } = session;
  await grantRole(database.db, { role: 'admin', wallet, grantedBy: 'command-line', now: new Date() });
  return { kind: 'admin', userId, address: wallet.text };
}

/** A proposal of another admin in live mode, which waits for a second admin. */
async function aProposedEnd(): Promise<RehearsedMarket> {
  const rehearsed = await aRehearsedMarket();
  const { marketId, outcomeId, hash } = rehearsed;
  const result = { kind: 'won', outcomeIds: [outcomeId] } as const;
  const proposer = await anotherAdmin();
  const end = { marketId, result, source: 'admin', evidence: 'Seen by many', proposer, hash } as const;
  await proposeResolution(database.db, { ...end, mode: 'live' });
  return rehearsed;
}

async function aWaitingChange(): Promise<string> {
  const form = { ...BODIES.createMarket, title: `A title ${randomUUID()}`, probabilities: [70, 30] };
  const asked = { mode: 'live', form, actor: await anotherAdmin(), now: new Date() } as const;
  const { waits } = await createMarket(database.db, asked);
  if (waits === undefined) throw new Error('expected the change to wait');
  return waits.changeId;
}

describe('each admin call leaves exactly one audit row, or changes nothing', () => {
  // As written in the table above.
  const deeds = Object.entries(DEEDS) as [AdminEndpoint, (typeof DEEDS)[AdminEndpoint]][];
  const send = (name: AdminEndpoint, sent: Sent) => {
    const { method, path } = httpApi[name];
    return app.http.inject({
      method,
      url: sent.url ?? addressOf(path, 'nobody'),
      headers: headersOf('admin signed'),
      ...(sent.query && { query: sent.query }),
      ...(sent.payload && { payload: sent.payload }),
    });
  };

  test.each(deeds)('%s', async (name, deed) => {
    if (deed === 'reads') {
      const before = await fingerprint(database.db);
      const answer = await send(name, {});
      expect(answer.statusCode).toBe(200);
      expect(await fingerprint(database.db)).toEqual(before);
      return;
    }

    for (const sent of deed.bad) {
      const before = await fingerprint(database.db);
      const answer = await send(name, sent);
      expect([answer.statusCode, answer.json<WireError>().error]).toEqual([
        expect.toSatisfy((status: number) => status >= 400 && status < 500),
        expect.stringMatching(/\.$/),
      ]);
      expect(await fingerprint(database.db)).toEqual(before);
    }

    // If the audit row can't be written, the change isn't written either.
    const unwritten = await deed.good();
    const before = await fingerprint(database.db);
    await database.db.execute(sql`
      create function refuse_audit() returns trigger language plpgsql as 'begin raise exception ''no room''; end'`);
    await database.db.execute(sql`
      create trigger refuse_audit before insert on audit for each row execute function refuse_audit()`);
    const failed = await send(name, unwritten);
    await database.db.execute(sql`drop function refuse_audit() cascade`);
    expect(failed.statusCode).toBe(500);
    expect(await fingerprint(database.db)).toEqual(before);

    const sent = await deed.good();
    const trail = await trailOf(database.db);
    const answer = await send(name, sent);
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    expect((await trailOf(database.db)).slice(trail.length)).toEqual([
      expect.objectContaining({ actor: wallets.admin.wallet.text, user_id: expect.any(String) }),
    ]);
  });
});

/** A digest of everything stored; equal before and after exactly if nothing changed. */
async function fingerprint(db: Db): Promise<Record<string, string>> {
  const tables = await rows(
    db,
    { name: col.text },
    // With NATS the server looks for changes by itself, and a look moves epochs.
    sql`
      select tablename as name from pg_tables where schemaname = 'public'
        and (tablename <> 'epochs' or not ${isOnDistributed()})
      order by tablename`,
  );
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    const [print] = await rows(
      db,
      { md5: col.text },
      // The last use of a session isn't a requested change.
      sql`
        select md5(coalesce(string_agg(r.text, '|' order by r.text), '')) as md5
        from (select (to_jsonb(t) - 'last_used_at')::text as text from ${sql.identifier(name)} t) r`,
    );
    prints[name] = print?.md5 ?? '';
  }
  return prints;
}

test('an id that the database refuses as text is refused everywhere without an internal error', async () => {
  for (const url of [
    '/api/markets/%00',
    '/api/markets/%00/quote?outcomeId=o&amount=1',
    '/api/user/bets?before=%00',
  ])
    expect([url, (await app.http.inject({ url, headers: headersOf('bettor') })).statusCode]).toEqual([
      url,
      400,
    ]);
  const headers = headersOf('admin signed');
  for (const id of ['\0', 'm_\ud800', '\udc00\ud800'])
    for (const [url, payload] of [
      ['/api/admin/markets/bulk', { ids: [id], action: 'archive' }],
      ['/api/admin/import-azuro-bulk', { gameIds: [id] }],
    ] as const)
      expect((await app.http.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(400);
});

describe('below /api/admin', () => {
  const addresses = [
    '/api/admin',
    '/api/admin/',
    '/api/admin/nothing',
    '/api/admin/nothing?x=1',
    '/api/%61dmin/nothing',
    '/api/admin%2Fmarkets',
    '/API/admin/nothing',
    '/api/admin/refresh-markets/',
  ];
  const expected = {
    anonymous: 401,
    garbage: 401,
    expired: 401,
    revoked: 401,
    unverified: 403,
    bettor: 403,
    'other bettor': 403,
    'admin unverified': 403,
    'admin signed': 404,
    'guardian unverified': 403,
    'guardian signed': 403,
    'admin and guardian': 404,
  };

  test.each(addresses)('%s is closed to all but signed admins, whether it exists or not', async (url) => {
    for (const principal of PRINCIPALS) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
        const answer = await app.http.inject({ method, url, headers: headersOf(principal) });
        expect([principal, method, answer.statusCode]).toEqual([principal, method, expected[principal]]);
      }
    }
  });

  test('a request with an absolute URL, as sent to proxies, does not get past the guard', async () => {
    const { port } = new URL(await listen(app));
    const statusOf = async (path: string) => {
      const sent = request({ host: '127.0.0.1', port, path, agent: false }).end();
      // node:http emits the event with this one argument.
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    expect(await statusOf('http://elsewhere.example/api/config')).toBe(200);
    expect(await statusOf('http://elsewhere.example/api/admin/markets')).toBe(401);
    expect(await statusOf('HTTP://u@elsewhere.example:80/api/admin?x=1')).toBe(401);
    expect(await statusOf('https://elsewhere.example/api/%61dmin/markets')).toBe(401);
  });

  test('a body that is too large, malformed or of the wrong type does not get past the guard', async () => {
    for (const payload of ['{'.repeat(100_000), '{"a":1,"a":2}', '<xml/>']) {
      for (const [principal, status] of [
        ['anonymous', 401],
        ['bettor', 403],
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

  test('a new or ended admin grant, and a new level, apply to existing sessions', async () => {
    const alice: SignedIn = await signInWith(app);
    const status = async () =>
      (await app.http.inject({ url: '/api/admin/x', headers: alice.headers })).statusCode;
    const level = async () =>
      (await app.http.inject({ url: '/api/user/profile', headers: alice.headers })).json().kycLevel;
    expect([await status(), await level()]).toEqual([403, 0]);
    const wallet = parseWalletAddress(alice.user.publicKey);
    if (wallet === null) throw new Error('expected an address');
    await grantRole(database.db, { role: 'admin', wallet, grantedBy: 'command-line', now: new Date() });
    await expect.poll(status).toBe(404);
    expect(await level()).toBe(2);
    await database.db.execute(sql`update admin_grants set revoked_at = now() where address = ${wallet.text}`);
    await expect.poll(status).toBe(403);
  });

  test('a level in the user row alone gives no access', async () => {
    const { user, headers } = await signInWith(app);
    await database.db.execute(sql`update users set kyc_level = 1 where address = ${user.publicKey}`);
    expect((await app.http.inject({ url: '/api/admin/x', headers })).statusCode).toBe(403);
    await expect(
      database.db.execute(sql`update users set kyc_level = 2 where address = ${user.publicKey}`),
    ).rejects.toThrow();
  });
});
