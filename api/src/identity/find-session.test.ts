import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { aTestApp, signInWith } from '../test-app.ts';
import { openSessions } from './find-session.ts';

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

test('T13: a session that was found is believed for less than a second, whatever becomes of it meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const sessions = openSessions(database.db, () => new Date());
  expect(await sessions.find(token)).toMatchObject({ verified: true, isAdmin: false });
  await database.db.execute(sql`update sessions set revoked_at = clock_timestamp()`);
  vi.advanceTimersByTime(500);
  expect(await sessions.find(token)).toMatchObject({ verified: true });
  // Finding it again has not made it younger.
  vi.advanceTimersByTime(499);
  expect(await sessions.find(token)).toBeNull();
});
