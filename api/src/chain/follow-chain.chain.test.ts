import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { ESCROW_ABI, SKIP_REASONS } from '@tallystone/core/escrow/escrow-abi';
import { settlementEntry } from '@tallystone/core/ledger/settlement-entry';
import { sql } from 'drizzle-orm';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { usdc } from '../betting/test-betting.ts';
import { rows } from '../db/rows.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { transaction } from '../db/transaction.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { openHouse } from '../practice/open-house.ts';
import { unbookedOutflows } from './book-outflows.ts';
import { bookedBalance, readCursor, readFollowedState } from './cursor-store.ts';
import { OtherEscrow, openCursor } from './open-cursor.ts';
import { type AcceptedBet, placeCall } from './place-call.ts';
import {
  aLiveBettor,
  anAcceptedBet,
  anAskedMarket,
  anOpenMarket,
  aTestChain,
  balances,
  beginToFollow,
  endOnChain,
  follow,
  liveBet,
  openOnChain,
  payOnTestChain,
  placeOnChain,
  type TestChain,
} from './test-follow.ts';

/** Against a real node and a real database: what is final is in the books, and nothing else is. */
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
  // Each test has the chain as it was furnished, and books of its own.
  if (snapshot !== undefined) await chain.rpc('evm_revert', [snapshot]);
  snapshot = await chain.rpc('evm_snapshot');
  database = await someBooks();
  return () => database.close();
});

/** Sends accepted bets in a transaction that the books know as theirs. */
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
  expect((await bookedBalance(db)) - bettors - house).toBe(await chain.escrowChain.balance(number));
  const verdicts = await checkInvariants(db, { kind: 'everything' });
  expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
}

const transfer = (to: `0x${string}`, amount: bigint) => ({
  to: chain.usdc,
  data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'transfer', args: [to, amount] }),
});

const SAFE = '0x00000000000000000000000000000000000000aa';
const withdrawal = (amount: bigint) => ({
  data: encodeFunctionData({ abi: ESCROW_ABI, functionName: 'withdraw', args: [SAFE, amount] }),
});

describe('books that begin', () => {
  test("take what lay under the address before the contract as the house's, once", async () => {
    const { db } = database;
    // As if the contract had come after the house's money.
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

  test('for one escrow are not those of another', async () => {
    const { db } = database;
    await openCursor(db, chain.escrowChain);
    const place = { ...chain.escrowChain.place, escrow: SAFE } as const;
    await expect(openCursor(db, { ...chain.escrowChain, place })).rejects.toThrow(OtherEscrow);
    const elsewhere = { ...chain.escrowChain.place, chainId: 1 };
    await expect(openCursor(db, { ...chain.escrowChain, place: elsewhere })).rejects.toThrow('on chain 1');
  });
});

describe('what the house pays in and takes out', () => {
  test('is in the pool once it is final, and not before', async () => {
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

  test('is booked once, however often the chain is followed and by however many processes', async () => {
    const { db } = database;
    await openCursor(db, chain.escrowChain);
    await chain.finalise();
    await Promise.all(Array.from({ length: 4 }, () => follow(db, chain.escrowChain)));
    await follow(db, chain.escrowChain);
    expect(await balances(db)).toMatchObject({ pool: HOUSE, outside: -HOUSE });
    expect(await rows(db, sql`select kind from entries`)).toEqual([{ kind: 'house-deposit' }]);
  });

  test('more than the pool holds stays apart, holds betting, and is booked when it can be', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    await anOpenMarket(db, chain);
    // The market's budget lies in the books' escrow; the contract needs none of it while nobody has bet.
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
  test('whose stake is final is confirmed, with the transaction that brought it', async () => {
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

  test('that was seen in a block is shown so until the block is gone, and then no more', async () => {
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
    // Another history, as long as the one that is gone.
    await chain.mintEach([{ to: bettor.address, amount: 1n }]);
    await follow(db, chain.escrowChain);
    expect(await liveBet(db, bet.id)).toMatchObject({ state: 'pending', txHash: null, block: null });

    const again = await placeOnChain(chain, [bet]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await liveBet(db, bet.id)).toMatchObject({ state: 'confirmed', txHash: again });
    await expectBooksAndChainAgree();
  });

  test('that never came fails once a final block is past its acceptance, and not before', async () => {
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

  test('that the contract left out fails with its reason, and its neighbours are confirmed', async () => {
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

  test('that the contract left out fails with what it said to us, whatever it was made to say to others', async () => {
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
    // Anybody may, with any account.
    await chain.send('guardian', placeCall(elsewhere));
    await placeAsOurs([refused]);
    await chain.send('guardian', placeCall(elsewhere));
    await chain.passTime(60);
    // Ours again, and too late.
    await placeAsOurs([refused]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    const said = await rows<{ reason: number }>(
      db,
      sql`
        select (args ->> 'reason')::int as reason from chain_events
        where name = 'BetSkipped' and args ->> 'betId' = ${chainIdOf(refused.id)} order by block_number`,
    );
    // What others had it say is not even kept: there is no end to it.
    expect(said.map(({ reason }) => SKIP_REASONS[reason])).toEqual([
      'authorization-refused',
      'acceptance-expired',
    ]);
    expect((await liveBet(db, refused.id)).failure).toBe('authorization-refused');
    expect((await liveBet(db, unsent.id)).failure).toBe('not-included');
    await expectBooksAndChainAgree();
  });

  test('that nobody here accepted holds betting until an admin has looked, and its stake is accounted for', async () => {
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

  test('that the chain is quicker with than the books waits for them, and books and chain agree all the while', async () => {
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

  test('that the books made first leaves them when the chain has sent it', async () => {
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
  test('takes bets once the chain holds it for good as it was asked', async () => {
    const { db } = database;
    await beginToFollow(db, chain);
    const asked = await anAskedMarket(db);
    const stateOf = async () =>
      (
        await rows<{ state: string; opening: boolean; on_chain: string }>(
          db,
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

test('all that was said is kept as it was said, in finalized blocks alone', async () => {
  const { db } = database;
  await beginToFollow(db, chain);
  const asked = await anAskedMarket(db);
  await openOnChain(chain, asked);
  await chain.mintEach([{ to: chain.escrow, amount: 1n }]);
  // Of nothing, as anybody can send without end: it is not kept.
  await chain.send('owner', transfer(chain.escrow, 0n));
  const kept = () =>
    rows<{ name: string; market: string | null; value: string | null }>(
      db,
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
