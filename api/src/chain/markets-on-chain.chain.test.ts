import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { ESCROW_ABI } from '@tallystone/core/escrow/escrow-abi';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { type TestMarket, usdc } from '@tallystone/testkit/betting/betting.ts';
import { beginEarlier } from '@tallystone/testkit/betting/late-starts.ts';
import { objectionTo } from '@tallystone/testkit/betting/results.ts';
import { payAll, wonBy } from '@tallystone/testkit/betting/settling.ts';
import {
  advanceAll,
  aLiveMarket,
  closeEverywhere,
  type Driving,
  drive,
  endWindow,
  finalBets,
  type LiveBettor,
  passTime,
  payoutStates,
  standing,
  WINDOW_SECONDS,
} from '@tallystone/testkit/chain/driving.ts';
import {
  aLiveBettor,
  anAcceptedBet,
  aTestChain,
  beginToFollow,
  follow,
  placeOnChain,
  type TestChain,
} from '@tallystone/testkit/chain/follow.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aSignatureOf } from '@tallystone/testkit/wallets/sign-act.ts';
import { sql } from 'drizzle-orm';
import { createPublicClient, http } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../audit/record-audit.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { openAccount } from '../ledger/account-ids.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { approveResolution } from '../settlement/approve-resolution.ts';
import { flagLateBets } from '../settlement/flag-late-bets.ts';
import { listGuarded, objectToResult } from '../settlement/object-to-result.ts';
import { proposeResolution, rehearseEnd } from '../settlement/propose-resolution.ts';
import { refundLateBets } from '../settlement/refund-late-bets.ts';
import { replayResults } from '../settlement/replay-results.ts';
import { getResultsQueue } from '../settlement/results-queue.ts';
import { undoResolution } from '../settlement/undo-resolution.ts';
import { unbookedOutflows } from './book-outflows.ts';
import { bookedBalance, readCursor } from './cursor-store.ts';
import type { EscrowChain } from './escrow-chain.ts';
import { loadKeys } from './keys.ts';
import { claimSetAsideCall, finaliseCall, objectCall, payBetsCall, proposeCall } from './market-calls.ts';
import { listDriven, openMarketDriver } from './open-market-driver.ts';
import { payOnChain } from './pay-on-chain.ts';

/** On a real node and a real database: markets open and end on the chain first, and the books pay what is final there. */
const DAY_SECONDS = 86_400;
const REASON = `0x${'7'.repeat(64)}` as const;

let chain: TestChain;
let database: TestDatabase;
let driving: Driving;
let bettors: LiveBettor[];
let admins: (Extract<Actor, { kind: 'admin' }> & { person: LiveBettor })[];

beforeEach(async () => {
  chain = await aTestChain({ objectionWindow: WINDOW_SECONDS });
  database = await createTestDatabase();
  const { db } = database;
  await transaction(db, async (tx) => {
    for (const kind of ['pool', 'fees', 'faucet', 'outside'] as const) await openAccount(tx, { kind });
  });
  await beginToFollow(db, chain);
  driving = { db, chain, keys: loadKeys(chain.settings.CHAIN_KEYS_DIR ?? '').keys };
  bettors = [await aLiveBettor(db, chain), await aLiveBettor(db, chain)];
  const people = await Promise.all(Array.from({ length: 4 }, () => aLiveBettor(db, chain, { funds: 0n })));
  admins = people.map((person) => ({
    kind: 'admin',
    userId: person.session.userId,
    address: person.address,
    person,
  }));
  return async () => {
    await database.close();
    await chain.stop();
  };
}, 180_000);

/** A market that takes bets, in the books and on the chain. */
async function anOpenMarket(): Promise<TestMarket> {
  const market = await aLiveMarket(database.db, chain);
  await drive(driving);
  return market;
}

/** One admin proposes how a market ends, and another approves it. */
async function decide({ marketId }: TestMarket, result: MarketResult): Promise<number> {
  const { db } = database;
  const [proposer, approver] = admins;
  if (proposer === undefined || approver === undefined) throw new Error('there are four admins');
  const { hash } = await rehearseEnd(db, { marketId, result });
  const terms = { marketId, mode: 'live', windowMs: WINDOW_SECONDS * 1000 } as const;
  const evidence = 'https://example.org/result';
  const proposed = await proposeResolution(db, {
    ...terms,
    result,
    source: 'admin',
    evidence,
    proposer,
    hash,
  });
  const { rehearsal } = proposed;
  const signature = aSignatureOf(approver.person, { kind: 'approve-result', rehearsal });
  await approveResolution(db, { ...terms, hash: rehearsal.hash, actor: approver, signature });
  return proposed.id;
}

const guardian = (place: number) => {
  const actor = admins[place];
  if (actor === undefined) throw new Error('there are four admins');
  return actor;
};

/** A guardian objects to a result that was approved. */
async function object(id: number, { reason, by }: { reason: string; by: number }): Promise<void> {
  const { db } = database;
  const actor = guardian(by);
  const result = (await listGuarded(db)).find((each) => each.id === id);
  if (result === undefined) throw new Error(`result ${id} is not under guard`);
  const signature = aSignatureOf(actor.person, objectionTo(result, reason));
  await objectToResult(db, { id: String(id), reason, actor, signature });
}

/** No money appears or is lost, in the books or on the chain. */
async function expectBooksAndChainAgree(): Promise<void> {
  const { db } = database;
  const { number } = await readCursor(db);
  const { bettors: early, house } = await unbookedOutflows(db);
  expect((await bookedBalance(db)) - early - house).toBe(await chain.escrowChain.balance(number));
  const verdicts = await checkInvariants(db, { kind: 'everything' });
  expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
}

/** The market after a block, as the contract has it. */
async function marketInContract({ marketId }: TestMarket, blockNumber: bigint) {
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  const { escrow: address } = chain.escrowChain.place;
  const args = [chainIdOf(marketId)] as const;
  return client.readContract({ address, abi: ESCROW_ABI, functionName: 'market', args, blockNumber });
}

const walletsOf = () => Promise.all(bettors.map(({ address }) => chain.usdcOf(address)));
const START = usdc(1000);

describe('opening', () => {
  test('a market takes no bets before it is final in the contract, and then on the requested terms', async () => {
    const { db } = database;
    const market = await aLiveMarket(db, chain);
    expect(await standing(db, market)).toMatchObject({ state: 'suspended', opening: true, chain: null });
    expect(await advanceAll(driving)).toEqual(['queued']);
    expect(await standing(db, market)).toMatchObject({
      state: 'suspended',
      chain: 'opening',
      calls: ['open'],
    });
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'open', opening: false, chain: 'open' });

    const [row] = await rows(
      db,
      { id: col.text, closes: col.number, rules: col.text },
      sql`
        select c.market_id as id, extract(epoch from m.closes_at)::float8 as closes, encode(c.rules_hash, 'hex') as rules
        from chain_markets c join markets m on m.id = c.market_id`,
    );
    const { number } = await readCursor(db);
    expect(await marketInContract(market, number)).toMatchObject({
      // Open.
      state: 1,
      outcomes: 2,
      maxHouseLoss: usdc(10_000),
      rulesHash: `0x${row?.rules}`,
      closesAt: BigInt(row?.closes ?? 0),
    });
  });

  test('a market that an admin has disabled stays suspended once it is open on the chain', async () => {
    const { db } = database;
    const market = await aLiveMarket(db, chain);
    await db.execute(sql`update markets set disabled = true where id = ${market.marketId}`);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'suspended', opening: false, chain: 'open' });
  });

  test('several processes at once make one call', async () => {
    const { db } = database;
    const market = await aLiveMarket(db, chain);
    await Promise.all(Array.from({ length: 6 }, () => advanceAll(driving)));
    expect((await standing(db, market)).calls).toEqual(['open']);
  });

  test('lowered and raised limits reach the contract', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    const limitThere = async () => {
      const { number } = await readCursor(db);
      return (await marketInContract(market, number)).maxHouseLoss;
    };
    for (const budget of [usdc(4000), usdc(9000)]) {
      await db.execute(sql`
        update markets set loss_budget = ${budget}::bigint, version = version + 1 where id = ${market.marketId}`);
      await drive(driving);
      expect(await limitThere()).toBe(budget);
    }
    expect(await standing(db, market)).toMatchObject({ state: 'open', calls: ['open', 'limits', 'limits'] });
  });

  test('a market that the contract refuses three times is flagged for admins, and can end in the books alone', async () => {
    const { db } = database;
    // Its close is further in the future than the contract allows.
    const market = await aLiveMarket(db, chain, { opensForSeconds: 800 * DAY_SECONDS });
    for (let tries = 0; tries < 4; tries++) {
      await drive(driving);
      await db.execute(sql`update chain_markets set rests_until = null`);
    }
    expect(await standing(db, market)).toMatchObject({
      state: 'suspended',
      opening: true,
      chain: 'refused',
      review: 'chain-refused',
      calls: ['open', 'open', 'open'],
    });
    await decide(market, { kind: 'void' });
    await db.execute(sql`update resolutions set pays_from = clock_timestamp()`);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'void', chain: 'refused' });
  });
});

describe('a result', () => {
  test('is paid in the books and on the chain once it is final there, and not before', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    const bets = await finalBets(driving, { market, bettors, count: 6 });
    await closeEverywhere(driving, market);
    await decide(market, wonBy(market, 1));
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'resolving', chain: 'proposed', result: 1 });
    const queue = await getResultsQueue(db);
    expect(queue.resolutions[0]).toMatchObject({ stage: 'window', chain: { state: 'window' } });
    expect(await rows(db, sql`select from bet_endings`)).toHaveLength(0);

    // Due by our own clock, but the contract's window counts.
    await db.execute(sql`update resolutions set pays_from = clock_timestamp()`);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'resolving', chain: 'proposed' });

    await endWindow(driving);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({
      state: 'settled',
      chain: 'resolved',
      calls: ['open', 'propose', 'finalise'],
    });
    const winners = bets.filter(({ outcome }) => outcome === 1);
    expect(await payoutStates(db)).toEqual(Object.fromEntries(winners.map(({ id }) => [id, 'paid'])));
    const wallets = await walletsOf();
    bettors.forEach(({ address }, place) => {
      const own = bets.filter(({ bettor }) => bettor === address);
      const staked = own.reduce((sum, { stake }) => sum + stake, 0n);
      const won = own
        .filter(({ outcome }) => outcome === 1)
        .reduce((sum, { stake, odds }) => sum + (stake * odds) / 1_000_000n, 0n);
      expect(wallets[place]).toBe(START - staked + won);
    });
    await expectBooksAndChainAgree();
    expect((await getResultsQueue(db)).payouts).toEqual({ bets: 0, amount: 0, stuck: 0, setAside: [] });
  });

  test('of a market without bets is on the chain too', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    await closeEverywhere(driving, market);
    await decide(market, wonBy(market));
    await drive(driving);
    await endWindow(driving);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'settled', chain: 'resolved', result: 0 });
    await expectBooksAndChainAgree();
  });

  test('of a market that was closed early waits until betting in the contract is over', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    await db.execute(sql`update markets set closes_at = clock_timestamp() where id = ${market.marketId}`);
    await decide(market, wonBy(market));
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'resolving', chain: 'open', calls: ['open'] });
    expect((await getResultsQueue(db)).resolutions[0]?.chain).toMatchObject({ state: 'betting' });
    await closeEverywhere(driving, market);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ chain: 'proposed' });
  });

  test('is not made final until the feed confirms it', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    await closeEverywhere(driving, market);
    await decide(market, wonBy(market));
    await drive(driving);
    await endWindow(driving);
    await drive({ ...driving, confirm: async () => 'wait' });
    expect(await standing(db, market)).toMatchObject({ chain: 'proposed', calls: ['open', 'propose'] });
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'settled' });
  });

  test('cannot be undone once the finalising call is queued', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    await closeEverywhere(driving, market);
    await decide(market, wonBy(market));
    await drive(driving);
    await endWindow(driving);
    expect(await advanceAll(driving)).toEqual(['queued']);
    await expect(
      undoResolution(db, { marketId: market.marketId, reason: 'Wrong.', actor: guardian(0) }),
    ).rejects.toMatchObject({ code: 'wrong-state' });
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'settled' });
  });

  test('is not proposed while bets are on their way to the chain, and neither is a void', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    const [bettor] = bettors;
    if (bettor === undefined) throw new Error('there are two bettors');
    const bet = await anAcceptedBet(db, chain, { market, bettor });
    await expect(decide(market, { kind: 'void' })).rejects.toMatchObject({ code: 'wrong-state' });
    await placeOnChain(chain, [bet]);
    await chain.finalise();
    await follow(db, chain.escrowChain);
    await decide(market, { kind: 'void' });
    await drive(driving);
    await endWindow(driving);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'void', chain: 'void' });
    expect(await walletsOf()).toEqual([START, START]);
    await expectBooksAndChainAgree();
  });
});

describe('an objection', () => {
  test('of a guardian in the app goes to the chain, and another result starts from the beginning', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    const bets = await finalBets(driving, { market, bettors, count: 4 });
    await closeEverywhere(driving, market);
    const id = await decide(market, wonBy(market, 0));
    await drive(driving);
    await object(id, { reason: 'It was the other one.', by: 2 });
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({
      state: 'closed',
      review: 'objected',
      chain: 'open',
      calls: ['open', 'propose', 'object'],
    });
    await decide(market, wonBy(market, 1));
    await drive(driving);
    await endWindow(driving);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'settled', chain: 'resolved', result: 1 });
    const winners = bets.filter(({ outcome }) => outcome === 1).map(({ id: bet }) => [bet, 'paid']);
    expect(await payoutStates(db)).toEqual(Object.fromEntries(winners));
    await expectBooksAndChainAgree();
  });

  test('of a second guardian refunds every stake', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    await finalBets(driving, { market, bettors, count: 4 });
    await closeEverywhere(driving, market);
    for (const place of [2, 3]) {
      const id = await decide(market, wonBy(market, 0));
      await drive(driving);
      await object(id, { reason: 'Nobody knows.', by: place });
      await drive(driving);
    }
    expect(await standing(db, market)).toMatchObject({ state: 'void', chain: 'void', source: 'guardian' });
    expect(await walletsOf()).toEqual([START, START]);
    await expectBooksAndChainAgree();
  });

  test('on the chain itself counts in the books too', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    await closeEverywhere(driving, market);
    await decide(market, wonBy(market, 0));
    await drive(driving);
    await chain.send('guardian', objectCall({ marketId: market.marketId, reasonHash: REASON }));
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(await standing(db, market)).toMatchObject({ state: 'closed', review: 'objected', chain: 'open' });
    expect(
      await rows(db, sql`select ended_as, end_reason from resolutions where market_id = ${market.marketId}`),
    ).toEqual([{ ended_as: 'objected', end_reason: expect.stringContaining(REASON) }]);
    await decide(market, wonBy(market, 1));
    await drive(driving);
    await endWindow(driving);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'settled', result: 1 });
  });

  test('that no local key can send flags the market, which is voided after 14 days', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    await finalBets(driving, { market, bettors, count: 2 });
    await closeEverywhere(driving, market);
    await decide(market, wonBy(market, 0));
    await drive(driving);
    await undoResolution(db, { marketId: market.marketId, reason: 'A slip.', actor: guardian(0) });
    const alone = { ...driving, hasGuardian: false };
    await drive(alone);
    expect(await standing(db, market)).toMatchObject({
      state: 'closed',
      chain: 'proposed',
      review: 'chain-holds',
    });
    await endWindow(alone);
    await drive(alone);
    expect(await standing(db, market)).toMatchObject({ chain: 'proposed', calls: ['open', 'propose'] });

    await passTime(chain, 14 * DAY_SECONDS);
    await follow(db, chain.escrowChain);
    await drive(alone);
    expect(await standing(db, market)).toMatchObject({ state: 'void', chain: 'void', source: 'chain' });
    expect(await replayResults(db)).toEqual([]);
    expect(await walletsOf()).toEqual([START, START]);
    await expectBooksAndChainAgree();
  });
});

describe('an end that the books did not decide', () => {
  test('a market without a result 14 days after its close is void', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    await finalBets(driving, { market, bettors, count: 3 });
    await closeEverywhere(driving, market);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ source: null, chain: 'open' });
    await passTime(chain, 14 * DAY_SECONDS);
    await follow(db, chain.escrowChain);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'void', chain: 'void', review: null });
    expect(await walletsOf()).toEqual([START, START]);
    await expectBooksAndChainAgree();
  });

  test.each([
    ['before it was proposed', 'open'],
    ['that was proposed and never made final', 'proposed'],
  ] as const)('a market is paid also when the 14 days pass over a void %s', async (_, there) => {
    const { db } = database;
    const market = await anOpenMarket();
    await finalBets(driving, { market, bettors, count: 3 });
    await closeEverywhere(driving, market);
    await decide(market, { kind: 'void' });
    if (there === 'proposed') await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'resolving', chain: there });
    await passTime(chain, 14 * DAY_SECONDS);
    await follow(db, chain.escrowChain);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'void', chain: 'void', review: null });
    expect(await walletsOf()).toEqual([START, START]);
    await expectBooksAndChainAgree();
  });

  test.each([
    ['if another result was decided', true],
    ['if none was decided', false],
  ])('the books follow the final result on the chain, %s, and admins are notified', async (_, isDecided) => {
    const { db } = database;
    const market = await anOpenMarket();
    const bets = await finalBets(driving, { market, bettors, count: 4 });
    await closeEverywhere(driving, market);
    if (isDecided) await decide(market, wonBy(market, 0));
    // The keys are elsewhere.
    await chain.send('resolver', proposeCall({ marketId: market.marketId, result: 1, evidenceHash: REASON }));
    await passTime(chain, WINDOW_SECONDS + 1);
    await chain.send('finaliser', finaliseCall(market.marketId));
    await chain.finalise();
    await follow(db, chain.escrowChain);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({
      state: 'settled',
      chain: 'resolved',
      result: 1,
      source: 'chain',
      review: 'chain-ended',
    });
    const winners = bets.filter(({ outcome }) => outcome === 1).map(({ id }) => [id, 'paid']);
    expect(await payoutStates(db)).toEqual(Object.fromEntries(winners));
    await expectBooksAndChainAgree();
  });
});

describe('payouts', () => {
  async function aSettledMarket(pays: Driving['pays'] = 'all') {
    const market = await anOpenMarket();
    const bets = await finalBets(driving, { market, bettors, count: 4 });
    await closeEverywhere(driving, market);
    await decide(market, wonBy(market, 1));
    await drive(driving);
    await endWindow(driving);
    await drive({ ...driving, ...(pays !== undefined && { pays }) });
    return { market, winners: bets.filter(({ outcome }) => outcome === 1) };
  }

  test('that the token refuses are set aside without delaying others, and claimed later', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    const bets = await finalBets(driving, { market, bettors, count: 4 });
    await closeEverywhere(driving, market);
    const [refused, other] = bettors;
    if (refused === undefined || other === undefined) throw new Error('there are two bettors');
    const list = (isOn: boolean) =>
      chain.callTokenAs(chain.ownerKey, [{ functionName: 'setBlacklisted', args: [refused.address, isOn] }]);
    await list(true);
    await decide(market, wonBy(market, 1));
    await drive(driving);
    await endWindow(driving);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'settled' });
    const won = bets.filter(({ outcome }) => outcome === 1);
    const expected = Object.fromEntries(
      won.map(({ id, bettor }) => [id, bettor === refused.address ? 'set-aside' : 'paid']),
    );
    expect(await payoutStates(db)).toEqual(expected);
    const owed = won.find(({ bettor }) => bettor === refused.address);
    const amount = owed === undefined ? 0n : (owed.stake * owed.odds) / 1_000_000n;
    expect(amount).toBeGreaterThan(0n);
    expect((await getResultsQueue(db)).payouts).toMatchObject({
      bets: 0,
      setAside: [{ bets: 1, amount: Number(amount) / 1_000_000 }],
    });
    await expectBooksAndChainAgree();

    // A day later the claim is tried again in vain, and another day later the token pays it.
    const claimed = () => payOnChain(db, { claimsEveryMs: 0 });
    await claimed();
    await drive(driving);
    expect(await payoutStates(db)).toEqual(expected);
    await list(false);
    await claimed();
    await drive(driving);
    expect((await payoutStates(db))[owed?.id ?? '']).toBe('claimed');
    expect((await getResultsQueue(db)).payouts).toMatchObject({ setAside: [] });
    await expectBooksAndChainAgree();
  });

  test('that were set aside can be claimed by anyone for their owner', async () => {
    const { db } = database;
    const [refused] = bettors;
    if (refused === undefined) throw new Error('there are two bettors');
    const market = await anOpenMarket();
    const bets = await finalBets(driving, { market, bettors: [refused], count: 2 });
    await closeEverywhere(driving, market);
    await chain.callTokenAs(chain.ownerKey, [
      { functionName: 'setBlacklisted', args: [refused.address, true] },
    ]);
    await decide(market, { kind: 'void' });
    await drive(driving);
    await endWindow(driving);
    await drive(driving);
    expect(Object.values(await payoutStates(db))).toEqual(['set-aside', 'set-aside']);
    await chain.callTokenAs(chain.ownerKey, [
      { functionName: 'setBlacklisted', args: [refused.address, false] },
    ]);
    await chain.send('resolver', claimSetAsideCall(refused.address));
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect(Object.values(await payoutStates(db))).toEqual(['claimed', 'claimed']);
    expect(await chain.usdcOf(refused.address)).toBe(START);
    expect(bets).toHaveLength(2);
    await expectBooksAndChainAgree();
  });

  test('that a stranger triggered before the books did are paid once', async () => {
    const { db } = database;
    const { market, winners } = await aSettledMarket('nobody');
    expect(await standing(db, market)).toMatchObject({ state: 'resolving', chain: 'resolved' });
    await chain.send(
      'guardian',
      payBetsCall(
        winners.map(({ id }) => id),
        false,
      ),
    );
    await chain.finalise();
    await follow(db, chain.escrowChain);
    expect((await unbookedOutflows(db)).bettors).toBeGreaterThan(0n);
    const before = await walletsOf();

    await drive(driving);
    await follow(db, chain.escrowChain);
    expect(await standing(db, market)).toMatchObject({ state: 'settled' });
    expect(await walletsOf()).toEqual(before);
    expect(await unbookedOutflows(db)).toEqual({ bettors: 0n, house: 0n });
    expect(await payoutStates(db)).toEqual(Object.fromEntries(winners.map(({ id }) => [id, 'paid'])));
    expect(await rows(db, sql`select from chain_calls where key like 'pay:%'`)).toHaveLength(0);
    await expectBooksAndChainAgree();
  });

  test('that the books make while the chain is read do not stop betting', async () => {
    const { db } = database;
    const [bettor] = bettors;
    if (bettor === undefined) throw new Error('there are two bettors');
    const other = await aLiveMarket(db, chain, { opensForSeconds: 80 * DAY_SECONDS });
    const { market, winners } = await aSettledMarket('nobody');
    await anAcceptedBet(db, chain, { market: other, bettor, holdsSeconds: 5000 });
    await chain.send(
      'guardian',
      payBetsCall(
        winners.map(({ id }) => id),
        false,
      ),
    );
    await chain.finalise();
    // The settler is another process and works between two reads of this one.
    const racing: EscrowChain = {
      ...chain.escrowChain,
      async logs(range) {
        await payAll(db, { marketId: market.marketId, outcomeIds: [] });
        return chain.escrowChain.logs(range);
      },
    };
    expect(await follow(db, racing)).toBeNull();
    expect(await standing(db, market)).toMatchObject({ state: 'settled' });
    expect((await unbookedOutflows(db)).bettors).toBeGreaterThan(0n);
    expect(await follow(db, chain.escrowChain)).toBeNull();
    expect(await unbookedOutflows(db)).toEqual({ bettors: 0n, house: 0n });
    await expectBooksAndChainAgree();
  });

  test('of a failed batch are sent in smaller batches', async () => {
    const { db } = database;
    const { winners } = await aSettledMarket('books');
    expect(Object.values(await payoutStates(db))).toEqual(['due', 'due']);
    expect(await payOnChain(db)).toBe(true);
    expect(Object.values(await payoutStates(db))).toEqual(['sent', 'sent']);
    // As the relayer records it if the contract reverts.
    await db.execute(sql`update chain_calls set state = 'reverted' where key like 'pay:%'`);
    await payOnChain(db);
    expect(await rows(db, sql`select tries, call_key like 'pay:%:1' as again from chain_payouts`)).toEqual([
      { tries: 1, again: true },
      { tries: 1, again: true },
    ]);
    await drive(driving);
    expect(await payoutStates(db)).toEqual(Object.fromEntries(winners.map(({ id }) => [id, 'paid'])));
    await expectBooksAndChainAgree();
  });

  test('are in one batch each, however many processes run', async () => {
    const { db } = database;
    await aSettledMarket('books');
    await Promise.all(Array.from({ length: 6 }, () => payOnChain(db)));
    expect(await rows(db, sql`select from chain_calls where key like 'pay:%'`)).toHaveLength(1);
    await drive(driving);
    expect(Object.values(await payoutStates(db))).toEqual(['paid', 'paid']);
    await expectBooksAndChainAgree();
  });
});

describe('bets that were placed after the game began', () => {
  async function aLateMarket() {
    const { db } = database;
    const market = await anOpenMarket();
    const bets = await finalBets(driving, { market, bettors, count: 4 });
    await closeEverywhere(driving, market);
    const [late] = await rows(
      db,
      { placed_at: col.text },
      sql`select placed_at::text from bets order by placed_at desc limit 1`,
    );
    await beginEarlier(db, { marketId: market.marketId, from: sql`${late?.placed_at}::timestamptz` });
    return { market, bets };
  }

  test('are not refunded one by one: admins are notified, and the market can only be voided', async () => {
    const { db } = database;
    const { market } = await aLateMarket();
    expect(await refundLateBets(db, { marketId: market.marketId, chunk: 100, mode: 'live' })).toBeNull();
    expect(await flagLateBets(db, market.marketId)).toBe(true);
    expect(await standing(db, market)).toMatchObject({ review: 'late-bets' });
    expect((await getResultsQueue(db)).waiting[0]).toMatchObject({ review: 'late-bets' });
    await expect(decide(market, wonBy(market))).rejects.toMatchObject({
      code: 'wrong-state',
      message: expect.stringContaining('can only be void'),
    });
    await decide(market, { kind: 'void' });
    await drive(driving);
    await endWindow(driving);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'void', chain: 'void' });
    expect(await walletsOf()).toEqual([START, START]);
    await expectBooksAndChainAgree();
  });

  test('raise no flag if none became final', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    await finalBets(driving, { market, bettors, count: 2 });
    const [bettor] = bettors;
    if (bettor === undefined) throw new Error('there are two bettors');
    await closeEverywhere(driving, market);
    // Results that the audit does not mention are not reported.
    await db.execute(sql`update markets set late_from = 'epoch' where id = ${market.marketId}`);
    expect(await flagLateBets(db, market.marketId)).toBe(false);
    expect(await standing(db, market)).toMatchObject({ review: null });
    await beginEarlier(db, { marketId: market.marketId, from: sql`clock_timestamp()` });
    expect(await flagLateBets(db, market.marketId)).toBe(true);
    expect(await standing(db, market)).toMatchObject({ review: null });
    expect(await rows(db, sql`select late_from from markets`)).toEqual([{ late_from: null }]);
  });

  test('do not stop a result that is already final in the contract', async () => {
    const { db } = database;
    const market = await anOpenMarket();
    await finalBets(driving, { market, bettors, count: 2 });
    await closeEverywhere(driving, market);
    await decide(market, wonBy(market));
    await drive(driving);
    await endWindow(driving);
    await drive({ ...driving, pays: 'nobody' });
    expect(await standing(db, market)).toMatchObject({ chain: 'resolved' });
    await db.execute(sql`update markets set late_from = '2020-01-01' where id = ${market.marketId}`);
    await drive(driving);
    expect(await standing(db, market)).toMatchObject({ state: 'settled' });
    await expectBooksAndChainAgree();
  });
});

test('a market in the middle of many others never blocks them', async () => {
  const { db } = database;
  const stuck = await aLiveMarket(db, chain, { opensForSeconds: 800 * DAY_SECONDS });
  const others = [await aLiveMarket(db, chain), await aLiveMarket(db, chain)];
  await drive(driving);
  // Dropped if the machine is so slow that three tries have passed.
  expect((await standing(db, stuck)).chain).toMatch(/^(?:opening|refused)$/);
  for (const market of others) expect((await standing(db, market)).chain).toBe('open');
});

test('the driver reaches every market, however many before it just wait', async () => {
  const { db } = database;
  const markets = [await aLiveMarket(db, chain), await aLiveMarket(db, chain), await aLiveMarket(db, chain)];
  const ids = markets.map(({ marketId }) => marketId).sort();
  expect(await listDriven(db, { most: 2 })).toEqual({ ids: ids.slice(0, 2), next: ids[1] });
  expect(await listDriven(db, { most: 2, after: ids[1] ?? '' })).toEqual({ ids: ids.slice(2), next: '' });
  // No relayer sends the calls, so each market is under way from its first round on.
  const driver = openMarketDriver({
    db,
    lists: { markStale: () => undefined, markAllStale: () => undefined },
    hasGuardian: true,
    windowMs: WINDOW_SECONDS * 1000,
    confirm: async () => 'wait',
    onEnded: () => undefined,
    onError: () => undefined,
    most: 1,
  });
  try {
    for (const market of markets) {
      await expect.poll(async () => (await standing(db, market)).calls).toEqual(['open']);
    }
  } finally {
    await driver.stop();
  }
});

test('the driver takes markets forward on its own; a failing market is reported and blocks no other', async () => {
  const { db } = database;
  const failing = await anOpenMarket();
  await closeEverywhere(driving, failing);
  await decide(failing, wonBy(failing));
  await drive(driving);
  await endWindow(driving);
  const market = await aLiveMarket(db, chain);
  const errors: unknown[] = [];
  const stale: string[] = [];
  const driver = openMarketDriver({
    db,
    lists: { markStale: (id) => void stale.push(id), markAllStale: () => undefined },
    hasGuardian: true,
    windowMs: WINDOW_SECONDS * 1000,
    confirm: () => Promise.reject(new Error('the feed is torn')),
    onEnded: () => undefined,
    onError: (error) => errors.push(error),
  });
  try {
    await expect.poll(async () => (await standing(db, market)).calls).toEqual(['open']);
    await expect.poll(() => errors).toContainEqual(new Error('the feed is torn'));
    // Others see the commit before the driver knows of it.
    await expect.poll(() => stale).toContain(market.marketId);
    expect(await standing(db, failing)).toMatchObject({ chain: 'proposed', calls: ['open', 'propose'] });
  } finally {
    await driver.stop();
  }
});
