import { httpApi } from '@tallystone/core/http-api';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireSession } from '@tallystone/core/http-api/identity';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { listen, openReader } from '@tallystone/testkit/server/stream-reader.ts';
import { aTestApp, demoSignInWith, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { App } from '../app.ts';
import { col, rows } from '../db/rows.ts';
import type { Call } from '../http/route.ts';
import { hashToken, openSessions } from './find-session.ts';
import { type IdentityDeps, identityRoutes } from './routes.ts';

let database: TestDatabase;
let app: App;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const list = async ({ headers }: SignedIn): Promise<WireSession[]> => {
  const answer = await app.http.inject({ url: '/api/user/sessions', headers });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const end = ({ headers }: SignedIn, id: string) =>
  app.http.inject({ method: 'POST', url: `/api/user/sessions/${id}/sign-out`, headers });
const endAll = ({ headers }: SignedIn) =>
  app.http.inject({ method: 'POST', url: '/api/user/sessions/sign-out', headers });
const statusOf = async ({ headers }: SignedIn) =>
  (await app.http.inject({ url: '/api/user/profile', headers })).statusCode;
const currentOf = async (who: SignedIn) => (await list(who)).find(({ current }) => current)?.id ?? 'none';

describe("the list of a user's own sessions", () => {
  test('has each open session with its details, the current one first, and neither token nor hash', async () => {
    const wallet = anEvmWallet();
    const [first, second] = [await signInWith(app, wallet), await signInWith(app, wallet)];
    const [stranger] = await list(await signInWith(app));
    const answer = await app.http.inject({ url: '/api/user/sessions', headers: first.headers });
    const sessions: WireSession[] = answer.json();
    expect(sessions.map(({ current }) => current)).toEqual([true, false]);
    for (const { createdAt, lastUsedAt, expiresAt } of sessions) {
      expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(12 * 3_600_000);
      expect(lastUsedAt).toBe(createdAt);
    }
    expect(sessions.map(({ id }) => id)).not.toContain(stranger?.id);
    for (const { token } of [first, second]) {
      const hash = hashToken(token);
      for (const secret of [token, Buffer.from(hash).toString('hex'), Buffer.from(hash).toString('base64')])
        expect(answer.body).not.toContain(secret);
    }
  });

  test('has no ended sessions', async () => {
    const wallet = anEvmWallet();
    const [first, second, third] = [
      await signInWith(app, wallet),
      await signInWith(app, wallet),
      await signInWith(app, wallet),
    ];
    await end(first, await currentOf(second));
    await database.db.execute(sql`
      update sessions set expires_at = clock_timestamp() - interval '1 second' where token_hash = ${hashToken(third.token)}`);
    expect(await list(first)).toHaveLength(1);
  });

  test('is hidden from a guest who shows the wallet and who cannot end its sessions either', async () => {
    const wallet = anEvmWallet();
    const signed = await signInWith(app, wallet);
    const demo = await demoSignInWith(app, wallet);
    const id = await currentOf(signed);
    expect((await app.http.inject({ url: '/api/user/sessions', headers: demo.headers })).statusCode).toBe(
      403,
    );
    expect([(await end(demo, id)).statusCode, (await endAll(demo)).statusCode]).toEqual([403, 403]);
    expect(await statusOf(signed)).toBe(200);
  });

  test('says when a session was last used, accurate to five minutes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { token } = await signInWith(app);
    let clock = Date.now();
    const sessions = openSessions(database.db, () => new Date(clock));
    const use = async (laterMs: number) => {
      clock += laterMs;
      vi.advanceTimersByTime(1000);
      await sessions.find(token);
    };
    const noted = async () => {
      const [row] = await rows(
        database.db,
        { at: col.text },
        sql`select last_used_at as at from sessions where token_hash = ${hashToken(token)}`,
      );
      return new Date(row?.at ?? 0).getTime();
    };
    const createdAt = await noted();
    await use(4 * 60_000);
    await use(2 * 60_000);
    vi.useRealTimers();
    await vi.waitFor(async () => expect(await noted()).toBe(clock), { timeout: 60_000 });
    expect(clock - createdAt).toBeGreaterThan(5 * 60_000);
  });
});

describe('signing out', () => {
  test('of one session ends it at once, and a second time changes nothing', async () => {
    const wallet = anEvmWallet();
    const [here, there] = [await signInWith(app, wallet), await signInWith(app, wallet)];
    const id = await currentOf(there);
    expect(await statusOf(there)).toBe(200);
    expect((await end(here, id)).json()).toEqual({ ok: true });
    expect([await statusOf(there), await statusOf(here)]).toEqual([401, 200]);
    const revokedAt = () =>
      rows(database.db, sql`select revoked_at from sessions where token_hash = ${hashToken(there.token)}`);
    const before = await revokedAt();
    expect((await end(here, id)).json()).toEqual({ ok: true });
    expect(await revokedAt()).toEqual(before);
  });

  test('forgets a session and checks all readers only once, however often an ended session is ended again', async () => {
    const wallet = anEvmWallet();
    const [here, there] = [await signInWith(app, wallet), await signInWith(app, wallet)];
    const params = { id: await currentOf(there) };
    const session = await openSessions(database.db, () => new Date()).find(here.token);
    const onSessionsEnded = vi.fn();
    // Ending a session needs no other dependencies.
    const routes = identityRoutes({ db: database.db, onSessionsEnded } as unknown as IdentityDeps);
    const endOne = routes.find(({ endpoint }) => endpoint === httpApi.endSession);
    for (let time = 0; time < 3; time += 1)
      expect(await endOne?.handle({ session, params } as unknown as Call)).toEqual({ ok: true });
    expect(onSessionsEnded.mock.calls).toEqual([[[expect.any(Uint8Array)]]]);
  });

  test.each(['another user', 'chance', 'the hash of its own token'])(
    'with an id of %s ends no session',
    async (kind) => {
      const [own, other] = [await signInWith(app), await signInWith(app)];
      const ids: Record<string, string> = {
        'another user': await currentOf(other),
        'the hash of its own token': Buffer.from(hashToken(own.token)).toString('hex').slice(0, 64),
      };
      const answer = await end(own, ids[kind] ?? 'nothing');
      expect([answer.statusCode, answer.json<WireError>().error]).toEqual([
        404,
        'You have no such session; nothing was signed out.',
      ]);
      expect([await statusOf(own), await statusOf(other)]).toEqual([200, 200]);
    },
  );

  test('everywhere ends all sessions of the user, including this one, but none of others or of guests who show the wallet', async () => {
    const wallet = anEvmWallet();
    const [here, there, other, guest] = [
      await signInWith(app, wallet),
      await signInWith(app, wallet),
      await signInWith(app),
      await demoSignInWith(app, wallet),
    ];
    expect((await endAll(here)).json()).toEqual({ ended: 2 });
    expect(await Promise.all([here, there, other, guest].map(statusOf))).toEqual([401, 401, 200, 200]);
    expect((await signInWith(app, wallet)).user.verified).toBe(true);
  });

  test('ends the streams of the sessions', async () => {
    const wallet = anEvmWallet();
    const [here, there] = [await signInWith(app, wallet), await signInWith(app, wallet)];
    const url = await listen(app);
    const [mine, theirs] = [
      await openReader(url, { headers: here.headers }),
      await openReader(url, { headers: there.headers }),
    ];
    const patiently = { timeout: 60_000 };
    for (const reader of [mine, theirs]) {
      await expect.poll(() => reader.received('account').length, patiently).toBe(1);
    }
    await end(here, await currentOf(there));
    await expect.poll(() => theirs.received('session-ended').length, patiently).toBe(1);
    expect(mine.received('session-ended')).toEqual([]);
    await endAll(here);
    await expect.poll(() => mine.received('session-ended').length, patiently).toBe(1);
    for (const reader of [mine, theirs]) reader.close();
  });
});
