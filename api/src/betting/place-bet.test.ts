import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { aSolanaWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../db/open-database.ts';
import { rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { betStatsOf } from './bet-stats.ts';
import { listBets } from './list-bets.ts';
import { placeBet } from './place-bet.ts';
import { replayBets } from './replay-bets.ts';

describe.each(testEngines)('on %s', (_name, open) => {
  let database: Database;
  let betting: TestBetting;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db);
  });
  afterAll(() => database.close());

  test.each([
    ['an EVM wallet', undefined, 'eth_'],
    ['a Solana wallet', aSolanaWallet(), 'sol_'],
  ])(
    'a bet signed by %s moves its stake into the escrow and is answered as stored',
    async (_kind, wallet, prefix) => {
      const bettor = await aBettor(database.db, wallet === undefined ? {} : { wallet });
      const market = await aMarket(database.db);
      const bet = await aQuotedBet(betting, { bettor, market, amount: 25 });
      expect(Number(bet.body.odds)).toBeLessThan(1.99);
      const placed = await placeBet(betting, bet);

      expect(placed).toEqual({
        id: expect.stringMatching(/^b_[a-z2-7]{20}$/),
        marketId: market.marketId,
        outcomeId: market.outcomeIds[0],
        amount: 25,
        odds: 1.99,
        minOdds: bet.body.odds,
        totalReturn: 49.75,
        potentialWin: 24.75,
        status: 'confirmed',
        placedAt: expect.any(String),
        reference: `${prefix}${bet.body.signature.slice(2, 34)}`,
      });
      const { userId } = bettor.session;
      const accounts = await rows(
        database.db,
        sql`select kind, balance::text from accounts where user_id = ${userId} or market_id = ${market.marketId}
          order by kind`,
      );
      expect(accounts).toEqual([
        { kind: 'escrow', balance: '10025000000' },
        { kind: 'user', balance: '975000000' },
      ]);
      expect(
        await listBets(database.db, { userId, family: bettor.wallet.family, before: null, mode: 'demo' }),
      ).toEqual([
        {
          ...placed,
          market: {
            title: 'Will it rain in Bergen tomorrow?',
            category: 'sports',
            state: 'open',
            settlesBy: expect.any(String),
          },
          outcomeName: 'Yes',
          noCashOut: { code: 'too-soon', availableAt: expect.any(String) },
        },
      ]);
      expect(await placeBet(betting, bet)).toEqual(placed);
    },
  );

  test('each answer is counted by its result and code', async () => {
    const counted: string[] = [];
    const meters = { betAnswered: (result: string, code: string) => void counted.push(`${result} ${code}`) };
    const bettor = await aBettor(database.db);
    const market = await aMarket(database.db);
    const bet = await aQuotedBet(betting, { bettor, market, amount: 25 });
    await placeBet({ ...betting, meters }, bet);
    const tooMuch = await aQuotedBet(betting, { bettor, market, amount: 990 });
    await expect(placeBet({ ...betting, meters }, tooMuch)).rejects.toThrow();
    const queue = { ...betting.queue, submit: () => Promise.reject(new Error('out of order')) };
    await expect(placeBet({ ...betting, meters, queue }, tooMuch)).rejects.toThrow('out of order');
    expect(counted).toEqual(['placed ', 'refused cap-reached', 'failed internal']);
  });

  test('a bet sent fifty times at once is one bet', async () => {
    const bettor = await aBettor(database.db);
    const market = await aMarket(database.db);
    const bet = await aQuotedBet(betting, { bettor, market, amount: 25 });
    const placed = await Promise.all(Array.from({ length: 50 }, () => placeBet(betting, bet)));
    expect(new Set(placed.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await betStatsOf(database.db, bettor.session.userId)).toEqual({
      totalBets: 1,
      combos: 0,
      activeBets: 1,
      totalWagered: 25,
      endedBets: 0,
      profit: 0,
      openStakes: 25,
    });
  });

  test('of two concurrent bets on two markets, each 60% of the daily cap, one is accepted', async () => {
    const bettor = await aBettor(database.db, { funds: usdc(5000) });
    const markets = [await aMarket(database.db), await aMarket(database.db)];
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => {
        const market = markets[index % 2] ?? { marketId: '', outcomeIds: [] };
        const outcomeId = market.outcomeIds[0] ?? '';
        return placeBet(betting, aBet(bettor, { ...market, outcomeId, amount: 600, odds: 1.5 }));
      }),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(['cap-reached']));
  });

  test('a bet whose row the database refuses fails alone', async () => {
    const bettor = await aBettor(database.db);
    const market = await aMarket(database.db);
    await database.db.execute(
      sql`alter table bets add constraint no_poison check (idempotency_key <> 'poison') not valid`,
    );
    const bets = ['one', 'poison', 'two'].map((key) =>
      aBet(bettor, { ...market, outcomeId: market.outcomeIds[0] ?? '', amount: 1, odds: 1.9, key }),
    );
    const results = await Promise.allSettled(bets.map((bet) => placeBet(betting, bet)));
    await database.db.execute(sql`alter table bets drop constraint no_poison`);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('the list has a bet as soon as it is answered', async () => {
    const bettor = await aBettor(database.db);
    const market = await aMarket(database.db);
    betting.marketList.markAllStale();
    await betting.marketList.read();
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 25 }));
    const { plain } = await betting.marketList.read();
    const listed: WireListedMarket[] = JSON.parse(Buffer.from(plain).toString());
    expect(listed.find(({ id }) => id === market.marketId)).toMatchObject({ version: 2, volume: 25 });
  });

  test('the books are sound, and every bet can be replayed by the rules', async () => {
    for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' })) {
      expect(offenders).toEqual([]);
    }
    const { bets, differences } = await database.db.transaction((tx) => replayBets(tx));
    expect(differences).toEqual([]);
    expect(bets).toBeGreaterThan(3);
  });
});
