import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { ESCROW_ABI, SKIP_REASONS } from '@tallystone/core/escrow/escrow-abi';
import { settlementEntry } from '@tallystone/core/ledger/settlement-entry';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdc } from '@tallystone/testkit/betting/betting.ts';
import {
  aLiveBettor,
  anAcceptedBet,
  anAskedMarket,
  anOpenMarket,
  aSignedBet,
  aTestChain,
  balances,
  beginToFollow,
  cashOutOnChain,
  endOnChain,
  follow,
  liveBet,
  openOnChain,
  payOnTestChain,
  placeOnChain,
  type TestChain,
} from '@tallystone/testkit/chain/follow.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withinChain } from '../betting/chain-terms.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { chainHaltOfMarket, withChainMarket } from '../markets/joined-to-chain.ts';
import { openHouse } from '../practice/open-house.ts';
import { applyBlock } from './apply-block.ts';
import { applyWaiting } from './apply-logs.ts';
import { unbookedOutflows } from './book-outflows.ts';
import { FinalityBroken, unknownBet } from './chain-alert.ts';
import { bookedBalance, readCursor, readFollowedState, recordReplaced } from './cursor-store.ts';
import { endAlert } from './end-alert.ts';
import { setLimitsCall } from './market-calls.ts';
import { OtherEscrow, openCursor } from './open-cursor.ts';
import { listDriven } from './open-market-driver.ts';
import { type AcceptedBet, placeCall } from './place-call.ts';
import { unappliedAmount } from './unapplied-store.ts';

/** On a real node and a real database: the books have everything that is final, and nothing else. */
const HOUSE = 1_000_000n * 1_000_000n;
const TOKEN_ABI = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function setBlacklisted(address account, bool refused)',
]);

let chain: TestChain;
let database: TestDatabase;
beforeAll(async () => {
  chain = await aTestChain();
});
afterAll(() => chain.stop());

let snapshot: unknown;
beforeEach(async () => {
  // Each test has a fresh chain and its own books.
  if (snapshot !== undefined) await chain.rpc('evm_revert', [snapshot]);
  snapshot = await chain.rpc('evm_snapshot');
  database = await someBooks();
  return () => database.close();
});

/** Sends accepted bets in a transaction that the books know as their own. */
async function placeAsOurs(bets: readonly AcceptedBet[]): Promise<void> {
  const hash = await placeOnChain(chain, bets);
  await database.db.execute(sql`
    insert into chain_transactions (signer, nonce, attempt, raw, hash, max_fee)
    select '\\x00', count(*), 1, '\\x00', decode(${hash.slice(2)}, 'hex'), 1 from chain_transactions`);
}

async function someBooks(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  await openHouse(made.db, 'live');
  return made;
}

async function expectBooksAndChainAgree(): Promise<void> {
  const { db } = database;
  const { number } = await readCursor(db);
  const { bettors, house } = await unbookedOutflows(db);
  const booked = (await bookedBalance(db)) - bettors - house + (await unappliedAmount(db));
  expect(booked).toBe(await chain.escrowChain.balance(number));
  const verdicts = await checkInvariants(db, { kind: 'everything' });
  expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
}

const transfer = (to: `0x${string}`, amount: bigint) => ({
  to: chain.usdc,
  data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'transfer', args: [to, amount] }),
});

const ROLE_ABI = parseAbi(['function offerRole(uint8 role, address account)']);
const SAFE = '0x00000000000000000000000000000000000000aa';
const withdrawal = (amount: bigint) => ({
  data: encodeFunctionData({ abi: ESCROW_ABI, functionName: 'withdraw', args: [SAFE, amount] }),
});

describe('new books', () => {
  test("book money that the address had before the contract as the house's, once", async () => {
    const { db } = database;
    // As if the contract was deployed after the house's money came.
    const later = { ...chain.escrowChain, escrowBlock: (await chain.escrowChain.head()).latest.number + 1n };
    await openCursor(db, later);
    await openCursor(db, later);
    expect(await balances(db)).toMatchObject({ pool: HOUSE, outside: -HOUSE });
    await chain.mintEach([{ to: chain.escrow, amount: usdc(3) }]);
    await chain.finalise();
    await follow(db, later);
    expect(await balances(db)).toMatchObject({ pool: HOUSE + usdc(3) });
    await expectBooksAndChainAgree();
  });

  test('of one escrow are refused for another escrow', async () => {
    const { db } = database;
    await openCursor(db, chain.escrowChain);
    const place = { ...chain.escrowChain.place, escrow: SAFE } as const;
    await expect(openCursor(db, { ...chain.escrowChain, place })).rejects.toThrow(OtherEscrow);
    const elsewhere = { ...chain.escrowChain.place, chainId: 1 };
    await expect(openCursor(db, { ...chain.escrowChain, place: elsewhere })).rejects.toThrow('on chain 1');
  });
});

describe('deposits and withdrawals of the house', () => {
  test('are in the pool once they are final, and not before', async () => {
    const { db } = database;
    await openCursor(db, chain.escrowChain);
    await follow(db, chain.escrowChain);
    expect(await balances(db)).toMatchObject({ pool: 0n, outside: 0n });
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await balances(db)).toMatchObject({ pool: HOUSE, outside: -HOUSE });
    await expectBooksAndChainAgree();

    await chain.send('owner', withdrawal(usdc(400)));
    await follow(db, chain.escrowChain);
    expect(await balances(db)).toMatchObject({ pool: HOUSE });
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await balances(db)).toMatchObject({ pool: HOUSE - usdc(400) });
    await expectBooksAndChainAgree();
  });

  test('are booked once, however often and by however many processes the chain is followed', async () => {
    const { db } = database;
    await openCursor(db, chain.escrowChain);
    await chain.finalise();
    await Promise.all(Array.from({ length: 4 }, () => follow(db, chain.escrowChain)));
    await follow(db, chain.escrowChain);
    expect(await balances(db)).toMatchObject({ pool: HOUSE, outside: -HOUSE });
    expect(await rows(db, sql`select kind from entries`)).toEqual([{ kind: 'house-deposit' }]);
  });

  test('a withdrawal above the pool stays unbooked and stops betting until the pool covers it', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    await anOpenMarket(db, chain);
    // The market's budget is in the books' escrow; the contract needs none of it before the first bet.
    await chain.send('owner', withdrawal(HOUSE));
    await chain.finalise();
    const alert = await follow(db, chain.escrowChain);
    expect(alert?.kind).toBe('overdrawn');
    expect(await unbookedOutflows(db)).toEqual({ bettors: 0n, house: HOUSE });
    await chain.mintEach([{ to: chain.escrow, amount: usdc(10_000) }]);
    await chain.finalise();
    expect(await follow(db, chain.escrowChain)).toBeNull();
    expect(await balances(db)).toMatchObject({ pool: 0n, outside: -usdc(10_000) });
    await expectBooksAndChainAgree();
  });
});

describe('a bet', () => {
  test('is confirmed once its stake is final, with the transaction that brought it', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    const market = await anOpenMarket(db, chain);
    const bettor = await aLiveBettor(db, chain);
    const bet = await anAcceptedBet(db, chain, { market, bettor });
    await follow(db, chain.escrowChain);
    expect(await liveBet(db, bet.id)).toMatchObject({ state: 'pending', txHash: null, block: null });

    const txHash = await placeOnChain(chain, [bet]);
    await follow(db, chain.escrowChain);
    expect(await liveBet(db, bet.id)).toMatchObject({ state: 'pending', txHash });
    expect(await rows(db, sql`select id from bets`)).toEqual([]);
    await expectBooksAndChainAgree();

    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await liveBet(db, bet.id)).toMatchObject({ state: 'confirmed', txHash });
    expect(await rows(db, sql`select id, status from bets`)).toEqual([{ id: bet.id, status: 'confirmed' }]);
    expect(await balances(db)).toMatchObject({
      outside: -HOUSE - usdc(10),
      user: 0n,
      escrow: usdc(10_010),
      pool: HOUSE - usdc(10_000),
    });
    await expectBooksAndChainAgree();
  });

  test('in a block is shown as included until the block is taken back', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    const market = await anOpenMarket(db, chain);
    const bettor = await aLiveBettor(db, chain);
    const bet = await anAcceptedBet(db, chain, { market, bettor });
    const before = await chain.rpc('evm_snapshot');
    const txHash = await placeOnChain(chain, [bet]);
    await follow(db, chain.escrowChain);
    const seen = await liveBet(db, bet.id);
    expect(seen).toMatchObject({ state: 'pending', txHash });
    expect(Number(seen.block)).toBeGreaterThan(Number((await readCursor(db)).number));

    await chain.rpc('evm_revert', [before]);
    // Another history, as long as the replaced one.
    await chain.mintEach([{ to: bettor.address, amount: 1n }]);
    await follow(db, chain.escrowChain);
    expect(await liveBet(db, bet.id)).toMatchObject({ state: 'pending', txHash: null, block: null });

    const again = await placeOnChain(chain, [bet]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await liveBet(db, bet.id)).toMatchObject({ state: 'confirmed', txHash: again });
    await expectBooksAndChainAgree();
  });

  test('that never reached the chain fails once a final block is past its acceptance, and not before', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    const market = await anOpenMarket(db, chain);
    const bettor = await aLiveBettor(db, chain);
    const bet = await anAcceptedBet(db, chain, { market, bettor, holdsSeconds: 600 });
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect((await liveBet(db, bet.id)).state).toBe('pending');
    await chain.passTime(600);
    await follow(db, chain.escrowChain);
    expect((await liveBet(db, bet.id)).state).toBe('pending');
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await liveBet(db, bet.id)).toMatchObject({
      state: 'failed',
      failure: 'not-included',
      txHash: null,
    });
    expect(await balances(db)).toMatchObject({ pool: HOUSE - usdc(10_000), escrow: usdc(10_000) });
    await expectBooksAndChainAgree();
  });

  test('that the contract skipped fails with the reason, and other bets of its batch are confirmed', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    const market = await anOpenMarket(db, chain);
    const [poor, rich] = [await aLiveBettor(db, chain, { funds: 0n }), await aLiveBettor(db, chain)];
    const bets = [
      await anAcceptedBet(db, chain, { market, bettor: rich }),
      await anAcceptedBet(db, chain, { market, bettor: poor }),
      await anAcceptedBet(db, chain, { market, bettor: rich, outcome: 1 }),
    ];
    await placeAsOurs(bets);
    await chain.passTime(60);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    const decided = await Promise.all(bets.map(({ id }) => liveBet(db, id)));
    expect(decided.map(({ state, failure }) => [state, failure])).toEqual([
      ['confirmed', null],
      ['failed', 'authorization-refused'],
      ['confirmed', null],
    ]);
    await expectBooksAndChainAgree();
  });

  test('that the contract skipped fails with the reason in our transaction, whatever others provoke', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    const market = await anOpenMarket(db, chain);
    const unknown = await anAskedMarket(db);
    const poor = await aLiveBettor(db, chain, { funds: 0n });
    const [refused, unsent] = [
      await anAcceptedBet(db, chain, { market, bettor: poor }),
      await anAcceptedBet(db, chain, { market, bettor: poor }),
    ];
    const elsewhere = [refused, unsent].map((bet) => ({ ...bet, marketId: unknown.marketId }));
    // Anyone may, from any account.
    await chain.send('guardian', placeCall(elsewhere));
    await placeAsOurs([refused]);
    await chain.send('guardian', placeCall(elsewhere));
    await chain.passTime(60);
    // Our own transaction again, too late.
    await placeAsOurs([refused]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    const said = await rows(
      db,
      { reason: col.number },
      sql`
        select (args ->> 'reason')::int as reason from chain_events
        where name = 'BetSkipped' and args ->> 'betId' = ${chainIdOf(refused.id)} order by block_number`,
    );
    // Skips that others provoke are not even stored, because there is no limit to them.
    expect(said.map(({ reason }) => SKIP_REASONS[reason])).toEqual([
      'authorization-refused',
      'acceptance-expired',
    ]);
    expect((await liveBet(db, refused.id)).failure).toBe('authorization-refused');
    expect((await liveBet(db, unsent.id)).failure).toBe('not-included');
    await expectBooksAndChainAgree();
  });

  test('that the house never accepted stops betting until an admin acts, and its stake is booked', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    const other = await someBooks();
    // Accepted with the same key by other books.
    await beginToFollow(other.db, chain);
    const market = await anOpenMarket(other.db, chain);
    const bet = await anAcceptedBet(other.db, chain, { market, bettor: await aLiveBettor(other.db, chain) });
    await placeOnChain(chain, [bet]);
    await other.close();
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect((await readFollowedState(db)).alert?.kind).toBe('unknown-bet');
    expect(await balances(db)).toMatchObject({ outside: -HOUSE - usdc(10), pool: HOUSE + usdc(10) });
    await expectBooksAndChainAgree();
  });
});

describe('a payout', () => {
  async function aVoidMarketWithABet() {
    const { db } = database;
    await beginToFollow(db, chain);
    const market = await anOpenMarket(db, chain);
    const bettor = await aLiveBettor(db, chain);
    const bet = await anAcceptedBet(db, chain, { market, bettor });
    await placeOnChain(chain, [bet]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    await endOnChain(chain, market.marketId, 'void');
    return { db, market, bettor, bet };
  }

  const payInTheBooks = async (
    marketId: string,
    { betId, userId, amount }: { betId: string; userId: string; amount: ReturnType<typeof usdc> },
  ) => {
    const key = `settlement:${marketId}:test`;
    await transaction(database.db, async (tx) => {
      const entry = settlementEntry({ marketId, payments: [{ userId, amount }] });
      const entries = await recordEntries(tx, [{ key, entry }]);
      await tx.execute(sql`
        insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at)
        values (${betId}, ${marketId}, ${userId}, 'refund', ${amount}::bigint, ${entries.get(key)}::bigint,
          clock_timestamp())`);
    });
  };

  test('that the chain makes first waits for the books, and both agree all the time', async () => {
    const { db, market, bettor, bet } = await aVoidMarketWithABet();
    await payOnTestChain(chain, [bet.id]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await unbookedOutflows(db)).toEqual({ bettors: usdc(10), house: 0n });
    expect((await bookedBalance(db)) - usdc(10)).toBe(
      await chain.escrowChain.balance((await readCursor(db)).number),
    );
    await payInTheBooks(market.marketId, { betId: bet.id, userId: bettor.session.userId, amount: usdc(10) });
    await follow(db, chain.escrowChain);
    expect(await unbookedOutflows(db)).toEqual({ bettors: 0n, house: 0n });
    expect(await balances(db)).toMatchObject({ user: 0n, outside: -HOUSE });
  });

  test('that the books make first leaves them once the chain has sent it', async () => {
    const { db, market, bettor, bet } = await aVoidMarketWithABet();
    await payInTheBooks(market.marketId, { betId: bet.id, userId: bettor.session.userId, amount: usdc(10) });
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await balances(db)).toMatchObject({ user: usdc(10) });
    await payOnTestChain(chain, [bet.id]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await balances(db)).toMatchObject({ user: 0n, outside: -HOUSE });
    expect(await rows(db, sql`select bet_id, amount::text from chain_outflows`)).toEqual([
      { bet_id: bet.id, amount: String(usdc(10)) },
    ]);
  });

  test('that the token refuses stays in the books until it is claimed', async () => {
    const { db, market, bettor, bet } = await aVoidMarketWithABet();
    await payInTheBooks(market.marketId, { betId: bet.id, userId: bettor.session.userId, amount: usdc(10) });
    const refuse = (refused: boolean) =>
      chain.send('owner', {
        to: chain.usdc,
        data: encodeFunctionData({
          abi: TOKEN_ABI,
          functionName: 'setBlacklisted',
          args: [bettor.address, refused],
        }),
      });
    await refuse(true);
    await payOnTestChain(chain, [bet.id]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await balances(db)).toMatchObject({ user: usdc(10), outside: -HOUSE - usdc(10) });
    await refuse(false);
    await chain.send('relayer', {
      data: encodeFunctionData({ abi: ESCROW_ABI, functionName: 'claimSetAside', args: [bettor.address] }),
    });
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await balances(db)).toMatchObject({ user: 0n, outside: -HOUSE });
  });
});

describe('a market', () => {
  test('takes bets once it is final on the chain with the requested terms', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    const asked = await anAskedMarket(db);
    const stateOf = async () =>
      (
        await rows(
          db,
          { state: col.text, opening: col.bool, on_chain: col.text },
          sql`
            select m.state, m.opening, c.state as on_chain from markets m join chain_markets c on c.market_id = m.id
            where m.id = ${asked.marketId}`,
        )
      )[0];
    await openOnChain(chain, asked);
    await follow(db, chain.escrowChain);
    expect(await stateOf()).toEqual({ state: 'suspended', opening: true, on_chain: 'opening' });
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await stateOf()).toEqual({ state: 'open', opening: false, on_chain: 'open' });
    await endOnChain(chain, asked.marketId, 'void');
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await stateOf()).toMatchObject({ on_chain: 'void' });
  });
});

describe('numbers that are too large for the books', () => {
  const limits = (marketId: string, maxHouseLoss: bigint, maxOdds = 5_000_000n) =>
    chain.send(
      'risk-manager',
      setLimitsCall({ marketId, maxHouseLoss: microUsdc(maxHouseLoss), maxOdds: microOdds(maxOdds) }),
    );

  const haltOf = async (marketId: string) => {
    const [found] = await rows(
      database.db,
      { halt: col.text.orNull },
      sql`select ${chainHaltOfMarket} as halt from markets m ${withChainMarket} where m.id = ${marketId}`,
    );
    return found?.halt ?? null;
  };

  test.each([2n ** 63n, 2n ** 64n - 1n])('a limit of %s is stored, and the books go on', async (limit) => {
    const { db } = database;
    await beginToFollow(db, chain);
    const market = await anOpenMarket(db, chain);
    await limits(market.marketId, limit);
    const bet = await anAcceptedBet(db, chain, { market, bettor: await aLiveBettor(db, chain) });
    await placeOnChain(chain, [bet]);
    await chain.finalise();
    expect(await follow(db, chain.escrowChain)).toBeNull();
    expect(await rows(db, sql`select max_house_loss::text as most from chain_markets`)).toEqual([
      { most: limit.toString() },
    ]);
    expect((await liveBet(db, bet.id)).state).toBe('confirmed');
    expect(await haltOf(market.marketId)).toBeNull();
    expect(
      (
        await transaction(db, (tx) =>
          withinChain(tx, { marketId: market.marketId, market: { state: 'open' } }),
        )
      ).chainLimit,
    ).toBe(limit);
    await expectBooksAndChainAgree();
  });

  test('a deposit that fits no account is kept with its amount, raises an alert, and stops nothing else', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    const market = await anOpenMarket(db, chain);
    const bet = await anAcceptedBet(db, chain, { market, bettor: await aLiveBettor(db, chain) });
    // All in one block.
    await chain.rpc('evm_setAutomine', [false]);
    const sent = Promise.all([
      chain.mintEach([{ to: chain.escrow, amount: 2n ** 63n }]),
      placeOnChain(chain, [bet]),
    ]);
    await mineUntil(sent);
    await chain.rpc('evm_setAutomine', [true]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect((await liveBet(db, bet.id)).state).toBe('confirmed');
    expect(await unappliedAmount(db)).toBe(2n ** 63n);
    const { alert } = await readFollowedState(db);
    expect(alert?.kind).toBe('unapplied');
    expect(alert?.sentence).toMatch(
      /^What the escrow said could not be taken into the books: Transfer in 0x/,
    );
    expect(await haltOf(market.marketId)).toBeNull();
    await expectBooksAndChainAgree();
    // Later events are not applied either.
    await chain.mintEach([{ to: chain.escrow, amount: 5n }]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    await expectBooksAndChainAgree();
    await endAlert(db, { reason: "It is the house's, and more than all accounts." });
    await applyWaiting(db);
    expect(await unappliedAmount(db)).toBe(2n ** 63n);
    expect((await readFollowedState(db)).alert).toBeNull();
  });

  test('an event that cannot be applied suspends its market and keeps its later events waiting', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    const [market, other] = [await anOpenMarket(db, chain), await anOpenMarket(db, chain)];
    const bettor = await aLiveBettor(db, chain);
    const [held, late, elsewhere] = [
      await anAcceptedBet(db, chain, { market, bettor }),
      await anAcceptedBet(db, chain, { market, bettor, outcome: 1 }),
      await anAcceptedBet(db, chain, { market: other, bettor }),
    ];
    await db.execute(sql`alter table chain_markets add constraint a_test check (max_odds <> 5000000)`);
    await limits(market.marketId, 2n ** 40n);
    await placeOnChain(chain, [held, elsewhere]);
    await chain.passTime(60);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect((await readFollowedState(db)).alert).toMatchObject({ kind: 'unapplied' });
    expect(await haltOf(market.marketId)).toBe('unapplied');
    expect(await haltOf(other.marketId)).toBeNull();
    expect((await liveBet(db, elsewhere.id)).state).toBe('confirmed');
    // It isn't known yet whether the contract has them, so they do not fail either.
    expect((await liveBet(db, held.id)).state).toBe('pending');
    expect((await liveBet(db, late.id)).state).toBe('pending');
    expect(await unappliedAmount(db)).toBe(usdc(10));
    await expectBooksAndChainAgree();
    expect((await listDriven(db)).ids).not.toContain(market.marketId);

    await endAlert(db, { reason: 'Looked at.' });
    await endOnChain(chain, market.marketId, 'void');
    await payOnTestChain(chain, [held.id]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    // The events that wait behind it raise no alerts.
    expect((await readFollowedState(db)).alert).toBeNull();
    await expectBooksAndChainAgree();

    await applyWaiting(db);
    expect(await haltOf(market.marketId)).toBe('unapplied');
    await db.execute(sql`alter table chain_markets drop constraint a_test`);
    await Promise.all([applyWaiting(db), applyWaiting(db)]);
    await follow(db, chain.escrowChain);
    expect(await rows(db, sql`select from chain_unapplied`)).toEqual([]);
    expect((await liveBet(db, held.id)).state).toBe('confirmed');
    expect((await liveBet(db, late.id)).state).toBe('failed');
    expect(
      await rows(
        db,
        sql`select state, max_odds::text as odds from chain_markets where market_id = ${market.marketId}`,
      ),
    ).toEqual([{ state: 'void', odds: '5000000' }]);
    expect((await unbookedOutflows(db)).bettors).toBe(usdc(10));
    await expectBooksAndChainAgree();
  });

  test('use of a stolen acceptance key on a waiting market still raises its alert', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    const market = await anOpenMarket(db, chain);
    const thief = await aLiveBettor(db, chain);
    const accepted = await anAcceptedBet(db, chain, { market, bettor: thief });
    await placeOnChain(chain, [accepted]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    await db.execute(sql`alter table chain_markets add constraint a_test check (max_odds <> 5000000)`);
    await limits(market.marketId, 2n ** 40n);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    await endAlert(db, { reason: 'Looked at.' });
    const ours = await anAcceptedBet(db, chain, { market, bettor: thief });
    const before = await alertAfter(() => placeOnChain(chain, [ours]));
    expect(before).toBeNull();

    const forged = await aSignedBet(chain, { market, bettor: thief, outcome: 1 });
    expect(await alertAfter(() => placeOnChain(chain, [forged]))).toMatchObject({
      kind: 'unknown-bet',
      sentence: expect.stringContaining(chainIdOf(forged.id)),
    });
    await endAlert(db, { reason: 'Looked at.' });
    const { secret } = thief;
    const cashOut = await alertAfter(() =>
      cashOutOnChain(chain, { betId: accepted.id, amount: usdc(5), secret }),
    );
    expect(cashOut?.kind).toBe('unforeseen-payment');
    expect(await unappliedAmount(db)).toBe(usdc(15));
    await expectBooksAndChainAgree();

    async function alertAfter(happen: () => Promise<unknown>) {
      await happen();
      await chain.finalise();
      await follow(db, chain.escrowChain);
      return (await readFollowedState(db)).alert;
    }
  });

  test('every lasting alert is reported, also several of one block and during another one', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    const market = await anOpenMarket(db, chain);
    const thief = await aLiveBettor(db, chain);
    const offer = { data: encodeFunctionData({ abi: ROLE_ABI, functionName: 'offerRole', args: [0, SAFE] }) };
    await chain.send('owner', offer);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    const planned = (await readFollowedState(db)).alert;
    expect(planned?.kind).toBe('roles-changed');

    const forged = [
      await aSignedBet(chain, { market, bettor: thief }),
      await aSignedBet(chain, { market, bettor: thief, outcome: 1 }),
    ];
    const txHash = await placeOnChain(chain, forged);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    await follow(db, chain.escrowChain);
    const unknownBets = forged.map(({ id }) => unknownBet(chainIdOf(id), txHash).sentence);
    const { ended } = await endAlert(db, { reason: 'Looked at.' });
    expect(ended?.sentence).toBe([planned?.sentence, ...unknownBets].join(' '));
    const audited = await rows(
      db,
      { subject: col.text },
      sql`select subject from audit where action = 'chain.alert' order by id`,
    );
    expect(audited.map(({ subject }) => subject)).toEqual(['roles-changed', 'unknown-bet', 'unknown-bet']);
  });

  async function mineUntil(sent: Promise<unknown>): Promise<void> {
    let isDone = false;
    const done = sent.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const { pending } = (await chain.rpc('txpool_status')) as { pending: string };
      if (Number(pending) > 1) await chain.rpc('evm_mine');
    }
    await done;
  }
});

test('a block that does not follow the block of the cursor is refused, whatever its number', async () => {
  const { db } = database;
  await beginToFollow(db, chain);
  const cursor = await readCursor(db);
  const [at, hash] = [new Date(cursor.at.getTime() + 2000), `0x${'9'.repeat(64)}` as const];
  const step = {
    block: { number: cursor.number + 1n, hash, at },
    logs: [],
    known: new Set<never>(),
    balance: null,
  };
  const take = (after: { number: bigint; hash: `0x${string}` }) =>
    transaction(db, (tx) => applyBlock(tx, chain.escrow, { ...step, after }));
  await take({ number: cursor.number, hash });
  expect(await readCursor(db)).toEqual(cursor);
  // No block is applied once another process has found that the chain has replaced the cursor's block.
  expect(await transaction(db, (tx) => recordReplaced(tx, cursor, hash))).toBe(true);
  await expect(take(cursor)).rejects.toThrow(FinalityBroken);
  expect(await transaction(db, (tx) => recordReplaced(tx, cursor, null))).toBe(true);
  await take(cursor);
  expect((await readCursor(db)).number).toBe(cursor.number + 1n);
});

test('events of finalized blocks, and only those, are stored unchanged', async () => {
  const { db } = database;
  await beginToFollow(db, chain);
  const asked = await anAskedMarket(db);
  await openOnChain(chain, asked);
  await chain.mintEach([{ to: chain.escrow, amount: 1n }]);
  // A transfer of nothing isn't stored, since anyone can send any number of them.
  await chain.send('owner', transfer(chain.escrow, 0n));
  const kept = () =>
    rows(
      db,
      { name: col.text, market: col.text.orNull, value: col.text.orNull },
      sql`
        select e.name, e.args ->> 'marketId' as market, e.args ->> 'value' as value from chain_events e
        order by e.block_number, e.log_index`,
    );
  await follow(db, chain.escrowChain);
  const before = await kept();
  await chain.finalise();
  await follow(db, chain.escrowChain);
  expect((await kept()).slice(before.length)).toEqual([
    { name: 'MarketOpened', market: chainIdOf(asked.marketId), value: null },
    { name: 'Transfer', market: null, value: '1' },
  ]);
  await expect(db.execute(sql`delete from chain_events`)).rejects.toThrow();
});
