import type { WireCombo } from '@tallystone/core/http-api/combos';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  fundTheHouse,
  moveFeedOdds,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { aCombo, aComboCashOut, type TestSelection } from '@tallystone/testkit/betting/combos.ts';
import { beginEarlier } from '@tallystone/testkit/betting/late-starts.ts';
import {
  aFeedBet,
  balanceOf,
  decideEnd,
  endBetting,
  payAll,
  wonBy,
  wrongAccounts,
} from '@tallystone/testkit/betting/settling.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { aSolanaWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockManagedMarkets } from '../admin/bulk-store.ts';
import { col, row, rows, value } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { requireNoBets } from '../settlement/propose-resolution.ts';
import { listLateBets, refundLateBets } from '../settlement/refund-late-bets.ts';
import { cashOutCombo, quoteComboCashOut } from './cash-out-combo.ts';
import { listCombos } from './list-combos.ts';
import { type ComboDeps, placeCombo } from './place-combo.ts';
import { quoteCombo } from './quote-combo.ts';
import { listMarketsWithLegs, resolveLegs } from './resolve-legs.ts';

describe.each(movedEngines)('combos on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  let admin: TestBettor;
  let bettor: TestBettor;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
    admin = await aBettor(database.db);
  }, 120_000);
  beforeEach(async () => {
    bettor = await aBettor(database.db);
  });
  afterEach(async () => {
    expect(await wrongAccounts(database.db)).toEqual([]);
    const { held, owed } = await row(
      database.db,
      { held: col.bigint, owed: col.bigint },
      sql`
        select coalesce((select a.balance from accounts a where a.kind = 'combos'), 0) as held, (
          select coalesce(sum(c.payout), 0) from combos c
          where not exists (select from combo_endings n where n.combo_id = c.id)) as owed`,
    );
    expect(held).toBe(owed);
  });
  afterAll(() => database.close());

  let games = 0;
  const aGame = (odds: readonly (number | null)[] = [2, 2], title?: string) => {
    games += 1;
    return aFeedMarket(database.db, {
      odds,
      title: title ?? `Home ${games} vs Away ${games}`,
      pricedAt: database.now(),
    });
  };
  const twoGames = async (): Promise<[TestMarket, TestMarket]> => [await aGame(), await aGame()];
  const place = (
    markets: readonly (TestMarket | TestSelection)[],
    {
      by = bettor,
      amount = 10,
      odds = 1.01,
      key,
      deps = betting,
    }: {
      by?: TestBettor;
      amount?: number;
      odds?: number;
      key?: string;
      deps?: ComboDeps;
    } = {},
  ): Promise<WireCombo> => {
    const legs = markets.map((each) => ('market' in each ? each : { market: each }));
    return placeCombo(deps, aCombo(by, { legs, amount, odds, ...(key !== undefined && { key }) }));
  };
  const refusalOf = async (placing: Promise<unknown>): Promise<HttpError> => {
    const error = await placing.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof HttpError)) throw new Error(`it was not refused: ${String(error)}`);
    return error;
  };
  const end = async (market: TestMarket, outcome: number | 'void') => {
    const { db } = database;
    await endBetting(db, market);
    const result = outcome === 'void' ? ({ kind: 'void' } as const) : wonBy(market, outcome);
    await decideEnd(db, { market, result, admin, now: database.now() });
    await payAll(db, market);
    for (const marketId of await listMarketsWithLegs(db, 100))
      while (await resolveLegs(db, { marketId, chunk: 1 }));
  };
  const fundsOf = ({ session }: TestBettor) => balanceOf(database.db, session.userId);
  const listed = async (of = bettor, family: WalletFamily = 'evm') =>
    listCombos(database.db, { userId: of.session.userId, family, before: null });
  const aMinuteLater = () => database.advance(60_000);
  const confirm = (...markets: TestMarket[]) =>
    Promise.all(markets.map((market) => moveFeedOdds(database.db, market, [2, 2])));

  describe('placing', () => {
    test('moves the stake and the rest of the return into one account, and answers with what was taken', async () => {
      const legs = [await aGame([1.9, 2]), await aGame([2.02, 1.8])];
      const combo = await place(legs, { odds: 3.5 });
      expect(combo).toMatchObject({
        id: expect.stringMatching(/^c_[a-z2-7]{20}$/),
        amount: 10,
        odds: 3.83,
        minOdds: 3.5,
        potentialWin: 28.3,
        totalReturn: 38.3,
        status: 'confirmed',
        returnNow: 38.3,
        noCashOut: { code: 'too-soon' },
        legs: [
          { marketId: legs[0]?.marketId, outcomeName: 'Team 1', odds: 1.9, state: 'open' },
          { marketId: legs[1]?.marketId, outcomeName: 'Team 1', odds: 2.02, state: 'open' },
        ],
      });
      expect(await fundsOf(bettor)).toBe(usdc(990));
      expect(await listed()).toMatchObject([{ id: combo.id, totalReturn: 38.3 }]);
    });

    test('works with a Solana wallet', async () => {
      const solana = await aBettor(database.db, { wallet: aSolanaWallet() });
      const { reference } = await place(await twoGames(), { by: solana });
      expect(reference).toMatch(/^sol_/);
    });

    test.each<[string, () => Promise<(TestMarket | TestSelection)[]>, object, object]>([
      [
        'a market of our own',
        async () => [await aGame(), await aMarket(database.db)],
        { code: 'combo-refused' },
        { leg: 1 },
      ],
      [
        'two markets of a game',
        async () => {
          const first = await aGame();
          const gameId = 'gameId' in first ? String(first.gameId) : '';
          return [first, await aFeedMarket(database.db, { gameId, odds: [2, 2], pricedAt: database.now() })];
        },
        { code: 'combo-refused' },
        { leg: 1 },
      ],
      [
        'two games of a team',
        async () => [await aGame([2, 2], 'Arsenal vs Leeds'), await aGame([2, 2], 'Chelsea vs Arsenal')],
        { code: 'combo-refused' },
        { leg: 1 },
      ],
      ['odds below those signed', twoGames, { code: 'odds-changed' }, { odds: 4 }],
      [
        'a market without a price',
        async () => [await aGame([null, 2]), await aGame()],
        { code: 'odds-changed' },
        { leg: 0 },
      ],
      [
        'an unknown market',
        async () => [await aGame(), { marketId: 'm_none', outcomeIds: ['o_none'] }],
        { code: 'unknown-market' },
        { leg: 1 },
      ],
      ['one selection', async () => [await aGame()], { code: 'invalid-request' }, {}],
      [
        'thirteen selections',
        async () => Promise.all(Array.from({ length: 13 }, () => aGame([1.1, 5]))),
        { code: 'invalid-request' },
        {},
      ],
    ])('refuses %s, and takes nothing', async (what, markets, error, facts) => {
      const legs = await markets();
      const refused = await refusalOf(place(legs, { odds: what.startsWith('odds') ? 4.01 : 1.01 }));
      expect(refused).toMatchObject({ ...error, facts });
      expect(refused.message).toContain('so no money was taken');
      expect(await fundsOf(bettor)).toBe(usdc(1000));
      expect(await listed()).toEqual([]);
    });

    test('refuses prices that are older than a minute, which single bets still take', async () => {
      const legs = await twoGames();
      await database.advance(60_001);
      expect(await refusalOf(place(legs))).toMatchObject({ code: 'feed-stale', facts: { leg: 0 } });
      await confirm(...legs);
      expect((await place(legs)).odds).toBe(4);
    });

    test.each<[string, string]>([
      ['suspended', 'market-suspended'],
      ['closed', 'market-closed'],
      ['deleted', 'unknown-market'],
    ])('refuses a market that is %s', async (state, code) => {
      const legs = await twoGames();
      const change =
        state === 'deleted'
          ? sql`archived_at = clock_timestamp(), deleted_at = clock_timestamp()`
          : sql`state = ${state}`;
      await database.db.execute(sql`update markets set ${change} where id = ${legs[1].marketId}`);
      expect(await refusalOf(place(legs))).toMatchObject({ code, facts: { leg: 1 } });
    });

    test('refuses the same selection twice, and another signature', async () => {
      const [market, other] = await twoGames();
      expect(await refusalOf(place([market, market]))).toMatchObject({
        code: 'combo-refused',
        facts: { leg: 1 },
      });
      const sent = aCombo(bettor, { legs: [{ market }, { market: other }], amount: 10, odds: 2 });
      const changed = { ...sent, body: { ...sent.body, amount: 11 } };
      expect(await refusalOf(placeCombo(betting, changed))).toMatchObject({ code: 'signature-invalid' });
    });

    test('counts towards the daily cap together with bets', async () => {
      const capped = await aBettor(database.db, { cap: usdc(25) });
      const legs = await twoGames();
      await aFeedBet(betting, { bettor: capped, market: legs[0], odds: 2, amount: 10 });
      await place(legs, { by: capped });
      expect(await refusalOf(place(legs, { by: capped }))).toMatchObject({
        code: 'cap-reached',
        facts: { capLeft: 5 },
      });
      const bet = aFeedBet(betting, { bettor: capped, market: legs[0], odds: 2, amount: 6 });
      expect(await refusalOf(bet)).toMatchObject({ code: 'cap-reached', facts: { capLeft: 5 } });
    });

    test('is refused in live mode, and where a server of 0.1.0 may run', async () => {
      const { db } = database;
      const legs = await twoGames();
      const live = await refusalOf(place(legs, { deps: { ...betting, mode: 'live' } }));
      expect(live).toMatchObject({ code: 'combo-refused', reason: { code: 'combo-live-mode' } });
      const setAlone = (isAlone: boolean) =>
        db.execute(
          sql.raw(
            `create or replace function code_counts_minutes() returns boolean language sql stable as $$ select ${isAlone} $$`,
          ),
        );
      const asked = legs.map(({ marketId, outcomeIds: [outcomeId = ''] }) => ({ marketId, outcomeId }));
      const quoted = (mode: 'demo' | 'live') =>
        quoteCombo(db, { session: bettor.session, legs: asked, mode });
      expect(await quoted('live')).toMatchObject({ odds: null, why: { code: 'combo-live-mode' } });
      await setAlone(false);
      try {
        expect(await refusalOf(place(legs))).toMatchObject({ reason: { code: 'combo-not-yet' } });
        expect(await quoted('demo')).toMatchObject({ odds: null, why: { code: 'combo-not-yet' } });
      } finally {
        await setAlone(true);
      }
      expect(await quoted('demo')).toMatchObject({ odds: 4, capLeft: 1000 });
    });

    test('lets the feed and bets have its markets in between, however many are placed', async () => {
      const { db } = database;
      const legs = await twoGames();
      let isOver = false;
      const stream = async () => {
        const by = await aBettor(db);
        for (let placed = 0; !isOver; placed += 1) {
          await place(legs, { by, amount: 0.01 });
          if (placed > 400) throw new Error('no price came through');
        }
      };
      const streams = Promise.all([stream(), stream(), stream()]);
      for (let moves = 0; moves < 5; moves += 1) {
        await db.transaction(async (tx) => {
          await tx.execute(sql`select set_config('lock_timeout', '3s', true)`);
          await tx.execute(sql`select from markets where id = ${legs[0].marketId} for update`);
        });
      }
      isOver = true;
      await streams;
    });

    test('sent twenty times at once is one combo, and the same key takes no other', async () => {
      const legs = await twoGames();
      const sent = aCombo(bettor, {
        legs: legs.map((market) => ({ market })),
        amount: 10,
        odds: 2,
        key: 'k',
      });
      const answers = await Promise.all(Array.from({ length: 20 }, () => placeCombo(betting, sent)));
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect(await fundsOf(bettor)).toBe(usdc(990));
      expect(await refusalOf(place(legs, { key: 'k', amount: 11 }))).toMatchObject({
        code: 'already-placed',
      });
    });
  });

  describe('the budget', () => {
    const setBudget = (amount: number) =>
      database.db.execute(sql`update settings set combo_budget = ${usdc(amount).toString()}::bigint`);
    const housePart = () =>
      value(database.db, col.usdc, sql`select coalesce(sum(house_part), 0) from open_combos`);
    afterEach(() => setBudget(50_000));

    test('limits a combo to a hundredth, and says how much it takes', async () => {
      await setBudget(1_000_000);
      const legs = await twoGames();
      await setBudget(10_000);
      const refused = await refusalOf(place(legs, { amount: 34 }));
      expect(refused).toMatchObject({ code: 'stake-too-large', facts: { maxStake: 33.33 } });
      const { maxStake } = await quoteCombo(database.db, {
        session: bettor.session,
        legs: legs.map(({ marketId, outcomeIds: [outcomeId = ''] }) => ({ marketId, outcomeId })),
        mode: 'demo',
      });
      expect(maxStake).toBe(33.33);
    });

    test('gives all wallets together a twentieth per outcome, however many ask at once', async () => {
      await setBudget(10_000);
      const [shared, ...others] = await Promise.all(Array.from({ length: 4 }, () => aGame()));
      if (shared === undefined) throw new Error('there are four games');
      const before = await housePart();
      const wallets = await Promise.all(Array.from({ length: 12 }, () => aBettor(database.db)));
      await Promise.allSettled(
        wallets.map((by, i) => place([shared, others[i % 3] as TestMarket], { by, amount: 33.33 })),
      );
      const used = (await housePart()) - before;
      expect(used).toBeLessThanOrEqual(usdc(500));
      // Five combos of 99.99 fit, the sixth doesn't.
      expect(used).toBe(usdc(5 * 99.99));
      // Another outcome of the same market has its own share.
      const other = await place([{ market: shared, outcome: 1 }, others[0] as TestMarket], { amount: 1 });
      expect(other.odds).toBe(4);
    });

    test('gives a wallet a twentieth, and more once its combos have ended', async () => {
      await setBudget(2_000);
      const games = await Promise.all(Array.from({ length: 12 }, () => aGame()));
      const pair = (i: number) => games.slice(2 * i, 2 * i + 2);
      for (let i = 0; i < 5; i++) await place(pair(i), { amount: 6.66 });
      expect(await refusalOf(place(pair(5), { amount: 6.66 }))).toMatchObject({
        code: 'stake-too-large',
        facts: { maxStake: 0.03 },
      });
      await end(games[0] as TestMarket, 1);
      expect((await place(pair(5), { amount: 6.66 })).odds).toBe(4);
    });
  });

  describe('its end', () => {
    test('comes with its last leg, and pays the product of its odds', async () => {
      const legs: [TestMarket, TestMarket] = [await aGame([1.9, 2]), await aGame([2.02, 1.8])];
      await place(legs);
      await end(legs[0], 0);
      expect(await listed()).toMatchObject([{ status: 'confirmed', legs: [{ result: 'won' }, {}] }]);
      await end(legs[1], 0);
      expect(await fundsOf(bettor)).toBe(usdc(1028.3));
      expect(await listed()).toMatchObject([
        {
          status: 'settled',
          result: 'won',
          paid: 38.3,
          profit: 28.3,
          legs: [{ result: 'won' }, { result: 'won' }],
        },
      ]);
    });

    test('comes at once when a leg loses, and its other legs still show their results', async () => {
      const legs = await twoGames();
      await place(legs);
      await end(legs[0], 1);
      expect(await listed()).toMatchObject([
        { result: 'lost', paid: 0, profit: -10, legs: [{ result: 'lost' }, {}] },
      ]);
      await end(legs[1], 0);
      expect(await listed()).toMatchObject([
        { result: 'lost', legs: [{ result: 'lost' }, { result: 'won' }] },
      ]);
      expect(await fundsOf(bettor)).toBe(usdc(990));
    });

    test('counts a void leg as 1.00', async () => {
      const legs = [await aGame([1.9, 2]), await aGame([3, 1.4])];
      await place(legs);
      await end(legs[0] as TestMarket, 'void');
      expect(await listed()).toMatchObject([{ returnNow: 30, totalReturn: 57 }]);
      await end(legs[1] as TestMarket, 0);
      expect(await fundsOf(bettor)).toBe(usdc(1020));
    });

    test('gives the stake back if every leg is void', async () => {
      const legs = await twoGames();
      await place(legs);
      for (const leg of legs) await end(leg, 'void');
      expect(await listed()).toMatchObject([{ result: 'void', paid: 10, profit: 0 }]);
      expect(await fundsOf(bettor)).toBe(usdc(1000));
    });

    test('is decided once by two settlers at the same time', async () => {
      const legs = await twoGames();
      const combos = await Promise.all(Array.from({ length: 6 }, () => place(legs)));
      const { db } = database;
      for (const market of legs) {
        await endBetting(db, market);
        await decideEnd(db, { market, result: wonBy(market), admin, now: database.now() });
        await payAll(db, market);
      }
      const settler = async () => {
        for (const { marketId } of legs) while (await resolveLegs(db, { marketId, chunk: 2 }));
      };
      await Promise.all([settler(), settler(), settler()]);
      expect(await fundsOf(bettor)).toBe(usdc(1000 + 30 * combos.length));
      const ends = await value(
        db,
        col.number,
        sql`
          select count(*)::int from entries
          where key in (select 'combo-end:' || json_array_elements_text(${JSON.stringify(combos.map(({ id }) => id))}::json))`,
      );
      expect(ends).toBe(combos.length);
    });

    test('counts a leg as 1.00 that was placed after its game had begun, and one placed before in full', async () => {
      const { db } = database;
      const legs = await twoGames();
      await place(legs);
      await database.advance(1_000);
      const late = await place(legs);
      const { marketId } = legs[0];
      const from = sql`(select placed_at from combos where id = ${late.id})`;
      await beginEarlier(db, { marketId, from, isClosed: true });
      expect(await listLateBets(db)).toContain(marketId);
      await refundLateBets(db, { marketId, chunk: 10, mode: 'demo' });
      expect(await listLateBets(db)).not.toContain(marketId);
      expect(await listed()).toMatchObject([
        { id: late.id, returnNow: 20, legs: [{ result: 'void' }, {}] },
        { returnNow: 40, legs: [{}, {}] },
      ]);
      await end(legs[0], 0);
      await end(legs[1], 0);
      expect(await fundsOf(bettor)).toBe(usdc(980 + 20 + 40));
    });

    test('gives late single bets and late legs back together', async () => {
      const { db } = database;
      const legs = await twoGames();
      await aFeedBet(betting, { bettor, market: legs[0], odds: 2, amount: 5 });
      await place(legs);
      await place(legs, { amount: 1 });
      const { marketId } = legs[0];
      await beginEarlier(db, { marketId, from: sql`'epoch'::timestamptz`, isClosed: true });
      // One leg at a time, and the mark stays until the last.
      while (await refundLateBets(db, { marketId, chunk: 1, mode: 'demo' }));
      expect(await listLateBets(db)).not.toContain(marketId);
      expect(await fundsOf(bettor)).toBe(usdc(989));
      expect(await listed()).toMatchObject([
        { returnNow: 2, legs: [{ result: 'void' }, {}] },
        { returnNow: 20, legs: [{ result: 'void' }, {}] },
      ]);
    });

    test('is not judged by a guardian who has a selection of the market', async () => {
      const [market, other] = await twoGames();
      await place([market, other]);
      const judge = ({ session, wallet }: TestBettor) =>
        database.db.transaction((tx) =>
          requireNoBets(
            tx,
            {
              market: { id: market.marketId },
              actor: { kind: 'admin', userId: session.userId, address: wallet.text },
            },
            'own-bets-guardian',
          ),
        );
      expect(await refusalOf(judge(bettor))).toMatchObject({ reason: { code: 'own-bets-guardian' } });
      await judge(admin);
    });

    test('a market with open legs cannot be deleted', async () => {
      const [market, other] = await twoGames();
      await place([market, other]);
      const locked = await database.db.transaction((tx) => lockManagedMarkets(tx, [market.marketId]));
      expect(locked.get(market.marketId)?.hasBets).toBe(true);
    });
  });

  describe('cashing out', () => {
    const sell = (comboId: string, amount: number, by = bettor) =>
      cashOutCombo(database.db, aComboCashOut(by, { comboId, amount }));
    const quoteOf = (comboId: string) => quoteComboCashOut(database.db, { session: bettor.session, comboId });

    test('pays what the combo is worth, and the same request again gets the same answer', async () => {
      const legs = await twoGames();
      const { id } = await place(legs);
      expect(await quoteOf(id)).toMatchObject({ amount: null, why: { code: 'cash-out-too-soon' } });
      await aMinuteLater();
      await confirm(...legs);
      // 40 times a quarter, less 3%.
      expect(await quoteOf(id)).toEqual({ comboId: id, amount: 9.7 });
      const sold = await sell(id, 9.7);
      expect(sold).toMatchObject({ comboId: id, amount: 9.7, profit: -0.3 });
      expect(await sell(id, 9.7)).toEqual(sold);
      expect(await refusalOf(sell(id, 9.6))).toMatchObject({ code: 'cash-out-unavailable' });
      expect(await fundsOf(bettor)).toBe(usdc(999.7));
      // Its legs get their results later, and nothing more is paid.
      await end(legs[0], 0);
      await end(legs[1], 0);
      expect(await fundsOf(bettor)).toBe(usdc(999.7));
      expect(await listed()).toMatchObject([
        { result: 'cashed-out', paid: 9.7, legs: [{ result: 'won' }, { result: 'won' }] },
      ]);
    });

    test('counts legs that have won, and refuses more than the combo is worth', async () => {
      const legs = await twoGames();
      const { id } = await place(legs);
      await aMinuteLater();
      await end(legs[0], 0);
      await confirm(legs[1]);
      expect(await refusalOf(sell(id, 19.41))).toMatchObject({
        code: 'odds-changed',
        facts: { cashOut: 19.4 },
      });
      expect(await sell(id, 19.4)).toMatchObject({ amount: 19.4 });
    });

    test('sent many times at once, and at the moment of its end, pays once', async () => {
      const { db } = database;
      const legs = await twoGames();
      const { id } = await place(legs);
      await aMinuteLater();
      await confirm(...legs);
      await endBetting(db, legs[0]);
      await decideEnd(db, { market: legs[0], result: wonBy(legs[0], 1), admin, now: database.now() });
      await payAll(db, legs[0]);
      const settle = () => resolveLegs(db, { marketId: legs[0].marketId, chunk: 10 });
      const both = await Promise.allSettled([sell(id, 9.7), settle(), sell(id, 9.7), settle()]);
      expect(both.filter(({ status }) => status === 'rejected')).toHaveLength(2);
      expect(await fundsOf(bettor)).toBe(usdc(990));
    });

    test.each([
      ['a market is suspended', sql`state = 'suspended'`, 'cash-out-market-suspended'],
      [
        'betting on a leg has closed',
        sql`closes_at = clock_timestamp() - interval '1 second'`,
        'cash-out-market-closed',
      ],
    ])('waits while %s', async (_, change, code) => {
      const legs = await twoGames();
      const { id } = await place(legs);
      await aMinuteLater();
      await confirm(...legs);
      await database.db.execute(sql`update markets set ${change} where id = ${legs[1].marketId}`);
      expect(await refusalOf(sell(id, 9.7))).toMatchObject({ reason: { code } });
      const noCashOut = { code: code.replace('cash-out-', ''), leg: 1 };
      expect((await listed()).find((combo) => combo.id === id)).toMatchObject({ noCashOut });
    });

    test("refuses another bettor's combo and another signature", async () => {
      const legs = await twoGames();
      const { id } = await place(legs);
      await aMinuteLater();
      await confirm(...legs);
      expect(await refusalOf(sell(id, 9.7, await aBettor(database.db)))).toMatchObject({ code: 'not-found' });
      const order = aComboCashOut(bettor, { comboId: id, amount: 9.7 });
      const changed = { ...order, body: { ...order.body, amount: 9.6 } };
      expect(await refusalOf(cashOutCombo(database.db, changed))).toMatchObject({
        code: 'signature-invalid',
      });
    });
  });

  test('stored combos and their ends never change', async () => {
    const legs = await twoGames();
    const { id } = await place(legs);
    await end(legs[0], 1);
    for (const change of [
      sql`update combos set stake = 1 where id = ${id}`,
      sql`delete from combo_endings where combo_id = ${id}`,
      sql`update combo_legs set odds = odds + 1 where combo_id = ${id}`,
    ])
      await expect(rows(database.db, change)).rejects.toThrow();
  });
});
