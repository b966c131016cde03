import type { WireAnalytics, WireMarketStats } from '@tallystone/core/http-api/admin';
import { marketRemainderEntry } from '@tallystone/core/ledger/market-remainder-entry';
import {
  aBettor,
  aMarket,
  fundTheHouse,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { aSolanaWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { analytics } from './analytics.ts';
import { marketStats } from './market-stats.ts';

const NO_GUESTS = { guestVolume: 0, guestBets: 0 };
const NO_COMBOS = { comboProfit: 0, combos: 0 };
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

/** Inserts a bet as if placed then, for the figures only. */
let written = 0;
async function aBetAt(
  at: string,
  {
    stake,
    userId = evm,
    chain = null,
    on = market,
  }: { stake: number; userId?: string; chain?: string | null; on?: TestMarket },
): Promise<string> {
  written += 1;
  await db.execute(sql`
    with e as (
      insert into entries (kind, key) values ('bet', ${`figures:${written}`}) returning id
    )
    insert into bets (id, user_id, market_id, outcome_id, stake, odds, payout, status, placed_at, closes_at,
      daily_stake_cap, market_version, entry_id, signed_text, signature, signed_hash, body_hash, chain)
    select ${`b_${written}`}, ${userId}, ${on.marketId}, ${on.outcomeIds[0] ?? ''}, ${String(usdc(stake))}::bigint,
      2000000, ${String(2n * usdc(stake))}::bigint, 'confirmed', ${at}::timestamptz, '2026-12-01', 0, ${written + 1},
      e.id, '', '', '', '', ${chain}
    from e`);
  return `b_${written}`;
}

/** Inserts a bet's payment, for the figures only. */
const endBet = (betId: string, kind: 'payout' | 'cash-out') =>
  db.execute(sql`
    insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at, market_version)
    select id, market_id, user_id, ${kind}, stake, entry_id, placed_at,
      ${kind === 'cash-out' ? 1000 : null}::bigint
    from bets where id = ${betId}`);

describe('the figures of the dashboard', () => {
  test('are zero for an empty house, with no day and no chain missing', async () => {
    expect(await marketStats(db, NOW)).toEqual<WireMarketStats>({
      totalMarkets: 1,
      activeBets: 0,
      totalVolume: 0,
      monthlyGrowth: 0,
      volumeThisMonth: 0,
      volumeLastMonth: 0,
    });
    const { volumePerDay, betsByChain, exposureByMarket } = await analytics(db, { now: NOW });
    expect(volumePerDay).toHaveLength(30);
    expect(volumePerDay[0]).toEqual({ day: '2026-02-14', volume: 0, bets: 0, ...NO_GUESTS });
    expect(volumePerDay.at(-1)).toEqual({ day: '2026-03-15', volume: 0, bets: 0, ...NO_GUESTS });
    expect(betsByChain.map(({ chain }) => chain)).toEqual([
      'Ethereum',
      'BSC',
      'Polygon',
      'Solana',
      'Other EVM',
    ]);
    expect(exposureByMarket).toEqual([]);
  });

  test('count months and days in UTC, whatever the database’s time zone', async () => {
    await aBetAt('2026-01-31T23:59:59.999Z', { stake: 1 });
    await endBet(await aBetAt('2026-02-01T00:00:00Z', { stake: 10 }), 'cash-out');
    await aBetAt('2026-02-28T23:59:59.999Z', { stake: 30, chain: 'Polygon' });
    await aBetAt('2026-03-01T00:00:00Z', { stake: 50, chain: 'Ethereum' });
    await aBetAt('2026-03-15T00:00:00Z', { stake: 0.01, userId: solana, chain: 'Solana' });
    await aBetAt('2026-03-14T23:59:59.999Z', { stake: 12.5, userId: solana });
    await db.execute(sql`
      update markets set staked = (select sum(stake) from bets where market_id = ${market.marketId})
      where id = ${market.marketId}`);

    for (const zone of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
      await db.execute(
        sql.raw(`alter database ${new URL(database.url).pathname.slice(1)} set timezone to '${zone}'`),
      );
      // The time zone applies to new connections. PgBouncer would keep the one from before.
      const there = await openPatiently(database.adminUrl);
      expect(await rows(there.db, sql`show timezone`)).toEqual([{ TimeZone: zone }]);
      expect(await marketStats(there.db, NOW)).toEqual<WireMarketStats>({
        totalMarkets: 1,
        activeBets: 5,
        totalVolume: 103.51,
        monthlyGrowth: 56.3,
        volumeThisMonth: 62.51,
        volumeLastMonth: 40,
      });
      const { volumePerDay } = await analytics(there.db, { now: NOW });
      const { betsByChain } = await analytics(there.db, { now: NOW, from: 'start' });
      expect(volumePerDay.filter(({ bets }) => bets > 0)).toEqual<WireAnalytics['volumePerDay']>([
        { day: '2026-02-28', volume: 30, bets: 1, ...NO_GUESTS },
        { day: '2026-03-01', volume: 50, bets: 1, ...NO_GUESTS },
        { day: '2026-03-14', volume: 12.5, bets: 1, ...NO_GUESTS },
        { day: '2026-03-15', volume: 0.01, bets: 1, ...NO_GUESTS },
      ]);
      expect(betsByChain).toEqual<WireAnalytics['betsByChain']>([
        { chain: 'Ethereum', bets: 1, volume: 50 },
        { chain: 'BSC', bets: 0, volume: 0 },
        { chain: 'Polygon', bets: 1, volume: 30 },
        // By wallet family if the session named no network.
        { chain: 'Solana', bets: 2, volume: 12.51 },
        { chain: 'Other EVM', bets: 2, volume: 11 },
      ]);
      await there.close();
    }
  });

  test('count guests’ bets separately, under no chain', async () => {
    const guest = (await aBettor(db)).session.userId;
    await db.execute(sql`update users set guest = true where id = ${guest}`);
    const all = { now: NOW, from: 'start' };
    const before = (await analytics(db, all)).betsByChain;
    await aBetAt('2026-01-10T00:00:00Z', { stake: 2, userId: guest, chain: 'Polygon' });
    await aBetAt('2026-01-10T00:00:00Z', { stake: 3, userId: guest, chain: 'Ethereum' });
    expect((await analytics(db, all)).betsByChain).toEqual([
      ...before,
      { chain: 'Guests', bets: 2, volume: 5 },
    ]);
  });

  test('cover the asked days, from the first bet on if asked, and refuse what is no range', async () => {
    const daysOf = async (range: { from?: string; to?: string }) =>
      (await analytics(db, { now: NOW, ...range })).volumePerDay.map(({ day }) => day);
    expect(await daysOf({ from: '2026-02-28', to: '2026-03-02' })).toEqual([
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
    const all = await daysOf({ from: 'start' });
    expect([all[0], all.at(-1)]).toEqual(['2026-01-10', '2026-03-15']);
    expect(await daysOf({ from: '2020-01-01' })).toHaveLength(1000);
    const { betsByChain, usersPerDay } = await analytics(db, {
      now: NOW,
      from: '2026-02-28',
      to: '2026-03-02',
    });
    expect(betsByChain.filter(({ bets }) => bets > 0)).toEqual([
      { chain: 'Ethereum', bets: 1, volume: 50 },
      { chain: 'Polygon', bets: 1, volume: 30 },
    ]);
    expect(usersPerDay).toEqual([
      { day: '2026-02-28', users: 1, guests: 0 },
      { day: '2026-03-01', users: 1, guests: 0 },
      { day: '2026-03-02', users: 0, guests: 0 },
    ]);
    for (const range of [{ from: '2026-03-16' }, { from: '2026-02-30' }, { to: 'start' }]) {
      await expect(daysOf(range)).rejects.toMatchObject({ code: 'invalid-request' });
    }
  });

  test('leave simulated traders out of days, networks and users', async () => {
    const trader = (await aBettor(db)).session.userId;
    await db.execute(sql`update users set simulated = true where id = ${trader}`);
    const asked = { now: new Date('2026-01-31T00:00:00Z'), from: '2026-01-25', to: '2026-01-25' };
    const before = await analytics(db, asked);
    await aBetAt('2026-01-25T10:00:00Z', { stake: 9, userId: trader, chain: 'Polygon' });
    const after = await analytics(db, asked);
    expect(after.volumePerDay).toEqual(before.volumePerDay);
    expect(after.betsByChain).toEqual(before.betsByChain);
    expect(after.usersPerDay).toEqual(before.usersPerDay);
  });

  test('count each user once a day, and guests separately', async () => {
    const guest = (await aBettor(db)).session.userId;
    await db.execute(sql`update users set guest = true where id = ${guest}`);
    for (const userId of [evm, evm, solana, guest])
      await aBetAt('2026-01-20T12:00:00Z', { stake: 1, userId });
    const { usersPerDay } = await analytics(db, { now: NOW, from: '2026-01-20', to: '2026-01-20' });
    expect(usersPerDay).toEqual([{ day: '2026-01-20', users: 2, guests: 1 }]);
  });

  test('leave guests out of daily and monthly volumes, but count them in the total', async () => {
    const guest = (await aBettor(db)).session.userId;
    await db.execute(sql`update users set guest = true where id = ${guest}`);
    const before = {
      ...(await marketStats(db, NOW)),
      days: (await analytics(db, { now: NOW })).volumePerDay,
    };
    await aBetAt('2026-02-20T00:00:00Z', { stake: 400, userId: guest });
    await aBetAt('2026-03-10T00:00:00Z', { stake: 700, userId: guest });
    await aBetAt('2026-03-15T00:00:00Z', { stake: 5, userId: guest });
    await db.execute(sql`update markets set staked = staked + 1105000000 where id = ${market.marketId}`);

    const { days, ...stats } = before;
    expect(await marketStats(db, NOW)).toEqual<WireMarketStats>({
      ...stats,
      activeBets: stats.activeBets + 3,
      totalVolume: stats.totalVolume + 1105,
    });
    const guests = new Map([
      ['2026-02-20', 400],
      ['2026-03-10', 700],
      ['2026-03-15', 5],
    ]);
    expect((await analytics(db, { now: NOW })).volumePerDay).toEqual(
      days.map((day) => ({
        ...day,
        guestVolume: guests.get(day.day) ?? 0,
        guestBets: guests.has(day.day) ? 1 : 0,
      })),
    );
  });

  test('leave out deleted markets, and show the exposure of the others, ended or not, largest first', async () => {
    const endsAt = new Date('2026-04-01T00:00:00Z');
    const made = await Promise.all(
      Array.from({ length: 22 }, (_, i) => aMarket(db, { title: `Market ${i}`, endsAt })),
    );
    const ended = await aMarket(db, { title: 'Ended', endsAt: NOW });
    const [deleted, settled] = [made.at(-1), made.at(-2)];
    for (const [i, { marketId, outcomeIds }] of [...made.slice(0, -1), ended].entries()) {
      const stakes = String(usdc(100));
      await db.execute(sql`
        update markets set received = ${stakes}::bigint, open_stakes = ${stakes}::bigint, staked = ${stakes}::bigint
        where id = ${marketId}`);
      await db.execute(sql`
        update outcomes set open_returns = ${String(usdc(90 + 5 * i))}::bigint where id = ${outcomeIds[1] ?? ''}`);
    }
    await db.execute(sql`
      update markets set archived_at = now(), deleted_at = now(), state = 'suspended', disabled = true
      where id = ${deleted?.marketId ?? ''}`);
    for (const change of [
      sql`state = 'closed'`,
      sql`state = 'resolving'`,
      sql`state = 'settled', won_outcome_id = 'o', settled_through = 1, ended_at = now()`,
    ]) {
      await db.execute(sql`update markets set ${change} where id = ${settled?.marketId ?? ''}`);
    }
    expect((await marketStats(db, NOW)).totalMarkets).toBe(1 + 22 + 1 - 1);
    const { exposureByMarket } = await analytics(db, { now: NOW });
    expect(exposureByMarket).toHaveLength(20);
    expect(exposureByMarket[0]).toEqual({
      marketId: ended.marketId,
      title: 'Ended',
      exposure: 95,
      stakes: 100,
      lossBudget: 10_000,
    });
    const exposures = exposureByMarket.map(({ exposure }) => exposure);
    expect(exposures).toEqual([...exposures].sort((a, b) => b - a));
    // All exposed markets count here, also beyond the largest twenty.
    const whole = await analytics(db, { now: NOW });
    const sum = (rows: readonly { exposure: number }[]) =>
      rows.reduce((total, row) => total + row.exposure, 0);
    expect(whole.exposureByCategory).toEqual([
      { category: 'sports', exposure: sum(whole.exposureByDay), markets: expect.any(Number) },
    ]);
    expect(sum(whole.exposureByDay)).toBeGreaterThanOrEqual(sum(exposureByMarket));
    expect(whole.exposureByDay.map(({ day }) => day)).toEqual(
      [...whole.exposureByDay.map(({ day }) => day)].sort(),
    );
    // The received stakes cover every payout: nothing can be lost, and the exposure isn't negative.
    expect(exposures.at(-1)).toBe(0);
    for (const left of [deleted, settled]) {
      expect(exposureByMarket.map(({ marketId }) => marketId)).not.toContain(left?.marketId);
    }
  });

  test('cash-outs count as a loss in a void', async () => {
    const sold = await aMarket(db, { title: 'Sold', endsAt: new Date('2026-04-01T00:00:00Z') });
    // One staked 1,000, another 100 and was paid 400: a void refunds 1,000 and has 700.
    await db.execute(sql`
      update markets set received = ${String(usdc(700))}::bigint, open_stakes = ${String(usdc(1000))}::bigint,
        staked = ${String(usdc(1100))}::bigint
      where id = ${sold.marketId}`);
    const { exposureByMarket } = await analytics(db, { now: NOW });
    expect(exposureByMarket[0]).toMatchObject({ marketId: sold.marketId, exposure: 300, stakes: 1100 });
  });

  test('active bets exclude ended ones, also while their market is being paid', async () => {
    const before = (await marketStats(db, NOW)).activeBets;
    const paid = await aMarket(db, { endsAt: new Date('2026-04-01T00:00:00Z') });
    const [first, second, third] = [
      await aBetAt('2026-03-01T00:00:00Z', { stake: 1, on: paid }),
      await aBetAt('2026-03-01T00:00:00Z', { stake: 1, on: paid }),
      await aBetAt('2026-03-01T00:00:00Z', { stake: 1, on: paid }),
    ];
    const active = async () => (await marketStats(db, NOW)).activeBets - before;
    const set = (change: ReturnType<typeof sql>) =>
      db.execute(sql`update markets set ${change} where id = ${paid.marketId}`);
    expect(await active()).toBe(3);
    await endBet(second, 'cash-out');
    expect(await active()).toBe(2);
    await set(sql`state = 'closed'`);
    await set(sql`state = 'resolving'`);
    await endBet(first, 'payout');
    await set(sql`settled_through = (select market_version from bets where id = ${second})`);
    expect(await active()).toBe(1);
    // The third lost.
    await set(sql`settled_through = (select market_version from bets where id = ${third})`);
    expect(await active()).toBe(0);
    await set(sql`state = 'settled', won_outcome_id = 'o', ended_at = now()`);
    expect(await active()).toBe(0);
  });

  test('take the house’s profit from the books: what the pool got back from ended markets minus what it put in', async () => {
    const endsAt = new Date('2026-04-01T00:00:00Z');
    const returned = async (amount: number, endedAt: string | null) => {
      const { marketId } = await aMarket(db, { endsAt });
      await transaction(db, (tx) =>
        recordEntries(tx, [
          {
            key: `market-remainder:${marketId}`,
            entry: marketRemainderEntry({ marketId, amount: usdc(amount) }),
          },
        ]),
      );
      await db.execute(sql`update markets set staked = 1 where id = ${marketId}`);
      if (endedAt === null) return;
      for (const change of [
        sql`state = 'closed'`,
        sql`state = 'resolving'`,
        sql`state = 'settled', won_outcome_id = 'o', settled_through = 1, ended_at = ${endedAt}::timestamptz`,
      ]) {
        await db.execute(sql`update markets set ${change} where id = ${marketId}`);
      }
    };
    // Each market was opened with 10,000.
    await returned(9_900, '2026-03-13T23:59:59.999Z');
    await returned(9_999.5, '2026-03-14T00:00:00Z');
    await returned(9_000, '2026-03-14T12:00:00Z');
    await returned(9_000, null);
    const { profitPerDay } = await analytics(db, { now: NOW, from: '2026-03-12', to: '2026-03-15' });
    expect(profitPerDay).toEqual([
      { day: '2026-03-12', profit: 0, markets: 0, ...NO_COMBOS },
      { day: '2026-03-13', profit: -100, markets: 1, ...NO_COMBOS },
      { day: '2026-03-14', profit: -1000.5, markets: 2, ...NO_COMBOS },
      { day: '2026-03-15', profit: 0, markets: 0, ...NO_COMBOS },
    ]);
  });
});
