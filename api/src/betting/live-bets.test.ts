import { hexToBytes } from '@noble/hashes/utils.js';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { hashEscrowBet } from '@tallystone/core/escrow/escrow-bet';
import { betAcceptance, stakeAuthorization, typedDataDigest } from '@tallystone/core/escrow/typed-data';
import type { PlacedBet } from '@tallystone/core/http-api/betting';
import { houseWithdrawalEntry } from '@tallystone/core/ledger/house-withdrawal-entry';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { aFeedMarket, aMarket, aQuote, moveFeedOdds, usdc } from '@tallystone/testkit/betting/betting.ts';
import {
  aLiveBet,
  aLiveBettor,
  aLiveMarket,
  aLiveProcess,
  confirm,
  expectSoundBooks,
  followChainUpTo,
  type LiveBetting,
  type LiveBettor,
  openLiveBooks,
  openLiveHouse,
  PLACE,
  refusal,
  signedLiveBet,
  TOKEN,
  TX_HASH,
  takenByContract,
} from '@tallystone/testkit/betting/live-betting.ts';
import type { TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { tried } from '@tallystone/testkit/database/undone.ts';
import { shortFormOf } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endEpochs, epochAfter, pinned } from '../db/epochs.ts';
import { col, rows, value } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { verifyDigest } from '../identity/verify-signature.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { gatherPool, lockPool } from '../ledger/lock-pool.ts';
import { wholeBalance } from '../ledger/pool-slices.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { newsSince, sumsTouchedSince, sumUp } from '../ledger/sums.ts';
import { getActivity } from '../markets/get-activity.ts';
import { getMarket } from '../markets/get-market.ts';
import { getRisk } from '../markets/get-risk.ts';
import { positionNow } from '../realtime/position.ts';
import { accountChanges } from './account-changes.ts';
import { betStatsOf } from './bet-stats.ts';
import { chainStakes } from './chain-stakes.ts';
import { confirmLiveBets } from './confirm-live-bets.ts';
import { failLiveBets } from './fail-live-bets.ts';
import { limits } from './limits.ts';
import { listBets, listChangedBets } from './list-bets.ts';
import { getBet } from './listed-bet.ts';
import { placeBet } from './place-bet.ts';

let database: TestDatabase;
let betting: LiveBetting;
beforeAll(async () => {
  ({ database, betting } = await openLiveBooks());
});
afterEach(() => expectSoundBooks(database.db));
afterAll(() => database.close());

const aBettor = (parts = {}) => aLiveBettor(database.db, betting, parts);
const fail = (ids: readonly string[], failure: 'authorization-refused' | 'not-included' = 'not-included') =>
  transaction(database.db, (tx) => failLiveBets(tx, { failed: ids.map((betId) => ({ betId, failure })) }));
const countOf = async (table: 'bets' | 'live_bets', id: string) =>
  (await rows(database.db, sql`select from ${sql.raw(table)} where id = ${id}`)).length;
const balanceOf = async (kind: string, marketId: string | null = null) => {
  const [row] = await rows(
    database.db,
    { balance: col.text },
    sql`
      select ${wholeBalance(sql`a`)}::text as balance from accounts a
      where a.kind = ${kind} and a.market_id is not distinct from ${marketId}`,
  );
  return BigInt(row?.balance ?? 0);
};
const listed = (bettor: { session: { userId: string } }, before: string | null = null) =>
  listBets(database.db, { userId: bettor.session.userId, family: 'evm', before, mode: 'live' });

describe('a live bet', () => {
  test("is accepted as pending, with the house's signed acceptance", async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const pool = await balanceOf('pool');
    const quote = await aQuote(betting, { bettor, market, amount: 10 });
    const placed = await placeBet(betting, signedLiveBet(quote, { bettor, market, amount: 10 }));
    expect(placed).toMatchObject({ id: quote.live?.betId, status: 'pending', chain: { state: 'waiting' } });
    expect(placed).not.toHaveProperty('txHash');

    const [row] = await rows(
      database.db,
      {
        until: col.text,
        placed: col.text,
        bet_hash: col.text,
        acceptance: col.text,
        priced: col.list(col.text),
      },
      sql`
        select extract(epoch from accepted_until)::bigint::text as until, placed_at as placed,
          encode(bet_hash, 'hex') as bet_hash, encode(acceptance, 'hex') as acceptance, priced_on as priced
        from live_bets where id = ${placed.id}`,
    );
    const bet = {
      betId: chainIdOf(placed.id),
      marketId: chainIdOf(market.marketId),
      bettor: bettor.address,
      outcome: 0,
      stake: usdc(10),
      odds: microOdds(BigInt(Math.round(placed.odds * 1_000_000))),
      deadline: quote.live?.deadline ?? 0,
    };
    expect(`0x${row?.bet_hash}`).toBe(hashEscrowBet(bet, PLACE));
    const digest = typedDataDigest(betAcceptance(bet, Number(row?.until), PLACE));
    const signature = hexToBytes(row?.acceptance ?? '');
    expect(verifyDigest({ address: betting.house, digest: hexToBytes(digest.slice(2)), signature })).toBe(
      true,
    );
    expect(Number(row?.until) * 1000 - new Date(row?.placed ?? '').getTime()).toBeGreaterThan(28_000);
    expect(row?.priced).toEqual(['0', '0']);

    // The stake is not in the books yet; the hold for the payout is beside the escrow.
    expect(await countOf('bets', placed.id)).toBe(0);
    expect(await balanceOf('pool')).toBe(pool - BigInt(Math.round(placed.totalReturn * 1_000_000)));
    const shown = await getMarket(database.db, market.marketId);
    expect(shown).toMatchObject({ version: 2, volume: 0 });
    const risk = await getRisk(database.db, market.marketId);
    expect(risk?.worstCase).toBeCloseTo(placed.potentialWin, 6);
    expect(await listed(bettor)).toMatchObject([
      { id: placed.id, status: 'pending', chain: { state: 'waiting' } },
    ]);
    expect(await limits(database.db, { userId: bettor.session.userId, mode: 'live' })).toMatchObject({
      usedToday: 10,
      balance: 0,
    });
  });

  test('becomes a bet of the books once it is final, with its real hash', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const placed = await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 10 }));
    const pool = await balanceOf('pool');
    const outside = await balanceOf('outside');
    expect(await confirm(database.db, [placed.id])).toEqual([placed.id]);
    // A second event about the same bet changes nothing.
    expect(await confirm(database.db, [placed.id])).toEqual([]);
    expect(await fail([placed.id])).toEqual([]);
    expect(await balanceOf('outside')).toBe(outside - usdc(10));
    expect(await balanceOf('pool')).toBe(pool + BigInt(Math.round(placed.totalReturn * 1_000_000)));
    expect(await balanceOf('escrow', market.marketId)).toBe(usdc(10_010));
    expect(await listed(bettor)).toMatchObject([
      {
        id: placed.id,
        status: 'confirmed',
        placedAt: placed.placedAt,
        txHash: TX_HASH,
        chain: { state: 'final', block: 100 },
      },
    ]);
    const shown = await getMarket(database.db, market.marketId);
    expect(shown).toMatchObject({ version: 3, volume: 10 });
    expect(shown?.outcomes[0]?.probability).toBeGreaterThan(50);
    const [point] = await rows(
      database.db,
      { version: col.text },
      sql`select version::text from price_points where market_id = ${market.marketId}`,
    );
    expect(point?.version).toBe('3');
    expect(await betStatsOf(database.db, bettor.session.userId)).toMatchObject({
      totalBets: 1,
      activeBets: 1,
      totalWagered: 10,
    });
  });

  test('that failed no longer counts in the market and toward the cap', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor({ cap: usdc(15) });
    const pool = await balanceOf('pool');
    const { id } = await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 10 }));
    const more = () =>
      aLiveBet(betting, { bettor, market, amount: 10 }).then((bet) => placeBet(betting, bet));
    expect(await refusal(more())).toMatchObject({ code: 'cap-reached', facts: { capLeft: 5 } });
    expect(await fail([id])).toEqual([id]);
    expect(await fail([id])).toEqual([]);
    expect(await balanceOf('pool')).toBe(pool);
    expect(await countOf('bets', id)).toBe(0);
    await expect(more()).resolves.toMatchObject({ status: 'pending' });
    const [second, first] = await listed(bettor);
    expect(second).toMatchObject({ status: 'pending' });
    expect(first).toMatchObject({
      id,
      status: 'failed',
      chain: { state: 'failed', failure: 'not-included' },
    });
    expect(first).not.toHaveProperty('result');
    expect(first).not.toHaveProperty('txHash');
    expect(await betStatsOf(database.db, bettor.session.userId)).toMatchObject({
      totalBets: 1,
      activeBets: 1,
      totalWagered: 10,
    });
  });

  test('sent again is the same bet, at any stage', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const sent = await aLiveBet(betting, { bettor, market, amount: 10 });
    const all = await Promise.all([
      placeBet(betting, sent),
      placeBet(betting, sent),
      placeBet(aLiveProcess(database.db, betting), sent),
    ]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    const [first] = all;
    await confirm(database.db, [first?.id ?? '']);
    expect(await placeBet(betting, sent)).toMatchObject({
      id: first?.id,
      status: 'confirmed',
      txHash: TX_HASH,
    });
    // Even while the chain does not answer.
    const down = aLiveProcess(database.db, { outside: { ...betting.outside, isDown: true } });
    expect(await placeBet(down, sent)).toMatchObject({ id: first?.id, status: 'confirmed' });
    const other = await aLiveBet(betting, { bettor, market, amount: 11, key: sent.idempotencyKey });
    expect(await refusal(placeBet(betting, other))).toMatchObject({ code: 'already-placed' });
  });

  test.each<[string, object]>([
    ['for another stake', { with: { stake: usdc(11) } }],
    ['for another outcome', { with: { outcome: 1 } }],
    ['for another market', { with: { marketId: chainIdOf('m_aaaaaaaaaaaaaaaaaaaa') } }],
    ['for other odds', { with: { odds: microOdds(1_010_000n) } }],
    ['for another bet', { with: { betId: chainIdOf('b_aaaaaaaaaaaaaaaaaaaa') } }],
    ['that runs out at another time', { with: { deadline: 1 } }],
    ['of another wallet', { secret: new Uint8Array(32).fill(9) }],
    ['for another chain', { place: { ...PLACE, chainId: 1 } }],
    ['for another contract', { place: { ...PLACE, escrow: `0x${'1'.repeat(40)}` as Hex } }],
  ])('with an authorization %s is refused', async (_, parts) => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const sent = await aLiveBet(betting, { bettor, market, amount: 10, ...parts });
    expect(await refusal(placeBet(betting, sent))).toMatchObject({ code: 'signature-invalid' });
    expect(await listed(bettor)).toEqual([]);
  });

  test.each(['opening', 'refused', 'proposed', 'resolved', 'void'] as const)(
    'on a market that is %s in the contract is refused, whatever the books say',
    async (state) => {
      const market = await aLiveMarket(database.db);
      const bettor = await aBettor();
      const sent = await aLiveBet(betting, { bettor, market, amount: 10 });
      await database.db.execute(sql`
        update chain_markets set state = ${state} where market_id = ${market.marketId}`);
      expect(await refusal(placeBet(betting, sent))).toMatchObject({ code: 'market-suspended' });
      expect(await listed(bettor)).toEqual([]);
      await database.db.execute(sql`
        update chain_markets set state = 'open' where market_id = ${market.marketId}`);
      const { id } = await placeBet(betting, sent);
      // Sent again it is the same bet, even after the contract takes no more.
      await database.db.execute(sql`
        update chain_markets set state = ${state} where market_id = ${market.marketId}`);
      expect(await placeBet(betting, sent)).toMatchObject({ id });
    },
  );

  test('on a market that the contract was never asked for is refused, and after its close as one that is closed', async () => {
    const { db } = database;
    const market = await aMarket(db);
    const bettor = await aBettor();
    const sent = await aLiveBet(betting, { bettor, market, amount: 10 });
    expect(await refusal(placeBet(betting, sent))).toMatchObject({ code: 'market-suspended' });
    await db.execute(sql`update markets set state = 'closed' where id = ${market.marketId}`);
    expect(await refusal(placeBet(betting, sent))).toMatchObject({ code: 'market-closed' });
  });

  test('is not quoted when too little time is left for it to reach a block', async () => {
    const { db } = database;
    const market = await aLiveMarket(db);
    const bettor = await aBettor();
    const closesIn = (seconds: number) =>
      db.execute(sql`
        update markets set closes_at = clock_timestamp() + ${seconds}::float8 * interval '1 second'
        where id = ${market.marketId}`);
    await closesIn(60);
    const sent = await aLiveBet(betting, { bettor, market, amount: 10 });
    await closesIn(19);
    expect(await refusal(aQuote(betting, { bettor, market, amount: 10 }))).toMatchObject({
      code: 'market-closed',
    });
    expect(await refusal(placeBet(betting, sent))).toMatchObject({ code: 'market-closed' });
  });

  test('is limited by the contract until a raised budget is final there', async () => {
    const { db } = database;
    const market = await aLiveMarket(db);
    const bettor = await aBettor();
    const limitThere = (limit: bigint) =>
      db.execute(sql`
        update chain_markets set max_house_loss = ${limit}::bigint where market_id = ${market.marketId}`);
    await limitThere(usdc(100));
    const bet = (amount: number) =>
      aLiveBet(betting, { bettor, market, amount }).then((sent) => placeBet(betting, sent));
    const tooLarge = await refusal(bet(200));
    expect(tooLarge).toMatchObject({ code: 'stake-too-large' });
    const most = (tooLarge.facts as { maxStake: number }).maxStake;
    expect(most).toBeGreaterThan(100);
    expect(most).toBeLessThan(120);
    await expect(bet(50)).resolves.toMatchObject({ status: 'pending' });
    // Pending bets count, and the price leaves less of the limit because of them.
    expect(await refusal(bet(100))).toMatchObject({ code: 'stake-too-large' });
    await limitThere(usdc(10_000));
    await expect(bet(200)).resolves.toMatchObject({ status: 'pending' });
  });

  test('with both signatures in their short forms is the same bet, and goes to the contract as it takes it', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const sent = await aLiveBet(betting, { bettor, market, amount: 10 });
    const { signature, authorization = '' } = sent.body;
    const short = (text: string) =>
      `0x${Buffer.from(shortFormOf(Buffer.from(text.slice(2), 'hex'))).toString('hex')}`;
    const body = { ...sent.body, signature: short(signature), authorization: short(authorization) };
    const { id } = await placeBet(betting, { ...sent, body });
    expect(await placeBet(betting, sent)).toMatchObject({ id });
    const [stored] = await rows(
      database.db,
      { authorization: col.text },
      sql`select encode(stake_authorization, 'hex') as authorization from live_bets where id = ${id}`,
    );
    expect(`0x${stored?.authorization}`).toBe(authorization);
    expect(await listed(bettor)).toHaveLength(1);
  });

  test('whose session was revoked is refused, and reserves nothing', async () => {
    const [market, bettor] = [await aLiveMarket(database.db), await aBettor()];
    const before = await balanceOf('pool');
    const sent = await aLiveBet(betting, { bettor, market, amount: 10 });
    // No session of the database has its token.
    const session = { ...sent.session, mayHaveEnded: true as const };
    expect(await refusal(placeBet(betting, { ...sent, session }))).toMatchObject({ code: 'unauthenticated' });
    expect(await balanceOf('pool')).toEqual(before);
    await placeBet(betting, sent);
  });

  test('whose authorization was used or cancelled is refused', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const everything = { has: () => true } as unknown as Set<Hex>;
    const outside = { ...betting.outside, used: everything };
    const sent = await aLiveBet(betting, { bettor, market, amount: 10 });
    const refused = placeBet(aLiveProcess(database.db, { outside }), sent);
    expect(await refusal(refused)).toMatchObject({ code: 'signature-invalid' });
  });

  test.each<[string, (sent: Awaited<ReturnType<typeof aLiveBet>>) => object, string]>([
    ['without an authorization', ({ body: { authorization: _, ...body } }) => ({ body }), 'invalid-request'],
    ['without a quote', ({ body: { quoteId: _, ...body } }) => ({ body }), 'invalid-request'],
    [
      'with an authorization that is none',
      ({ body }) => ({ body: { ...body, authorization: '0x00' } }),
      'signature-invalid',
    ],
    [
      'of a wallet on another chain',
      ({ session }) => ({ session: { ...session, chain: 'BSC' } }),
      'wrong-chain',
    ],
  ])('%s is refused', async (_, change, code) => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const sent = await aLiveBet(betting, { bettor, market, amount: 10 });
    expect(await refusal(placeBet(betting, { ...sent, ...change(sent) }))).toMatchObject({ code });
  });

  test('is refused while the chain cannot be asked, and by a server without one', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const sent = await aLiveBet(betting, { bettor, market, amount: 10 });
    const down = aLiveProcess(database.db, { outside: { ...betting.outside, isDown: true } });
    expect(await refusal(placeBet(down, sent))).toMatchObject({ code: 'not-ready' });
    expect(await refusal(placeBet({ ...betting, stakes: chainStakes(null) }, sent))).toMatchObject({
      code: 'not-ready',
    });
    expect(await listed(bettor)).toEqual([]);
  });

  test("can use the wallet's balance minus the pending stakes", async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor({ holds: usdc(15) });
    const bet = (amount: number) =>
      aLiveBet(betting, { bettor, market, amount }).then((sent) => placeBet(betting, sent));
    const { id } = await bet(10);
    expect(await refusal(bet(5.01))).toMatchObject({ code: 'insufficient-funds', facts: { balance: 5 } });
    await fail([id]);
    await expect(bet(15)).resolves.toMatchObject({ status: 'pending' });
  });

  test('of a wallet that let two bets fail has to wait for an hour', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const bet = () =>
      aLiveBet(betting, { bettor, market, amount: 1 }).then((sent) => placeBet(betting, sent));
    // Not by the bettor's own fault.
    await fail([(await bet()).id, (await bet()).id]);
    await fail([(await bet()).id], 'authorization-refused');
    const second = await bet();
    const signedMeanwhile = await aLiveBet(betting, { bettor, market, amount: 1 });
    await fail([second.id], 'authorization-refused');
    const refused = await refusal(placeBet(betting, signedMeanwhile));
    expect(refused).toMatchObject({ code: 'live-wait' });
    const [row] = await rows(
      database.db,
      { until: col.text },
      sql`select decided_at + interval '1 hour' as until from live_bets where id = ${second.id}`,
    );
    expect(refused.facts).toEqual({ until: new Date(row?.until ?? '').toISOString() });
    // No bettor is asked for two signatures for it.
    expect(await refusal(aQuote(betting, { bettor, market, amount: 1 }))).toMatchObject({
      code: 'live-wait',
      facts: refused.facts,
    });
    // Other wallets need not wait.
    const other = await aBettor();
    await expect(
      aLiveBet(betting, { bettor: other, market, amount: 1 }).then((sent) => placeBet(betting, sent)),
    ).resolves.toMatchObject({ status: 'pending' });
  });

  test('never changes after it was accepted, and is decided once', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const { id } = await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 10 }));
    const change = (what: ReturnType<typeof sql>) =>
      expect(tried(database.db, sql`update live_bets set ${what} where id = ${id}`)).rejects.toThrow();
    await change(sql`stake = stake + 10000`);
    await change(sql`acceptance = stake_authorization`);
    await expect(tried(database.db, sql`delete from live_bets`)).rejects.toThrow();
    await fail([id]);
    await change(sql`tx_hash = '\\x00'`);
    await change(sql`state = 'pending', failure = null, decided_at = null, decided_version = null`);
  });

  test('that the chain contradicts stops the process that applies the event', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const [one, other] = [
      await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 10 })),
      await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 10 })),
    ];
    await fail([one.id]);
    await expect(confirm(database.db, [one.id, other.id])).rejects.toThrow(
      /failed, and was placed in block 100/,
    );
    const said = { betId: other.id, stake: usdc(10), payout: usdc(1), txHash: TX_HASH, block: 1n };
    const apply = (placed: typeof said) =>
      transaction(database.db, (tx) => confirmLiveBets(tx, { placed: [placed] }));
    await expect(apply(said)).rejects.toThrow(/was placed as 10000000 for 1000000/);
    await expect(apply({ ...said, betId: 'b_unknown' })).rejects.toThrow(/never accepted/);
    expect((await listed(bettor)).map(({ status }) => status)).toEqual(['pending', 'failed']);
  });

  test('shows the state of its transaction', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor();
    const { id } = await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 10 }));
    const chainOf = async () => (await listed(bettor))[0];
    await followChainUpTo(database.db, 95);
    await database.db.execute(sql`
      with call as (
        insert into chain_calls (key, role, data, gas, state) values ('place:1', 'relayer', '\\x00', 1, 'sent') returning id
      ) update live_bets set place_call_id = (select id from call) where id = ${id}`);
    expect(await chainOf()).toMatchObject({ status: 'pending', chain: { state: 'sent' } });
    await database.db.execute(
      sql`update live_bets set tx_hash = '\\xabcd', block_number = 98 where id = ${id}`,
    );
    expect(await chainOf()).toMatchObject({
      status: 'pending',
      txHash: '0xabcd',
      chain: { state: 'included', block: 98, blocksLeft: 3 },
    });
    // A reorg takes the block out again.
    await database.db.execute(sql`update live_bets set tx_hash = null, block_number = null where id = ${id}`);
    expect(await chainOf()).not.toHaveProperty('txHash');
    await database.db.execute(sql`delete from chain_cursor`);
  });
});

describe('pending bets', () => {
  test('are confirmed and failed together, market by market', async () => {
    const markets = [await aLiveMarket(database.db), await aLiveMarket(database.db)];
    const bettors = [await aBettor(), await aBettor()];
    const placed: PlacedBet[] = [];
    for (let n = 0; n < 12; n++) {
      const [market, bettor] = [markets[n % 2], bettors[n % 3 === 0 ? 0 : 1]];
      if (market === undefined || bettor === undefined) throw new Error('expected both');
      placed.push(
        await placeBet(
          betting,
          await aLiveBet(betting, { bettor, market, outcome: n % 4 < 2 ? 0 : 1, amount: 1 + n }),
        ),
      );
    }
    const ids = placed.map(({ id }) => id);
    const stay = ids.filter((_, n) => n % 3 !== 1);
    const before = await newestEntry();
    const known = await sumUp(database.db, { kind: 'everything' }, before);
    expect((await confirm(database.db, stay)).sort()).toEqual([...stay].sort());
    const gone = ids.filter((id) => !stay.includes(id));
    expect((await fail(gone)).sort()).toEqual([...gone].sort());
    // The same when continuing from earlier sums.
    const scope = newsSince(before, await sumsTouchedSince(database.db, known, before));
    for (const { offenders } of await checkInvariants(database.db, scope)) expect(offenders).toEqual([]);
    const versions = await rows(
      database.db,
      { version: col.text, changes: col.text },
      sql`
        select m.version::text as version, (
          select 1 + count(*) + count(*) filter (where l.state <> 'pending') from live_bets l where l.market_id = m.id
        )::text as changes
        from markets m where m.id in (${markets[0]?.marketId}, ${markets[1]?.marketId})`,
    );
    for (const { version, changes } of versions) expect(version).toBe(changes);
  });

  test('that come at the same time through two processes keep to the cap and to the wallet', async () => {
    const market = await aLiveMarket(database.db);
    const other = await aLiveMarket(database.db);
    const bettor = await aBettor({ cap: usdc(50), holds: usdc(40) });
    const second = aLiveProcess(database.db, betting);
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        aLiveBet(betting, { bettor, market: n % 2 ? market : other, amount: 10 }),
      ),
    );
    const results = await Promise.allSettled(sent.map((bet, n) => placeBet(n % 3 ? betting : second, bet)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });

  test('take no more from the pool than its balance', async () => {
    const market = await aLiveMarket(database.db);
    const bettor = await aBettor({ holds: usdc(1_000_000), cap: usdc(1_000_000) });
    const pool = await balanceOf('pool');
    const signedBefore = await aLiveBet(betting, { bettor, market, amount: 10 });
    await transaction(database.db, async (tx) => {
      await tx.execute(sql`
        insert into chain_events (block_number, log_index, block_hash, tx_hash, name, args, block_at)
        values (1, 1, '\\x00', '\\x00', 'HouseWithdrew', '{}', clock_timestamp())`);
      const amount = microUsdc(pool - usdc(15));
      await gatherPool(tx, await lockPool(tx), { row: amount });
      const entries = await recordEntries(tx, [
        { key: 'outflow:1:1', entry: houseWithdrawalEntry({ amount }) },
      ]);
      await tx.execute(sql`
        insert into chain_outflows (block_number, log_index, amount, entry_id)
        values (1, 1, ${amount}::bigint, ${entries.get('outflow:1:1')}::bigint)`);
    });
    const bet = (amount: number) =>
      aLiveBet(betting, { bettor, market, amount }).then((sent) => placeBet(betting, sent));
    const refused = await refusal(placeBet(betting, signedBefore));
    expect(refused).toMatchObject({ code: 'stake-too-large' });
    const most = (refused.facts as { maxStake: number }).maxStake;
    expect(most).toBeGreaterThan(7);
    expect(most).toBeLessThan(8);
    // It is refused before the bettor signs.
    await followChainUpTo(database.db, 1);
    expect(await refusal(aQuote(betting, { bettor, market, amount: 10 }))).toMatchObject({
      code: 'stake-too-large',
      facts: refused.facts,
    });
    await database.db.execute(sql`delete from chain_cursor`);
    await expect(bet(most)).resolves.toMatchObject({ status: 'pending' });
    await openLiveHouse(database.db, usdc(900_000));
  });

  test('on a market of the feed take its cap from the pool, and count in that of its game', async () => {
    const game = { odds: [3, 1.5], cap: usdc(100), gameCap: usdc(120) };
    const market = await aFeedMarket(database.db, game);
    await takenByContract(database.db, market);
    const sibling = await aFeedMarket(database.db, { ...game, gameId: market.gameId });
    await takenByContract(database.db, sibling);
    const bettor = await aBettor();
    const bet = (on: typeof market, amount: number, outcome = 0) =>
      aLiveBet(betting, { bettor, market: on, outcome, amount }).then((sent) => placeBet(betting, sent));
    const { id } = await bet(market, 50);
    expect(await balanceOf('escrow', market.marketId)).toBe(usdc(100 + 150));
    expect(await refusal(bet(market, 0.01))).toMatchObject({ code: 'stake-too-large' });
    expect(await refusal(bet(sibling, 10.01))).toMatchObject({
      code: 'stake-too-large',
      facts: { maxStake: 10 },
    });
    // Its stake may never arrive, so it does not cover the other outcome.
    expect(await refusal(bet(market, 200.01, 1))).toMatchObject({ code: 'stake-too-large' });
    await moveFeedOdds(database.db, market, [2.9, 1.5]);
    await confirm(database.db, [id]);
    await expect(bet(market, 200.01, 1)).resolves.toMatchObject({ status: 'pending' });
  });
});

describe('what a bettor needs to place a bet without this server', () => {
  /** A chain without any transfers yet: the books are compared without it. */
  async function aFollowedMarket() {
    const market = await aLiveMarket(database.db);
    await followChainUpTo(database.db, 1);
    return market;
  }
  afterEach(async () => {
    await database.db.execute(sql`delete from chain_cursor`);
  });

  test("is the bettor's with the first answer, and as long as the bet is pending", async () => {
    const market = await aFollowedMarket();
    const bettor = await aBettor();
    const quote = await aQuote(betting, { bettor, market, outcome: 1, amount: 10 });
    const sent = signedLiveBet(quote, { bettor, market, outcome: 1, amount: 10 });
    const placed = await placeBet(betting, sent);
    const signed = placed.chain?.signed;
    const bet = {
      betId: chainIdOf(placed.id),
      marketId: chainIdOf(market.marketId),
      bettor: bettor.address,
      outcome: 1,
      stake: usdc(10),
      odds: microOdds(BigInt(Math.round(placed.odds * 1_000_000))),
      deadline: quote.live?.deadline ?? 0,
    };
    expect(signed).toMatchObject({ ...PLACE, bet: { ...bet, stake: '10000000', odds: String(bet.odds) } });

    // The contract requires both signatures.
    const { v = 0, r = '', s = '', acceptedUntil = 0, acceptance = '' } = signed ?? {};
    const authorized = typedDataDigest(stakeAuthorization(bet, PLACE, TOKEN));
    const accepted = typedDataDigest(betAcceptance(bet, acceptedUntil, PLACE));
    const bytes = (hex: string) => hexToBytes(hex.slice(2));
    const signature = bytes(`${r}${s.slice(2)}${v.toString(16)}`);
    const isFrom = (address: Uint8Array, digest: string, by: Uint8Array) =>
      verifyDigest({ address, digest: bytes(digest), signature: by });
    expect(isFrom(bettor.session.wallet.bytes, authorized, signature)).toBe(true);
    expect(isFrom(betting.house, accepted, bytes(acceptance))).toBe(true);

    // When the bet is sent again, and in the history.
    expect((await placeBet(betting, sent)).chain).toEqual(placed.chain);
    expect((await listed(bettor))[0]?.chain).toEqual(placed.chain);
    // A block may still be replaced.
    await database.db.execute(sql`
      update live_bets set tx_hash = '\\xab', block_number = 7 where id = ${placed.id}`);
    expect((await listed(bettor))[0]?.chain).toMatchObject({ state: 'included', signed });
  });

  test.each(['confirmed', 'failed'] as const)('is gone once the bet has %s', async (end) => {
    const market = await aFollowedMarket();
    const bettor = await aBettor();
    const sent = await aLiveBet(betting, { bettor, market, amount: 10 });
    const { id, chain } = await placeBet(betting, sent);
    expect(chain).toHaveProperty('signed');
    await (end === 'confirmed' ? confirm(database.db, [id]) : fail([id]));
    expect((await listed(bettor))[0]).toMatchObject({ id, status: end });
    expect((await listed(bettor))[0]?.chain).not.toHaveProperty('signed');
    expect((await placeBet(betting, sent)).chain).not.toHaveProperty('signed');
  });

  test('is shown to no other user', async () => {
    const { db } = database;
    const market = await aFollowedMarket();
    const [bettor, stranger] = [await aBettor(), await aBettor()];
    const { id, chain } = await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 10 }));
    const acceptance = chain?.signed?.acceptance ?? 'none';
    const seen = async (whose: LiveBettor) => {
      const { userId } = whose.session;
      return JSON.stringify([
        await listed(whose),
        await listed(whose, id),
        await listChangedBets(db, { userId, family: 'evm', since: 0n, mode: 'live' }),
        await getBet(db, { userId, betId: id, family: 'evm' }),
        await getMarket(db, market.marketId),
        await getActivity(db, market.marketId),
        await getRisk(db, market.marketId),
      ]);
    };
    expect(await seen(bettor)).toContain(acceptance);
    expect(await seen(stranger)).not.toContain(acceptance);
  });
});

describe('the stream of a bettor', () => {
  test('has a live bet when it is accepted, sent, and decided', async () => {
    const { db } = database;
    const market = await aLiveMarket(db);
    const bettor = await aBettor();
    const { userId } = bettor.session;
    const news = async (from: bigint) => ({
      whose: new Set(
        (await accountChanges(db, from, { userIds: [userId], over: [] })).map((each) => each.userId),
      ),
      bets: await listChangedBets(db, { userId, family: 'evm', since: from, mode: 'live' }),
    });
    const sinceNow = async () => {
      await endEpochs(db);
      const from = await value(db, col.bigint, sql`select ${positionNow}`);
      expect(await news(from)).toEqual({ whose: new Set(), bets: [] });
      return from;
    };
    let from = await sinceNow();
    const { id } = await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 10 }));
    expect(await news(from)).toMatchObject({ whose: new Set([userId]), bets: [{ id, status: 'pending' }] });
    from = await sinceNow();
    await db.execute(sql`
      with ${pinned()}
      update live_bets l set tx_hash = '\\xab', block_number = 7, epoch = ${epochAfter(sql`l.epoch`)} where id = ${id}`);
    expect(await news(from)).toMatchObject({
      whose: new Set([userId]),
      bets: [{ id, chain: { state: 'included' } }],
    });
    from = await sinceNow();
    await confirm(db, [id]);
    expect(await news(from)).toMatchObject({ whose: new Set([userId]), bets: [{ id, status: 'confirmed' }] });
  });

  test('has each of two live bets of one epoch', async () => {
    const { db } = database;
    const market = await aLiveMarket(db);
    const bettor = await aBettor();
    await endEpochs(db);
    const from = await value(db, col.bigint, sql`select ${positionNow}`);
    const ids: string[] = [];
    for (let n = 0; n < 2; n++) {
      ids.push((await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 1 }))).id);
    }
    const changes = await accountChanges(db, from, { userIds: [bettor.session.userId], over: [] });
    // A stream sends nothing for a mark that it has seen for the same thing.
    const bets = changes.filter(({ what }) => what.startsWith('live bet'));
    expect(bets.map(({ what }) => what).sort()).toEqual(ids.map((id) => `live bet ${id}`).sort());
  });
});

test('the history is paged, with bets of every stage in the order of their acceptance', async () => {
  const market = await aLiveMarket(database.db);
  const bettor = await aBettor();
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    ids.unshift((await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 1 }))).id);
  }
  await confirm(database.db, [ids[1] ?? '']);
  await fail([ids[3] ?? '']);
  expect((await listed(bettor)).map(({ id }) => id)).toEqual(ids);
  expect((await listed(bettor, ids[1])).map(({ id }) => id)).toEqual(ids.slice(2));
  expect((await listed(bettor, ids[3])).map(({ id }) => id)).toEqual(ids.slice(4));
  const stranger = await aBettor();
  expect(await listed(stranger, ids[1])).toEqual([]);
});

async function newestEntry(): Promise<string> {
  const [row] = await rows(database.db, { id: col.text }, sql`select max(id)::text as id from entries`);
  return row?.id ?? '0';
}
