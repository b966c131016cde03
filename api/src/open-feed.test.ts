import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LIVE_LEAGUE } from './azuro/stand-in/live-game.ts';
import { parseConfig } from './config.ts';
import { col, rows } from './db/rows.ts';
import { openFailureLog } from './http/failure-log.ts';
import { openLog } from './http/open-log.ts';
import { type Feed, openFeed } from './open-feed.ts';

let database: TestDatabase;
const feeds: Feed[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(feeds.splice(0).map((feed) => feed.stop()));
  await database.close();
});

/** The feed of one process of a demo. */
async function aDemoFeed(env: Record<string, string> = {}): Promise<Feed> {
  const feed = await openFeed({
    config: parseConfig(env),
    database,
    failures: openFailureLog(openLog('silent')),
  });
  feeds.push(feed);
  await feed.keeper.start();
  return feed;
}

/** Begins a season before any process plays it. In its first minute some of its games end, and one moves. */
const beginSeason = (number: number, minutesAgo: number) =>
  database.db.execute(sql`
    insert into last_runs (name, ran_at)
    values (${`demo-season-${number}`}, clock_timestamp() - ${minutesAgo}::int * interval '1 minute')`);

const openGames = () =>
  rows(
    database.db,
    { game_id: col.text },
    sql`select game_id from markets where is_main and state = 'open' and closes_at > clock_timestamp() order by game_id`,
  );

/** Without the games that are played fast: those come and go while a test reads them. */
const lasting = ({ games }: WireAzuroData) => games.filter(({ league }) => league.name !== LIVE_LEAGUE);

test('processes of a demo share the same games, a dozen in all', async () => {
  await beginSeason(0, 10);
  const [one, other] = [await aDemoFeed(), await aDemoFeed()];
  await Promise.all([one.topUp(), other.topUp()]);
  expect(await openGames()).toHaveLength(12);
  const [games, same] = await Promise.all([one.keeper.data(), other.keeper.data()]);
  expect(games).toMatchObject({ source: 'demo-feed', stale: false });
  expect(lasting(games)).toHaveLength(34);
  expect(lasting(games).filter(({ state }) => state === 'Live')).toHaveLength(5);
  expect(lasting(same).map(({ id, imported }) => [id, imported])).toEqual(
    lasting(games).map(({ id, imported }) => [id, imported]),
  );
});

test('a demo always has games in play, which no top-up imports', async () => {
  await beginSeason(0, 10);
  const feed = await aDemoFeed();
  await feed.topUp();
  const { games, live } = await feed.keeper.data();
  const fast = games.filter(({ league }) => league.name === LIVE_LEAGUE);
  expect(fast.filter(({ state }) => state === 'Live').length).toBeGreaterThanOrEqual(2);
  expect(live).toBe(games.filter(({ state }) => state === 'Live').length);
  // One that is about to begin may begin while it is read.
  const soon = Date.now() + 30_000;
  const upcoming = fast.filter(({ state, startsAt }) => state === 'Prematch' && Date.parse(startsAt) > soon);
  expect(upcoming.length).toBeGreaterThan(0);
  expect(upcoming.map(({ status, imported }) => [status, imported])).toEqual(
    upcoming.map(() => ['Active', false]),
  );
  expect(upcoming[0]?.conditions.map(({ dropped }) => dropped)).toEqual(Array(11).fill(undefined));
});

test('a top-up that is broken off by the stop is not a failure', async () => {
  const feed = await aDemoFeed();
  const running = feed.topUp();
  await feed.stop();
  await expect(running).resolves.toBeUndefined();
  expect(await openGames()).toEqual([]);
});

test('a new season begins when the games run out, and games of the last one go on', async () => {
  await beginSeason(0, 10);
  const [one, other] = [await aDemoFeed(), await aDemoFeed()];
  await one.topUp();
  const first = (await openGames()).map((row) => row.game_id);
  // As if it had begun four days ago, and all but the last of its games too: what the feed says of a game that has
  // begun, and goes on saying while it is read, does not open it again.
  await database.db.execute(
    sql`update last_runs set ran_at = ran_at - interval '4 days' where name like 'demo-season%'`,
  );
  await database.db.execute(
    sql`
      update markets set closes_at = clock_timestamp(), feed_halt = 'started', state = 'suspended'
      where game_id <> ${first.at(-1)}`,
  );
  // The last one is open until both processes know that it is over: the other still plays the old season when
  // the first fills up.
  const topUp = async () => {
    await one.topUp();
    await other.topUp();
    return (await openGames()).length;
  };
  await expect.poll(topUp).toBe(12);
  const games = await one.keeper.data();
  expect(lasting(games).length).toBeGreaterThan(36);
  expect(games.games.some(({ id }) => first.includes(id))).toBe(true);
  // Games of a new season change from one reading to the next.
  const read = async ({ keeper }: Feed) => {
    await keeper.sync();
    return lasting(await keeper.data()).map(({ id }) => id);
  };
  await expect
    .poll(async () => {
      const [games, same] = await Promise.all([read(one), read(other)]);
      return [games, same].map((ids) => ids.join());
    })
    .toSatisfy(([games, same]) => games === same);
});

test('a feed that cannot be reached says so', async () => {
  const feed = await aDemoFeed({ AZURO_API_URL: 'http://127.0.0.1:9', AZURO_WS_URL: 'ws://127.0.0.1:9' });
  await feed.topUp();
  expect(await feed.keeper.data()).toMatchObject({ source: 'azuro', stale: true, syncedAt: null, games: [] });
  expect(await openGames()).toEqual([]);
});
