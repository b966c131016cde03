import { randomUUID } from 'node:crypto';
import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import { ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { rehearsalHash } from '@tallystone/core/settlement/rehearse';
import type { MarketResult } from '@tallystone/core/settlement/result';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { aCombo, type TestSelection } from '@tallystone/testkit/betting/combos.ts';
import { decideEnd, endBetting, payAll, wonBy } from '@tallystone/testkit/betting/settling.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analytics } from '../admin/analytics.ts';
import { bulkMarkets } from '../admin/bulk-markets.ts';
import { exportData } from '../admin/export-data.ts';
import { createAdminMarketList } from '../admin/list-admin-markets.ts';
import { marketStats } from '../admin/market-stats.ts';
import { selectUsers } from '../admin/stored-user.ts';
import { betStatsOf } from '../betting/bet-stats.ts';
import { profit } from '../betting/profit.ts';
import { statement } from '../betting/statement.ts';
import type { Db } from '../db/db.ts';
import { col, value, values } from '../db/rows.ts';
import { grantRole } from '../identity/admin-grants.ts';
import { closeMarkets } from '../settlement/close-markets.ts';
import { listAwaited } from '../settlement/feed-results-store.ts';
import { rehearseEnd } from '../settlement/propose-resolution.ts';
import { getResultsQueue } from '../settlement/results-queue.ts';
import { solvency } from '../settlement/solvency.ts';
import { placeCombo } from './place-combo.ts';
import { readComboFigures } from './read-combo-figures.ts';
import { listMarketsWithLegs, resolveLegs } from './resolve-legs.ts';

const COMMAND_LINE = { kind: 'command-line' } as const;
const VOID: MarketResult = { kind: 'void' };

let database: TestDatabase;
let db: Db;
let betting: TestBetting;
let bettor: TestBettor;
let admin: TestBettor;
/** Games at odds of 2. The second is a side market of a game that no bet is on. */
let first: TestMarket;
let side: TestMarket;
let third: TestMarket;
let winning: WireCombo;
let losing: WireCombo;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  await fundTheHouse(db);
  betting = aBettingProcess(db);
  bettor = await aBettor(db);
  admin = await aBettor(db);
  first = await aGame('Home 1 vs Away 1');
  const gameId = randomUUID();
  await aGame('Home 2 vs Away 2', gameId);
  side = await aGame('Home 2 vs Away 2', gameId);
  third = await aGame('Home 3 vs Away 3');
  winning = await place(10, [{ market: first }, { market: side }]);
  losing = await place(5, [{ market: first, outcome: 1 }, { market: third }]);
});
afterAll(() => database.close());

const aGame = (title: string, gameId: string = randomUUID()) =>
  aFeedMarket(db, { odds: [2, 2], title, gameId });
const place = (amount: number, legs: readonly TestSelection[], by = bettor) =>
  placeCombo(betting, aCombo(by, { legs, amount, odds: 4 }));
const gameOf = ({ marketId }: TestMarket) =>
  value(db, col.text, sql`select game_id from markets where id = ${marketId}`);
const rehearsalOf = (market: TestMarket, result: MarketResult) =>
  rehearseEnd(db, { marketId: market.marketId, result });
async function end(market: TestMarket): Promise<void> {
  await endBetting(db, market);
  await decideEnd(db, { market, result: wonBy(market), admin });
  await payAll(db, market);
  for (const marketId of await listMarketsWithLegs(db, 10)) await resolveLegs(db, { marketId, chunk: 100 });
}
async function listed({ marketId }: TestMarket): Promise<WireAdminMarket | undefined> {
  const { plain } = await createAdminMarketList({ db, now: () => new Date() }).read();
  const all: WireAdminMarket[] = JSON.parse(Buffer.from(plain).toString());
  return all.find(({ id }) => id === marketId);
}
const statsOf = ({ session: { userId } }: TestBettor) => betStatsOf(db, userId);
const daysOf = async () => {
  const all = await analytics(db, { now: new Date() });
  return {
    ...all,
    volume: all.volumePerDay.at(-1),
    profit: all.profitPerDay.at(-1),
    users: all.usersPerDay.at(-1),
  };
};
let clock = Date.now();
const look = () => {
  // The figures are kept for some seconds.
  clock += 60_000;
  return solvency(db, { mode: 'demo', now: new Date(clock), checked: [] });
};
async function exported(name: 'combos' | 'markets'): Promise<Record<string, string>[]> {
  const { pieces } = await exportData(db, { name, days: {}, actor: COMMAND_LINE, now: new Date() });
  let text = '';
  for await (const piece of pieces) text += piece;
  return Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data;
}

describe('open combos', () => {
  test('are in what the house holds, apart from the markets, and in the metrics', async () => {
    const { combos, escrow, worstCase, userFunds, pool } = await look();
    expect(combos).toEqual({ held: 60, worstCase: 60, open: 2 });
    expect([escrow, worstCase, userFunds]).toEqual([0, 0, 1985]);
    expect(pool).toBe(10_000_000 - 45);
    expect(await readComboFigures(db)).toEqual({ open: 2, heldUsdc: 60, budgetUsed: 45 / 50_000 });
    await db.execute(sql`update settings set combo_budget = 0`);
    expect(await readComboFigures(db)).toMatchObject({ budgetUsed: null });
    await db.execute(sql`update settings set combo_budget = 50000000000`);
  });

  test('count as bets of their bettor', async () => {
    expect(await statsOf(bettor)).toEqual({
      totalBets: 2,
      combos: 2,
      activeBets: 2,
      endedBets: 0,
      totalWagered: 15,
      profit: 0,
      openStakes: 15,
    });
    const [user] = await selectUsers(db, sql`select ${bettor.session.userId}::text`);
    expect(user).toMatchObject({ bets: 2, staked: 15 });
    expect(await profit(db, { userId: bettor.session.userId, now: new Date() })).toMatchObject({
      total: 0,
      points: [],
    });
  });

  test('are in the figures of the dashboard', async () => {
    expect(await marketStats(db, new Date())).toMatchObject({
      activeBets: 2,
      totalVolume: 15,
      volumeThisMonth: 15,
    });
    const { volume, users, betsByChain, exposure } = await daysOf();
    expect(volume).toMatchObject({ volume: 15, bets: 2, guestVolume: 0, guestBets: 0 });
    expect(users).toMatchObject({ users: 1, guests: 0 });
    expect(betsByChain.filter(({ bets }) => bets > 0)).toMatchObject([{ bets: 2, volume: 15 }]);
    expect(exposure.combos).toEqual({ openStakes: 15, worstCase: 45, bets: 2, cap: 50_000 });
    expect((await analytics(db, { now: new Date(), from: 'start' })).volumePerDay).toHaveLength(1);
  });

  test('of guests and simulated traders are counted as their bets are', async () => {
    const guest = await aBettor(db);
    const trader = await aBettor(db);
    await place(7, [{ market: first }, { market: side }], guest);
    await place(3, [{ market: first }, { market: side }], trader);
    const all = sql`id in (${guest.session.userId}, ${trader.session.userId})`;
    await db.execute(sql`
      update users set guest = id = ${guest.session.userId}, simulated = id = ${trader.session.userId} where ${all}`);
    const { volume, users, betsByChain } = await daysOf();
    expect(volume).toMatchObject({ volume: 15, bets: 2, guestVolume: 7, guestBets: 1 });
    expect(users).toMatchObject({ users: 1, guests: 1 });
    expect(betsByChain.filter(({ bets }) => bets > 0)).toMatchObject([
      { bets: 2, volume: 15 },
      { chain: 'Guests', bets: 1, volume: 7 },
    ]);
    expect(await marketStats(db, new Date())).toMatchObject({ totalVolume: 25, volumeThisMonth: 15 });
  });

  test('keep their markets from being archived and deleted, and the feed canceling one waits for its result', async () => {
    const request = { ids: [third.marketId], actor: COMMAND_LINE, now: new Date() };
    for (const asked of [{ action: 'archive' }, { action: 'delete', count: 1 }] as const) {
      expect(await bulkMarkets(db, { ...request, ...asked })).toMatchObject({
        done: [],
        skipped: [{ id: third.marketId }],
      });
    }
    const canceled = async () => {
      await db.execute(
        sql`update markets set state = 'suspended', feed_halt = 'canceled' where id = ${third.marketId}`,
      );
      const found = await listed(third);
      await db.execute(sql`update markets set state = 'open', feed_halt = null where id = ${third.marketId}`);
      return found;
    };
    expect(await canceled()).toMatchObject({
      bets: 0,
      comboLegs: 1,
      flagReason: { code: 'flag-canceled-waits' },
    });
    expect(await listed(first)).toMatchObject({ bets: 0, comboLegs: 4 });
    const row = (await exported('markets')).find((each) => each.market_id === first.marketId);
    expect(row).toMatchObject({ bets: '0', open_combo_legs: '4' });
  });

  test('are in a rehearsal of their market, which has the same hash as without them', async () => {
    await endBetting(db, first);
    const { comboLegs, lostCombos, hash, ledger, version } = await rehearsalOf(first, wonBy(first));
    expect([comboLegs, lostCombos]).toEqual([4, 1]);
    expect(hash).toBe(
      rehearsalHash({
        marketId: first.marketId,
        version,
        result: wonBy(first),
        bets: 0,
        paidBets: 0,
        paid: ZERO_USDC,
        escrow: ZERO_USDC,
        toPool: ZERO_USDC,
        houseResult: ZERO_USDC,
      }),
    );
    expect(ledger.find(({ account }) => account === 'Open combos')).toEqual({
      account: 'Open combos',
      before: 100,
      after: 100,
    });
    expect(ledger.reduce((sum, { before }) => sum + before, 0)).toBeCloseTo(0, 6);
    const ofVoid = await rehearsalOf(first, VOID);
    expect([ofVoid.comboLegs, ofVoid.lostCombos]).toEqual([4, undefined]);
  });

  test('of an admin are named in the rehearsal', async () => {
    const another = await aGame('Home 4 vs Away 4');
    const combo = [{ market: another }, { market: side }];
    await place(1, combo, admin);
    const { wallet } = admin;
    await grantRole(db, { role: 'admin', wallet, grantedBy: 'command-line', now: new Date() });
    await endBetting(db, another);
    expect((await rehearsalOf(another, VOID)).odd).toEqual([expect.stringContaining(admin.wallet.text)]);
  });

  test('make a side market without bets wait for its result like one with bets', async () => {
    const other = await aGame('Home 2 vs Away 2', await gameOf(side));
    for (const market of [side, other]) await endBetting(db, market);
    expect(await closeMarkets(db)).toEqual(expect.arrayContaining([side.marketId, other.marketId]));
    expect((await listAwaited(db, null)).map(({ id }) => id)).toEqual(
      expect.arrayContaining([side.marketId]),
    );
    const { waiting } = await getResultsQueue(db);
    expect(waiting.find(({ id }) => id === side.marketId)).toMatchObject({ bets: 0, comboLegs: 4 });
    // Without bets and combos nothing depends on its result.
    expect(waiting.filter(({ id }) => id === other.marketId)).toEqual([]);
  });
});

describe('ended combos', () => {
  beforeAll(async () => {
    await end(first);
    await end(side);
  });

  test('no longer count where only open combos matter', async () => {
    // The combo that has lost still has a selection there without a result.
    expect(await listed(third)).not.toHaveProperty('comboLegs');
    await endBetting(db, third);
    expect((await rehearsalOf(third, wonBy(third))).comboLegs).toBeUndefined();
    const { resolutions } = await getResultsQueue(db);
    expect(resolutions.map(({ marketId }) => marketId)).toEqual([side.marketId, first.marketId]);
    // Only the admin's combo is open.
    expect((await look()).combos).toEqual({ held: 4, worstCase: 4, open: 1 });
    expect(await readComboFigures(db)).toMatchObject({ open: 1, heldUsdc: 4 });
  });

  test('are in their bettor’s profit', async () => {
    const { userId } = bettor.session;
    expect(await statsOf(bettor)).toMatchObject({ activeBets: 0, endedBets: 2, profit: 25, openStakes: 0 });
    const { total, days, points } = await profit(db, { userId, now: new Date() });
    expect([total, days.at(-1)?.profit]).toEqual([25, 25]);
    expect(points.reduce((sum, each) => sum + each.profit, 0)).toBe(25);
  });

  test('are in the statement with what they were for', async () => {
    const rows = await statement(db, { userId: bettor.session.userId, before: null });
    const about = { marketTitle: 'Home 1 vs Away 1', selections: 2 };
    expect(rows).toMatchObject([
      {
        kind: 'combo-end',
        amount: 40,
        balance: 1025,
        bets: [{ betId: winning.id, amount: 40, result: 'won', ...about }],
      },
      { kind: 'combo', amount: -5, balance: 985, bets: [{ betId: losing.id, amount: -5, ...about }] },
      { kind: 'combo', amount: -10, balance: 990, bets: [{ betId: winning.id, amount: -10, ...about }] },
      { balance: 1000 },
    ]);
    expect(rows.slice(0, 3).map(({ betCount }) => betCount)).toEqual([1, 1, 1]);
    const [leg, other] = losing.legs;
    expect(rows[1]?.bets[0]?.outcomeName).toBe(`${leg?.outcomeName} + ${other?.outcomeName}`);
  });

  test('are in the profit of the house, which also says how much came from them', async () => {
    // Won: 30 of the bettor's combo, 21 of the guest's, 9 of the trader's. Lost: 5.
    expect((await daysOf()).profit).toMatchObject({ profit: -55, markets: 0, comboProfit: -55, combos: 4 });
    expect((await daysOf()).exposure.combos).toMatchObject({ worstCase: 3, bets: 1 });
  });

  test('are exported with their selections', async () => {
    const found = await exported('combos');
    expect(found).toHaveLength(5);
    const names = losing.legs.map(({ title, outcomeName }) => `${title}: ${outcomeName} at 2.00`);
    expect(found.slice(0, 2)).toMatchObject([
      {
        combo_id: winning.id,
        stake_usdc: '10',
        payout_usdc: '40',
        status: 'settled',
        result: 'won',
        paid_usdc: '40',
      },
      {
        combo_id: losing.id,
        wallet: bettor.wallet.text,
        selections: `${names[0]}, lost | ${names[1]}`,
        selection_ids: losing.legs.map((leg) => `${leg.marketId}:${leg.outcomeId}`).join(' | '),
        stake_usdc: '5',
        odds: '4.00',
        signed_odds: '4.00',
        result: 'lost',
        paid_usdc: '0',
        combo_budget_usdc: '50000',
      },
    ]);
    const secrets = await values(
      db,
      col.text,
      sql`select encode(signature, 'hex') from combos union select idempotency_key from combos`,
    );
    const text = JSON.stringify(found);
    expect(secrets.filter((secret) => text.includes(secret.slice(0, 32)))).toEqual([]);
    expect(found.at(-1)).toMatchObject({ status: 'confirmed', result: '', paid_usdc: '', ended_at: '' });
  });
});
