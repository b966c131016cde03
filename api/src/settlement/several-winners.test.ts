import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import {
  aFeedBet,
  decideEnd,
  endBetting,
  endedAs,
  endingsOf,
  payAll,
  type TestBet,
  wonBy,
  wrongAccounts,
} from '@tallystone/testkit/betting/settling.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { tried, undone } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { analytics } from '../admin/analytics.ts';
import { createAdminMarketList } from '../admin/list-admin-markets.ts';
import { marketLines } from '../admin/market-lines.ts';
import { replayBets } from '../betting/replay-bets.ts';
import type { Db } from '../db/db.ts';
import type { Database } from '../db/open-database.ts';
import { col, rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { getActivity } from '../markets/get-activity.ts';
import { getGame } from '../markets/get-game.ts';
import { getRisk } from '../markets/get-risk.ts';
import { getStoredMarket } from '../markets/stored-market.ts';
import { wireMarket } from '../markets/wire-market.ts';
import { rehearseEnd } from './propose-resolution.ts';
import { replayResults } from './replay-results.ts';
import { getResultsQueue } from './results-queue.ts';
import { solvency } from './solvency.ts';

/** A double chance: of its three outcomes two win. */
const ODDS = [1.25, 1.3, 1.9] as const;

describe.each(testEngines)('a market of which two outcomes win, on %s', (_name, open) => {
  let database: Database;
  let betting: TestBetting;
  let admin: TestBettor;
  let bettor: TestBettor;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db);
    admin = await aBettor(database.db);
    bettor = await aBettor(database.db, { funds: usdc(100_000), cap: usdc(100_000) });
  }, 120_000);
  afterEach(async () => {
    expect(await brokenPromises()).toEqual([]);
    expect(await wrongAccounts(database.db)).toEqual([]);
    expect(await replayResults(database.db)).toEqual([]);
    expect((await replayBets(database.db)).differences).toEqual([]);
  });
  afterAll(() => database.close());

  const brokenPromises = async (db: Db = database.db) =>
    (await checkInvariants(db, { kind: 'everything' })).flatMap(({ invariant, offenders }) =>
      offenders.length === 0 ? [] : [invariant.promise],
    );

  /** The main market of a game, and its double chance. */
  async function aGame({ cap = usdc(100), gameCap = usdc(10_000) } = {}) {
    const main = await aFeedMarket(database.db, { gameCap });
    const market = await aFeedMarket(database.db, { gameId: main.gameId, odds: ODDS, winners: 2, cap });
    return { main, market };
  }

  const bet = (market: TestMarket, outcome: number, amount: number) =>
    aFeedBet(betting, { bettor, market, outcome, amount, odds: ODDS[outcome] ?? 0 });

  const riskOf = async ({ marketId }: TestMarket) => (await getRisk(database.db, marketId)) ?? expect.fail();

  async function wireOf({ marketId }: TestMarket) {
    const stored = await getStoredMarket(database.db, marketId);
    return stored === null ? expect.fail() : wireMarket(stored);
  }

  test('says how many win, with probabilities that sum to 200%', async () => {
    const { main, market } = await aGame();
    const wire = await wireOf(market);
    expect(wire.winners).toBe(2);
    expect(wire.outcomes.map(({ probability }) => probability)).toEqual([76.3524, 73.4158, 50.2318]);
    expect(wire.margin).toBe(4.56);
    expect(await wireOf(main)).not.toHaveProperty('winners');
    const game = await getGame(database.db, main.gameId);
    expect(game?.markets.map(({ winners }) => winners)).toEqual([undefined, 2]);
  });

  test('takes stakes until the two largest returns would cost its cap', async () => {
    const { market } = await aGame();
    // Alone, a bet of 100 at 1.90 costs at most 90.
    await bet(market, 2, 100);
    expect(await riskOf(market)).toMatchObject({ worstCase: 90 });
    // If both win, 190 and 1.25 A are owed for 100 + A: 190 + 1.25 A - 100 - A <= 100.
    expect((await riskOf(market)).outcomes.map(({ maxStake }) => maxStake)).toEqual([40, 33.33, 11.11]);
    await expect(bet(market, 0, 40.01)).rejects.toMatchObject({ code: 'stake-too-large' });
    await bet(market, 0, 40);
    expect(await riskOf(market)).toMatchObject({
      worstCase: 100,
      outcomes: [
        { owed: 50, houseResult: -100 },
        { owed: 0, houseResult: -50 },
        { owed: 190, houseResult: -100 },
      ],
    });
    // A bet on the third outcome returns less than the others do, so its stake makes room.
    await bet(market, 1, 40);
    expect(await riskOf(market)).toMatchObject({ worstCase: 62 });
    const listed = await createAdminMarketList({ db: database.db, now: () => new Date() }).read();
    const inList: { id: string }[] = JSON.parse(new TextDecoder().decode(listed.plain));
    expect(inList.find(({ id }) => id === market.marketId)).toMatchObject({
      winners: 2,
      exposure: 62,
      worstCase: 242,
    });
    const lines = await marketLines(database.db, { now: new Date(), archived: false });
    expect(lines.find((line) => line.startsWith(market.marketId))).toMatch(/exposure +62\.00 /);
    const { exposureByMarket } = await analytics(database.db, { now: new Date() });
    expect(exposureByMarket).toContainEqual(
      expect.objectContaining({ marketId: market.marketId, exposure: 62 }),
    );
  });

  test('leaves less of the cap of its game to the other markets', async () => {
    const { main, market } = await aGame({ gameCap: usdc(150) });
    await bet(market, 2, 100);
    await bet(market, 0, 40);
    const [first] = (await riskOf(main)).outcomes;
    expect(first).toMatchObject({ limitedBy: 'game-cap' });
    // 50 are left, at 2.10.
    expect(first?.maxStake).toBe(45.45);
  });

  test.each([
    ['none', []],
    ['one', [0]],
    ['three', [0, 1, 2]],
    ['the same twice', [1, 1]],
  ] as const)('refuses a result with %s', async (_which, places) => {
    const { market } = await aGame();
    await endBetting(database.db, market);
    const { marketId, outcomeIds } = market;
    const result = { kind: 'won', outcomeIds: places.map((place) => outcomeIds[place] ?? '') } as const;
    await expect(rehearseEnd(database.db, { marketId, result })).rejects.toMatchObject({
      code: 'invalid-request',
      message: 'Exactly 2 of the 3 outcomes of this market win; nothing was changed.',
    });
  });

  test('pays the bets on both winners once, and names both', async () => {
    const { db } = database;
    const { main, market } = await aGame();
    const bets: TestBet[] = [];
    for (const outcome of [2, 0, 1, 0]) bets.push(await bet(market, outcome, 20));
    await endBetting(db, market);
    const waiting = (await getResultsQueue(db)).waiting.find(({ id }) => id === market.marketId);
    expect(waiting).toMatchObject({ winners: 2 });
    await decideEnd(db, { market, result: wonBy(market, 2, 0), admin });
    const [resolution] = (await getResultsQueue(db)).resolutions;
    expect(resolution).toMatchObject({
      outcomeId: market.outcomeIds[0],
      alsoWonIds: [market.outcomeIds[2]],
      outcomeName: 'Team 1, Team 3',
      rehearsal: { paidBets: 3, paid: 88, alsoWonIds: [market.outcomeIds[2]] },
    });
    const steps = await payAll(db, market, 2);
    expect(steps).toEqual(['began', 'settled-chunk', 'settled-chunk', 'ended']);
    const winners = bets.filter(({ outcome }) => outcome !== 1);
    expect(await endingsOf(db, market)).toEqual(endedAs('payout', winners));
    const won = { wonOutcomeId: market.outcomeIds[0], alsoWonIds: [market.outcomeIds[2]] };
    expect(await wireOf(market)).toMatchObject({ state: 'settled', ...won });
    expect((await getGame(db, main.gameId))?.markets[1]).toMatchObject(won);
    expect((await getActivity(db, market.marketId))?.items[0]).toMatchObject({
      kind: 'settled',
      outcomeId: market.outcomeIds[0],
      alsoWonIds: [market.outcomeIds[2]],
    });
    expect(await riskOf(market)).toMatchObject({ worstCase: 8 });
  });

  test('gives every stake back if it is void', async () => {
    const { db } = database;
    const { market } = await aGame();
    const bets = [await bet(market, 0, 20), await bet(market, 2, 20)];
    await decideEnd(db, { market, result: { kind: 'void' }, admin });
    await payAll(db, market);
    expect(await endingsOf(db, market)).toEqual(endedAs('refund', bets));
    expect(await wireOf(market)).not.toHaveProperty('alsoWonIds');
  });

  test('counts what it owes in the figures of solvency, before and while it is paid', async () => {
    const { db } = database;
    // Figures are kept for a while.
    let hours = 0;
    const figures = async () => {
      hours += 1;
      const now = new Date(Date.now() + hours * 3_600_000);
      return (await solvency(db, { mode: 'demo', now, checked: [] })).worstCase;
    };
    const { market } = await aGame();
    const before = await figures();
    await bet(market, 2, 20);
    await bet(market, 0, 20);
    await bet(market, 1, 20);
    // The returns of Team 3 and Team 2; all three together would be 89.
    expect((await figures()) - before).toBeCloseTo(64, 6);
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market, 0, 1), admin });
    const begun = async () => (await figures()) - before;
    expect(await begun()).toBeCloseTo(64, 6);
    await payAll(db, market);
    expect(await begun()).toBeCloseTo(0, 6);
  });

  test('with a forged winner breaks promises', async () => {
    const { db } = database;
    const { market } = await aGame();
    for (const outcome of [0, 1, 2]) await bet(market, outcome, 10);
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market, 0, 1), admin });
    await payAll(db, market);
    const forged = sql`also_won = array[${market.outcomeIds[2]}::text] where`;
    await undone(db, async (tx) => {
      await tx.execute(sql`update markets set ${forged} id = ${market.marketId}`);
      expect(await brokenPromises(tx)).not.toEqual([]);
      expect((await replayResults(tx)).map(({ what }) => what)).toEqual([
        `the outcome that won market ${market.marketId}`,
      ]);
      expect((await replayBets(tx)).differences).not.toEqual([]);
    });
    await undone(db, async (tx) => {
      await tx.execute(sql`update resolutions set ${forged} market_id = ${market.marketId}`);
      expect((await replayResults(tx)).map(({ what }) => what)).toContainEqual(
        expect.stringMatching(/^the outcome of result \d+$/),
      );
    });
    const [first = '', second = ''] = market.outcomeIds;
    for (const set of [
      sql`markets set also_won = '{}' where id =`,
      sql`markets set also_won = array[null::text] where id =`,
      sql`markets set also_won = array[${first}::text] where id =`,
      sql`markets set winners = 16 where id =`,
      sql`resolutions set also_won = array[${first}::text] where market_id =`,
      sql`resolutions set also_won = array[null::text] where market_id =`,
      sql`resolutions set outcome_id = null, also_won = array[${second}::text] where market_id =`,
    ]) {
      await expect(tried(db, sql`update ${set} ${market.marketId}`)).rejects.toThrow();
    }
  });

  test('keeps one sum per pair of winners of the bets of a minute', async () => {
    const { market } = await aGame();
    await bet(market, 0, 10);
    await bet(market, 2, 20);
    const minutes = await rows(
      database.db,
      { net: col.list(col.text) },
      sql`select n.net::text[] as net from bet_minutes n where n.market_id = ${market.marketId} order by n.minute`,
    );
    const sums = [0, 1, 2].map((place) =>
      minutes.reduce((sum, { net }) => sum + BigInt(net[place] ?? 0), 0n),
    );
    // Teams 1 and 2, 1 and 3, 2 and 3: their returns less all stakes.
    expect(sums).toEqual([usdc(12.5) - usdc(30), usdc(50.5) - usdc(30), usdc(38) - usdc(30)]);
  });
});
