import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aFakeFeed } from '@tallystone/testkit/feed/fake-feed.ts';
import { aTestApp, demoSignInWith, type SignedIn } from '@tallystone/testkit/server/test-app.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { createDropLog } from '../azuro/drop-log.ts';
import { openFeedKeeper } from '../azuro/open-feed-keeper.ts';
import { rows } from '../db/rows.ts';
import { singleFlightRefresh } from './refresh-markets.ts';

let database: TestDatabase;
let app: App;
let alice: SignedIn;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  alice = await demoSignInWith(app);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const refresh = () =>
  app.http.inject({ method: 'POST', url: '/api/admin/refresh-markets', headers: alice.headers });
const letTimePass = () =>
  database.db.execute(sql`update last_runs set ran_at = ran_at - interval '31 seconds'`);

describe('refreshing the markets', () => {
  test('opens what is missing and shows it in the list', async () => {
    expect((await app.http.inject('/api/markets')).json()).toEqual([]);
    const askedAt = Date.now();
    const answer = await refresh();
    expect(answer.statusCode).toBe(200);
    // By the database's clock.
    expect(new Date(answer.json().refreshedAt).getTime()).toBeGreaterThan(askedAt - 5000);
    expect((await app.http.inject('/api/markets')).json()).toHaveLength(8);
  });

  test('works once in 30 seconds for all callers and processes', async () => {
    await letTimePass();
    let worked = 0;
    const processes = Array.from({ length: 4 }, () =>
      singleFlightRefresh(database.db, async () => {
        worked += 1;
      }),
    );
    const answers = await Promise.all(processes.flatMap((each) => [each(), each(), each()]));
    expect(worked).toBe(1);
    expect(new Set(answers.map((answer) => answer.refreshedAt)).size).toBe(1);
    await Promise.all(processes.map((each) => each()));
    expect(worked).toBe(1);
    await letTimePass();
    await Promise.all(processes.map((each) => each()));
    expect(worked).toBe(2);
  });

  test('can be retried at once after a failure', async () => {
    await letTimePass();
    const failing = singleFlightRefresh(database.db, async () => {
      throw new Error('the pool is empty');
    });
    await expect(failing()).rejects.toThrow('the pool is empty');
    let worked = 0;
    await singleFlightRefresh(database.db, async () => {
      worked += 1;
    })();
    expect(worked).toBe(1);
  });

  test('opens games until there are a dozen, without making callers wait', async () => {
    await letTimePass();
    const games = aFakeFeed();
    for (let i = 0; i < 20; i++) games.add();
    const feed = openFeedKeeper({
      database,
      feed: games,
      drops: createDropLog(() => new Date()),
      mode: 'demo',
      source: 'demo-feed',
      onError: (error) => {
        throw error;
      },
    });
    await feed.sync();
    const other = await aTestApp(database, { feed });
    const answer = await other.http.inject({
      method: 'POST',
      url: '/api/admin/refresh-markets',
      headers: alice.headers,
    });
    expect(answer.statusCode).toBe(200);
    await expect.poll(async () => (await other.http.inject('/api/markets')).json()).toHaveLength(20);
    await other.close();
    await feed.stop();
  });

  test('needs a session', async () => {
    const answer = await app.http.inject({ method: 'POST', url: '/api/admin/refresh-markets' });
    expect(answer.statusCode).toBe(401);
    expect(await rows(database.db, sql`select name from last_runs`)).toHaveLength(1);
  });
});
