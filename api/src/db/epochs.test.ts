import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endEpochs, epochAfter, lowestEpoch, pinned, pinnedEpoch } from './epochs.ts';
import { col, row, value, values } from './rows.ts';
import { transaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute(sql`create table noted (id int primary key, epoch bigint not null)`);
});
afterAll(() => database.close());

const lowest = () => value(database.db, col.bigint, sql`select ${lowestEpoch}::text`);

/** A separate connection with a transaction that has pinned a slot. */
async function aPinned(slot: number) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  await client.query(`select from epochs where slot = ${slot} for share`);
  return {
    end: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

test('an epoch ends with the last transaction that has pinned it', async () => {
  const { db } = database;
  await endEpochs(db);
  const slow = await aPinned(5);
  const during = await lowest();
  await endEpochs(db);
  expect(await lowest()).toBe(during);
  await slow.end();
  await endEpochs(db);
  expect(await lowest()).toBeGreaterThan(during);
});

test('nothing waits for a transaction that has pinned every slot', async () => {
  const { db } = database;
  const slots = await values(db, col.number, sql`select slot from epochs order by slot`);
  expect(slots).toEqual(Array.from({ length: 16 }, (_, slot) => slot));
  const slow = await Promise.all(slots.map(aPinned));
  await transaction(db, async (tx) => {
    await tx.execute(sql`set local lock_timeout = '1ms'`);
    await endEpochs(tx);
    await tx.execute(sql`with ${pinned()} insert into noted select -1, ${pinnedEpoch}`);
  });
  await Promise.all(slow.map(({ end }) => end()));
});

test('epochs rise while the clock is late, and a row is above its last epoch even within one', async () => {
  const { db } = database;
  const late = 9_000_000_000_000n;
  await db.execute(sql`update epochs set epoch = ${late}::bigint`);
  await endEpochs(db);
  expect(await lowest()).toBeGreaterThan(late);
  await db.execute(sql`insert into noted values (-2, ${late + 50n}::bigint)`);
  const change = () =>
    row(
      db,
      { epoch: col.bigint },
      sql`with ${pinned()} update noted n set epoch = ${epochAfter(sql`n.epoch`)} where id = -2 returning epoch::text`,
    );
  expect([await change(), await change()]).toEqual([{ epoch: late + 51n }, { epoch: late + 52n }]);
});

test('a reader that goes on from the lowest epoch misses no change, in whatever order transactions end', async () => {
  const { db } = database;
  const WRITERS = 8;
  const EACH = 25;
  let isOver = false;
  const write = async (writer: number) => {
    for (let i = 0; i < EACH; i += 1) {
      const id = writer * EACH + i;
      await transaction(db, async (tx) => {
        await tx.execute(sql`with ${pinned()} insert into noted select ${id}::int, ${pinnedEpoch}`);
        // Others end, and epochs move on, before this one does.
        for (let more = id % 4; more > 0; more -= 1) await tx.execute(sql`select`);
      });
    }
  };
  const found = new Set<number>();
  let foundAgain = 0;
  let rounds = 0;
  const follow = async () => {
    let since = await lowest();
    for (let isLast = false; !isLast; ) {
      isLast = isOver;
      rounds += 1;
      const read = await row(
        db,
        { position: col.bigint, ids: col.all(col.number) },
        sql`select ${lowestEpoch}::text as position,
          (select json_agg(n.id) from noted n where n.id >= 0 and n.epoch >= ${since.toString()}::bigint) as ids`,
      );
      for (const id of read.ids) {
        if (found.has(id)) foundAgain += 1;
        found.add(id);
      }
      expect(read.position).toBeGreaterThanOrEqual(since);
      since = read.position;
      await endEpochs(db);
    }
  };
  const following = follow();
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  isOver = true;
  await following;
  expect(found.size).toBe(WRITERS * EACH);
  // It doesn't read everything each time.
  expect(foundAgain).toBeLessThan((rounds * WRITERS * EACH) / 4);
});
