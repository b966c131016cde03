import type { HistoryRange, WireMarketHistory } from '@tallystone/core/http-api/markets';
import type { Millionths } from '@tallystone/core/markets/price-point';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aCashOut,
  aFeedMarket,
  aMarket,
  aQuote,
  aQuotedBet,
  fundTheHouse,
  moveFeedOdds,
  type TestBetting,
} from '@tallystone/testkit/betting/betting.ts';
import { insertPoints, listPoints, type TestPoint } from '@tallystone/testkit/betting/prices.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cashOut } from '../betting/cash-out.ts';
import { placeBet } from '../betting/place-bet.ts';
import { quoteCashOut } from '../betting/quote-cash-out.ts';
import { foldPrices } from './fold-prices.ts';
import { getHistory } from './get-history.ts';
import { getMarket } from './get-market.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RANGES: readonly HistoryRange[] = ['1H', '6H', '1D', '1W', 'All'];

const secondsOf = (iso: string) => Math.floor(new Date(iso).getTime() / 1000);

describe.each(movedEngines)('the history of a market on %s', (_, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
  });
  afterAll(() => database.close());

  async function historyOf(marketId: string, range: HistoryRange = 'All'): Promise<WireMarketHistory> {
    const history = await getHistory(database.db, { marketId, range });
    if (history === null) throw new Error('expected a history');
    expect(history.at[0]).toBe(secondsOf(history.from));
    expect(history.at.at(-1)).toBe(secondsOf(history.to));
    expect(history.at.length).toBeLessThanOrEqual(600);
    for (const [place, second] of history.at.entries())
      if (place > 0) expect(second).toBeGreaterThan(history.at[place - 1] ?? Infinity);
    for (const { probability } of history.outcomes) expect(probability).toHaveLength(history.at.length);
    expect(JSON.stringify(history).length).toBeLessThan(50_000);
    return history;
  }

  const openedAgo = (marketId: string, ms: number) =>
    database.db.execute(sql`
      update markets set created_at = clock_timestamp() - ${ms}::float8 * interval '1 millisecond'
      where id = ${marketId}`);

  test('is a line at its first probabilities before the first bet', async () => {
    const { marketId, outcomeIds } = await aMarket(database.db, {
      outcomes: [
        { name: 'Yes', probability: 0.25 },
        { name: 'No', probability: 0.75 },
      ],
    });
    await openedAgo(marketId, 10 * DAY_MS);
    for (const range of RANGES) {
      const history = await historyOf(marketId, range);
      expect(history).toMatchObject({ marketId, range, version: 1 });
      expect(history.outcomes).toEqual([
        { id: outcomeIds[0], probability: [25, 25] },
        { id: outcomeIds[1], probability: [75, 75] },
      ]);
    }
  });

  test('has every bet and cash-out at its time, and ends with the values of the card', async () => {
    const market = await aMarket(database.db);
    const bettor = await aBettor(database.db);
    const seen: (number | undefined)[] = [50];
    /** The time range of each change, in seconds. */
    const made: [from: number, to: number][] = [];
    const second = () => Math.floor(database.now().getTime() / 1000);
    const change = async <T>(make: () => Promise<T>): Promise<T> => {
      const from = second();
      const result = await make();
      made.push([from, second()]);
      const card = await getMarket(database.db, market.marketId);
      seen.push(card?.outcomes[0]?.probability);
      return result;
    };
    await database.advance(2000);
    const bet = await aQuotedBet(betting, { bettor, market, amount: 100 });
    const placed = await change(() => placeBet(betting, bet));
    await database.advance(61_000);
    const against = await aQuotedBet(betting, { bettor, market, outcome: 1, amount: 40 });
    await change(() => placeBet(betting, against));
    await database.advance(2000);
    const { amount } = await quoteCashOut(betting, { session: bettor.session, betId: placed.id });
    await change(() => cashOut(betting, aCashOut(bettor, { betId: placed.id, amount: amount ?? 0 })));
    await database.advance(2000);
    const history = await historyOf(market.marketId, '1H');
    expect(history).toMatchObject({ step: 'change', version: 4 });
    expect(history.outcomes[0]?.probability).toEqual([...seen, seen.at(-1)]);
    for (const [place, [from, to]] of made.entries()) {
      expect(history.at[place + 1]).toBeGreaterThanOrEqual(from);
      expect(history.at[place + 1]).toBeLessThanOrEqual(to);
    }
  });

  test('has one point for bets placed together', async () => {
    const market = await aMarket(database.db);
    const bettors = await Promise.all([1, 2, 3, 4].map(() => aBettor(database.db)));
    const [outcomeId = ''] = market.outcomeIds;
    const bets = await Promise.all(
      bettors.map(async (bettor) => {
        const { odds } = await aQuote(betting, { bettor, market, amount: 5 });
        return aBet(bettor, { marketId: market.marketId, outcomeId, amount: 5, odds });
      }),
    );
    await Promise.all(bets.map((bet) => placeBet(betting, bet)));
    const points = await listPoints(database.db, market.marketId);
    expect(points.length).toBeLessThan(bets.length);
    expect(points.at(-1)?.version).toBe(5);
    const card = await getMarket(database.db, market.marketId);
    expect(points.at(-1)?.price.map((millionths) => Number(millionths) / 10_000)).toEqual(
      card?.outcomes.map(({ probability }) => probability),
    );
  });

  test('of a feed market moves with the odds and not with bets, and has gaps where there were no odds', async () => {
    const market = await aFeedMarket(database.db, { odds: [2, 2], pricedAt: database.now() });
    const bettor = await aBettor(database.db);
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 50 }));
    for (const odds of [
      [1.6, 2.4],
      [null, 2.4],
      [4, 4 / 3],
    ]) {
      await database.advance(5000);
      await moveFeedOdds(database.db, market, odds);
    }
    await database.advance(5000);
    const { outcomes } = await historyOf(market.marketId);
    expect(outcomes[0]?.probability).toEqual([50, 60, null, expect.closeTo(25, 0), expect.closeTo(25, 0)]);
    expect(outcomes[1]?.probability).toEqual([50, 40, 100, expect.closeTo(75, 0), expect.closeTo(75, 0)]);
  });

  describe('that is long', () => {
    let marketId: string;
    /** Every change ever made. */
    let points: TestPoint[];
    let opening: number;
    beforeAll(async () => {
      ({ marketId } = await aMarket(database.db));
      await openedAgo(marketId, 40 * DAY_MS);
      opening = database.now().getTime() - 40 * DAY_MS;
      const spans: [points: number, over: number][] = [
        [3000, 40 * DAY_MS],
        [1500, DAY_MS],
        [900, HOUR_MS],
      ];
      const now = database.now().getTime();
      const moments = spans
        .flatMap(([count, over]) =>
          Array.from(
            { length: count },
            (_, n) => now - 2000 - Math.floor(((n * 7919) % count) * (over / count)),
          ),
        )
        .filter((at) => at > opening)
        .sort((a, b) => a - b);
      points = moments.map((at, place) => ({
        version: place + 2,
        at: new Date(at),
        // No two neighbours are equal.
        price: [100_000 + ((place * 137) % 800_001), 900_000 - ((place * 137) % 800_001)],
      }));
      await insertPoints(database.db, marketId, points);
    });

    /** The price at a moment. */
    const heldAt = (at: number): Millionths =>
      points.findLast((point) => point.at.getTime() <= at)?.price ?? [500_000, 500_000];

    async function expectTrue(range: HistoryRange): Promise<WireMarketHistory> {
      const history = await historyOf(marketId, range);
      const [line] = history.outcomes;
      const ends = new Map(points.map(({ at, price }) => [Math.floor(at.getTime() / 1000), price[0]]));
      for (const [place, second] of history.at.entries()) {
        if (place === 0 || place === history.at.length - 1) continue;
        // Each point is a real change, at its second.
        expect([second, line?.probability[place]]).toEqual([second, Number(ends.get(second)) / 10_000]);
      }
      const from = new Date(history.from).getTime();
      // To the second, or from the start of the minute or hour of its candle.
      const first = [1000, MINUTE_MS, HOUR_MS].flatMap((step) => {
        const begin = Math.floor(from / step) * step;
        return [begin, from, begin + (step === 1000 ? 999 : 0)].map((at) => Number(heldAt(at)[0]) / 10_000);
      });
      expect(first).toContain(line?.probability[0]);
      expect(line?.probability.at(-1)).toBe(50);
      return history;
    }

    test.each([
      ['before anything is folded', 0],
      ['after it was folded', 1],
      ['after what is old was taken away', 2],
    ])('is correct in every range, %s', async (_, folds) => {
      for (let fold = 0; fold < folds; fold += 1) await foldPrices(database.db, { chunk: 1000 });
      const steps: string[] = [];
      for (const range of RANGES) steps.push((await expectTrue(range)).step);
      expect(steps).toEqual(['minute', 'minute', 'minute', 'hour', 'hour']);
    });

    test('has as many points as a range has room for', async () => {
      expect((await historyOf(marketId, '1H')).at.length).toBeGreaterThanOrEqual(60);
      expect((await historyOf(marketId, '1D')).at.length).toBeGreaterThan(400);
      expect((await historyOf(marketId, '1W')).at.length).toBeGreaterThan(160);
      expect((await historyOf(marketId, 'All')).at.length).toBeGreaterThan(400);
      // After candles of hours have expired.
      await openedAgo(marketId, 100 * DAY_MS);
      const days = await historyOf(marketId, 'All');
      expect([days.step, days.at.length]).toEqual(['day', expect.toSatisfy((count: number) => count >= 40)]);
      await openedAgo(marketId, 40 * DAY_MS);
    });

    test('ends when betting ended, and is read from the candles left of that time', async () => {
      await database.db.execute(sql`
        update markets set closes_at = clock_timestamp() - interval '3 days', ends_at = closes_at where id = ${marketId}`);
      const history = await historyOf(marketId, '1D');
      expect(history.step).toBe('minute');
      const days = (database.now().getTime() - new Date(history.to).getTime()) / DAY_MS;
      expect(days).toBeCloseTo(3, 2);
      await database.db.execute(sql`
        update markets set closes_at = clock_timestamp() + interval '3 days', ends_at = closes_at where id = ${marketId}`);
    });
  });

  test('of many outcomes shows the eight likeliest, in their order, within 50 kB', async () => {
    const outcomes = Array.from({ length: 16 }, (_, place) => ({
      name: `Outcome ${place}`,
      probability: place % 2 === 0 ? 2 : 1,
    }));
    const { marketId, outcomeIds } = await aMarket(database.db, { outcomes });
    const now = database.now().getTime();
    await openedAgo(marketId, DAY_MS);
    await insertPoints(
      database.db,
      marketId,
      Array.from({ length: 2000 }, (_, place) => ({
        version: place + 2,
        at: new Date(now - DAY_MS + 5000 + place * 43_000),
        price: outcomes.map((_, outcome) => 123_457 + ((place * 31 + outcome * 7) % 600_001)),
      })),
    );
    await foldPrices(database.db, { chunk: 1000 });
    for (const range of RANGES) {
      const history = await historyOf(marketId, range);
      expect(history.outcomes.map(({ id }) => id)).toEqual(outcomeIds.filter((_, place) => place % 2 === 0));
    }
    expect((await historyOf(marketId, '1D')).at.length).toBeGreaterThan(500);
  });

  test('is missing for a market that does not exist or was deleted', async () => {
    expect(await getHistory(database.db, { marketId: 'm_nosuchmarket', range: 'All' })).toBeNull();
    const { marketId } = await aMarket(database.db);
    await database.db.execute(sql`
      update markets set archived_at = now(), deleted_at = now(), funded = 0 where id = ${marketId}`);
    expect(await getHistory(database.db, { marketId, range: 'All' })).toBeNull();
  });
});
