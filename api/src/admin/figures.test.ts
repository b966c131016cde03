import type { WireAnalytics, WireMarketStats } from '@tallystone/core/http-api';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aBettor, aMarket, fundTheHouse, type TestMarket, usdc } from '../betting/test-betting.ts';
import type { Db } from '../db/db.ts';
import { openDatabase } from '../db/open-database.ts';
import { rows } from '../db/rows.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { aSolanaWallet } from '../identity/test-wallets.ts';
import { analytics } from './analytics.ts';
import { marketStats } from './market-stats.ts';

const NOW = new Date('2026-03-15T10:30:00Z');

let database: TestDatabase;
let db: Db;
let market: TestMarket;
let evm: string;
let solana: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  await fundTheHouse(db);
  market = await aMarket(db, { endsAt: new Date('2026-04-01T00:00:00Z') });
  evm = (await aBettor(db)).session.userId;
  solana = (await aBettor(db, { wallet: aSolanaWallet() })).session.userId;
});
afterAll(() => database.close());

/** Writes a bet as if it had been placed then, for the figures alone. */
let written = 0;
async function aBetAt(
  at: string,
  {
    stake,
    userId = evm,
    chain = null,
    status = 'confirmed',
    on = market,
  }: { stake: number; userId?: string; chain?: string | null; status?: string; on?: TestMarket },
): Promise<void> {
  written += 1;
  await db.execute(sql`
    with e as (
      insert into entries (kind, key) values ('bet', ${`figures:${written}`}) returning id
    )
    insert into bets (id, user_id, market_id, outcome_id, stake, odds, payout, status, placed_at, closes_at,
      daily_stake_cap, market_version, entry_id, signed_text, signature, signed_hash, body_hash, chain)
    select ${`b_${written}`}, ${userId}, ${on.marketId}, ${on.outcomeIds[0] ?? ''}, ${String(usdc(stake))}::bigint,
      2000000, ${String(2n * usdc(stake))}::bigint, ${status}, ${at}::timestamptz, '2026-12-01', 0, ${written + 1},
      e.id, '', '', '', '', ${chain}
    from e`);
}

describe('the figures of the dashboard', () => {
  test('of an empty house are zero, with no day and no chain missing', async () => {
    expect(await marketStats(db, NOW)).toEqual<WireMarketStats>({
      totalMarkets: 1,
      activeBets: 0,
      totalVolume: 0,
      monthlyGrowth: 0,
      volumeThisMonth: 0,
      volumeLastMonth: 0,
    });
    const { volumePerDay, betsByChain, exposureByMarket } = await analytics(db, NOW);
    expect(volumePerDay).toHaveLength(30);
    expect(volumePerDay[0]).toEqual({ day: '2026-02-14', volume: 0, bets: 0 });
    expect(volumePerDay.at(-1)).toEqual({ day: '2026-03-15', volume: 0, bets: 0 });
    expect(betsByChain.map(({ chain }) => chain)).toEqual([
      'Ethereum',
      'BSC',
      'Polygon',
      'Solana',
      'Other EVM',
    ]);
    expect(exposureByMarket).toEqual([]);
  });

  test('count months and days in UTC, whatever the clock of the database', async () => {
    await aBetAt('2026-01-31T23:59:59.999Z', { stake: 1 });
    await aBetAt('2026-02-01T00:00:00Z', { stake: 10, status: 'settled' });
    await aBetAt('2026-02-28T23:59:59.999Z', { stake: 30, chain: 'Polygon' });
    await aBetAt('2026-03-01T00:00:00Z', { stake: 50, chain: 'Ethereum' });
    await aBetAt('2026-03-15T00:00:00Z', { stake: 0.01, userId: solana, chain: 'Solana' });
    await aBetAt('2026-03-14T23:59:59.999Z', { stake: 12.5, userId: solana });
    await db.execute(sql`
      update markets set received = (select sum(stake) from bets where market_id = ${market.marketId})
      where id = ${market.marketId}`);

    for (const zone of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
      await db.execute(
        sql.raw(`alter database ${new URL(database.url).pathname.slice(1)} set timezone to '${zone}'`),
      );
      // The zone is that of new connections.
      const there = await openDatabase({ url: database.url });
      expect(await rows(there.db, sql`show timezone`)).toEqual([{ TimeZone: zone }]);
      expect(await marketStats(there.db, NOW)).toEqual<WireMarketStats>({
        totalMarkets: 1,
        activeBets: 5,
        totalVolume: 103.51,
        monthlyGrowth: 56.3,
        volumeThisMonth: 62.51,
        volumeLastMonth: 40,
      });
      const { volumePerDay, betsByChain } = await analytics(there.db, NOW);
      expect(volumePerDay.filter(({ bets }) => bets > 0)).toEqual<WireAnalytics['volumePerDay']>([
        { day: '2026-02-28', volume: 30, bets: 1 },
        { day: '2026-03-01', volume: 50, bets: 1 },
        { day: '2026-03-14', volume: 12.5, bets: 1 },
        { day: '2026-03-15', volume: 0.01, bets: 1 },
      ]);
      expect(betsByChain).toEqual<WireAnalytics['betsByChain']>([
        { chain: 'Ethereum', bets: 1, volume: 50 },
        { chain: 'BSC', bets: 0, volume: 0 },
        { chain: 'Polygon', bets: 1, volume: 30 },
        // By the family of the wallet where the session did not say.
        { chain: 'Solana', bets: 2, volume: 12.51 },
        { chain: 'Other EVM', bets: 2, volume: 11 },
      ]);
      await there.close();
    }
  });

  test('leave out deleted markets, and show what may be lost on the others, ended or not, the most first', async () => {
    const endsAt = new Date('2026-04-01T00:00:00Z');
    const made = await Promise.all(
      Array.from({ length: 22 }, (_, i) => aMarket(db, { title: `Market ${i}`, endsAt })),
    );
    const ended = await aMarket(db, { title: 'Ended', endsAt: NOW });
    for (const [i, { marketId, outcomeIds }] of [...made, ended].entries()) {
      const received = usdc(100);
      await db.execute(sql`update markets set received = ${String(received)}::bigint where id = ${marketId}`);
      await db.execute(sql`
        update outcomes set open_returns = ${String(usdc(90 + 5 * i))}::bigint where id = ${outcomeIds[1] ?? ''}`);
    }
    await db.execute(sql`
      update markets set archived_at = now(), deleted_at = now(), state = 'suspended', disabled = true
      where id = ${made.at(-1)?.marketId ?? ''}`);
    expect((await marketStats(db, NOW)).totalMarkets).toBe(1 + 22 + 1 - 1);
    const { exposureByMarket } = await analytics(db, NOW);
    expect(exposureByMarket).toHaveLength(20);
    expect(exposureByMarket[0]).toEqual({
      marketId: ended.marketId,
      title: 'Ended',
      exposure: 100,
      stakes: 100,
      lossBudget: 10_000,
    });
    const exposures = exposureByMarket.map(({ exposure }) => exposure);
    expect(exposures).toEqual([...exposures].sort((a, b) => b - a));
    // What was taken covers all that may be paid: nothing can be lost, and that is not below zero.
    expect(exposures.at(-1)).toBe(0);
    expect(exposureByMarket.map(({ marketId }) => marketId)).not.toContain(made.at(-1)?.marketId);
  });
});
