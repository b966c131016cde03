import {
  aBet,
  aBettingProcess,
  aBettor,
  aMarket,
  fundTheHouse,
} from '@tallystone/testkit/betting/betting.ts';
import { aCuttingProxy } from '@tallystone/testkit/database/lost-commit.ts';
import { createTestDatabase, openPatiently } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { placeBet } from './place-bet.ts';

test('a repeated bet whose COMMIT is lost is not answered as placed if the primary that took over lacks it', async () => {
  const database = await createTestDatabase();
  await fundTheHouse(database.db);
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const bets = ['kept', 'lost'].map((key) =>
    aBet(bettor, { ...market, outcomeId: market.outcomeIds[0] ?? '', amount: 1, odds: 1.9, key }),
  );
  const betting = aBettingProcess(database.db);
  const [kept, lost] = await Promise.all(bets.map((bet) => placeBet(betting, bet)));
  const proxy = await aCuttingProxy(database.url);
  const behindProxy = await openPatiently(proxy.url);
  // What a standby is like that lacks the last bet: the primary had it, and its COMMIT still waited for the standby.
  proxy.cutNextCommit(() =>
    transaction(database.db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`delete from bets where id = ${lost?.id}`);
    }),
  );
  const cut = aBettingProcess(behindProxy.db);
  const [first, second] = await Promise.allSettled(bets.map((bet) => placeBet(cut, bet)));
  expect(first).toMatchObject({ status: 'fulfilled', value: { id: kept?.id } });
  expect(second).toMatchObject({
    status: 'rejected',
    reason: { code: 'not-ready', reason: { code: 'bet-not-recorded' } },
  });
  await behindProxy.close();
  proxy.close();
  await database.close();
});
