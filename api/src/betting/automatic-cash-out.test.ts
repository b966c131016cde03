import { PROMISES } from '@tallystone/core/sentences/promises';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aCashOut,
  aMarket,
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
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { newsSince, type Scope } from '../ledger/sums.ts';
import { cancelAutomaticCashOut, setAutomaticCashOut } from './automatic-cash-out.ts';
import { cashOut } from './cash-out.ts';
import { decideCashOutOrders } from './decide-cash-out-orders.ts';
import { findBet } from './list-bets.ts';
import { openAutomaticRounds } from './open-automatic-rounds.ts';
import { placeBet } from './place-bet.ts';
import { quoteCashOut } from './quote-cash-out.ts';
import { replayBets } from './replay-bets.ts';
import { replaySignatures } from './replay-signatures.ts';
import { type Looks, sellReached } from './sell-reached.ts';

describe.each(movedEngines)('an automatic cash-out on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  let bettor: TestBettor;
  let other: TestBettor;
  let market: TestMarket;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
    bettor = await aBettor(database.db, { cap: null });
    other = await aBettor(database.db, { cap: null });
    market = await aMarket(database.db);
  });
  afterAll(() => database.close());

  const looks: Looks = new Map();
  const onError = (error: unknown) => {
    throw error;
  };
  /** @returns the markets of the bets that were sold, or wait for their delay now */
  async function look(of = looks, report: (error: unknown) => void = onError): Promise<string[]> {
    const sold: string[] = [];
    const now = database.now().getTime();
    await sellReached(database.db, { looks: of, now, onSold: (id) => sold.push(id), onError: report });
    return sold;
  }
  const find = (betId: string) =>
    findBet(database.db, {
      ...{ userId: bettor.session.userId, family: bettor.wallet.family, mode: 'demo', betId },
    });
  const ask = (betId: string, amount: number | string) =>
    setAutomaticCashOut(betting, anAutomaticCashOut(bettor, { betId, amount }));
  const cancel = (betId: string, { session } = bettor) => cancelAutomaticCashOut(betting, { session, betId });
  /** An amount that is so much higher, in whole cents. */
  const more = (amount: number | null, by: number) => Math.round(100 * ((amount ?? 0) + by)) / 100;
  const quoteOf = (betId: string) => quoteCashOut(betting, { session: bettor.session, betId });
  const endsOf = (betId: string) =>
    rows(
      database.db,
      { kind: col.text, code: col.text.orNull },
      sql`
        select n.kind, n.code from cash_out_orders o join cash_out_order_ends n on n.order_id = o.id
        where o.bet_id = ${betId} order by n.ended_at, o.placed_at`,
    );

  async function anOldBet(amount = 10, of: TestBettor = bettor): Promise<string> {
    const { marketId, outcomeIds } = market;
    const outcomeId = outcomeIds[0] ?? '';
    const { id } = await placeBet(betting, aBet(of, { marketId, outcomeId, amount, odds: 1.01 }));
    await database.advance(60_001);
    return id;
  }
  /** Others bet on an outcome of the market, which moves its price. */
  const bet = (outcome: number, amount: number) =>
    placeBet(
      betting,
      aBet(other, {
        marketId: market.marketId,
        outcomeId: market.outcomeIds[outcome] ?? '',
        amount,
        odds: 1.01,
      }),
    );

  describe('on our own market', () => {
    test('is paid once the market gives the amount, all that it gives, and once', async () => {
      const betId = await anOldBet();
      const asked = more((await quoteOf(betId)).amount, 0.2);
      const set = await ask(betId, asked);
      expect(set).toEqual({ betId, amount: asked, placedAt: expect.any(String) });
      expect(await look()).toEqual([]);
      expect(await find(betId)).toMatchObject({ automatic: { amount: asked, placedAt: set.placedAt } });
      await bet(0, 500);
      const { amount: worth } = await quoteOf(betId);
      expect(worth).toBeGreaterThan(asked);
      expect(await look()).toEqual([market.marketId]);
      const automatic = { amount: asked, placedAt: set.placedAt };
      expect(await find(betId)).toMatchObject({ result: 'cashed-out', paid: worth, automatic });
      expect(await look()).toEqual([]);
      // The same request has the same answer.
      expect(await ask(betId, asked)).toEqual(set);
      await expect(ask(betId, more(asked, 1))).rejects.toMatchObject({ code: 'cash-out-unavailable' });
      expect(await cancel(betId)).toEqual({ betId });
    });

    test('is paid at once if the market gives that much already', async () => {
      const betId = await anOldBet();
      await ask(betId, 1);
      const { amount: worth } = await quoteOf(betId);
      expect(await look()).toEqual([market.marketId]);
      expect(await find(betId)).toMatchObject({ result: 'cashed-out', paid: worth });
    });

    test('waits until the bet is old enough, without any change of the market', async () => {
      const { marketId, outcomeIds } = market;
      const terms = { marketId, outcomeId: outcomeIds[0] ?? '', amount: 10, odds: 1.01 };
      const { id: betId } = await placeBet(betting, aBet(bettor, terms));
      await ask(betId, 1);
      expect(await look()).toEqual([]);
      await database.advance(60_001);
      expect(await look()).toEqual([marketId]);
      expect(await find(betId)).toMatchObject({ result: 'cashed-out' });
    });

    test('takes the place of an earlier one, and is cancelled', async () => {
      const betId = await anOldBet();
      const first = await ask(betId, 15);
      expect(await ask(betId, 15)).toEqual(first);
      await ask(betId, 16);
      expect(await find(betId)).toMatchObject({ automatic: { amount: 16 } });
      expect(await endsOf(betId)).toEqual([{ kind: 'cancelled', code: null }]);
      await cancel(betId);
      expect(await cancel(betId)).toEqual({ betId });
      expect(await find(betId)).not.toHaveProperty('automatic');
      expect(await endsOf(betId)).toEqual([
        { kind: 'cancelled', code: null },
        { kind: 'cancelled', code: null },
      ]);
      await ask(betId, 15);
      expect(await find(betId)).toMatchObject({ automatic: { amount: 15 } });
    });

    test('ends with its bet, also if that is cashed out by hand', async () => {
      const betId = await anOldBet();
      await ask(betId, 15);
      const { amount = 0 } = await quoteOf(betId);
      await cashOut(betting, aCashOut(bettor, { betId, amount: amount ?? 0 }));
      const sold = await find(betId);
      expect(sold).toMatchObject({ result: 'cashed-out', paid: amount });
      expect(sold).not.toHaveProperty('automatic');
      await look();
      await database.advance(10_000);
      expect(await look()).toEqual([]);
      expect(await endsOf(betId)).toEqual([{ kind: 'failed', code: 'bet-ended' }]);
      await expect(ask(betId, 15)).rejects.toMatchObject({ code: 'cash-out-unavailable' });
    });

    test('sells the one that was sent first, and the next only at what the market gives after it', async () => {
      const first = await anOldBet(300);
      const second = await anOldBet(300);
      const asked = more((await quoteOf(second)).amount, 2);
      await ask(second, asked);
      await ask(first, asked);
      await bet(0, 400);
      const { amount: worth } = await quoteOf(second);
      expect(worth).toBeGreaterThan(asked);
      expect(await look()).toContain(market.marketId);
      expect(await find(second)).toMatchObject({ result: 'cashed-out', automatic: { amount: asked } });
      // Selling the second made the first worth less.
      const left = await find(first);
      expect(left?.result === undefined ? (left?.cashOut ?? 0) < asked : (left.paid ?? 0) >= asked).toBe(
        true,
      );
    });

    test.each([
      ['more than the bet returns', (betId: string) => ask(betId, 10_000), 'invalid-request'],
      ['less than a cent', (betId: string) => ask(betId, 0.001), 'invalid-request'],
      ['nothing', (betId: string) => ask(betId, 0), 'invalid-request'],
      ['words', (betId: string) => ask(betId, 'much'), 'invalid-request'],
      [
        'the text of a cash-out by hand',
        (betId: string) => setAutomaticCashOut(betting, aCashOut(bettor, { betId, amount: 5 })),
        'signature-invalid',
      ],
      [
        'a bet of another bettor',
        (betId: string) => setAutomaticCashOut(betting, anAutomaticCashOut(other, { betId, amount: 5 })),
        'not-found',
      ],
      ['a cancel by another bettor', (betId: string) => cancel(betId, other), 'not-found'],
      [
        'real money',
        (betId: string) =>
          setAutomaticCashOut({ ...betting, mode: 'live' }, anAutomaticCashOut(bettor, { betId, amount: 5 })),
        'cash-out-unavailable',
      ],
    ])('refuses %s, and the one before stays', async (_what, ask, code) => {
      const betId = await anOldBet();
      await setAutomaticCashOut(betting, anAutomaticCashOut(bettor, { betId, amount: 15 }));
      await expect(ask(betId)).rejects.toMatchObject({ code });
      expect(await find(betId)).toMatchObject({ automatic: { amount: 15 } });
      await cancel(betId);
    });

    test('is not taken for the signature of a cash-out by hand', async () => {
      const betId = await anOldBet();
      const { body } = anAutomaticCashOut(bettor, { betId, amount: 5 });
      await expect(cashOut(betting, { session: bettor.session, betId, body })).rejects.toMatchObject({
        code: 'signature-invalid',
      });
    });

    test('is not paid while the books do not add up', async () => {
      const betId = await anOldBet();
      await ask(betId, 1);
      let mayPay = false;
      const rounds = openAutomaticRounds({
        db: database.db,
        mayPay: () => mayPay,
        onSold: () => undefined,
        onError,
      });
      await rounds.now();
      expect(await find(betId)).toMatchObject({ automatic: { amount: 1 } });
      mayPay = true;
      await rounds.now();
      expect(await find(betId)).toMatchObject({ result: 'cashed-out' });
      await rounds.stop();
    });

    test('that breaks leaves the others, and is tried again', async () => {
      const broken = await anOldBet();
      const sound = await anOldBet();
      await ask(broken, 1);
      await ask(sound, 1);
      for (const statement of [
        `create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
        `create trigger refuse_one before insert on cash_outs for each row when (new.bet_id = '${broken}') execute function refuse_one()`,
      ])
        await database.db.execute(sql.raw(statement));
      const errors: unknown[] = [];
      const report = (error: unknown) => errors.push(error);
      await look(looks, report);
      expect(errors).toHaveLength(1);
      expect(await find(broken)).toMatchObject({ automatic: { amount: 1 } });
      expect(await find(sound)).toMatchObject({ result: 'cashed-out' });
      await database.db.execute(sql`drop function refuse_one cascade`);
      await look();
      expect(await find(broken)).toMatchObject({ result: 'cashed-out' });
    });

    test('is refused where a server of 0.1.0 may run', async () => {
      const betId = await anOldBet();
      const setAlone = (isAlone: boolean) =>
        database.db.execute(
          sql.raw(
            `create or replace function code_counts_minutes() returns boolean language sql stable as $$ select ${isAlone} $$`,
          ),
        );
      await setAlone(false);
      try {
        await expect(ask(betId, 5)).rejects.toMatchObject({
          reason: { code: 'automatic-cash-out-not-yet' },
        });
      } finally {
        await setAlone(true);
      }
      expect(await find(betId)).not.toHaveProperty('automatic');
    });

    test('two looks at once sell a bet once', async () => {
      const betId = await anOldBet();
      await ask(betId, 1);
      await Promise.all([look(new Map()), look(new Map())]);
      expect(await find(betId)).toMatchObject({ result: 'cashed-out' });
      expect(await endsOf(betId)).toEqual([{ kind: 'filled', code: null }]);
    });
  });

  describe('in play', () => {
    let game: GameInPlay;
    /** Bets from before the start. */
    const early: string[] = [];
    let doubtful = '';
    beforeAll(async () => {
      game = await aGameInPlay(database, {
        beforeStart: async (before, price) => {
          const place = async (amount: number) => {
            const quoted = await aQuotedBet(betting, { bettor, market: before, outcome: 0, amount });
            return (await placeBet(betting, quoted)).id;
          };
          for (const amount of [10, 20, 30, 40]) early.push(await place(amount));
          await database.advance(600_001);
          await price(['2', '3.5', '4']);
          doubtful = await place(10);
        },
      });
    });
    beforeEach(() => game.price(['2', '3.5', '4']));

    const decide = () =>
      decideCashOutOrders(database.db, [game.marketId], {
        mayPay: () => true,
        onDecided: () => undefined,
        onError,
      });
    async function afterDelay(odds: string[]): Promise<void> {
      await database.advance(8000);
      await game.price(odds);
      await decide();
    }
    const next = () => early.shift() ?? '';

    test('is refused for a bet from shortly before the start, which waits for the result', async () => {
      await expect(ask(doubtful, 5)).rejects.toMatchObject({ reason: { code: 'cash-out-market-closed' } });
    });

    test('waits for the delay once its amount is reached, and is paid what the market gives then', async () => {
      const betId = next();
      const { amount: worth } = await quoteOf(betId);
      const asked = more(worth, 1);
      await ask(betId, asked);
      expect(await look()).toEqual([]);
      await game.price(['1.5', '4', '7']);
      expect(await look()).toEqual([game.beforeId]);
      const { selling, automatic } = (await find(betId)) ?? {};
      expect(selling).toEqual({ amount: asked, decidesAt: expect.any(String) });
      expect(automatic).toMatchObject({ amount: asked });
      // Who sees a goal first can't take it back, change it, or sell by hand.
      for (const attempt of [
        () => cancel(betId),
        () => ask(betId, more(asked, 1)),
        () => cashOut(betting, aCashOut(bettor, { betId, amount: 1 })),
        () => cashOut(betting, aCashOut(bettor, { betId, amount: asked })),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: 'cash-out-unavailable' });
      expect(await look()).toEqual([]);
      await decide();
      expect(await find(betId)).not.toHaveProperty('result');
      await database.advance(8000);
      await game.price(['1.52', '4', '7']);
      await decide();
      // A return of 20, a chance of (1 / 1.52) / (1 / 1.52 + 1 / 4 + 1 / 7), and the house keeps 3%.
      expect(await find(betId)).toMatchObject({
        ...{ result: 'cashed-out', paid: 12.14, automatic: { amount: asked } },
      });
    });

    test('waits for its amount again if a goal comes within the delay', async () => {
      const betId = next();
      const { amount: worth } = await quoteOf(betId);
      const asked = more(worth, 1);
      await ask(betId, asked);
      await game.price(['1.5', '4', '7']);
      expect(await look()).toEqual([game.beforeId]);
      await game.price(null);
      await decide();
      const left = await find(betId);
      expect(left).toMatchObject({ automatic: { amount: asked } });
      expect(left).not.toHaveProperty('selling');
      expect(await look()).toEqual([]);
      await game.price(['2', '3.5', '4']);
      expect(await look()).toEqual([]);
      // Its bettor has some seconds to change or cancel it.
      await game.price(['1.4', '5', '8']);
      expect(await look()).toEqual([]);
      await database.advance(10_000);
      expect(await look()).toEqual([game.beforeId]);
      await afterDelay(['1.4', '5', '8']);
      expect(await find(betId)).toMatchObject({ result: 'cashed-out' });
      expect(await endsOf(betId)).toEqual([{ kind: 'filled', code: null }]);
    });

    test('waits for its amount again if the market gives less after the delay', async () => {
      const betId = next();
      const { amount: worth } = await quoteOf(betId);
      const asked = more(worth, 1);
      await ask(betId, asked);
      await game.price(['1.5', '4', '7']);
      await look();
      await afterDelay(['3', '3', '3']);
      const left = await find(betId);
      expect(left).toMatchObject({ automatic: { amount: asked } });
      expect(left).not.toHaveProperty('selling');
      expect(await cancel(betId)).toEqual({ betId });
    });

    test('leaves a cash-out by hand that waits alone, and stays if that fails', async () => {
      const betId = next();
      const worth = more((await quoteOf(betId)).amount, 0);
      const asked = more(worth, 1);
      await cashOut(betting, aCashOut(bettor, { betId, amount: worth }));
      await ask(betId, asked);
      await game.price(['1.5', '4', '7']);
      expect(await look()).toEqual([]);
      await game.price(null);
      await decide();
      expect(await endsOf(betId)).toEqual([{ kind: 'failed', code: 'market-suspended' }]);
      expect(await find(betId)).toMatchObject({ automatic: { amount: asked } });
    });
  });

  describe('in the books', () => {
    test('adds up, and is replayed by the rules and the signatures', async () => {
      const verdicts = await checkInvariants(database.db, { kind: 'everything' });
      expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
      const { ends, differences } = await database.db.transaction((tx) => replayBets(tx));
      expect(differences).toEqual([]);
      expect(ends).toBeGreaterThan(5);
      expect((await replaySignatures(database.db)).differences).toEqual([]);
    });

    const filled = (condition: string) => `(
      select o.id from cash_out_orders o join cash_out_order_ends n on n.order_id = o.id
      where o.decide_at is null and n.kind = 'filled' and n.reached_at ${condition} order by o.placed_at limit 1)`;
    const AT_ONCE = filled('is null');
    const IN_PLAY = filled('is not null');
    const everything = { kind: 'everything' } as const;
    const tampered: readonly [string, string, (readonly Scope[])?][] = [
      [
        'paid less than was signed',
        `update cash_out_orders set amount = amount + 900000000 where id = ${AT_ONCE}`,
      ],
      [
        'signed otherwise',
        `update cash_out_orders set signed_hash = decode('00', 'hex') where id = ${AT_ONCE}`,
      ],
      [
        'paid before it was sent',
        `update cash_out_orders set placed_at = placed_at + interval '1 hour' where id = ${AT_ONCE}`,
      ],
      [
        'paid before its delay was over',
        `update cash_out_order_ends set reached_at = reached_at + interval '5 seconds' where order_id = ${IN_PLAY}`,
      ],
      [
        'paid in play without a delay',
        `update cash_out_order_ends set reached_at = null where order_id = ${IN_PLAY}`,
      ],
      ['that waits for another price', `update open_automatic_cash_outs set price = price + 1`],
      ['that waits for no delay', `update open_automatic_cash_outs set reached_at = now()`],
      [
        'that waits although it has ended',
        `insert into open_automatic_cash_outs (bet_id, order_id, market_id, outcome_id, price)
          select b.id, o.id, b.market_id, b.outcome_id, div(o.amount::numeric * 1000000, b.payout)
          from cash_out_orders o join bets b on b.id = o.bet_id where o.id = ${AT_ONCE}`,
      ],
      ['that is gone', `delete from open_automatic_cash_outs`, [everything]],
    ];
    test.each(tampered)(
      'is found if it is one %s',
      async (_what, statement, scopes = [everything, newsSince('0')]) => {
        for (const scope of scopes) {
          expect(await brokenBy(database.db, statement, scope)).toContain(PROMISES['promise-sale']);
        }
      },
    );
  });
});
