import {
  aBet,
  aBettingProcess,
  aBettor,
  aCashOut,
  fundTheHouse,
} from '@tallystone/testkit/betting/betting.ts';
import { aGameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { createMovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { recordHalts } from '../markets/record-halts.ts';
import { cashOut } from './cash-out.ts';
import { decideCashOutOrders } from './decide-cash-out-orders.ts';
import { decideOrders } from './decide-orders.ts';
import { findBet } from './list-bets.ts';
import { placeBet } from './place-bet.ts';

test('a cash-out in play fails if betting is suspended while its decision waits for the lock', async () => {
  const database = await createMovedDatabase();
  const { db } = database;
  await fundTheHouse(db);
  const betting = aBettingProcess(db, database);
  const game = await aGameInPlay(database);
  const bettor = await aBettor(db);
  const { marketId } = game;
  const later = async (ms: number) => {
    await database.advance(ms);
    await game.price(['2', '3.5', '4']);
  };
  const terms = { marketId, outcomeId: game.outcomeIds[0] ?? '', amount: 10, odds: 2 };
  const { id: betId } = await placeBet(betting, aBet(bettor, terms));
  await later(8000);
  await decideOrders(db, marketId);
  await later(30_000);
  await later(30_000);
  await cashOut(betting, aCashOut(bettor, { betId, amount: 5 }));
  await later(8000);
  const errors: unknown[] = [];
  let deciding: Promise<void> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from markets where id = ${marketId} for update`);
    deciding = decideCashOutOrders(db, [marketId], {
      mayPay: () => true,
      onDecided() {},
      onError: (error) => errors.push(error),
    });
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => rows(db, waiting)).toHaveLength(1);
    await tx.execute(
      sql`update markets set state = 'suspended', version = version + 1 where id = ${marketId}`,
    );
    await recordHalts(tx, [marketId]);
  });
  await deciding;
  expect(errors).toEqual([]);
  const { userId, wallet } = bettor.session;
  expect(await findBet(db, { userId, family: wallet.family, mode: 'demo', betId })).toMatchObject({
    ...{ status: 'confirmed', selling: { amount: 5, failure: { code: 'market-suspended' } } },
  });
  for (const { offenders } of await checkInvariants(db, { kind: 'everything' }))
    expect(offenders).toEqual([]);
  await database.close();
});
