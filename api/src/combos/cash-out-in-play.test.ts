import type { WireCombo } from '@tallystone/core/http-api/combos';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { PROMISES } from '@tallystone/core/sentences/promises';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  fundTheHouse,
  moveFeedOdds,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { aCombo, aComboCashOut } from '@tallystone/testkit/betting/combos.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { decideEnd, payAll, wonBy } from '@tallystone/testkit/betting/settling.ts';
import { brokenBy } from '@tallystone/testkit/database/broken-by.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { aFakeFeed } from '@tallystone/testkit/feed/fake-feed.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readLimitsHistory } from '../admin/limits-history.ts';
import { replayCombos } from '../admin/replay-combos.ts';
import { replaySignatures } from '../betting/replay-signatures.ts';
import { endCashOutOrder, failure } from '../betting/sent-cash-out.ts';
import { col, value } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { newsSince } from '../ledger/sums.ts';
import { cashOutCombo, quoteComboCashOut } from './cash-out-combo.ts';
import { decideComboCashOuts } from './decide-combo-cash-outs.ts';
import { findCombo } from './list-combos.ts';
import { placeCombo } from './place-combo.ts';
import { resolveLegs } from './resolve-legs.ts';

/** The odds of the game in play, of which the first is the leg's. */
const ODDS = ['1.5', '5', '6'];
/** The combo's return, times the chances of both legs, less 3%: 40 x 1/2 x (1/1.5)/(1/1.5 + 1/5 + 1/6) x 0.97. */
const WORTH = 12.51;

describe.each(movedEngines)('a cash-out of a combo with a running game on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  let bettor: TestBettor;
  let game: GameInPlay;
  /** The other game, which hasn't begun. */
  let later: TestMarket;
  /** A second running game, with a longer delay. */
  let slow: GameInPlay;
  const combos: string[] = [];
  /** On both running games. */
  const ofTwo: string[] = [];
  let admin: TestBettor;
  /** The markets of the running games from before the start. */
  let before: TestMarket;
  let slowBefore: TestMarket;
  /** One that was placed less than ten minutes before the start. */
  let inDoubt = '';
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
    admin = await aBettor(database.db);
    bettor = await aBettor(database.db, { cap: null });
    later = await aFeedMarket(database.db, {
      odds: [2, 2],
      title: 'Lions vs Tigers',
      pricedAt: database.now(),
    });
    const feed = aFakeFeed();
    game = await aGameInPlay(database, {
      feed,
      beforeStart: async (market, price) => {
        slow = await aGameInPlay(database, {
          feed,
          beforeStart: async (slowMarket) => {
            before = market;
            slowBefore = slowMarket;
            for (let i = 0; i < 9; i++) combos.push((await place([market, later])).id);
            for (let i = 0; i < 3; i++) ofTwo.push((await place([market, slowMarket])).id);
            await database.advance(600_001);
            await price(['2', '3.5', '4']);
            await priceLater();
            inDoubt = (await place([market, later])).id;
          },
        });
      },
    });
    await database.db.execute(sql`update games set delay_seconds = 12 where in_play_of = ${slow.gameId}`);
  }, 120_000);
  afterAll(() => database.close());
  beforeEach(() => priceAll());

  const priceLater = () => moveFeedOdds(database.db, later, [2, 2]);
  const priceAll = async (odds: string[] | null = ODDS) => {
    await priceLater();
    await slow.price(['2', '3.5', '4']);
    await game.price(odds);
  };
  const place = (markets: readonly TestMarket[]): Promise<WireCombo> =>
    placeCombo(
      betting,
      aCombo(bettor, { legs: markets.map((market) => ({ market })), amount: 10, odds: 1.01 }),
    );
  const find = (comboId: string) =>
    findCombo(database.db, { userId: bettor.session.userId, family: bettor.wallet.family, comboId });
  const quoteOf = (comboId: string) => quoteComboCashOut(database.db, { session: bettor.session, comboId });
  const sell = (comboId: string, amount: number) =>
    cashOutCombo(database.db, aComboCashOut(bettor, { comboId, amount }));
  const decide = (mayPay = true) =>
    decideComboCashOuts(database.db, [game.marketId], {
      mayPay: () => mayPay,
      onError: (error) => {
        throw error;
      },
    });
  const balance = async () =>
    usdcToNumber(
      await value(
        database.db,
        col.usdc,
        sql`select balance from accounts where kind = 'user' and user_id = ${bettor.session.userId}`,
      ),
    );
  const end = async (market: TestMarket, outcome: number) => {
    const { db } = database;
    await decideEnd(db, { market, result: wonBy(market, outcome), admin, now: database.now() });
    await payAll(db, market);
    await resolveLegs(db, { marketId: market.marketId, chunk: 200 });
  };
  const next = () => combos.shift() ?? '';

  test('waits for the delay and is paid what the combo is worth then, if that is at least what was signed', async () => {
    const comboId = next();
    expect(await quoteOf(comboId)).toEqual({ comboId, amount: WORTH, delay: 8 });
    const shown = await find(comboId);
    expect(shown).toMatchObject({ cashOut: WORTH, legs: [{ pricedBy: game.marketId }, {}] });
    expect(shown?.legs[1]).not.toHaveProperty('pricedBy');
    const had = await balance();
    const sold = await sell(comboId, 12);
    expect(sold).toEqual({ comboId, amount: 12, profit: 2, decidesAt: expect.any(String) });
    const { decidesAt } = sold;
    expect(await find(comboId)).toMatchObject({
      ...{ status: 'confirmed', selling: { amount: 12, decidesAt } },
      noCashOut: { code: 'waiting', availableAt: decidesAt },
    });
    expect(await quoteOf(comboId)).toMatchObject({ amount: null, why: { code: 'cash-out-waiting' } });
    expect(await sell(comboId, 12)).toEqual(sold);
    await expect(sell(comboId, 11)).rejects.toMatchObject({ reason: { code: 'cash-out-waiting' } });
    await decide();
    expect(await balance()).toBe(had);
    await database.advance(8000);
    await priceAll();
    await decide();
    expect(await balance()).toBeCloseTo(had + WORTH, 6);
    const ended = await find(comboId);
    expect(ended).toMatchObject({ result: 'cashed-out', paid: WORTH });
    expect(ended).not.toHaveProperty('selling');
    expect(await sell(comboId, 12)).toMatchObject({ amount: WORTH, endedAt: ended?.endedAt });
    await expect(sell(comboId, 11)).rejects.toMatchObject({ reason: { code: 'cash-out-bet-ended' } });
  });

  test.each<[string, string, () => Promise<void>]>([
    [
      'betting on the running game was suspended meanwhile',
      'market-suspended',
      async () => {
        await game.price(null);
        await database.advance(8000);
        await priceAll();
      },
    ],
    [
      'it is worth less than was signed',
      'odds-changed',
      async () => {
        await database.advance(8000);
        await priceAll(['2.4', '3.3', '3.3']);
      },
    ],
    ['the feed confirms no price in time', 'feed-stale', () => database.advance(18_001)],
  ])('leaves the combo open if %s', async (_why, code, meanwhile) => {
    const comboId = combos[0] ?? '';
    const had = await balance();
    await sell(comboId, WORTH);
    await meanwhile();
    await decide();
    expect(await balance()).toBe(had);
    const combo = await find(comboId);
    expect(combo).toMatchObject({ status: 'confirmed', selling: { amount: WORTH, failure: { code } } });
    await priceAll();
    // Sent again it is the same request, and a later one may succeed.
    await expect(sell(comboId, WORTH)).rejects.toMatchObject({
      ...{ code: 'cash-out-unavailable', message: combo?.selling?.failure?.sentence },
    });
    await database.advance(120_001);
  });

  /** Sells, and lets something happen before the cash-out is decided. @returns the combo then */
  async function soldMeanwhile(
    comboId: string,
    meanwhile: () => Promise<unknown>,
  ): Promise<WireCombo | null> {
    await sell(comboId, 1);
    await meanwhile();
    await decide();
    return find(comboId);
  }
  const failedBy = (code: string) => ({ status: 'confirmed', selling: { amount: 1, failure: { code } } });

  test('fails if the price of a game that has not begun is too old', async () => {
    await database.advance(55_000);
    await game.price(ODDS);
    const combo = await soldMeanwhile(next(), async () => {
      await database.advance(8000);
      await game.price(ODDS);
    });
    expect(combo).toMatchObject(failedBy('feed-stale'));
  });

  test('fails if the market of a game that has not begun is suspended', async () => {
    const suspend = (state: string) =>
      database.db.execute(sql`update markets set state = ${state} where id = ${later.marketId}`);
    const combo = await soldMeanwhile(next(), async () => {
      await database.advance(8000);
      await priceAll();
      await suspend('suspended');
    });
    expect(combo).toMatchObject(failedBy('market-suspended'));
    await suspend('open');
  });

  test('is not paid while the books do not add up, and says so if that lasts', async () => {
    const comboId = next();
    await sell(comboId, 1);
    await database.advance(8000);
    await priceAll();
    await decide(false);
    expect(await find(comboId)).toMatchObject({ noCashOut: { code: 'waiting' } });
    await database.advance(20_001);
    await priceAll();
    await decide(false);
    expect(await find(comboId)).toMatchObject(failedBy('books'));
  });

  test('two requests at once make one cash-out', async () => {
    const comboId = next();
    const [first, second] = await Promise.all([sell(comboId, 2), sell(comboId, 2)]);
    expect(second).toEqual(first);
    await database.advance(8000);
    await priceAll();
    await Promise.all([decide(), decide()]);
    expect(await find(comboId)).toMatchObject({ result: 'cashed-out', paid: WORTH });
  });

  test('waits for the longest delay of its running games and the prices of all', async () => {
    const comboId = ofTwo.shift() ?? '';
    expect(await quoteOf(comboId)).toMatchObject({ delay: 12 });
    await sell(comboId, 1);
    await database.advance(8000);
    await priceAll();
    await decide();
    expect(await find(comboId)).toMatchObject({ noCashOut: { code: 'waiting' } });
    await database.advance(4000);
    await game.price(ODDS);
    await decide();
    expect(await find(comboId)).toMatchObject({ noCashOut: { code: 'waiting' } });
    await slow.price(['2', '3.5', '4']);
    await decide();
    expect(await find(comboId)).toMatchObject({ result: 'cashed-out' });
  });

  test('is refused to a combo from shortly before the start, which may turn out to be late', async () => {
    await expect(sell(inDoubt, 1)).rejects.toMatchObject({ reason: { code: 'cash-out-market-closed' } });
    expect(await find(inDoubt)).toMatchObject({ noCashOut: { code: 'market-closed', leg: 0 } });
    expect(await quoteOf(inDoubt)).not.toHaveProperty('delay');
  });

  test('fails if another of its games has begun meanwhile, which it has not waited for', async () => {
    const combo = await soldMeanwhile(ofTwo.shift() ?? '', async () => {
      await database.db.execute(sql`delete from open_combo_cash_outs where place = 1`);
      await database.advance(12_000);
      await priceAll();
    });
    expect(combo).toMatchObject(failedBy('game-began'));
  });

  test('is not paid once it was given up', async () => {
    const comboId = next();
    const { userId } = bettor.session;
    const combo = await soldMeanwhile(comboId, async () => {
      const id = await value(
        database.db,
        col.text,
        sql`select order_id from open_combo_cash_outs where combo_id = ${comboId}`,
      );
      const paid = transaction(database.db, async (tx) => {
        await endCashOutOrder(tx, { id, userId }, failure('no-price'));
        await endCashOutOrder(tx, { id, userId }, 'filled');
      });
      await expect(paid).rejects.toThrow(/has ended meanwhile/);
      await game.price(null);
    });
    expect(combo).toMatchObject(failedBy('market-suspended'));
  });

  test('fails if the combo has lost meanwhile', async () => {
    const comboId = ofTwo.shift() ?? '';
    await sell(comboId, 1);
    await end(slowBefore, 1);
    await database.advance(12_000);
    await priceAll();
    await decide();
    expect(await find(comboId)).toMatchObject({ result: 'lost', paid: 0 });
    const code = await value(
      database.db,
      col.text,
      sql`
        select n.code from cash_out_order_ends n join cash_out_orders o on o.id = n.order_id
        where o.combo_id = ${comboId}`,
    );
    expect(code).toBe('bet-ended');
  });

  test('gets its price from what is left if the running game has been won meanwhile', async () => {
    const comboId = next();
    const combo = await soldMeanwhile(comboId, async () => {
      await end(before, 0);
      await decide();
      expect(await find(comboId)).toMatchObject({ noCashOut: { code: 'waiting' } });
      await database.advance(8000);
      await priceAll();
    });
    expect(combo).toMatchObject({ result: 'cashed-out', paid: 19.4 });
  });

  test('leaves sound books, in which it can be replayed by the rules', async () => {
    const { db } = database;
    const verdicts = await checkInvariants(db, { kind: 'everything' });
    expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
    const replayed = await replayCombos(db, await readLimitsHistory(db));
    expect(replayed.differences).toEqual([]);
    expect((await replaySignatures(db)).differences).toEqual([]);
    expect(await value(db, col.number, sql`select count(*)::int from combo_cash_outs`)).toBe(4);
  });

  const tampered: readonly [string, string][] = [
    ['whose delay was shorter', `update cash_out_orders set placed_at = placed_at + interval '1 second'`],
    ['that was paid less than was asked for', `update cash_out_orders set amount = amount * 20`],
    ['that had another signature', `update cash_out_orders set signed_hash = decode('00', 'hex')`],
    [
      'that was decided before its time',
      `update combo_endings set ended_at = ended_at - interval '1 minute'`,
    ],
    [
      'at a price from too long before',
      `update combo_running_prices set priced_at = priced_at - interval '1 minute'`,
    ],
    ['that was never asked for', `delete from cash_out_order_ends where kind = 'filled'`],
    ['that failed after all', `update cash_out_order_ends set kind = 'failed', code = 'x', reason = '{}'`],
    [
      'of another bettor',
      `update cash_out_orders set user_id = (select id from users where id <> user_id limit 1)`,
    ],
    [
      'priced by another market',
      `update combo_running_prices p set priced_market_id = l.market_id from combo_legs l
        where l.combo_id = p.combo_id and l.place = p.place`,
    ],
    [
      'before which betting was suspended',
      `insert into market_halts (market_id, version, at)
        select distinct on (p.priced_market_id, p.priced_version) p.priced_market_id, p.priced_version, o.decide_at
        from combo_running_prices p join cash_out_orders o on o.combo_id = p.combo_id
        on conflict (market_id, version) do update set at = excluded.at`,
    ],
    [
      'that waits and is decided',
      `insert into open_combo_cash_outs (combo_id, place, order_id, priced_market_id, decide_at)
        select o.combo_id, p.place, o.id, p.priced_market_id, o.decide_at
        from cash_out_orders o join combo_running_prices p on p.combo_id = o.combo_id`,
    ],
  ];
  test.each(tampered)('is found if it is one %s', async (_what, statement) => {
    for (const scope of [{ kind: 'everything' } as const, newsSince('0')]) {
      expect(await brokenBy(database.db, statement, scope)).toContain(PROMISES['promise-sale']);
    }
  });

  test.each<[string, string]>([
    [
      'more than the combo was worth',
      `update combo_endings set amount = amount + 10000 where kind = 'cash-out'`,
    ],
    [
      'at other odds of the running game',
      `update feed_prices set odds = '["1700000", "4000000", "4000000"]' where market_id in (
        select priced_market_id from combo_running_prices)`,
    ],
    ['as if its game had not been played', 'delete from combo_running_prices'],
    ['at a version that is not there yet', 'update combo_running_prices set priced_version = 100000'],
  ])('is found by its replay if it is one %s', async (_what, change) => {
    const differences = await undone(database.db, async (tx) => {
      await tx.execute(sql.raw(change));
      return (await replayCombos(tx, await readLimitsHistory(tx))).differences;
    });
    expect(differences.map(({ what }) => what).join()).toMatch(/cash-out/);
  });
});
