import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../db/open-database.ts';
import { rows } from '../db/rows.ts';
import { createTestDatabase } from '../db/test-database.ts';
import { aSolanaWallet } from '../identity/test-wallets.ts';
import { listBets } from './list-bets.ts';
import { placeBet } from './place-bet.ts';
import {
  aBettingProcess,
  aBettor,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
} from './test-betting.ts';

const engines: Record<string, () => Promise<Database>> = {
  PostgreSQL: createTestDatabase,
  'the embedded engine': async () => {
    const database = await openDatabase({ dataDir: null });
    await database.migrate();
    return database;
  },
};

describe.each(Object.entries(engines))('on %s', (_name, open) => {
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
      const placed = await placeBet(betting, bet);

      expect(placed).toEqual({
        id: expect.stringMatching(/^b_[a-z2-7]{20}$/),
        marketId: market.marketId,
        outcomeId: market.outcomeIds[0],
        amount: 25,
        odds: bet.body.odds,
        totalReturn: expect.closeTo(25 * Number(bet.body.odds), 9),
        potentialWin: expect.closeTo(25 * (Number(bet.body.odds) - 1), 9),
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
      expect(await listBets(database.db, { userId, family: bettor.wallet.family, before: null })).toEqual([
        { ...placed, market: { title: 'Will it rain in Bergen tomorrow?' }, outcomeName: 'Yes' },
      ]);
      expect(await placeBet(betting, bet)).toEqual(placed);
    },
  );
});
