import { setTimeout as delay } from 'node:timers/promises';
import {
  aBettingProcess,
  aBettor,
  aMarket,
  fundTheHouse,
  type TestBetting,
} from '@tallystone/testkit/betting/betting.ts';
import {
  decideEnd,
  endBetting,
  manyBets,
  marketOf,
  payAll,
  wonBy,
  wrongAccounts,
} from '@tallystone/testkit/betting/settling.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../db/open-database.ts';
import { settleMarket } from './settle-market.ts';
import { undoResolution } from './undo-resolution.ts';

/** Any number: the second process waits for it in the middle of its claim. */
const GATE = 4711;

describe('a process that comes to a market while another settles its last bets', () => {
  let database: TestDatabase;
  /** Reads the clock only after the gate opens: by then its statement has begun, and has locked nothing. */
  let second: Database;
  let gate: pg.Client;
  let betting: TestBetting;
  beforeAll(async () => {
    database = await createTestDatabase();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db);
    gate = new pg.Client({ connectionString: database.adminUrl });
    await gate.connect();
    await gate.query(`
      create schema gate;
      grant usage on schema gate to public;
      create function gate.clock_timestamp() returns timestamptz language plpgsql volatile security definer as $$
      begin
        perform pg_advisory_lock_shared(${GATE}), pg_advisory_unlock_shared(${GATE});
        return pg_catalog.clock_timestamp();
      end $$`);
    const url = new URL(database.url);
    url.searchParams.set('options', '-c search_path=gate,public,pg_catalog');
    second = await openPatiently(url.href);
  }, 120_000);
  afterAll(async () => {
    await second.close();
    await gate.end();
    await database.close();
  });

  async function untilItWaits(): Promise<void> {
    for (;;) {
      const { rowCount } = await gate.query(
        `select from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`,
      );
      if (rowCount !== null && rowCount > 0) return;
      await delay(10);
    }
  }

  test("takes the escrow's balance after those bets", async () => {
    const { db } = database;
    const market = await aMarket(db);
    await manyBets(betting, { market, count: 8 });
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market), admin: await aBettor(db) });
    const { marketId } = market;
    for (const kind of ['began', 'settled-chunk']) {
      expect(await settleMarket(db, { marketId, chunk: 4 })).toEqual({ kind });
    }
    await gate.query(`select pg_advisory_lock(${GATE})`);
    const claimed = settleMarket(second.db, { marketId, chunk: 4 });
    await untilItWaits();
    expect(await settleMarket(db, { marketId, chunk: 4 })).toEqual({ kind: 'settled-chunk' });
    await gate.query(`select pg_advisory_unlock(${GATE})`);
    expect(await claimed).toEqual({ kind: 'ended' });
    await payAll(db, market);
    expect(await marketOf(db, market)).toMatchObject({ state: 'settled', review: null, escrow: '0' });
    expect(await wrongAccounts(db)).toEqual([]);
  }, 180_000);

  test('does not pay a result that was undone meanwhile, even if the market has another one by then', async () => {
    const { db } = database;
    const market = await aMarket(db);
    const admin = await aBettor(db);
    const { marketId } = market;
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market), admin });
    await gate.query(`select pg_advisory_lock(${GATE})`);
    const claimed = settleMarket(second.db, { marketId, chunk: 4 });
    await untilItWaits();
    const actor = { kind: 'admin', userId: admin.session.userId, address: admin.wallet.text } as const;
    await undoResolution(db, { marketId, actor, reason: 'The other one won' });
    await decideEnd(db, { market, result: wonBy(market, 1), admin });
    await gate.query(`select pg_advisory_unlock(${GATE})`);
    expect(await claimed).toEqual({ kind: 'busy' });
    await payAll(db, market);
    expect(await marketOf(db, market)).toMatchObject({ won: market.outcomeIds[1] });
  }, 180_000);
});
