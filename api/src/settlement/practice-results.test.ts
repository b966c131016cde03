import { createHash } from 'node:crypto';
import { drawNumber } from '@tallystone/core/markets/practice-draw';
import { aMarket, fundTheHouse, type TestMarket } from '@tallystone/testkit/betting/betting.ts';
import { endBetting, marketOf, payAll } from '@tallystone/testkit/betting/settling.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { openDraws } from '../practice/top-up.ts';
import { drawPractice, listUndrawn } from './practice-results.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
});
afterAll(() => database.close());

const aPracticeMarket = () => aMarket(database.db, { source: 'practice' });
const draws = () => transaction(database.db, openDraws);
const undrawn = async ({ marketId }: TestMarket) =>
  (await listUndrawn(database.db)).find((market) => market.marketId === marketId);
const hasBeenClosedFor = async ({ marketId }: TestMarket, long: string) => {
  const [market] = await rows(
    database.db,
    { is_so: col.bool },
    sql`select closes_at + ${long}::interval <= clock_timestamp() as is_so from markets where id = ${marketId}`,
  );
  return market?.is_so === true;
};
const seedOf = async ({ marketId }: TestMarket) => {
  const [draw] = await rows(
    database.db,
    { seed: col.text, commitment: col.text },
    sql`
      select encode(seed, 'hex') as seed, encode(commitment, 'hex') as commitment
      from practice_draws where market_id = ${marketId}`,
  );
  return draw;
};
const resolutionOf = async ({ marketId }: TestMarket) => {
  const [resolution] = await rows(
    database.db,
    { outcome_id: col.text.orNull, source: col.text, evidence: col.text, raw: col.json },
    sql`select outcome_id, source, evidence, raw from resolutions where market_id = ${marketId}`,
  );
  return resolution;
};

test('each open practice market has one permanent seed with its hash; other markets have none', async () => {
  const practice = await aPracticeMarket();
  const custom = await aMarket(database.db);
  await Promise.all([draws(), draws()]);
  const draw = await seedOf(practice);
  expect(draw?.seed).toMatch(/^[0-9a-f]{64}$/);
  expect(draw?.commitment).toBe(
    createHash('sha256')
      .update(Buffer.from(draw?.seed ?? '', 'hex'))
      .digest('hex'),
  );
  expect(await seedOf(custom)).toBeUndefined();
  await draws();
  expect(await seedOf(practice)).toEqual(draw);
});

test('five seconds after its close a practice market is drawn from its seed, and paid', async () => {
  const { db } = database;
  const market = await aPracticeMarket();
  await draws();
  // Looks again, because the last second of the five may be over before the first look.
  let early: Awaited<ReturnType<typeof undrawn>>;
  do {
    await endBetting(db, market, '4 seconds');
    early = await undrawn(market);
  } while (await hasBeenClosedFor(market, '5 seconds'));
  expect(early).toBeUndefined();
  await endBetting(db, market, '5 seconds');
  const found = await undrawn(market);
  if (found === undefined) throw new Error('the market is due');
  await drawPractice(db, { market: found, mode: 'demo' });

  const { seed = '', commitment } = (await seedOf(market)) ?? {};
  const number = drawNumber(Buffer.from(seed, 'hex'), market.marketId);
  const outcome = number < 0.5 ? 0 : 1;
  const resolution = await resolutionOf(market);
  expect(resolution).toMatchObject({
    outcome_id: market.outcomeIds[outcome],
    source: 'practice',
    raw: { seed, commitment, number, outcome, initialProbabilities: [0.5, 0.5] },
  });
  for (const part of [seed, commitment, String(number), outcome === 0 ? '"Yes"' : '"No"']) {
    expect(resolution?.evidence).toContain(part);
  }
  expect(await undrawn(market)).toBeUndefined();
  await payAll(db, market);
  expect(await marketOf(db, market)).toMatchObject({ state: 'settled', won: market.outcomeIds[outcome] });
});

test('a practice market without a seed when its betting ended is void', async () => {
  const { db } = database;
  const market = await aPracticeMarket();
  await endBetting(db, market, '5 minutes');
  await draws();
  expect(await seedOf(market)).toBeUndefined();
  const found = await undrawn(market);
  if (found === undefined) throw new Error('the market is due');
  await drawPractice(db, { market: found, mode: 'demo' });
  expect(await resolutionOf(market)).toMatchObject({ outcome_id: null, source: 'practice', raw: null });
  await payAll(db, market);
  expect(await marketOf(db, market)).toMatchObject({ state: 'void' });
});

test('a market whose draw was undone, or that is under review, is left to the admins', async () => {
  const { db } = database;
  const market = await aPracticeMarket();
  await draws();
  await endBetting(db, market, '5 minutes');
  await db.execute(sql`update markets set review = 'objected' where id = ${market.marketId}`);
  expect(await undrawn(market)).toBeUndefined();
  await db.execute(sql`update markets set review = null where id = ${market.marketId}`);
  const found = await undrawn(market);
  if (found === undefined) throw new Error('the market is due');
  await drawPractice(db, { market: found, mode: 'demo' });
  await db.execute(sql`
    update resolutions set ended_at = clock_timestamp(), ended_as = 'undone' where market_id = ${market.marketId}`);
  await db.execute(sql`update markets set state = 'closed' where id = ${market.marketId}`);
  expect(await undrawn(market)).toBeUndefined();
});

test('processes that draw at the same moment make one result', async () => {
  const { db } = database;
  const market = await aPracticeMarket();
  await draws();
  await endBetting(db, market, '5 minutes');
  const found = await undrawn(market);
  if (found === undefined) throw new Error('the market is due');
  const drawn = await Promise.all([1, 2, 3].map(() => drawPractice(db, { market: found, mode: 'demo' })));
  expect(drawn.filter(Boolean)).toEqual([true]);
  const made = await rows(db, sql`select from resolutions where market_id = ${market.marketId}`);
  expect(made).toHaveLength(1);
});
