import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp, demoSignInWith, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Db } from '../db/db.ts';
import { hashToken, openSessions } from './find-session.ts';

let database: TestDatabase;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const app = await aTestApp(database);
  token = (await signInWith(app)).token;
  await app.close();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => database.close());

test('a found session is cached for less than a second, whatever happens to it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const sessions = openSessions(database.db, () => new Date());
  expect(await sessions.find(token)).toMatchObject({ verified: true, isAdmin: false });
  await database.db.execute(sql`update sessions set revoked_at = clock_timestamp()`);
  vi.advanceTimersByTime(500);
  expect(await sessions.find(token)).toMatchObject({ verified: true });
  // Finding it again has not extended its time.
  vi.advanceTimersByTime(499);
  expect(await sessions.find(token)).toBeNull();
});

const revoke = (isRevoked: boolean) =>
  database.db.execute(sql`update sessions set revoked_at = ${isRevoked ? sql`clock_timestamp()` : null}`);

test('for a call that checks it, a session of a wallet is recalled for less than a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await revoke(false);
  const sessions = openSessions(database.db, () => new Date());
  const found = await sessions.find(token);
  expect(found).not.toHaveProperty('mayHaveEnded');
  await revoke(true);
  vi.advanceTimersByTime(59_999);
  expect(await sessions.recall(token)).toEqual({ ...found, mayHaveEnded: true });
  vi.advanceTimersByTime(1);
  expect(await sessions.recall(token)).toBeNull();
});

test.each(['is forgotten', 'is looked up by another call'])(
  'a session is not recalled once it %s',
  async (after) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    await revoke(false);
    const sessions = openSessions(database.db, () => new Date());
    expect(await sessions.recall(token)).toMatchObject({ mayHaveEnded: true });
    await revoke(true);
    vi.advanceTimersByTime(900);
    if (after === 'is forgotten') sessions.forget(hashToken(token));
    else expect(await sessions.find(token)).toBeNull();
    expect(await sessions.recall(token)).toBeNull();
  },
);

test("a guest's session is recalled for less than a second, because its first bet opens an account before it is decided", async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const app = await aTestApp(database);
  const guest = await demoSignInWith(app);
  await app.close();
  const sessions = openSessions(database.db, () => new Date());
  await sessions.find(guest.token);
  await revoke(true);
  vi.advanceTimersByTime(899);
  expect(await sessions.recall(guest.token)).toMatchObject({ verified: false, mayHaveEnded: true });
  vi.advanceTimersByTime(1);
  expect(await sessions.recall(guest.token)).toBeNull();
});

test('an unknown token is looked up once in 30 seconds, and known ones are found beside thousands of unknown', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let clock = new Date();
  let asked = 0;
  const counting: Db = Object.create(database.db, {
    execute: {
      value: (query: Parameters<Db['execute']>[0]) => {
        asked += 1;
        return database.db.execute(query);
      },
    },
  });
  await revoke(false);
  const sessions = openSessions(counting, () => clock);
  const unknown = (i: number) => String(i).padStart(43, 'x');
  expect(await sessions.find(token)).not.toBeNull();
  await Promise.all(Array.from({ length: 25_000 }, (_, i) => sessions.find(unknown(i))));
  asked = 0;
  expect(await sessions.find(unknown(24_999))).toBeNull();
  expect(await sessions.find(token)).not.toBeNull();
  expect(asked).toBe(0);
  clock = new Date(clock.getTime() + 30_000);
  expect(await sessions.find(unknown(24_999))).toBeNull();
  expect(asked).toBe(1);
});
