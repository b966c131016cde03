import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { createTestDatabase, openPatiently } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publisherOf } from './messenger.ts';
import { isMigrated } from './migrate.ts';
import type { Database } from './open-database.ts';
import { KEPT_PLAN } from './plan-keeper.ts';
import { col, row, rows, value } from './rows.ts';
import { users } from './schema/users.ts';
import { requireServerKey } from './server-keys.ts';
import { transaction } from './transaction.ts';

test('PostgreSQL keeps the plans of marked statements only', async () => {
  const own = await createTestDatabase();
  const database = await openPatiently(own.adminUrl);
  await transaction(database.db, async (tx) => {
    for (let i = 0; i < 3; i++) {
      expect(await rows(tx, sql`${KEPT_PLAN} select ${i}::int as found`)).toEqual([{ found: i }]);
      await rows(tx, sql`select ${i}::int as found`);
    }
    expect(await rows(tx, sql`select statement from pg_prepared_statements`)).toEqual([
      { statement: '/* kept plan */ select $1::int as found' },
    ]);
  });
  await database.close();
  await own.close();
});

describe.each(testEngines)('on %s', (_name, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test('migrating again changes nothing', async () => {
    const migrations = () =>
      rows(database.db, sql`select id, hash from drizzle.__drizzle_migrations order by id`);
    const before = await migrations();
    expect(before).not.toEqual([]);
    await database.migrate();
    expect(await migrations()).toEqual(before);
    expect(await isMigrated(database.db)).toBe(true);
  });

  test('cells have the types of their declared columns', async () => {
    const past = new Date('2026-11-21T03:00:00.123Z');
    const found = await row(
      database.db,
      {
        stake: col.usdc,
        sum: col.bigint,
        marketVersion: col.whole,
        n: col.number,
        at: col.date,
        iso: col.iso,
        raw: col.bytes,
        isOpen: col.bool,
        state: col.oneOf(['open', 'closed']),
        gone: col.text.orNull,
        bets: col.list(col.object({ placedAt: col.date, odds: col.odds })),
        outcomes: col.list(col.tuple(col.text, col.number.orNull)),
      },
      sql`
        select 9007199254740993::bigint as stake, sum(n) as sum, '7' as market_version, 3::int as n,
          ${past.toISOString()}::timestamptz as at, ${past.toISOString()}::timestamptz as iso, '\\x00ff'::bytea as raw,
          true as is_open, 'open' as state, null::text as gone, '[["a", null]]'::json as outcomes,
          json_agg(json_build_object('placedAt', ${past.toISOString()}::timestamptz, 'odds', 1500000::bigint)) as bets
        from (values (9007199254740992), (1)) as t(n)`,
    );
    expect(found).toEqual({
      stake: 9007199254740993n,
      sum: 9007199254740993n,
      marketVersion: 7,
      n: 3,
      at: past,
      iso: past.toISOString(),
      raw: found.raw,
      isOpen: true,
      state: 'open',
      gone: null,
      bets: [1, 2].map(() => ({ placedAt: past, odds: 1500000n })),
      outcomes: [['a', null]],
    });
    expect([...found.raw]).toEqual([0, 255]);
  });

  test.each([
    ['renamed', sql`select 'a' as user`, 'a query did not select the column user_id'],
    ['null', sql`select null as user_id`, 'the column user_id of a query is null, not text'],
    ['retyped', sql`select 1::int as user_id`, 'the column user_id of a query is number, not text'],
  ])('a column that was %s is named', async (_how, query, message) => {
    const asked = rows(database.db, { userId: col.text }, query);
    await expect(asked).rejects.toThrow(new TypeError(message));
  });

  test.each([
    [col.whole, sql`select '9007199254740993'`],
    [col.usdc, sql`select 1.5::numeric`],
    [col.date, sql`select 'infinity'::timestamptz`],
    [col.oneOf(['open']), sql`select 'shut'`],
    [col.list(col.text), sql`select '{"0": "a"}'::json`],
    [col.list(col.text), sql`select '["a", 1]'::json`],
  ])('a value of another type than declared is refused', async (read, query) => {
    await expect(value<unknown>(database.db, read, query)).rejects.toThrow(TypeError);
  });

  test('a set of rows is written from one json parameter', async () => {
    const people = [1, 2, 3].map((n) => ({
      id: `u${n}`,
      bytes: n.toString(16).padStart(40, '0'),
      cap: `${n}000000000000`,
    }));
    await rows(
      database.db,
      sql`insert into users (id, family, address_bytes, address, wallet_type, daily_stake_cap)
          select id, 'evm', decode(bytes, 'hex'), bytes, 'evm', cap
          from json_to_recordset(${JSON.stringify(people)}::json) as t(id text, bytes text, cap bigint)`,
    );
    const { dailyStakeCap, addressBytes, createdAt } = users;
    const stored = await database.db.select({ dailyStakeCap, addressBytes, createdAt }).from(users);
    expect(stored.map((user) => user.dailyStakeCap)).toEqual([
      1000000000000n,
      2000000000000n,
      3000000000000n,
    ]);
    expect(stored[1]?.addressBytes.at(-1)).toBe(2);
    expect(stored[0]?.createdAt).toBeInstanceOf(Date);
  });

  test('work that throws leaves nothing behind', async () => {
    const work = transaction(database.db, async (tx) => {
      await tx.execute(sql`insert into used_nonces (nonce_hash) values ('\\x01')`);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await rows(database.db, sql`select 1 from used_nonces`)).toEqual([]);
  });

  test('a message sent in a transaction arrives once it has committed', async () => {
    const heard: string[] = [];
    const stop = await database.messenger.subscribe('tallystone_test', {
      onMessage: (payload) => heard.push(payload),
      onGap: () => heard.push('gap'),
    });
    await transaction(database.db, async (tx) => {
      const publisher = publisherOf(tx);
      await tx.execute(sql`select ${publisher.publishing('tallystone_test', sql`'m_1'`)}`);
      publisher.published(tx, 'tallystone_test', ['m_1']);
    });
    await expect.poll(() => heard).toEqual(['m_1']);
    await stop();
  });

  test('a server key is made once and stays', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => requireServerKey(database.db, 'nonce')));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect(await requireServerKey(database.db, 'quote')).not.toEqual(keys[0]);
  });
});

test('a transaction that cannot begin gives its connection back', async () => {
  const own = await createTestDatabase();
  const { db, connections, close } = await openPatiently(own.url, { connections: 1, connectTimeoutMs: 2000 });
  // As with a frozen primary or a pooler without a free session, but at once.
  const failed = db.transaction(async () => {}, { isolationLevel: 'none' as never });
  await expect(failed).rejects.toThrow();
  expect(connections()).toMatchObject({ busy: 0, waiting: 0 });
  expect(await value(db, col.number, sql`select 1`)).toBe(1);
  await close();
  await own.close();
});

test('has no more connections to PostgreSQL than its setting says', async () => {
  const own = await createTestDatabase();
  const { db, close } = await openPatiently(own.adminUrl, { connections: 3 });
  const pids = await Promise.all(
    Array.from({ length: 30 }, () => value(db, col.number, sql`select pg_backend_pid()`)),
  );
  expect(new Set(pids).size).toBe(3);
  await close();
  await own.close();
});
