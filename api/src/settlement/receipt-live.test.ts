import { randomBytes } from 'node:crypto';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import type { WireReceipt } from '@tallystone/core/http-api/receipts';
import { holdEntry } from '@tallystone/core/ledger/hold-entry';
import { payoutSentEntry } from '@tallystone/core/ledger/payout-sent-entry';
import {
  aBettor,
  aMarket,
  fundTheHouse,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { settle } from '@tallystone/testkit/betting/endings.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmLiveBets } from '../betting/confirm-live-bets.ts';
import type { Tx } from '../db/db.ts';
import { randomId } from '../db/random-id.ts';
import { transaction } from '../db/transaction.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { receipt } from './receipt.ts';

const ESCROW = 'ab'.repeat(20);
const PLACED_BY = `0x${'01'.repeat(32)}` as const;
const PAID_BY = `0x${'02'.repeat(32)}` as const;

let database: TestDatabase;
let bettor: TestBettor;
let other: TestBettor;
let market: TestMarket;

beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  [bettor, other] = [await aBettor(database.db), await aBettor(database.db)];
  market = await aMarket(database.db);
  await database.db.execute(sql`
    insert into chain_cursor (chain_id, escrow, block_number, block_hash, block_at)
    values (137, decode(${ESCROW}, 'hex'), 9, '\\x00', clock_timestamp())`);
});
afterAll(() => database.close());

const ask = (betId: string, who = bettor): Promise<WireReceipt> =>
  receipt(database.db, { session: who.session, betId });

/** A live bet of 10 USDC at 2.00 on the second outcome, just accepted. */
async function accept(tx: Tx, on: TestMarket): Promise<string> {
  const betId = randomId('b_');
  const key = `hold:${betId}`;
  const made = await recordEntries(tx, [
    { key, entry: holdEntry({ marketId: on.marketId, payout: usdc(20) }) },
  ]);
  const bytes = (length: number) => sql`decode(${randomBytes(length).toString('hex')}, 'hex')`;
  await tx.execute(sql`
    with moved as (
      update markets set version = version + 1 where id = ${on.marketId} returning version
    ), pending as (
      update outcomes set pending_returns = pending_returns + 20000000, pending_stakes = pending_stakes + 10000000
      where id = ${on.outcomeIds[1]}
    )
    insert into live_bets (id, user_id, market_id, outcome_id, stake, odds, payout, placed_at, closes_at,
      daily_stake_cap, market_version, signed_text, signature, signed_hash, quote_id, body_hash, deadline,
      accepted_until, bet_hash, stake_authorization, acceptance, priced_on, hold_entry_id)
    select ${betId}, ${bettor.session.userId}, ${on.marketId}, ${on.outcomeIds[1]}, 10000000, 2000000, 20000000,
      t.now, m.closes_at, 1000000000, moved.version, 'a bet', ${bytes(65)}, ${bytes(32)}, ${betId}, ${bytes(32)},
      t.now + interval '2 minutes', t.now + interval '30 seconds', ${bytes(32)}, ${bytes(65)}, ${bytes(65)}, '{}',
      ${made.get(key)}::bigint
    from moved, markets m, (select date_trunc('milliseconds', clock_timestamp()) as now) t
    where m.id = ${on.marketId}`);
  return betId;
}

const said = (
  tx: Tx,
  event: { betId: string; name: string; block: number; logIndex: number; txHash: string },
) =>
  tx.execute(sql`
    insert into chain_events (block_number, log_index, block_hash, tx_hash, name, args, block_at)
    values (${event.block}, ${event.logIndex}, '\\x00', decode(${event.txHash.slice(2)}, 'hex'), ${event.name},
      jsonb_build_object('betId', ${chainIdOf(event.betId)}::text), clock_timestamp())`);

/** What a final block with the bet does. */
async function confirm(betId: string, logIndex: number): Promise<void> {
  await transaction(database.db, async (tx) => {
    const stake = { stake: usdc(10), payout: usdc(20) };
    await confirmLiveBets(tx, { placed: [{ betId, ...stake, txHash: PLACED_BY, block: 7n }] });
    await said(tx, { betId, name: 'BetPlaced', block: 7, logIndex, txHash: PLACED_BY });
  });
}

test('a bet whose stake is not final has no receipt yet, and no other user learns of it', async () => {
  const waiting = await aMarket(database.db);
  const betId = await transaction(database.db, (tx) => accept(tx, waiting));
  await expect(ask(betId)).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining("isn't final"),
  });
  await expect(ask(betId, other)).rejects.toMatchObject({
    code: 'not-found',
    message: 'You have no bet with that number; nothing was changed.',
  });
});

describe('once the stake is final', () => {
  let betId: string;
  let setAside: string;
  beforeAll(async () => {
    betId = await transaction(database.db, (tx) => accept(tx, market));
    setAside = await transaction(database.db, (tx) => accept(tx, market));
    await confirm(betId, 17);
    await confirm(setAside, 18);
  });

  test("the receipt has the bet's place on the chain and the stake that came in", async () => {
    const { chain, entries, sealed } = await ask(betId);
    expect(chain).toEqual({
      chainId: 137,
      escrow: `0x${ESCROW}`,
      bettor: bettor.wallet.text,
      outcome: 1,
      placed: { txHash: PLACED_BY, block: 7, logIndex: 17 },
    });
    expect(entries.map(({ kind }) => kind)).toEqual(['stake-received', 'bet']);
    expect(entries[0]?.postings).toEqual([
      { from: 'outside', to: `user:${bettor.session.userId}`, amount: 10 },
    ]);
    expect(sealed).toBe(false);
  });

  test("once the bet is paid, the receipt has the payment's place and the payout that went out", async () => {
    await settle(database.db, market.marketId, 1);
    await transaction(database.db, async (tx) => {
      await said(tx, { betId, name: 'BetPaid', block: 9, logIndex: 3, txHash: PAID_BY });
      await said(tx, { betId: setAside, name: 'PayoutSetAside', block: 9, logIndex: 4, txHash: PAID_BY });
      const { userId } = bettor.session;
      const made = await recordEntries(tx, [
        { key: 'outflow:9:3', entry: payoutSentEntry({ userId, amount: usdc(20) }) },
      ]);
      await tx.execute(sql`
        insert into chain_outflows (block_number, log_index, user_id, bet_id, amount, entry_id)
        values (9, 3, ${userId}, ${betId}, 20000000, ${made.get('outflow:9:3')}::bigint)`);
    });
    const { bet, chain, entries } = await ask(betId);
    expect(bet).toMatchObject({ status: 'settled', result: 'won', paid: 20 });
    expect(chain?.ended).toEqual({ kind: 'paid', txHash: PAID_BY, block: 9, logIndex: 3 });
    expect(entries.map(({ kind }) => kind)).toEqual(['stake-received', 'bet', 'settlement', 'payout-sent']);
    expect((await ask(setAside)).chain?.ended).toEqual({
      kind: 'set-aside',
      txHash: PAID_BY,
      block: 9,
      logIndex: 4,
    });
  });
});
