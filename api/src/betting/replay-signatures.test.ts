import {
  aBettingProcess,
  aBettor,
  aCashOut,
  aMarket,
  aPartialCashOut,
  aQuotedBet,
  fundTheHouse,
} from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { anEvmWallet, aSolanaWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cashOut } from './cash-out.ts';
import { placeBet } from './place-bet.ts';
import { replaySignatures } from './replay-signatures.ts';

let database: TestDatabase;
/** The bet of which a part was cashed out, and then the rest. */
let sold: string;
let stranger: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await fundTheHouse(db);
  const betting = aBettingProcess(db);
  const market = await aMarket(db);
  const bettor = await aBettor(db);
  for (const each of [bettor, await aBettor(db, { wallet: aSolanaWallet() })]) {
    await placeBet(betting, await aQuotedBet(betting, { bettor: each, market, amount: 12.5 }));
  }
  const { id } = await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 30 }));
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update bets set placed_at = placed_at - interval '2 minutes' where id = ${id}`);
  });
  // If an amount is sent as text, exactly that text is signed.
  const deps = { db, mode: 'demo', onPaid: () => undefined } as const;
  await cashOut(deps, aPartialCashOut(bettor, { betId: id, stake: '5.0', of: '30.00', amount: '4.00' }));
  await cashOut(deps, aCashOut(bettor, { betId: id, amount: '20.00' }));
  sold = id;
  stranger = anEvmWallet().wallet.text;
});
afterAll(() => database.close());

test('signed texts are confirmed for every kind of wallet and every form of the amount', async () => {
  expect(await replaySignatures(database.db)).toEqual({ texts: 5, differences: [] });
});

test.each([
  ['the text of a bet', sql`update bets set signed_text = replace(signed_text, '30', '29')`],
  ['the stake of a bet', sql`update bets set stake = stake + 10000`],
  ['the odds that a bettor signed', sql`update bets set signed_odds = signed_odds - 10000`],
  ['that the signed odds were a minimum', sql`update bets set signed_odds = null, fill_rule = 1`],
  [
    'the outcome of a bet',
    sql`update bets set outcome_id = (select max(id) from outcomes where id <> outcome_id)`,
  ],
  [
    'the signature of a bet',
    sql`update bets set signature = set_byte(signature, 5, 255 - get_byte(signature, 5))`,
  ],
  ['the hash of a bet', sql`update bets set signed_hash = sha256('x')`],
  [
    'the bettor of a bet',
    sql`update bets b set user_id = (select max(u.id) from users u where u.id <> b.user_id)`,
  ],
  ['the text of a cash-out', sql`update cash_outs set signed_text = replace(signed_text, '20.00', '21.00')`],
  ['the signature of a cash-out', sql`update cash_outs set signature = sha256('x')`],
  ['the hash of a cash-out', sql`update cash_outs set signed_hash = sha256('x')`],
  ['the amount of a cash-out', sql`update bet_endings set amount = amount + 10000`],
  ["a user's address", sql`update users set address = ${'STRANGER'} where family = 'evm'`],
  [
    "the bytes of a user's address",
    sql`update users set address_bytes = substr(sha256('x'), 1, 20) where family = 'evm'`,
  ],
])('%s that was tampered with is named', async (_, tamper) => {
  const found = await undone(database.db, async (tx) => {
    await tx.execute(sql`alter table bets drop constraint bets_payout`);
    await tx.execute(tamper);
    await tx.execute(sql`update users set address = ${stranger} where address = 'STRANGER'`);
    return (await replaySignatures(tx)).differences.map(({ what }) => what);
  });
  expect(found).toContainEqual(expect.stringMatching(new RegExp(`^what was signed for .*bet ${sold}$`)));
});

test.each([
  ['the amount in the text', sql`signed_text = replace(signed_text, '4.00', '4.01')`],
  ['the part in the text', sql`signed_text = replace(signed_text, '5.0 of', '5.1 of')`],
  ['the open stake in the text', sql`signed_text = replace(signed_text, '30.00', '30')`],
  ['the bet in the text', sql`signed_text = replace(signed_text, 'part: ', 'part: x')`],
  ['the signature', sql`signature = set_byte(signature, 5, 255 - get_byte(signature, 5))`],
  ['the hash', sql`signed_hash = sha256('x')`],
  ['the amount', sql`amount = amount + 10000`],
  ['the stake', sql`stake = stake + 10000`],
  ['the open stake', sql`open_stake = open_stake + 10000`],
  ['the bettor', sql`user_id = (select max(u.id) from users u where u.id <> sold_parts.user_id)`],
  // No order waited for this price.
  ['the market whose price it was', sql`priced_market_id = market_id, priced_version = 1`],
])('%s of a sold part that was tampered with is named', async (_, change) => {
  const found = await undone(database.db, async (tx) => {
    await tx.execute(sql`update sold_parts set ${change}`);
    return (await replaySignatures(tx)).differences.map(({ what }) => what);
  });
  expect(found).toEqual([`what was signed for part of bet ${sold}`]);
});
