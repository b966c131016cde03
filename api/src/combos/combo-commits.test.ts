import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  fundTheHouse,
  moveFeedOdds,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { aCombo, aComboCashOut } from '@tallystone/testkit/betting/combos.ts';
import { balanceOf, wrongAccounts } from '@tallystone/testkit/betting/settling.ts';
import { aCuttingProxy, loseTheCommit } from '@tallystone/testkit/database/lost-commit.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { openPatiently } from '@tallystone/testkit/database/test-database.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { cashOutCombo } from './cash-out-combo.ts';
import { listCombos } from './list-combos.ts';
import { placeCombo } from './place-combo.ts';

let database: MovedDatabase & { url: string; adminUrl: string };
let betting: TestBetting;
let bettor: TestBettor;
let legs: TestMarket[];
beforeAll(async () => {
  database = await createMovedDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db, database);
}, 120_000);
beforeEach(async () => {
  bettor = await aBettor(database.db);
  legs = [];
  for (const title of ['Arsenal vs Chelsea', 'Leeds vs Fulham'])
    legs.push(await aFeedMarket(database.db, { odds: [2, 2], title, pricedAt: database.now() }));
});
afterEach(async () => expect(await wrongAccounts(database.db)).toEqual([]));
afterAll(() => database.close());

const anOrder = () => aCombo(bettor, { legs: legs.map((market) => ({ market })), amount: 10, odds: 4 });
const listed = () => listCombos(database.db, { userId: bettor.session.userId, family: 'evm', before: null });
const funds = () => balanceOf(database.db, bettor.session.userId);

/** A combo that can be cashed out for 9.70. */
async function aRipeCombo() {
  const { id } = await placeCombo(betting, anOrder());
  await database.advance(60_000);
  for (const market of legs) await moveFeedOdds(database.db, market, [2, 2]);
  return aComboCashOut(bettor, { comboId: id, amount: 9.7 });
}

test('a combo whose COMMIT was lost before it happened takes nothing, and can be sent again', async () => {
  const order = anOrder();
  await loseTheCommit({ adminUrl: database.adminUrl, table: 'combos' }, () =>
    expect(placeCombo(betting, order)).rejects.toMatchObject({ code: 'not-ready' }),
  );
  expect([await funds(), await listed()]).toEqual([usdc(1000), []]);
  expect(await placeCombo(betting, order)).toMatchObject({ totalReturn: 40 });
});

test('a combo whose COMMIT happened with its answer lost is answered as placed', async () => {
  const order = anOrder();
  const proxy = await aCuttingProxy(database.url);
  const behindProxy = await openPatiently(proxy.url);
  proxy.cutNextCommit();
  const placed = await placeCombo(aBettingProcess(behindProxy.db, database), order);
  expect(await placeCombo(betting, order)).toMatchObject({ id: placed.id });
  expect(await funds()).toBe(usdc(990));
  expect(await listed()).toHaveLength(1);
  await behindProxy.close();
  proxy.close();
});

test('the same holds for cashing out a combo', async () => {
  const order = await aRipeCombo();
  await loseTheCommit({ adminUrl: database.adminUrl, table: 'combo_endings' }, () =>
    expect(cashOutCombo(database.db, order)).rejects.toMatchObject({ code: 'not-ready' }),
  );
  expect(await funds()).toBe(usdc(990));
  const proxy = await aCuttingProxy(database.url);
  const behindProxy = await openPatiently(proxy.url);
  proxy.cutNextCommit();
  const sold = await cashOutCombo(behindProxy.db, order);
  expect(sold).toMatchObject({ amount: 9.7 });
  expect(await cashOutCombo(database.db, order)).toEqual(sold);
  expect(await funds()).toBe(usdc(999.7));
  await behindProxy.close();
  proxy.close();
});
