import { aBettingProcess, type TestBetting } from '@tallystone/testkit/betting/betting.ts';
import { evenChance } from '@tallystone/testkit/betting/chance.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '../betting/place-bet.ts';
import { quote } from '../betting/quote.ts';
import { replaySignatures } from '../betting/replay-signatures.ts';
import { col, rows, value } from '../db/rows.ts';
import { getActivity } from '../markets/get-activity.ts';
import { type DemoActivity, openDemoActivity } from './demo-activity.ts';
import { openHouse } from './open-house.ts';
import { replayFaucet } from './replay-faucet.ts';

let database: TestDatabase;
let betting: TestBetting;
let activity: DemoActivity;
const errors: unknown[] = [];
/** When games that are about to start were imported. */
const imports: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await openHouse(database.db, 'demo');
});
afterAll(() => database.close());
beforeEach(() => {
  const { db } = database;
  betting = aBettingProcess(db);
  activity = openDemoActivity({
    importGames: async () => void imports.push(clock.now()),
    db,
    lists: { markStale: betting.marketList.markStale, markAllStale: betting.marketList.markAllStale },
    quote: (query) => quote(betting, query),
    placeBet: (sent) => placeBet(betting, sent),
    now: () => new Date(clock.now()),
    random: evenChance(),
    onError: (error) => errors.push(error),
  });
});
afterEach(async () => {
  await activity.stop();
  expect(errors).toEqual([]);
});

const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
const ROWS = sql`select (select count(*) from markets)::int + (select count(*) from bets)::int + (select count(*) from users)::int`;
const countRows = () => value(database.db, col.number, ROWS);
const quickMarkets = () =>
  rows(
    database.db,
    { id: col.text, category: col.text, leftMs: col.number, commitment: col.text },
    sql`
      select m.id, m.category, encode(d.commitment, 'hex') as commitment,
        (extract(epoch from m.ends_at - ${new Date(clock.now()).toISOString()}::timestamptz) * 1000)::float8 as left_ms
      from markets m join practice_draws d on d.market_id = m.id
      where m.source = 'practice' and m.ends_at - m.created_at <= interval '3 minutes' + ${clock.offsetMs} * interval '1 millisecond'
      order by m.ends_at`,
  );
/** Runs the traders' next rounds, one by one. */
async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await activity.round();
  }
}

describe('a demo', () => {
  test('writes nothing while no one looks', async () => {
    const before = await countRows();
    await rounds(5);
    expect(await countRows()).toBe(before);
  });

  test('has a market in each category that ends within three minutes once the list is read', async () => {
    await Promise.all([activity.looked(), activity.looked()]);
    const open = await quickMarkets();
    expect(open.map(({ category }) => category).sort()).toEqual(['crypto', 'politics', 'sports']);
    for (const { leftMs, commitment } of open) {
      expect(leftMs).toBeGreaterThan(150_000);
      expect(leftMs).toBeLessThanOrEqual(180_000);
      expect(commitment).toMatch(/^[0-9a-f]{64}$/);
    }
    await activity.looked();
    expect(await quickMarkets()).toHaveLength(3);
    // Two minutes later less than a minute is left.
    clock.offsetMs = 121_000;
    await activity.looked();
    expect(await quickMarkets()).toHaveLength(6);
    clock.offsetMs = 0;
  });

  test('imports games that are about to start, four times a minute and only while people look', async () => {
    imports.length = 0;
    await rounds(1);
    expect(imports).toHaveLength(0);
    await activity.looked();
    await rounds(2);
    expect(imports).toHaveLength(1);
    clock.offsetMs = 16_000;
    await rounds(1);
    expect(imports).toHaveLength(2);
    clock.offsetMs = 0;
  });

  test('has simulated traders, whose bets are signed, funded and marked', async () => {
    await activity.looked();
    await rounds(12);
    const bets = await rows(
      database.db,
      { marketId: col.text, simulated: col.bool, verified: col.bool },
      sql`select b.market_id, u.simulated, not u.guest as verified from bets b join users u on u.id = b.user_id`,
    );
    expect(bets.length).toBeGreaterThanOrEqual(10);
    for (const bet of bets) expect(bet).toMatchObject({ simulated: true, verified: true });
    const marketId = bets[0]?.marketId ?? '';
    const items = (await getActivity(database.db, marketId))?.items ?? [];
    expect(items.filter(({ kind }) => kind === 'bet').every(({ simulated }) => simulated === true)).toBe(
      true,
    );
    expect(items.find(({ kind }) => kind === 'opened')).not.toHaveProperty('simulated');
    expect(await replaySignatures(database.db)).toEqual({ texts: bets.length, differences: [] });
    expect(await replayFaucet(database.db)).toEqual([]);
  });

  test('rests half an hour after the last look', async () => {
    await activity.looked();
    clock.offsetMs = 31 * 60_000;
    const before = await countRows();
    await rounds(3);
    expect(await countRows()).toBe(before);
    clock.offsetMs = 0;
  });
});
