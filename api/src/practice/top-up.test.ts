import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { evenChance } from '@tallystone/testkit/betting/chance.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { openHouse } from './open-house.ts';
import { topUpMarkets } from './top-up.ts';

let database: TestDatabase;
const opened: TestDatabase[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  opened.push(database);
  await openHouse(database.db, 'demo');
});
afterAll(() => Promise.all(opened.map((each) => each.close())));

const HOUR_MS = 3_600_000;
const chance = evenChance();
const topUp = (now: Date, random = chance) =>
  transaction(database.db, (tx) => topUpMarkets(tx, { now, random }));

async function openAt(now: Date) {
  const found = await rows(
    database.db,
    { title: col.text, category: col.text, ends_at: col.text, outcomes: col.number, likeliest: col.number },
    sql`
      select m.title, m.category, m.ends_at, count(*)::int as outcomes, max(o.initial_probability) as likeliest
      from markets m join outcomes o on o.market_id = m.id
      where m.ends_at > ${now.toISOString()}::timestamptz group by m.id`,
  );
  return found.map((market) => ({ ...market, leftMs: new Date(market.ends_at).getTime() - now.getTime() }));
}

describe('practice markets', () => {
  test('8 open at first, four in each category, ending within the hour up to days ahead', async () => {
    const now = new Date();
    expect(await topUp(now)).toBe(8);
    const markets = await openAt(now);
    expect(new Set(markets.map((market) => market.title)).size).toBe(8);
    for (const category of ['politics', 'crypto']) {
      const left = markets.filter((m) => m.category === category).map((m) => m.leftMs / HOUR_MS);
      expect(left.filter((hours) => hours > 0.5 && hours < 1)).toHaveLength(1);
      expect(left.filter((hours) => hours >= 1 && hours < 12)).toHaveLength(1);
      expect(left.filter((hours) => hours >= 12 && hours < 48)).toHaveLength(1);
      expect(left.filter((hours) => hours >= 48)).toHaveLength(1);
    }
    for (const { outcomes, likeliest } of markets) {
      expect(outcomes).toBeGreaterThanOrEqual(2);
      expect(outcomes).toBeLessThanOrEqual(6);
      expect(likeliest).toBeLessThanOrEqual(0.95);
    }
  });

  test('no more are opened while all exist, and concurrent processes open none twice', async () => {
    const now = new Date();
    const counts = await Promise.all(Array.from({ length: 4 }, () => topUp(now)));
    expect(counts.sort()).toEqual([0, 0, 0, 8]);
    expect(await topUp(now)).toBe(0);
  });

  test('the demo never runs dry: over three days there are always 8 or more open', async () => {
    const start = Date.now();
    const random = evenChance();
    for (let hour = 0; hour <= 72; hour += 2) {
      const now = new Date(start + hour * HOUR_MS);
      await topUp(now, random);
      expect((await openAt(now)).length).toBeGreaterThanOrEqual(8);
    }
  });

  test('that are archived or deleted are replaced by others', async () => {
    const now = new Date();
    await topUp(now);
    await database.db.execute(sql`
      update markets set archived_at = clock_timestamp(), deleted_at =
        case when category = 'crypto' then clock_timestamp() end`);
    expect(await topUp(now)).toBe(8);
  });

  test('a low pool gets more practice money', async () => {
    await transaction(database.db, (tx) =>
      recordEntries(tx, [
        {
          key: 'test:drain',
          entry: {
            kind: 'market-open',
            postings: [
              { from: { kind: 'pool' }, to: { kind: 'fees' }, amount: microUsdc(9_950_000_000_000n) },
            ],
          },
        },
      ]),
    );
    expect(await topUp(new Date())).toBe(8);
    const [pool] = await rows(
      database.db,
      { balance: col.text },
      sql`select balance::text from accounts where kind = 'pool'`,
    );
    expect(pool?.balance).toBe('9250000000000');
  });

  test('each has the seed of its draw from its opening on, and an older one gets it with the next upkeep', async () => {
    const draws = () =>
      rows(
        database.db,
        { market_id: col.text },
        sql`
          select d.market_id from practice_draws d join markets m on m.id = d.market_id
          where d.commitment = sha256(d.seed) and length(d.seed) = 32 order by d.market_id`,
      );
    await topUp(new Date());
    const first = await draws();
    expect(first).toHaveLength(8);
    const [older] = first;
    await database.db.execute(sql`delete from practice_draws where market_id = ${older?.market_id ?? ''}`);
    expect(await topUp(new Date())).toBe(0);
    expect(await draws()).toEqual(first);
  });

  test('the pool gets its first 10,000,000.00 once, even if several processes start at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => openHouse(database.db, 'demo')));
    const accounts = await rows(
      database.db,
      { kind: col.text, balance: col.text },
      sql`select kind, balance::text from accounts order by kind`,
    );
    expect(accounts).toEqual([
      { kind: 'faucet', balance: '-10000000000000' },
      { kind: 'fees', balance: '0' },
      { kind: 'outside', balance: '0' },
      { kind: 'pool', balance: '10000000000000' },
    ]);
  });

  test('a live house starts with nothing', async () => {
    const live = await createTestDatabase();
    opened.push(live);
    await openHouse(live.db, 'live');
    expect(await rows(live.db, sql`select kind from accounts where balance <> 0`)).toEqual([]);
  });
});
