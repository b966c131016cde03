import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { aFakeFeed, type FakeFeed, HOUR_MS, oddsOf, outcomesAt } from '@tallystone/testkit/feed/fake-feed.ts';
import { startControlledStandIn } from '@tallystone/testkit/feed/stand-in.ts';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Actor } from '../audit/record-audit.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { MARKET_CHANGES } from '../markets/market-changes.ts';
import { applyConditions, applyHalts } from './apply-updates.ts';
import type { ConditionUpdate, GameUpdate } from './azuro-feed.ts';
import { createDropLog } from './drop-log.ts';
import { type FeedFollower, followFeed } from './follow-feed.ts';
import { importGames } from './import-games.ts';
import { openAzuroFeed } from './open-azuro-feed.ts';
import { loadOutcomeNames } from './outcome-names.ts';

const TOOL: Actor = { kind: 'command-line' };
const names = await loadOutcomeNames();
const now = () => new Date();

let database: TestDatabase;
let feed: FakeFeed;
let drops: ReturnType<typeof createDropLog>;
let followers: FeedFollower[];
let errors: unknown[];
beforeEach(async () => {
  database = await createTestDatabase();
  feed = aFakeFeed();
  drops = createDropLog(now);
  followers = [];
  errors = [];
});
afterEach(async () => {
  await Promise.all(followers.map((each) => each.stop()));
  expect(errors).toEqual([]);
  await database.close();
});

async function aFollower(
  areOddsWanted: () => Promise<boolean> = async () => true,
  db = database.db,
): Promise<FeedFollower> {
  const follower = followFeed({
    db,
    feed,
    drops,
    goInPlay: async () => 0,
    areOddsWanted,
    now,
    onError: (error) => errors.push(error),
  });
  followers.push(follower);
  await follower.renew();
  // Waits for the reading that the socket's opening starts.
  await follower.readAll();
  return follower;
}

async function anImportedGame(...wanted: Parameters<FakeFeed['add']>) {
  const game = feed.add(...wanted);
  const made = await importGames(
    { db: database.db, feed, names, mode: 'demo' },
    { gameIds: [game.id], actor: TOOL, now },
  );
  const marketId = made.results[0]?.marketId ?? '';
  // As if imported a minute ago, so that anything read now is newer.
  await database.db.execute(
    sql`update markets set priced_at = priced_at - interval '1 minute' where id = ${marketId}`,
  );
  return { ...game, marketId };
}

async function marketOf(game: { marketId: string }) {
  const [row] = await rows(
    database.db,
    {
      state: col.text,
      halt: col.text.orNull,
      disabled: col.bool,
      version: col.number,
      odds: col.list(col.number.orNull),
      age: col.number,
      priced_at: col.text,
      starts_at: col.text,
      ends_at: col.text,
      closes_at: col.text,
      game_state: col.text,
      game_starts_at: col.text,
      prices: col.number,
    },
    sql`
      select m.state, m.feed_halt as halt, m.disabled, m.version::int, m.starts_at, m.ends_at, m.closes_at, m.priced_at,
        extract(epoch from clock_timestamp() - m.priced_at)::float8 as age, g.state as game_state,
        g.starts_at as game_starts_at,
        (select json_agg(o.feed_odds order by o.position) from outcomes o where o.market_id = m.id) as odds,
        (select count(*)::int from feed_prices p where p.market_id = m.id) as prices
      from markets m join games g on g.id = m.game_id where m.id = ${game.marketId}`,
  );
  if (row === undefined) throw new Error('expected the market');
  return row;
}

const says = (id: string, odds: (string | null)[], state: ConditionUpdate['state'] = 'Active') =>
  feed.say({ condition: { id, state, outcomes: outcomesAt(odds) } });
const saysOfGame = (id: string, update: Partial<GameUpdate>) => {
  const game = feed.games.get(id);
  if (game === undefined) throw new Error('expected the game');
  feed.games.set(id, { ...game, ...update });
  feed.say({ game: { id, state: game.state, startsAt: game.startsAt, raw: {}, ...update } });
};
const within = { timeout: 30_000, interval: 20 };
const eventually = (game: { marketId: string }) => expect.poll(() => marketOf(game), within);

describe('odds', () => {
  test('from the socket make a new version, which is announced and stored', async () => {
    const game = await anImportedGame();
    const announced: string[] = [];
    const stop = await database.messenger.subscribe(MARKET_CHANGES, {
      // On the distributed profile all test files share one NATS.
      onMessage: (id) => id === game.marketId && announced.push(id),
      onGap: () => undefined,
    });
    await aFollower();
    says(game.conditionId, ['1.8', '3.6', '4.5']);
    await eventually(game).toMatchObject({ version: 2, odds: [1_800_000, 3_600_000, 4_500_000], prices: 2 });
    await expect.poll(() => announced, within).toEqual([game.marketId]);
    const [price] = await rows(
      database.db,
      sql`select odds from feed_prices where market_id = ${game.marketId} and version = 2`,
    );
    expect(price).toEqual({ odds: ['1800000', '3600000', '4500000'] });
    await stop();
  });

  test('that did not change are confirmed, without a new version', async () => {
    const game = await anImportedGame();
    expect((await marketOf(game)).age).toBeGreaterThan(59);
    const followedFrom = Date.now();
    await aFollower();
    const { priced_at, ...confirmed } = await marketOf(game);
    expect(confirmed).toMatchObject({ version: 1, prices: 1 });
    // The moment of the reading by the follower's clock.
    expect(new Date(priced_at).getTime()).toBeGreaterThanOrEqual(followedFrom);
  });

  test('of an outcome that takes no bets become null', async () => {
    const game = await anImportedGame();
    await aFollower();
    says(game.conditionId, ['1.9', null, '2.5']);
    await eventually(game).toMatchObject({ version: 2, odds: [1_900_000, null, 2_500_000], state: 'open' });
  });

  test('are also polled, and read at once after each opening of the socket', async () => {
    const game = await anImportedGame();
    const follower = await aFollower();
    feed.set(game.conditionId, { odds: ['1.7', '4', '4.2'] });
    feed.say('open');
    await eventually(game).toMatchObject({ version: 2, odds: [1_700_000, 4_000_000, 4_200_000] });
    feed.set(game.conditionId, { odds: ['1.6', '4', '4.2'] });
    await follower.readAll();
    expect(await marketOf(game)).toMatchObject({ version: 3, odds: [1_600_000, 4_000_000, 4_200_000] });
  });

  test('requested before a socket update do not undo it', async () => {
    const game = await anImportedGame();
    const follower = await aFollower();
    const answer = feed.conditionStates;
    feed.conditionStates = async (ids) => {
      const old = await answer(ids);
      says(game.conditionId, ['1.5', '4', '5']);
      await eventually(game).toMatchObject({ version: 2 });
      return old;
    };
    await follower.readAll();
    expect(await marketOf(game)).toMatchObject({ version: 2, odds: [1_500_000, 4_000_000, 5_000_000] });
  });

  test.each<[string, ConditionUpdate['outcomes']]>([
    ['without an outcome of ours', outcomesAt(['1.5', '4'])],
    ['without any outcome', []],
    [
      'of others',
      [
        { id: '7255', odds: oddsOf('2') },
        { id: '7256', odds: oddsOf('2') },
      ],
    ],
    ['none of which can be bet on', outcomesAt([null, null, null])],
    ['that let a bettor on every outcome win', outcomesAt(['3.5', '4', '5'])],
    ['that keep more than half', outcomesAt(['1.2', '1.3', '1.4'])],
  ])('%s change nothing, and admins see a note', async (_name, outcomes) => {
    const game = await anImportedGame();
    await aFollower();
    const before = await marketOf(game);
    feed.say({ condition: { id: game.conditionId, state: 'Active', outcomes } });
    await expect
      .poll(() => drops.latest(), within)
      .toMatchObject([{ what: `odds of condition ${game.conditionId}` }]);
    const after = await marketOf(game);
    expect({ ...after, age: 0 }).toEqual({ ...before, age: 0 });
  });

  test('and games that are not followed are ignored', async () => {
    const game = await anImportedGame();
    const follower = await aFollower();
    const before = await marketOf(game);
    for (let i = 0; i < 500; i++) {
      says(`3006${i}`, ['1.5', '4', '5']);
      feed.say({ game: { id: `1006${i}`, state: 'Canceled', startsAt: now(), raw: {} } });
    }
    await follower.stop();
    expect({ ...(await marketOf(game)), age: 0 }).toEqual({ ...before, age: 0 });
    expect(drops.total).toBe(0);
  });
});

describe('a stop', () => {
  test('suspends the market at once, whatever the odds, and an active state with a price lifts it', async () => {
    const game = await anImportedGame();
    await aFollower();
    says(game.conditionId, [], 'Stopped');
    await eventually(game).toMatchObject({ state: 'suspended', halt: 'stopped', version: 2, prices: 1 });
    says(game.conditionId, ['2', '3.5']);
    await expect.poll(() => drops.total, within).toBe(1);
    expect(await marketOf(game)).toMatchObject({ halt: 'stopped' });
    says(game.conditionId, ['2', '3.5', '4']);
    await eventually(game).toMatchObject({ state: 'open', halt: null, version: 3, prices: 1 });
  });

  test('is not lifted by a price that another process requested before it', async () => {
    const game = await anImportedGame();
    const update = { id: game.conditionId, outcomes: outcomesAt(['1.5', '4', '5']) };
    const askedAt = now();
    await applyConditions(
      database.db,
      [{ ...update, state: 'Stopped', at: new Date(askedAt.getTime() + 1) }],
      drops,
    );
    await applyConditions(database.db, [{ ...update, state: 'Active', at: askedAt }], drops);
    expect(await marketOf(game)).toMatchObject({ halt: 'stopped', odds: [2_000_000, 3_500_000, 4_000_000] });
    await applyConditions(database.db, [{ ...update, state: 'Active', at: now() }], drops);
    expect(await marketOf(game)).toMatchObject({ halt: null, odds: [1_500_000, 4_000_000, 5_000_000] });
  });

  test('does not end the pause of an admin when it is lifted', async () => {
    const game = await anImportedGame();
    await aFollower();
    await database.db.execute(sql`update markets set disabled = true, state = 'suspended'`);
    says(game.conditionId, [], 'Stopped');
    await eventually(game).toMatchObject({ halt: 'stopped', state: 'suspended', disabled: true });
    says(game.conditionId, ['2', '3.5', '4']);
    await eventually(game).toMatchObject({ halt: null, state: 'suspended', disabled: true });
  });

  test('of the game lasts until the game continues, even if its condition is active', async () => {
    const game = await anImportedGame();
    await aFollower();
    saysOfGame(game.id, { state: 'Stopped' });
    await eventually(game).toMatchObject({ halt: 'stopped', game_state: 'Stopped' });
    says(game.conditionId, ['1.9', '3.5', '4']);
    await eventually(game).toMatchObject({ halt: 'stopped', odds: [1_900_000, 3_500_000, 4_000_000] });
    saysOfGame(game.id, { state: 'Prematch' });
    await eventually(game).toMatchObject({ game_state: 'Prematch', halt: 'stopped' });
    says(game.conditionId, ['1.9', '3.5', '4']);
    await eventually(game).toMatchObject({ halt: null, state: 'open' });
  });
});

describe('a game', () => {
  const at = (text: string) => new Date(text).getTime();

  test('moves the close with its start, both ways', async () => {
    const game = await anImportedGame();
    const follower = await aFollower();
    for (const hours of [9, 2]) {
      const startsAt = new Date(game.startsAt.getTime() + (hours - 5) * HOUR_MS);
      saysOfGame(game.id, { startsAt });
      await expect
        .poll(async () => {
          const { starts_at, ends_at, closes_at, game_starts_at } = await marketOf(game);
          return [starts_at, ends_at, closes_at, game_starts_at].map(at);
        }, within)
        .toEqual(Array(4).fill(startsAt.getTime()));
    }
    expect(await marketOf(game)).toMatchObject({ version: 3, state: 'open' });
    await follower.readAll();
    expect(await marketOf(game)).toMatchObject({ version: 3 });
  });

  test('that is postponed after its announced start takes bets again', async () => {
    const game = await anImportedGame();
    const past = new Date(Date.now() - 60_000).toISOString();
    await database.db.execute(
      sql`update markets set starts_at = ${past}, ends_at = ${past}, closes_at = ${past}`,
    );
    const follower = await aFollower();
    expect(at((await marketOf(game)).closes_at)).toBe(game.startsAt.getTime());
    await follower.renew();
    expect(feed.followed()[0]?.conditionIds).toEqual([game.conditionId]);
  });

  test.each([
    new Date(0),
    new Date(Date.now() - 8 * 24 * HOUR_MS),
    new Date(Date.now() + 1100 * 24 * HOUR_MS),
    new Date(Number.NaN),
  ])('with a start of %s stays unchanged, with a note', async (startsAt) => {
    const game = await anImportedGame();
    await aFollower();
    const before = await marketOf(game);
    feed.say({ game: { id: game.id, state: 'Prematch', startsAt, raw: {} } });
    await expect.poll(() => drops.latest(), within).toMatchObject([{ what: `an update of game ${game.id}` }]);
    expect({ ...(await marketOf(game)), age: 0 }).toEqual({ ...before, age: 0 });
  });

  test('that runs before its announced start closes now, for good', async () => {
    const game = await anImportedGame();
    await aFollower();
    const saidAt = Date.now();
    saysOfGame(game.id, { state: 'Live' });
    await eventually(game).toMatchObject({
      halt: 'started',
      state: 'suspended',
      game_state: 'Live',
      version: 2,
    });
    const { closes_at, ends_at } = await marketOf(game);
    expect(at(closes_at)).toBeLessThanOrEqual(Date.now() + 50);
    expect(at(closes_at)).toBeGreaterThan(saidAt - 50);
    expect(ends_at).toBe(closes_at);

    saysOfGame(game.id, { state: 'Prematch', startsAt: new Date(game.startsAt.getTime() + HOUR_MS) });
    await eventually(game).toMatchObject({ game_state: 'Prematch' });
    // A separate update, so that it isn't still on its way when the market is checked.
    const late = { id: game.conditionId, state: 'Active', outcomes: outcomesAt(['1.5', '4', '5']) } as const;
    await applyConditions(database.db, [{ ...late, at: now() }], drops);
    saysOfGame(game.id, { state: 'Finished' });
    await eventually(game).toMatchObject({ game_state: 'Finished' });
    expect(await marketOf(game)).toMatchObject({ halt: 'started', closes_at, version: 2 });
  });

  test('that starts in time keeps its close', async () => {
    const game = await anImportedGame();
    const past = new Date(Math.floor(Date.now() / 1000) * 1000 - 5000);
    await database.db.execute(
      sql`update markets set starts_at = ${past.toISOString()}, ends_at = ${past.toISOString()}, closes_at = ${past.toISOString()}`,
    );
    feed.games.set(game.id, { ...game, startsAt: past, state: 'Live' });
    await aFollower();
    expect(await marketOf(game)).toMatchObject({ halt: 'started', version: 2 });
    expect(at((await marketOf(game)).closes_at)).toBe(past.getTime());
  });

  test('that is canceled takes no more bets, whatever the feed sends later', async () => {
    const game = await anImportedGame();
    const follower = await aFollower();
    saysOfGame(game.id, { state: 'Canceled' });
    await eventually(game).toMatchObject({ halt: 'canceled', state: 'suspended', game_state: 'Canceled' });
    saysOfGame(game.id, { state: 'Prematch' });
    says(game.conditionId, ['1.5', '4', '5']);
    await follower.readAll();
    await follower.renew();
    expect(await marketOf(game)).toMatchObject({ halt: 'canceled', game_state: 'Canceled' });
    expect(feed.followed()).toEqual([{ conditionIds: [], gameIds: [], scoredIds: [] }]);
  });
});

describe('a price that is not confirmed', () => {
  const age = (minutes: number) =>
    database.db.execute(
      sql`update markets set priced_at = clock_timestamp() - ${minutes}::int * interval '1 minute'`,
    );

  test('halts the market after ten minutes, and a fresh one lifts that', async () => {
    const game = await anImportedGame();
    await age(9);
    await applyHalts(database.db);
    expect(await marketOf(game)).toMatchObject({ state: 'open', version: 1 });
    await age(11);
    feed.isDown = true;
    await applyHalts(database.db);
    await applyHalts(database.db);
    expect(await marketOf(game)).toMatchObject({ state: 'suspended', halt: 'stale', version: 2 });
    feed.isDown = false;
    await aFollower();
    expect(await marketOf(game)).toMatchObject({ state: 'open', halt: null, version: 3, prices: 1 });
  });

  test('changes nothing on a market that is stopped, over or paused', async () => {
    const [stopped, over] = [await anImportedGame(), await anImportedGame()];
    await database.db.execute(
      sql`update markets set feed_halt = 'stopped', state = 'suspended' where id = ${stopped.marketId}`,
    );
    await database.db.execute(
      sql`update markets set closes_at = clock_timestamp() where id = ${over.marketId}`,
    );
    await age(11);
    await applyHalts(database.db);
    expect(await marketOf(stopped)).toMatchObject({ halt: 'stopped', version: 1 });
    expect(await marketOf(over)).toMatchObject({ halt: null, version: 1 });
  });
});

test('odds are not followed while the setting is off, and at once when it is turned on', async () => {
  const game = await anImportedGame();
  let areWanted = false;
  const follower = await aFollower(async () => areWanted);
  feed.set(game.conditionId, { odds: ['1.5', '4', '5'] });
  await follower.readAll();
  expect(feed.followed()).toEqual([]);
  expect(feed.asked.states).toBe(0);
  expect(feed.asked.games).toBeGreaterThan(0);
  expect(await marketOf(game)).toMatchObject({ version: 1 });

  areWanted = true;
  await follower.renew();
  expect(feed.followed()).toEqual([{ conditionIds: [game.conditionId], gameIds: [game.id], scoredIds: [] }]);
  await eventually(game).toMatchObject({ version: 2 });

  areWanted = false;
  await follower.renew();
  says(game.conditionId, ['1.6', '4', '5']);
  feed.set(game.conditionId, { odds: ['1.6', '4', '5'] });
  await follower.readAll();
  expect(await marketOf(game)).toMatchObject({ version: 2 });
});

test('an update that the database refused is applied later', async () => {
  const game = await anImportedGame();
  const hasty = await openPatiently(database.url, { lockTimeoutMs: 500 });
  const follower = await aFollower(async () => true, hasty.db);
  await transaction(database.db, async (tx) => {
    await tx.execute(sql`select id from games for update`);
    says(game.conditionId, ['1.5', '4', '5']);
    const failed = async () => {
      // The database ends a transaction that is idle for seconds.
      await tx.execute(sql`select 1`);
      return errors.splice(0);
    };
    await expect.poll(failed, within).toHaveLength(1);
  });
  await eventually(game).toMatchObject({ version: 2 });
  await follower.stop();
  await hasty.close();
  errors = [];
});

test('several processes follow the same games, and each change is made once', async () => {
  const game = await anImportedGame();
  await aFollower();
  await aFollower();
  await aFollower();
  expect(feed.followed()).toHaveLength(3);
  for (let i = 1; i <= 5; i++) {
    says(game.conditionId, ['1.5', '4', `5.${i}`]);
    await eventually(game).toMatchObject({ version: 1 + i, prices: 1 + i });
  }
});

test('one process polls for all in each round, and if it fails another does', async () => {
  // Fakes only the intervals: the database and the feed use the real clock.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const game = await anImportedGame();
    await aFollower();
    await aFollower();
    const asked = feed.asked.states;
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => feed.asked.states, within).toBe(asked + 1);

    await Promise.all(followers.splice(0).map((each) => each.stop()));
    await database.db.execute(sql`update last_runs set ran_at = ran_at - interval '30 seconds'`);
    await aFollower();
    feed.isDown = true;
    const tried = feed.asked.states;
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => feed.asked.states, within).toBe(tried + 1);
    await Promise.all(followers.splice(0).map((each) => each.stop()));

    feed.isDown = false;
    await aFollower();
    feed.set(game.conditionId, { odds: ['1.5', '4', '5'] });
    vi.advanceTimersByTime(30_000);
    await eventually(game).toMatchObject({ odds: [1_500_000, 4_000_000, 5_000_000] });
  } finally {
    vi.useRealTimers();
  }
});

test('the stand-in is followed over a real socket, even after a break', async () => {
  const beganAt = now();
  // Stays at the beginning of its season, because some of its games end within the first minute.
  const standIn = await startControlledStandIn({
    season: { number: 0, beganAt },
    control: false,
    now: () => beganAt.getTime(),
  });
  const real = openAzuroFeed({ apiUrl: standIn.apiUrl, wsUrl: standIn.wsUrl, drops });
  const games = (await real.listGames()).filter(({ state }) => state === 'Prematch');
  const made = await importGames(
    { db: database.db, feed: real, names, mode: 'demo' },
    { gameIds: games.map(({ id }) => id), actor: TOOL, now },
  );
  expect(made.results.filter(({ marketId }) => marketId !== undefined)).toHaveLength(28);
  const follower = followFeed({
    db: database.db,
    feed: real,
    drops,
    goInPlay: async () => 0,
    areOddsWanted: async () => true,
    now,
    onError: (error) => errors.push(error),
  });
  followers.push(follower);
  await follower.renew();
  const found = await rows(
    database.db,
    { id: col.text, condition_id: col.text, game_id: col.text },
    sql`
      select id, azuro_condition_id as condition_id, game_id from markets m
      where m.is_main and (
        select count(*) from outcomes o where o.market_id = m.id and o.azuro_outcome_id in ('29', '30', '31')) = 3
      order by starts_at desc limit 2`,
  );
  const [moved, canceled] = found.map((row) => ({ ...row, marketId: row.id }));
  if (!moved || !canceled) throw new Error('expected two football games');
  await expect.poll(() => standIn.control.status().connections, within).toBe(1);
  await follower.readAll();

  standIn.control.setOdds(moved.condition_id, { 29: '1.5', 30: '4', 31: '6' });
  await eventually(moved).toMatchObject({ version: 2, odds: [1_500_000, 4_000_000, 6_000_000] });
  standIn.control.socket.drop();
  standIn.control.setOdds(moved.condition_id, { 29: '1.6', 30: '4', 31: '5.5' });
  standIn.control.setGame(canceled.game_id, { state: 'Canceled' });
  await eventually(canceled).toMatchObject({ halt: 'canceled' });
  await eventually(moved).toMatchObject({ version: 3, odds: [1_600_000, 4_000_000, 5_500_000] });
  real.close();
  await standIn.close();
});
