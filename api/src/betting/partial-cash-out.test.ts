import { checkReceiptProof } from '@tallystone/core/ledger/check-receipt';
import {
  aBettingProcess,
  aBettor,
  aCashOut,
  aFeedMarket,
  aMarket,
  anAutomaticCashOut,
  aPartialCashOut,
  aQuotedBet,
  fundTheHouse,
  moveFeedOdds,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { beginEarlier } from '@tallystone/testkit/betting/late-starts.ts';
import { balanceOf, decideEnd, endBetting, payAll, wonBy } from '@tallystone/testkit/betting/settling.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { endEpochs } from '../db/epochs.ts';
import { col, value } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { replayEntries } from '../ledger/replay-entries.ts';
import { replayMoments } from '../ledger/replay-moments.ts';
import { sealBooks } from '../ledger/seal-books.ts';
import { getActivity } from '../markets/get-activity.ts';
import { positionNow } from '../realtime/position.ts';
import { receipt } from '../settlement/receipt.ts';
import { refundLateBets } from '../settlement/refund-late-bets.ts';
import { cancelAutomaticCashOut, setAutomaticCashOut } from './automatic-cash-out.ts';
import { betStatsOf } from './bet-stats.ts';
import { cashOut } from './cash-out.ts';
import { decideCashOutOrders } from './decide-cash-out-orders.ts';
import { findBet, listChangedBets, listPositions } from './list-bets.ts';
import { placeBet } from './place-bet.ts';
import { profit } from './profit.ts';
import { quoteCashOut } from './quote-cash-out.ts';
import { replayBets } from './replay-bets.ts';
import { replaySignatures } from './replay-signatures.ts';
import { sellReached } from './sell-reached.ts';
import { statement } from './statement.ts';

/** A bet that is open, and its bettor. */
interface Open {
  readonly bettor: TestBettor;
  readonly betId: string;
}

describe.each(movedEngines)('the cash-out of a part of a bet on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  let admin: TestBettor;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
    admin = await aBettor(database.db);
  });
  afterEach(async () => {
    const { db } = database;
    for (const { offenders } of await checkInvariants(db, { kind: 'everything' })) {
      expect(offenders).toEqual([]);
    }
    expect(await replayBets(db)).toMatchObject({ differences: [], prices: [] });
    expect((await replaySignatures(db)).differences).toEqual([]);
    expect((await replayEntries(db)).differences).toEqual([]);
    expect(await replayMoments(db)).toEqual([]);
  });
  afterAll(() => database.close());

  const cents = (amount: number) => Math.round(amount * 100) / 100;
  async function aBet(
    market: TestMarket,
    amount: number,
    { outcome = 0, of = null as TestBettor | null } = {},
  ) {
    const bettor = of ?? (await aBettor(database.db));
    const { id } = await placeBet(betting, await aQuotedBet(betting, { bettor, market, outcome, amount }));
    return { bettor, market, betId: id };
  }
  async function anOldBet(market: TestMarket, amount: number, outcome = 0) {
    const bet = await aBet(market, amount, { outcome });
    await database.advance(60_000);
    return bet;
  }
  async function anEvenMarket() {
    const market = await aFeedMarket(database.db, { odds: [2, 2] });
    await moveFeedOdds(database.db, market, [2, 2]);
    return market;
  }
  /** So that a bet is a minute old, at the same odds. */
  async function aMinuteLater(market: TestMarket) {
    await database.advance(60_000);
    await moveFeedOdds(database.db, market, [2, 2]);
  }
  const quoteOf = ({ bettor, betId }: Open, stake?: string) =>
    quoteCashOut(betting, { session: bettor.session, betId, stake });
  type Part = { stake: number | string; of: number | string; amount: number | string };
  const sellPart = ({ bettor, betId }: Open, part: Part) =>
    cashOut(betting, aPartialCashOut(bettor, { betId, ...part }));
  const sellRest = ({ bettor, betId }: Open, amount: number) =>
    cashOut(betting, aCashOut(bettor, { betId, amount }));
  const find = ({ bettor: { session, wallet }, betId }: Open) =>
    findBet(database.db, { userId: session.userId, family: wallet.family, mode: 'demo', betId });
  const position = () => value(database.db, col.bigint, sql`select ${positionNow}`);
  const fundsOf = async ({ bettor }: Open) =>
    Number(await balanceOf(database.db, bettor.session.userId)) / 1e6;

  describe('on our own market', () => {
    test('pays what was quoted for it, and the rest stays open', async () => {
      const market = await aMarket(database.db);
      const bet = await anOldBet(market, 100);
      const { bettor, betId } = bet;
      const { userId } = bettor.session;
      const whole = await quoteOf(bet);
      const quoted = await quoteOf(bet, '40');
      expect([whole.openStake, quoted.openStake]).toEqual([100, 100]);
      const amount = quoted.amount ?? 0;
      // The whole bet moved the price up, and its first part is sold at the price that it left.
      expect(amount).toBeGreaterThan(39);
      expect(amount).toBeLessThan(41);
      const had = await fundsOf(bet);
      const answer = await sellPart(bet, { stake: 40, of: 100, amount });
      expect(answer).toEqual({
        ...{ betId, amount, stake: 40, profit: cents(amount - 40) },
        endedAt: expect.any(String),
      });
      expect(await fundsOf(bet)).toBeCloseTo(had + amount, 6);
      const listed = await find(bet);
      expect(listed).toMatchObject({ status: 'confirmed', amount: 100, sold: { stake: 40, paid: amount } });
      expect(listed?.sold?.totalReturn).toBeCloseTo(0.4 * (listed?.totalReturn ?? 0), 6);
      expect(listed).not.toHaveProperty('result');
      const rest = await quoteOf(bet);
      expect(rest.openStake).toBe(60);
      expect(rest.amount).toBeLessThanOrEqual(cents(100 - amount));
      expect(await listPositions(database.db, { userId, family: 'evm', mode: 'demo' })).toEqual([
        { ...listed, cashOut: rest.amount },
      ]);
      const figures = { openStakes: 60, profit: answer.profit, activeBets: 1, endedBets: 0 };
      expect(await betStatsOf(database.db, userId)).toMatchObject(figures);
      const now = database.now();
      expect((await profit(database.db, { userId, now })).total).toBe(answer.profit);
      const [line] = await statement(database.db, { userId, before: null });
      expect(line).toMatchObject({ kind: 'cash-out', amount, betCount: 1, bets: [{ betId, amount }] });
      const [latest] = (await getActivity(database.db, market.marketId))?.items ?? [];
      expect(latest).toMatchObject({ kind: 'cash-out', amount });
    });

    test('is on the receipt of the bet, and among the changes of its bettor', async () => {
      const bet = await anOldBet(await aMarket(database.db), 100);
      const { session } = bet.bettor;
      const { userId } = session;
      const changes = async (since: bigint) =>
        (await listChangedBets(database.db, { userId, family: 'evm', mode: 'demo', since })).map(
          ({ id }) => id,
        );
      await endEpochs(database.db);
      const since = await position();
      expect(await changes(since)).toEqual([]);
      const { amount } = await quoteOf(bet, '40');
      await sellPart(bet, { stake: 40, of: 100, amount: amount ?? 0 });
      expect(await changes(since)).toEqual([bet.betId]);

      const sealer = sealBooks({ database, headFile: null, onHead() {}, onError() {}, everyMs: 3_600_000 });
      const sealed = await vi.waitFor(async () => {
        await sealer.round();
        const found = await receipt(database.db, { session, betId: bet.betId });
        expect(found.sealed).toBe(true);
        return found;
      }, 20_000);
      await sealer.stop();
      expect(sealed.entries.map(({ kind }) => kind)).toEqual(['bet', 'cash-out']);
      const leaves = sealed.proofs.map(({ leaf }) => leaf.split('|'));
      expect(leaves.map(([kind]) => kind)).toEqual(['filled-bet', 'partial-cash-out']);
      expect(leaves[1]?.slice(2, 5)).toEqual([bet.betId, '100000000', '40000000']);
      expect(sealed.proofs.map(checkReceiptProof)).toEqual([true, true]);
    });

    test('leaves a bet that is sold in further parts and then as a whole, for at most what it was worth', async () => {
      const bet = await anOldBet(await aMarket(database.db), 100, 1);
      const { amount: worth } = await quoteOf(bet);
      const had = await fundsOf(bet);
      let paid = 0;
      for (const [stake, of] of [
        [10, 100],
        [33.33, 90],
        [55.67, 56.67],
      ] as const) {
        const { amount } = await quoteOf(bet, String(stake));
        paid += (await sellPart(bet, { stake, of, amount: amount ?? 0 })).amount;
      }
      const last = await quoteOf(bet);
      expect(last.openStake).toBe(1);
      const sold = await sellRest(bet, last.amount ?? 0);
      expect(sold).toMatchObject({ stake: 1, profit: cents(sold.amount - 1) });
      paid = cents(paid + sold.amount);
      expect(paid).toBeGreaterThan((worth ?? 0) - 0.04);
      expect(paid).toBeLessThanOrEqual(worth ?? 0);
      expect(await fundsOf(bet)).toBeCloseTo(had + paid, 6);
      expect(await find(bet)).toMatchObject({
        ...{ status: 'settled', result: 'cashed-out', paid, profit: cents(paid - 100) },
        sold: { stake: 99 },
      });
      expect(await sellRest(bet, last.amount ?? 0)).toEqual(sold);
    });

    test('sent again, or twice at once, is the same sale; any other of that open stake is refused', async () => {
      const bet = await anOldBet(await aMarket(database.db), 50);
      const { amount } = await quoteOf(bet, '20');
      const part = { stake: 20, of: 50, amount: amount ?? 0 };
      const [first, second] = await Promise.all([sellPart(bet, part), sellPart(bet, part)]);
      expect(second).toEqual(first);
      expect(await sellPart(bet, part)).toEqual(first);
      for (const other of [
        { ...part, stake: 19 },
        { ...part, amount: cents(part.amount - 0.01) },
        { ...part, of: 49 },
      ]) {
        await expect(sellPart(bet, other)).rejects.toMatchObject({
          code: 'cash-out-unavailable',
          message: expect.stringMatching(/Another part of this bet was sold/),
        });
      }
      expect((await quoteOf(bet)).openStake).toBe(30);
    });

    test('is refused where no part can be sold, and the bet stays as it is', async () => {
      const bet = await aBet(await aMarket(database.db), 50);
      const other = await aBettor(database.db);
      await expect(sellPart(bet, { stake: 20, of: 50, amount: 1 })).rejects.toMatchObject({
        message: expect.stringMatching(/one minute after/),
      });
      await database.advance(60_000);
      const before = await find(bet);
      const refused: [Part, string, RegExp][] = [
        [{ stake: 0.99, of: 50, amount: 0.5 }, 'invalid-request', /smallest part is 1.00 USDC/],
        [{ stake: 49.01, of: 50, amount: 1 }, 'invalid-request', /At least 1.00 USDC of the stake/],
        [{ stake: 50, of: 50, amount: 1 }, 'invalid-request', /At least 1.00 USDC of the stake/],
        [{ stake: 1e6, of: 50, amount: 1 }, 'invalid-request', /At least 1.00 USDC of the stake/],
        [{ stake: -1, of: 50, amount: 1 }, 'invalid-request', /./],
        [{ stake: 'half', of: 50, amount: 1 }, 'invalid-request', /./],
        [{ stake: 10.001, of: 50, amount: 1 }, 'invalid-request', /./],
        [{ stake: 10, of: 50, amount: 0 }, 'invalid-request', /./],
        [{ stake: 10, of: 50, amount: 30 }, 'odds-changed', /less than you signed/],
      ];
      for (const [part, code, message] of refused) {
        await expect(sellPart(bet, part)).rejects.toMatchObject({
          code,
          message: expect.stringMatching(message),
        });
      }
      const sent = aPartialCashOut(bet.bettor, { betId: bet.betId, stake: 10, of: 50, amount: 5 });
      const altered = { ...sent.body, part: { stake: 11, of: 50 } };
      await expect(cashOut(betting, { ...sent, body: altered })).rejects.toMatchObject({
        code: 'signature-invalid',
      });
      const { part: _, ...whole } = sent.body;
      await expect(cashOut(betting, { ...sent, body: whole })).rejects.toMatchObject({
        code: 'signature-invalid',
      });
      await expect(
        cashOut(betting, aPartialCashOut(other, { betId: bet.betId, stake: 10, of: 50, amount: 5 })),
      ).rejects.toMatchObject({ code: 'not-found' });
      await expect(cashOut({ ...betting, mode: 'live' }, sent)).rejects.toMatchObject({
        code: 'cash-out-unavailable',
      });
      for (const stake of ['0.99', '50', 'x', '']) {
        await expect(quoteOf(bet, stake)).rejects.toMatchObject({ code: 'invalid-request' });
      }
      expect(await find(bet)).toEqual(before);
    });

    test('waits for no automatic cash-out: that is cancelled first, or sells what is left', async () => {
      const bet = await anOldBet(await aMarket(database.db), 50);
      const { bettor, betId } = bet;
      const { session } = bettor;
      await setAutomaticCashOut(betting, anAutomaticCashOut(bettor, { betId, amount: 60 }));
      const quoted = await quoteOf(bet, '20');
      expect(quoted).toMatchObject({
        amount: null,
        reason: expect.stringMatching(/automatic cash-out waits/),
      });
      await expect(sellPart(bet, { stake: 20, of: 50, amount: 15 })).rejects.toMatchObject({
        code: 'cash-out-unavailable',
        message: quoted.reason,
      });
      await cancelAutomaticCashOut(betting, { session, betId });
      await sellPart(bet, { stake: 20, of: 50, amount: 15 });
      const { totalReturn = 0, sold } = (await find(bet)) ?? {};
      const left = totalReturn - (sold?.totalReturn ?? 0);
      await expect(
        setAutomaticCashOut(betting, anAutomaticCashOut(bettor, { betId, amount: cents(left + 0.01) })),
      ).rejects.toMatchObject({ code: 'invalid-request' });
      await setAutomaticCashOut(betting, anAutomaticCashOut(bettor, { betId, amount: 10 }));
      const { amount: worth } = await quoteOf(bet);
      const onError = (error: unknown) => {
        throw error;
      };
      const now = database.now().getTime();
      await sellReached(database.db, { looks: new Map(), now, onSold: () => {}, onError });
      expect(await find(bet)).toMatchObject({ result: 'cashed-out', paid: cents(15 + (worth ?? 0)) });
      await expect(sellPart(bet, { stake: 10, of: 30, amount: 5 })).rejects.toMatchObject({
        message: expect.stringMatching(/has ended/),
      });
    });
  });

  test.each([
    // Of 100 at even odds 40 were sold for 38.80: the rest returns 120, its stake of 60, or nothing.
    ['won', 'settled', 158.8],
    ['void', 'void', 98.8],
    ['lost', 'settled', 38.8],
  ] as const)('leaves a rest that is %s with the market', async (result, state, paid) => {
    const market = await anEvenMarket();
    const bet = await aBet(market, 100);
    const against = await aBet(market, 100, { outcome: 1 });
    await aMinuteLater(market);
    expect(await quoteOf(bet, '40')).toMatchObject({ amount: 38.8 });
    await sellPart(bet, { stake: 40, of: 100, amount: 38.8 });
    const had = await fundsOf(bet);
    await endBetting(database.db, market);
    const won = wonBy(market, result === 'won' ? 0 : 1);
    const now = database.now();
    await decideEnd(database.db, { market, result: state === 'void' ? { kind: 'void' } : won, admin, now });
    await payAll(database.db, market);
    expect(await find(bet)).toMatchObject({ result, paid, profit: cents(paid - 100) });
    expect(await fundsOf(bet)).toBeCloseTo(had + paid - 38.8, 6);
    expect(await find(against)).toMatchObject({ paid: result === 'lost' ? 200 : result === 'won' ? 0 : 100 });
    const { userId } = bet.bettor.session;
    expect(await betStatsOf(database.db, userId)).toMatchObject({ openStakes: 0, profit: cents(paid - 100) });
    expect((await profit(database.db, { userId, now })).total).toBe(cents(paid - 100));
  });

  test('keeps what it paid if the game turns out to have begun before the bet, and the rest is refunded', async () => {
    const market = await anEvenMarket();
    const bet = await aBet(market, 100);
    await aMinuteLater(market);
    await sellPart(bet, { stake: 40, of: 100, amount: 38.8 });
    const { placedAt = '' } = (await find(bet)) ?? {};
    const { marketId } = market;
    await beginEarlier(database.db, { marketId, from: sql`${placedAt}::timestamptz`, isClosed: true });
    while ((await refundLateBets(database.db, { marketId, chunk: 3, mode: 'demo' })) !== null);
    expect(await find(bet)).toMatchObject({ result: 'void', paid: 98.8, profit: -1.2 });
  });

  test('is refused if the market needs its stake as cover, for any start of the game', async () => {
    const market = await aFeedMarket(database.db, { odds: [2, 2], cap: usdc(1000) });
    await moveFeedOdds(database.db, market, [2, 2]);
    const rich = await aBettor(database.db, { funds: usdc(10_000), cap: usdc(10_000) });
    const owed = await aBet(market, 1000, { of: rich });
    const cover = await aBet(market, 1000, { outcome: 1, of: rich });
    await aBet(market, 1000, { of: rich });
    await aMinuteLater(market);
    const { reason } = await quoteOf(cover, '500');
    expect(reason).toMatch(/left for this market are needed for other bets/);
    await expect(sellPart(cover, { stake: 500, of: 1000, amount: 485 })).rejects.toMatchObject({
      message: reason,
    });
    expect(await sellPart(owed, { stake: 500, of: 1000, amount: 485 })).toMatchObject({ stake: 500 });
    expect(await quoteOf(cover, '400')).toMatchObject({ amount: 388 });
  });

  describe('while its game is played', () => {
    let game: GameInPlay;
    let bettor: TestBettor;
    const early: string[] = [];
    beforeAll(async () => {
      bettor = await aBettor(database.db, { cap: null });
      game = await aGameInPlay(database, {
        beforeStart: async (market, price) => {
          for (const amount of [20, 30]) early.push((await aBet(market, amount, { of: bettor })).betId);
          await database.advance(600_001);
          await price(['2', '3.5', '4']);
        },
      });
    });
    beforeEach(() => game.price(['2', '3.5', '4']));
    const decide = () =>
      decideCashOutOrders(database.db, [game.marketId], {
        mayPay: () => true,
        onDecided: () => {},
        onError: (error) => {
          throw error;
        },
      });

    test('waits for the delay and is paid what the market gives then', async () => {
      const bet = { bettor, betId: early[0] ?? '' };
      const { amount, delay, openStake } = await quoteOf(bet, '5');
      expect([delay, openStake]).toEqual([8, 20]);
      const least = cents((amount ?? 0) - 0.5);
      const sold = await sellPart(bet, { stake: 5, of: 20, amount: least });
      expect(sold).toMatchObject({ stake: 5, amount: least, decidesAt: expect.any(String) });
      expect(await sellPart(bet, { stake: 5, of: 20, amount: least })).toEqual(sold);
      expect(await find(bet)).toMatchObject({ selling: { stake: 5, amount: least } });
      for (const other of [
        () => sellPart(bet, { stake: 6, of: 20, amount: least }),
        () => sellRest(bet, least),
        () => setAutomaticCashOut(betting, anAutomaticCashOut(bettor, { betId: bet.betId, amount: 1 })),
      ]) {
        await expect(other()).rejects.toMatchObject({
          message: expect.stringMatching(/is waiting for a decision/),
        });
      }
      const had = await fundsOf(bet);
      await database.advance(8000);
      await game.price(['2', '3.5', '4']);
      await decide();
      expect(await fundsOf(bet)).toBeCloseTo(had + (amount ?? 0), 6);
      const listed = await find(bet);
      expect(listed).toMatchObject({ status: 'confirmed', sold: { stake: 5, paid: amount } });
      expect(listed).not.toHaveProperty('selling');
      expect(await sellPart(bet, { stake: 5, of: 20, amount: least })).toMatchObject({
        amount,
        endedAt: expect.any(String),
      });
      const rest = await quoteOf(bet);
      expect(rest.openStake).toBe(15);
      await sellRest(bet, rest.amount ?? 0);
      await database.advance(8000);
      await game.price(['2', '3.5', '4']);
      await decide();
      expect(await find(bet)).toMatchObject({
        result: 'cashed-out',
        paid: cents((amount ?? 0) + (rest.amount ?? 0)),
      });
    });

    test('leaves the bet open if the market was suspended meanwhile', async () => {
      const bet = { bettor, betId: early[1] ?? '' };
      const { amount } = await quoteOf(bet, '10');
      await sellPart(bet, { stake: 10, of: 30, amount: amount ?? 0 });
      await game.price(null);
      await database.advance(8000);
      await game.price(['2', '3.5', '4']);
      await decide();
      const listed = await find(bet);
      expect(listed).toMatchObject({ selling: { stake: 10, failure: { code: 'market-suspended' } } });
      expect(listed).not.toHaveProperty('sold');
      await expect(sellPart(bet, { stake: 10, of: 30, amount: amount ?? 0 })).rejects.toMatchObject({
        message: listed?.selling?.failure?.sentence,
      });
      // Another part is another request.
      const next = await quoteOf(bet, '11');
      expect(await sellPart(bet, { stake: 11, of: 30, amount: next.amount ?? 0 })).toMatchObject({
        stake: 11,
      });
      await game.price(null);
      await decide();
      await game.price(['2', '3.5', '4']);
    });
  });
});
