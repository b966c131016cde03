import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { PROMISES } from '@tallystone/core/sentences/promises';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aCashOut,
  anAutomaticCashOut,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { brokenBy } from '@tallystone/testkit/database/broken-by.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { col, values } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { newsSince } from '../ledger/sums.ts';
import { setAutomaticCashOut } from './automatic-cash-out.ts';
import { cashOut } from './cash-out.ts';
import { decideCashOutOrders } from './decide-cash-out-orders.ts';
import { decideOrders } from './decide-orders.ts';
import { findBet, listPositions } from './list-bets.ts';
import { placeBet } from './place-bet.ts';
import { quoteCashOut } from './quote-cash-out.ts';
import { replayBets } from './replay-bets.ts';
import { replaySignatures } from './replay-signatures.ts';

describe.each(movedEngines)('a cash-out in play on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  let game: GameInPlay;
  let bettor: TestBettor;
  let before: TestMarket;
  /** Bets from before the start. */
  const early: string[] = [];
  /** One from less than ten minutes before it. */
  let inDoubt = '';
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
    bettor = await aBettor(database.db, { cap: null });
    game = await aGameInPlay(database, {
      beforeStart: async (market, price) => {
        before = market;
        const place = async (amount: number) => {
          const quoted = await aQuotedBet(betting, { bettor, market, outcome: 0, amount });
          return (await placeBet(betting, quoted)).id;
        };
        for (const amount of [10, 20, 30]) early.push(await place(amount));
        await database.advance(600_001);
        await price(['2', '3.5', '4']);
        inDoubt = await place(10);
      },
    });
  });
  afterAll(() => database.close());
  beforeEach(() => game.price(['2', '3.5', '4']));

  const find = (betId: string) =>
    findBet(database.db, {
      ...{ userId: bettor.session.userId, family: bettor.wallet.family, mode: 'demo', betId },
    });
  const quoteOf = (betId: string) => quoteCashOut(betting, { session: bettor.session, betId });
  const sell = (betId: string, amount: number | string) =>
    cashOut(betting, aCashOut(bettor, { betId, amount }));
  const decided: string[] = [];
  const decide = async (mayPay = true): Promise<string[]> => {
    decided.length = 0;
    const onError = (error: unknown) => {
      throw error;
    };
    await decideCashOutOrders(database.db, [game.marketId], {
      mayPay: () => mayPay,
      onDecided: (id) => decided.push(id),
      onError,
    });
    return decided;
  };
  const balance = async () => {
    const { userId } = bettor.session;
    const [found] = await values(
      database.db,
      col.usdc,
      sql`select balance::text from accounts where kind = 'user' and user_id = ${userId}`,
    );
    return found === undefined ? 0 : usdcToNumber(found);
  };
  /** A bet in play that was filled and is old enough. */
  async function aFilledBet(amount: number): Promise<string> {
    const terms = { marketId: game.marketId, outcomeId: game.outcomeIds[0] ?? '', amount, odds: 2 };
    const { id } = await placeBet(betting, aBet(bettor, terms));
    await database.advance(8000);
    await game.price(['2', '3.5', '4']);
    await decideOrders(database.db, game.marketId);
    await laterInPlay(1);
    return id;
  }
  async function laterInPlay(minutes: number): Promise<void> {
    for (let half = 0; half < 2 * minutes; half++) {
      await database.advance(30_000);
      await game.price(['2', '3.5', '4']);
    }
  }

  test('of a bet that waits for its acceptance, or has failed, says so', async () => {
    const terms = { marketId: game.marketId, outcomeId: game.outcomeIds[0] ?? '', amount: 5, odds: 2 };
    const { id: betId } = await placeBet(betting, aBet(bettor, terms));
    const isNotAccepted = async () => {
      expect(await quoteOf(betId)).toEqual({
        ...{ betId, openStake: 0, amount: null, version: expect.any(Number) },
        ...{
          reason: expect.stringContaining("hasn't been accepted"),
          why: { code: 'cash-out-not-accepted' },
        },
      });
      const refused = { code: 'cash-out-unavailable', reason: { code: 'cash-out-not-accepted' } };
      await expect(sell(betId, 1)).rejects.toMatchObject(refused);
      const other = await aBettor(database.db);
      await expect(quoteCashOut(betting, { session: other.session, betId })).rejects.toMatchObject({
        ...{ code: 'not-found', reason: { code: 'no-such-bet' } },
      });
      await expect(
        setAutomaticCashOut(betting, anAutomaticCashOut(bettor, { betId, amount: 1 })),
      ).rejects.toMatchObject(refused);
    };
    await isNotAccepted();
    await database.advance(8000);
    await game.price(null);
    await decideOrders(database.db, game.marketId);
    expect(await find(betId)).toMatchObject({ status: 'failed' });
    await isNotAccepted();
    await game.price(['2', '3.5', '4']);
  });

  test('waits for the delay and is paid what the market gives then, if that is at least what was signed', async () => {
    const betId = await aFilledBet(25);
    const { amount, delay } = await quoteOf(betId);
    // A return of 50, a chance of 0.5 / (0.5 + 1 / 3.5 + 0.25), and the house keeps 3%.
    expect([amount, delay]).toEqual([23.41, 8]);
    const had = await balance();
    const sold = await sell(betId, 20);
    expect(sold).toEqual({ betId, amount: 20, stake: 25, profit: -5, decidesAt: expect.any(String) });
    expect(await balance()).toBe(had);
    const { decidesAt } = sold;
    expect(await find(betId)).toMatchObject({ status: 'confirmed', selling: { amount: 20, decidesAt } });
    expect(await decide()).toEqual([]);
    await database.advance(8000);
    await game.price(['2.1', '3.4', '3.9']);
    expect(await decide()).toEqual([game.marketId]);
    // All that the market gives then: the same at a chance of (1 / 2.1) / (1 / 2.1 + 1 / 3.4 + 1 / 3.9).
    expect(await balance()).toBe(had + 22.49);
    const ended = await find(betId);
    expect(ended).toMatchObject({ result: 'cashed-out', paid: 22.49 });
    expect(await sell(betId, 20)).toMatchObject({ amount: 22.49, endedAt: ended?.endedAt });
    await expect(sell(betId, 22.49)).rejects.toMatchObject({ code: 'cash-out-unavailable' });
    expect(ended).not.toHaveProperty('selling');
    expect(await decide()).toEqual([]);
  });

  test('of a bet from before the start takes the price of the market in play', async () => {
    const betId = early[0] ?? '';
    const open = await listPositions(database.db, {
      ...{ userId: bettor.session.userId, family: bettor.wallet.family, mode: 'demo' },
    });
    const listed = open.find(({ id }) => id === betId);
    await game.price(['1.5', '5', '6']);
    const { amount, delay } = await quoteOf(betId);
    expect(delay).toBe(8);
    // The chance of the outcome rose with its odds from 2 to 1.5.
    expect(amount).toBeGreaterThan(listed?.cashOut ?? Number.POSITIVE_INFINITY);
    const had = await balance();
    await sell(betId, amount ?? 0);
    await database.advance(8000);
    await game.price(['1.5', '5', '6']);
    expect(await decide()).toEqual([before.marketId]);
    expect(await find(betId)).toMatchObject({ result: 'cashed-out', paid: amount });
    expect(await balance()).toBeCloseTo(had + (amount ?? 0), 6);
  });

  const failing: readonly [string, string, () => Promise<void>][] = [
    [
      'betting was suspended meanwhile',
      'market-suspended',
      async () => {
        await game.price(null);
        await database.advance(8000);
        await game.price(['2', '3.5', '4']);
      },
    ],
    [
      'the market gives less than was signed',
      'odds-changed',
      async () => {
        await database.advance(8000);
        await game.price(['2.4', '3.3', '3.3']);
      },
    ],
    ['the feed confirms no price in time', 'feed-stale', () => database.advance(18_001)],
  ];
  test.each(failing)('leaves the bet open if %s', async (_why, code, meanwhile) => {
    const betId = early[1] ?? '';
    const { amount } = await quoteOf(betId);
    const had = await balance();
    await sell(betId, amount ?? 0);
    await meanwhile();
    expect(await decide()).toEqual([before.marketId]);
    expect(await balance()).toBe(had);
    const bet = await find(betId);
    expect(bet).toMatchObject({ status: 'confirmed', selling: { amount, failure: { code } } });
    expect(bet?.selling?.failure?.sentence).toMatch(/position stays open/);
    // Sent again it is the same request, and a later one may succeed.
    await game.price(['2', '3.5', '4']);
    await expect(sell(betId, amount ?? 0)).rejects.toMatchObject({
      code: 'cash-out-unavailable',
      message: bet?.selling?.failure?.sentence,
    });
    await laterInPlay(2);
    expect(await sell(betId, amount ?? 0)).toMatchObject({ amount, decidesAt: expect.any(String) });
    await game.price(null);
    await decide();
    await laterInPlay(2);
  });

  test('sent again is the same, and another amount is refused while it waits', async () => {
    const betId = early[1] ?? '';
    const first = await sell(betId, 1);
    expect(await sell(betId, '1.00')).toEqual(first);
    await expect(sell(betId, 2)).rejects.toMatchObject({
      code: 'cash-out-unavailable',
      message: expect.stringMatching(/^Another cash-out of this position is waiting/),
    });
    await database.advance(8000);
    await game.price(['2', '3.5', '4']);
    await decide();
    const { amount } = await sell(betId, 1);
    expect(amount).toBeGreaterThan(8);
    expect(await find(betId)).toMatchObject({ paid: amount });
  });

  test('is not paid while the books do not add up, and says so if that lasts', async () => {
    const betId = early[2] ?? '';
    await sell(betId, 1);
    await database.advance(8000);
    await game.price(['2', '3.5', '4']);
    await decide(false);
    expect(await find(betId)).toMatchObject({ noCashOut: { code: 'waiting' } });
    await database.advance(20_001);
    await game.price(['2', '3.5', '4']);
    await decide(false);
    const left = await find(betId);
    expect(left).toMatchObject({ selling: { failure: { code: 'books' } } });
    expect(left).not.toHaveProperty('result');
  });

  test('shows that it waits wherever its amount was shown', async () => {
    const betId = early[2] ?? '';
    const { decidesAt } = await sell(betId, 3);
    expect(await quoteOf(betId)).toMatchObject({
      ...{ amount: null, why: { code: 'cash-out-waiting' }, availableAt: decidesAt, pricedBy: game.marketId },
    });
    expect(await find(betId)).toMatchObject({
      ...{ noCashOut: { code: 'waiting', availableAt: decidesAt }, pricedBy: game.marketId },
    });
    await game.price(null);
    await decide();
  });

  test('fails after a while if something keeps it from being decided', async () => {
    const betId = await aFilledBet(10);
    await sell(betId, 5);
    const { db } = database;
    const errors: unknown[] = [];
    const tryAll = () =>
      decideCashOutOrders(db, [game.marketId], {
        mayPay: () => true,
        onDecided() {},
        onError: (error) => errors.push(error),
      });
    await db.execute(sql`alter table market_halts rename to halts_away`);
    await database.advance(18_001);
    await tryAll();
    expect(errors).toHaveLength(1);
    await database.advance(10_000);
    await tryAll();
    await db.execute(sql`alter table halts_away rename to market_halts`);
    expect(errors).toHaveLength(1);
    expect(await find(betId)).toMatchObject({ selling: { amount: 5, failure: { code: 'feed-stale' } } });
  });

  test('is refused to a bet from shortly before the start, which may turn out to be late', async () => {
    await expect(sell(inDoubt, 1)).rejects.toMatchObject({ reason: { code: 'cash-out-market-closed' } });
    expect(await find(inDoubt)).toMatchObject({ noCashOut: { code: 'market-closed' } });
  });

  test('two requests at once make one cash-out', async () => {
    const betId = early[2] ?? '';
    const [first, second] = await Promise.all([sell(betId, 2), sell(betId, 2)]);
    expect(second).toEqual(first);
    await database.advance(8000);
    await game.price(null);
    expect(await decide()).toEqual([before.marketId]);
  });

  test('is refused to a bet that awaits its refund, because its game had begun', async () => {
    const betId = early[2] ?? '';
    const { db } = database;
    const change = (to: SQL) =>
      db.execute(sql`update markets set late_from = ${to} where id = ${before.marketId}`);
    await change(sql`(select placed_at from bets where id = ${betId})`);
    await expect(sell(betId, 1)).rejects.toMatchObject({ reason: { code: 'cash-out-market-closed' } });
    expect(await find(betId)).toMatchObject({ noCashOut: { code: 'market-closed' } });
    await change(sql`null`);
  });

  test('fails at once when the game ends, and the bet waits for its result', async () => {
    const betId = early[2] ?? '';
    await sell(betId, 1);
    await game.say('Finished');
    expect(await decide()).toEqual([before.marketId]);
    expect(await find(betId)).toMatchObject({
      status: 'confirmed',
      selling: { failure: { code: 'market-closed' } },
    });
    expect(await quoteOf(betId)).toMatchObject({ amount: null, why: { code: 'cash-out-market-closed' } });
  });

  test('leaves sound books, in which it can be replayed by the rules', async () => {
    const verdicts = await checkInvariants(database.db, { kind: 'everything' });
    expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
    const { ends, differences } = await database.db.transaction((tx) => replayBets(tx));
    expect(differences).toEqual([]);
    expect(ends).toBe(3);
    expect((await replaySignatures(database.db)).differences).toEqual([]);
  });

  const tampered: readonly [string, string][] = [
    ['whose delay was shorter', `update cash_out_orders set placed_at = placed_at + interval '1 second'`],
    ['that was paid less than was asked for', `update bet_endings set amount = amount / 100`],
    ['that had another signature', `update cash_out_orders set signed_hash = decode('00', 'hex')`],
    ['that was decided before its time', `update bet_endings set ended_at = ended_at - interval '1 minute'`],
    ['at a price from too long before', `update cash_outs set priced_at = priced_at - interval '1 minute'`],
    ['that was never asked for', `delete from cash_out_order_ends where kind = 'filled'`],
    ['that failed after all', `update cash_out_order_ends set kind = 'failed', code = 'x', reason = '{}'`],
    [
      'priced by another market',
      `update cash_outs c set priced_market_id = b.market_id from bets b where b.id = c.bet_id`,
    ],
    [
      'before which betting was suspended',
      `insert into market_halts (market_id, version, at)
        select distinct on (c.priced_version) c.priced_market_id, c.priced_version, o.decide_at from cash_outs c join cash_out_orders o on o.bet_id = c.bet_id
        on conflict (market_id, version) do update set at = excluded.at`,
    ],
    [
      'that waits and is decided',
      `insert into open_cash_out_orders (bet_id, order_id, priced_market_id, decide_at)
        select o.bet_id, o.id, m.id, o.decide_at from cash_out_orders o join cash_outs c on c.bet_id = o.bet_id
        cross join (select id from markets limit 1) m on conflict do nothing`,
    ],
  ];
  test.each(tampered)('is found if it is one %s', async (_what, statement) => {
    for (const scope of [{ kind: 'everything' } as const, newsSince('0')]) {
      expect(await brokenBy(database.db, statement, scope)).toContain(PROMISES['promise-sale']);
    }
  });

  test('is found by its signature if another amount was asked for', async () => {
    const differences = await undone(database.db, async (tx) => {
      await tx.execute(sql`update cash_out_orders set amount = amount + 10000`);
      return (await replaySignatures(tx)).differences;
    });
    expect(differences.map(({ what }) => what)).toContain(`what was signed for cash-out of bet ${early[0]}`);
  });

  test('is found by replay if it was paid more than its market in play gave', async () => {
    const differences = await undone(database.db, async (tx) => {
      await tx.execute(
        sql`update feed_prices set odds = '["9000000", "1100000", "9000000"]' where market_id = ${game.marketId}`,
      );
      return (await replayBets(tx)).differences;
    });
    expect(differences.map(({ what }) => what)).toEqual(
      expect.arrayContaining([expect.stringMatching(`cash-out of bet ${early[0]}, .* at most`)]),
    );
  });
});
