import { setTimeout as delay } from 'node:timers/promises';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { beginEarlier } from '@tallystone/testkit/betting/late-starts.ts';
import {
  decideEnd,
  endBetting,
  endedAs,
  endingsOf,
  manyBets,
  marketOf,
  type TestBet,
  wonBy,
  wrongAccounts,
} from '@tallystone/testkit/betting/settling.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../db/open-database.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { openDraws } from '../practice/top-up.ts';
import { openSettler, type Settler } from './open-settler.ts';
import { settleMarket } from './settle-market.ts';

const settlers: Settler[] = [];
const errors: unknown[] = [];
const marked: string[] = [];
function aSettler(
  database: Database,
  confirm: (marketId: string) => Promise<'pay' | 'wait'> = async () => 'pay',
): Settler {
  const settler = openSettler({
    database,
    mode: 'demo',
    confirm,
    lists: { markStale: (marketId) => marked.push(marketId), markAllStale: () => undefined },
    onError: (error) => errors.push(error),
  });
  settlers.push(settler);
  return settler;
}

/** The test's own timeout ends this if it never happens. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(20);
}

describe.each(testEngines)('on %s', (_name, open) => {
  let database: Database;
  let betting: TestBetting;
  let admin: TestBettor;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db);
    admin = await aBettor(database.db);
  }, 120_000);
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(settlers.splice(0).map((settler) => settler.stop()));
    expect(errors.splice(0)).toEqual([]);
    marked.length = 0;
    expect(await wrongAccounts(database.db)).toEqual([]);
  });
  afterAll(() => database.close());
  const stateOf = async (market: TestMarket) => (await marketOf(database.db, market)).state;

  test('a market is closed by the clock, drawn, paid and its lists refreshed', async () => {
    const { db } = database;
    const market = await aMarket(db, { source: 'practice' });
    await transaction(db, openDraws);
    const bets = await manyBets(betting, { market, count: 4 });
    const { version } = await marketOf(db, market);
    aSettler(database);
    await endBetting(db, market);
    await until(async () => (await stateOf(market)) === 'closed');
    expect((await marketOf(db, market)).version).toBe(version + 1);
    // Others can see the commit before the settler knows of it.
    await expect.poll(() => marked).toEqual([market.marketId]);

    await endBetting(db, market, '2 minutes');
    await until(async () => (await stateOf(market)) === 'settled');
    const { won, escrow } = await marketOf(db, market);
    expect(escrow).toBe('0');
    const winners = bets.filter(({ outcome }) => market.outcomeIds[outcome] === won);
    expect(await endingsOf(db, market)).toEqual(endedAs('payout', winners));
    await expect.poll(() => marked).toEqual([market.marketId, market.marketId, market.marketId]);
  });

  test('a settler that is woken looks at once', async () => {
    const { db } = database;
    const market = await aMarket(db);
    await endBetting(db, market);
    // After its first look it never looks on its own, because its timer is stopped.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const settler = aSettler(database);
    await until(async () => (await stateOf(market)) === 'closed');
    await decideEnd(db, { market, result: wonBy(market), admin });
    settler.wake();
    await until(async () => (await stateOf(market)) === 'settled');
  });

  test('bets that only the market calls late are reported once and stay, and others are refunded', async () => {
    const { db } = database;
    const [forged, late] = [await aFeedMarket(db), await aFeedMarket(db)].sort((a, b) =>
      a.marketId < b.marketId ? -1 : 1,
    );
    if (forged === undefined || late === undefined) throw new Error('there are two markets');
    await manyBets(betting, { market: forged, count: 2 });
    const bets = await manyBets(betting, { market: late, count: 2 });
    for (const market of [forged, late]) await endBetting(db, market);
    await db.execute(sql`update markets set late_from = 'epoch' where id = ${forged.marketId}`);
    await beginEarlier(db, { marketId: late.marketId, from: sql`'epoch'::timestamptz` });
    const settler = aSettler(database);
    await until(async () => {
      settler.wake();
      return errors.length > 0 && (await marketOf(db, late)).lateFrom === null;
    });
    expect(await endingsOf(db, late)).toEqual(endedAs('refund', bets));
    expect(await endingsOf(db, forged)).toEqual([]);
    expect(errors.splice(0)).toEqual([
      expect.objectContaining({
        message: expect.stringContaining(`market ${forged.marketId} says that bets`),
      }),
    ]);
    // As the feed's answer clears it.
    await db.execute(sql`update markets set late_from = null where id = ${forged.marketId}`);
  });

  test('late bets are refunded', async () => {
    const { db } = database;
    const late: { market: TestMarket; bets: TestBet[] }[] = [];
    for (let i = 0; i < 3; i++) {
      const market = await aFeedMarket(db);
      late.push({ market, bets: await manyBets(betting, { market, count: 3 }) });
      await endBetting(db, market);
      await beginEarlier(db, { marketId: market.marketId, from: sql`'epoch'::timestamptz` });
    }
    aSettler(database);
    for (const { market, bets } of late) {
      await until(async () => (await marketOf(db, market)).lateFrom === null);
      expect(await endingsOf(db, market)).toEqual(endedAs('refund', bets));
    }
  });
});

describe('several processes on PostgreSQL', () => {
  let database: TestDatabase;
  let second: Database;
  let betting: TestBetting;
  let admin: TestBettor;
  beforeAll(async () => {
    database = await createTestDatabase();
    second = await openPatiently(database.url);
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db);
    admin = await aBettor(database.db);
  });
  afterEach(async () => {
    await Promise.all(settlers.splice(0).map((settler) => settler.stop()));
    expect(await wrongAccounts(database.db)).toEqual([]);
  });
  afterAll(async () => {
    await second.close();
    await database.close();
  });

  async function aDecidedMarket(count: number): Promise<{ market: TestMarket; bets: TestBet[] }> {
    const market = await aMarket(database.db);
    const bets = await manyBets(betting, { market, count });
    await endBetting(database.db, market);
    await decideEnd(database.db, { market, result: wonBy(market), admin });
    return { market, bets };
  }

  test('they pay several markets at once, each bet once', async () => {
    const { db } = database;
    const decided: Awaited<ReturnType<typeof aDecidedMarket>>[] = [];
    for (let i = 0; i < 5; i++) decided.push(await aDecidedMarket(4));
    for (const process of [database, second, database, second]) aSettler(process);
    await until(async () => {
      const states = await Promise.all(decided.map(({ market }) => marketOf(db, market)));
      return states.every(({ state }) => state === 'settled');
    });
    for (const { market, bets } of decided) {
      const winners = bets.filter(({ outcome }) => outcome === 0);
      expect(await endingsOf(db, market)).toEqual(endedAs('payout', winners));
    }
    expect(errors.splice(0)).toEqual([]);
  });

  test('of two at one market one pays, the other skips it, and no chunk is paid twice', async () => {
    const { db } = database;
    const { market, bets } = await aDecidedMarket(12);
    const { marketId } = market;
    const kinds: string[] = [];
    const payer = async (of: Database) => {
      while ((await marketOf(db, market)).state === 'resolving') {
        kinds.push((await settleMarket(of.db, { marketId, chunk: 1 })).kind);
      }
    };
    await Promise.all([payer(database), payer(second), payer(database), payer(second)]);
    expect(kinds.filter((kind) => kind !== 'busy').sort()).toEqual([
      'began',
      'ended',
      ...bets.map(() => 'settled-chunk'),
    ]);
    expect(await endingsOf(db, market)).toEqual(
      endedAs(
        'payout',
        bets.filter(({ outcome }) => outcome === 0),
      ),
    );
  });

  test('a market that is locked elsewhere delays no other', async () => {
    const { db } = database;
    const held = await aDecidedMarket(2);
    const free = await aDecidedMarket(2);
    await transaction(second.db, async (tx) => {
      await tx.execute(sql`select from markets where id = ${held.market.marketId} for update`);
      aSettler(database);
      await until(async () => (await marketOf(db, free.market)).state === 'settled');
      expect((await marketOf(db, held.market)).settledThrough).toBeNull();
    });
    await until(async () => (await marketOf(db, held.market)).state === 'settled');
    expect(errors.splice(0)).toEqual([]);
  });

  test('any number of waiting markets delays no other market, and they are paid when they may be', async () => {
    const { db } = database;
    const waiting: string[] = [];
    for (let i = 0; i < 40; i++) waiting.push((await aDecidedMarket(0)).market.marketId);
    const { market } = await aDecidedMarket(2);
    let mayBePaid = false;
    aSettler(database, async (marketId) => (mayBePaid || !waiting.includes(marketId) ? 'pay' : 'wait'));
    await until(async () => (await marketOf(db, market)).state === 'settled');
    const isWaiting = async () => {
      const found = await rows(
        db,
        sql`
          select from markets where state = 'resolving' and id in (
            select json_array_elements_text(${JSON.stringify(waiting)}::json))`,
      );
      return found.length;
    };
    expect(await isWaiting()).toBe(40);
    mayBePaid = true;
    await until(async () => (await isWaiting()) === 0);
    expect(errors.splice(0)).toEqual([]);
  }, 180_000);

  test('a market that cannot be paid is reported and delays no other', async () => {
    const { db } = database;
    const broken = await aDecidedMarket(2);
    const whole = await aDecidedMarket(2);
    const brokenId = broken.market.marketId;
    await settleMarket(db, { marketId: brokenId, chunk: 5 });
    // The entry that is due exists already, so the database refuses it a second time.
    await db.execute(
      sql`insert into entries (kind, key) values ('settlement', ${`settlement:${brokenId}:0`})`,
    );
    aSettler(database);
    await until(async () => (await marketOf(db, whole.market)).state === 'settled' && errors.length > 0);
    expect(String(errors[0])).toMatch(/payments as materialized/);
    expect(await marketOf(db, broken.market)).toMatchObject({ state: 'resolving', settledThrough: '0' });
    errors.length = 0;
  });

  test('a market that is held back is reported once, delays no other, and is paid when the cause is gone', async () => {
    const { db } = database;
    const { market, bets } = await aDecidedMarket(4);
    const { marketId } = market;
    await settleMarket(db, { marketId, chunk: 5 });
    const hold = (more: number) =>
      db.execute(sql`update accounts set balance = balance + ${more} where market_id = ${marketId}`);
    await hold(1);
    const whole = await aDecidedMarket(2);
    const first = aSettler(database);
    const reported = () => errors.map(String).filter((text) => text.includes(marketId));
    await until(async () => (await marketOf(db, whole.market)).state === 'settled' && reported().length > 0);
    await first.stop();
    aSettler(second);
    // The settler pays in the order of the due dates.
    const later = await aDecidedMarket(2);
    await until(async () => (await marketOf(db, later.market)).state === 'settled');
    expect(reported()).toEqual([
      `Error: market ${marketId} does not pay what was rehearsed: it is held back`,
    ]);
    errors.length = 0;
    expect(await marketOf(db, market)).toMatchObject({ state: 'resolving', review: 'rehearsal-differs' });
    await hold(-1);
    aSettler(database);
    await until(async () => (await marketOf(db, market)).state === 'settled');
    expect((await marketOf(db, market)).review).toBeNull();
    expect(await endingsOf(db, market)).toEqual(
      endedAs(
        'payout',
        bets.filter(({ outcome }) => outcome === 0),
      ),
    );
  });

  test('an account that is locked for too long once delays its payment, and no error is reported', async () => {
    const { db } = database;
    const { market, bets } = await aDecidedMarket(2);
    const hasty = await openPatiently(database.url, { lockTimeoutMs: 300 });
    errors.length = 0;
    let release = () => {};
    let holding: Promise<void> = Promise.resolve();
    const hold = () =>
      new Promise<void>((isHeld) => {
        holding = transaction(second.db, async (tx) => {
          await tx.execute(sql`select from accounts where user_id = ${bets[0]?.userId} for update`);
          const isReleased = new Promise<void>((released) => {
            release = released;
          });
          isHeld();
          await isReleased;
        });
      });
    const steps: ('pay' | 'wait')[] = [];
    aSettler(hasty, async (marketId) => {
      if (marketId !== market.marketId) return 'wait';
      steps.push('pay');
      // The first step only begins. The second one waits for the account in vain, and the third one finds it free.
      if (steps.length === 2) await hold();
      if (steps.length === 3) {
        release();
        await holding;
      }
      return 'pay';
    });
    await until(async () => (await marketOf(db, market)).state === 'settled');
    await Promise.all(settlers.splice(0).map((settler) => settler.stop()));
    await hasty.close();
    // The third pays, and the fourth ends.
    expect(steps).toHaveLength(4);
    expect(await endingsOf(db, market)).toEqual(
      endedAs(
        'payout',
        bets.filter(({ outcome }) => outcome === 0),
      ),
    );
    expect(errors.splice(0)).toEqual([]);
  });

  test('a process that stops finishes its chunk, and another continues from there', async () => {
    const { db } = database;
    const { market, bets } = await aDecidedMarket(6);
    const { marketId } = market;
    for (let step = 0; step < 3; step++) await settleMarket(db, { marketId, chunk: 1 });
    const settler = aSettler(database);
    await settler.stop();
    const { state } = await marketOf(db, market);
    expect(['resolving', 'settled']).toContain(state);
    aSettler(second);
    await until(async () => (await marketOf(db, market)).state === 'settled');
    expect(await endingsOf(db, market)).toEqual(
      endedAs(
        'payout',
        bets.filter(({ outcome }) => outcome === 0),
      ),
    );
    const [count] = await rows(
      db,
      { entries: col.number },
      sql`select count(*)::int as entries from entries where kind = 'market-remainder' and key like ${`%${marketId}`}`,
    );
    expect(count).toEqual({ entries: 1 });
  });
});
