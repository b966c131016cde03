import {
  aBettingProcess,
  aBettor,
  aCashOut,
  aQuotedBet,
  fundTheHouse,
  type TestBettor,
} from '@tallystone/testkit/betting/betting.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { col, values } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { cashOut } from './cash-out.ts';
import { decideCashOutOrders } from './decide-cash-out-orders.ts';
import { placeBet } from './place-bet.ts';
import { replayBets } from './replay-bets.ts';

const ODDS = ['2', '3.5', '4'];

describe.each(movedEngines)('many cash-outs of bets that are due at once on %s', (_name, open) => {
  let database: MovedDatabase;
  let game: GameInPlay;
  let betting: ReturnType<typeof aBettingProcess>;
  const bets: { id: string; bettor: TestBettor }[] = [];
  beforeAll(async () => {
    database = await open();
    const { db } = database;
    await fundTheHouse(db);
    betting = aBettingProcess(db, database);
    const bettors = [await aBettor(db, { cap: null }), await aBettor(db, { cap: null })];
    game = await aGameInPlay(database, {
      beforeStart: async (market) => {
        for (let i = 0; i < 33; i++) {
          for (const bettor of bettors) {
            const quoted = await aQuotedBet(betting, { bettor, market, outcome: 0, amount: 1 });
            bets.push({ id: (await placeBet(betting, quoted)).id, bettor });
          }
        }
        await database.advance(600_001);
      },
    });
  }, 120_000);
  afterAll(() => database.close());

  const comeDue = async (some: typeof bets) => {
    await game.price(ODDS);
    for (const { id, bettor } of some) await cashOut(betting, aCashOut(bettor, { betId: id, amount: 0.8 }));
    await database.advance(8000);
    await game.price(ODDS);
  };
  const errors: unknown[] = [];
  const decided: string[] = [];
  const decide = () =>
    decideCashOutOrders(database.db, [game.marketId], {
      mayPay: () => true,
      onDecided: (marketId) => decided.push(marketId),
      onError: (error) => errors.push(error),
    });
  const texts = (query: SQL) => values(database.db, col.text, query);

  test('are decided twenty in a transaction, each on what the one before left', async () => {
    await comeDue(bets.splice(0, 60));
    await decide();
    expect(errors).toEqual([]);
    // Called once for each transaction.
    expect(decided).toEqual(Array(3).fill(game.beforeId));
    expect(await texts(sql`select kind from cash_out_order_ends`)).toEqual(Array(60).fill('filled'));
    expect(await texts(sql`select bet_id from open_cash_out_orders`)).toEqual([]);
  });

  test('leave sound books, in which they can be replayed by the rules', async () => {
    const verdicts = await checkInvariants(database.db, { kind: 'everything' });
    expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
    expect((await replayBets(database.db)).differences).toEqual([]);
  });

  test('are decided but for one that breaks its transaction, which fails once it is too late for it', async () => {
    const poison = bets[2]?.id ?? '';
    await comeDue(bets);
    // Its entry can't be recorded a second time.
    await database.db.execute(
      sql`insert into entries (kind, key) values ('cash-out', ${`cash-out:${poison}`})`,
    );
    await decide();
    expect(errors).toEqual([expect.objectContaining({ cause: expect.objectContaining({ code: '23505' }) })]);
    expect(await texts(sql`select bet_id from open_cash_out_orders`)).toEqual([poison]);
    await database.advance(20_001);
    await game.price(ODDS);
    await decide();
    expect(await texts(sql`select bet_id from open_cash_out_orders`)).toEqual([]);
    expect(await texts(sql`select code from cash_out_order_ends where code is not null`)).toEqual([
      'feed-stale',
    ]);
    expect(errors).toHaveLength(1);
  });
});
