import type {
  WireListedMarket,
  WireMarket,
  WireMarketActivity,
  WireMarketHistory,
  WireMarketRisk,
} from '@tallystone/core/http-api/markets';
import {
  aBettingProcess,
  aBettor,
  aCashOut,
  aFeedMarket,
  aMarket,
  aQuote,
  aQuotedBet,
  moveFeedOdds,
  type TestBetting,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { anAdminDesk, betOn, type Desk, endBetting } from '@tallystone/testkit/betting/results.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { cashOut } from '../betting/cash-out.ts';
import { placeBet } from '../betting/place-bet.ts';
import { quoteCashOut } from '../betting/quote-cash-out.ts';
import { openSettler } from '../settlement/open-settler.ts';

/** The public facts about a market, over the app. */

let database: MovedDatabase;
let app: App;
let betting: TestBetting;
let desk: Desk;
beforeAll(async () => {
  database = await createMovedDatabase();
  app = await aTestApp(database, { now: database.now });
  betting = aBettingProcess(database.db, database);
  desk = await anAdminDesk(app, app, database.db);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const ask = (options: InjectOptions | string) => app.http.inject(options);
async function read<T>(url: string): Promise<T> {
  const answer = await ask(url);
  if (answer.statusCode !== 200) throw new Error(`expected an answer, got ${answer.body}`);
  return answer.json<T>();
}
const riskOf = ({ marketId }: TestMarket) => read<WireMarketRisk>(`/api/markets/${marketId}/risk`);
const activityOf = ({ marketId }: TestMarket) =>
  read<WireMarketActivity>(`/api/markets/${marketId}/activity`);

/** Ends a market and waits until it is paid. */
async function end(market: TestMarket, outcomeId: string | null): Promise<void> {
  if (outcomeId !== null) {
    await endBetting(database.db, market);
    await database.db.execute(sql`
      update markets set state = 'closed', version = version + 1 where id = ${market.marketId} and state = 'open'`);
  }
  await desk.propose(market.marketId, outcomeId);
  const settler = openSettler({
    database,
    mode: 'demo',
    lists: app.lists,
    onError: (error) => {
      throw error;
    },
  });
  const state = async () => (await read<{ state: string }>(`/api/markets/${market.marketId}`)).state;
  await expect.poll(state).toBe(outcomeId === null ? 'void' : 'settled');
  await settler.stop();
}

test('only a sports market of the feed has a league, with its country', async () => {
  const game = await aFeedMarket(database.db, { pricedAt: database.now() });
  const own = await aMarket(database.db);
  const leagueOf = async ({ marketId }: TestMarket) =>
    (await read<WireMarket>(`/api/markets/${marketId}`)).league;
  expect(await leagueOf(game)).toBe('Premier League, England');
  expect(await leagueOf(own)).toBeUndefined();
  await database.db.execute(
    sql`update markets set category = 'politics', version = version + 1 where id = ${game.marketId}`,
  );
  expect(await leagueOf(game)).toBeUndefined();
});

test('a whole market has what its entry in the list does not', async () => {
  const { marketId: gameId } = await aFeedMarket(database.db, { pricedAt: database.now() });
  const { marketId: drawnId } = await aMarket(database.db);
  const commitment = 'ab'.repeat(32);
  await database.db.execute(sql`
    insert into practice_draws (market_id, seed, commitment)
    values (${drawnId}, decode(${'cd'.repeat(32)}, 'hex'), decode(${commitment}, 'hex'))`);
  app.lists.markAllStale();
  const list = await read<WireListedMarket[]>('/api/markets');
  const entryOf = (id: string) => list.find((market) => market.id === id);
  const game = await read<WireMarket>(`/api/markets/${gameId}`);
  expect(game).toEqual({
    ...entryOf(gameId),
    closesAt: game.endsAt,
    azuroMarketId: expect.any(String),
    turnover: 12.34,
    draw: null,
  });
  const drawn = await read<WireMarket>(`/api/markets/${drawnId}`);
  expect(drawn).toEqual({ ...entryOf(drawnId), closesAt: drawn.endsAt, draw: { commitment } });
});

describe('the risk of the house', () => {
  test("comes from the market's books, and the largest stake is accepted", async () => {
    const market = await aMarket(database.db);
    const bettor = await aBettor(database.db, { funds: usdc(100_000), cap: usdc(100_000) });
    await betOn(betting, { bettor, market, amount: 100 });
    const { totalReturn } = await betOn(betting, { bettor, market, outcome: 1, amount: 300 });
    const risk = await riskOf(market);
    expect(risk).toMatchObject({
      marketId: market.marketId,
      version: 3,
      atRisk: 10_000,
      escrow: 10_400,
      voidResult: 0,
    });
    expect(risk.outcomes.map(({ id }) => id)).toEqual(market.outcomeIds);
    expect(risk.outcomes[1]).toMatchObject({ owed: totalReturn, limitedBy: 'probability' });
    expect(risk.outcomes[1]?.houseResult).toBeCloseTo(400 - totalReturn, 6);
    expect(risk.worstCase).toBeCloseTo(totalReturn - 400, 6);

    const maxStake = risk.outcomes[0]?.maxStake ?? 0;
    const more = aQuote(betting, { bettor, market, amount: maxStake + 0.01 });
    await expect(more).rejects.toMatchObject({ code: 'stake-too-large', facts: { maxStake } });
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: maxStake }));
    const after = await riskOf(market);
    // Rounding the odds down leaves a little room.
    expect(after.outcomes[0]?.maxStake).toBeLessThan(maxStake / 10);
    expect(after.worstCase).toBeLessThanOrEqual(after.atRisk);
  });

  test("on a feed market is its cap, or what other markets leave of the game's cap", async () => {
    const caps = { odds: [2, 2] as const, cap: usdc(500), gameCap: usdc(600) };
    const first = await aFeedMarket(database.db, { ...caps, pricedAt: database.now() });
    const second = await aFeedMarket(database.db, {
      ...caps,
      gameId: first.gameId,
      pricedAt: database.now(),
    });
    const fresh = await riskOf(first);
    // Its first bet moves its cap from the pool into escrow.
    expect(fresh).toMatchObject({ atRisk: 500, escrow: 0, worstCase: 0 });
    expect(fresh.outcomes[0]).toMatchObject({ maxStake: 500, limitedBy: 'market-cap' });

    const bettor = await aBettor(database.db, { funds: usdc(1000), cap: usdc(1000) });
    await betOn(betting, { bettor, market: first, amount: 400 });
    expect(await riskOf(first)).toMatchObject({ escrow: 900, worstCase: 400 });
    const left = await riskOf(second);
    expect(left.outcomes[0]).toMatchObject({ maxStake: 200, limitedBy: 'game-cap' });

    await moveFeedOdds(database.db, second, [null, 2]);
    expect((await riskOf(second)).outcomes[0]).toMatchObject({ maxStake: 0, limitedBy: 'odds' });
    await database.advance(11 * 60_000);
    for (const outcome of (await riskOf(first)).outcomes)
      expect(outcome).toMatchObject({ maxStake: 0, limitedBy: 'closed' });
  });

  test('after settlement is the actual result', async () => {
    const market = await aMarket(database.db);
    const bettor = await aBettor(database.db);
    const { totalReturn } = await betOn(betting, { bettor, market, amount: 100 });
    await end(market, market.outcomeIds[0] ?? '');
    const risk = await riskOf(market);
    expect(risk).toMatchObject({ escrow: 0 });
    expect(risk.worstCase).toBeCloseTo(totalReturn - 100, 6);
    expect(risk.outcomes[0]).toMatchObject({ maxStake: 0, limitedBy: 'closed' });
  });

  test('is read at one moment while bets come in', async () => {
    const market = await aMarket(database.db);
    const bettors = await Promise.all([1, 2, 3, 4].map(() => aBettor(database.db)));
    let isOver = false;
    const looks: WireMarketRisk[] = [];
    const looking = (async () => {
      while (!isOver) looks.push(await riskOf(market));
    })();
    for (let round = 0; round < 10 || looks.length <= 5; round += 1) {
      await Promise.allSettled(bettors.map((bettor) => betOn(betting, { bettor, market, amount: 10 })));
    }
    isOver = true;
    await looking;
    expect(looks.length).toBeGreaterThan(5);
    for (const { escrow, atRisk, outcomes, version } of looks) {
      const [first, second] = outcomes;
      // The second outcome has no bets, so the house keeps the stakes: ten for each version, all of it in escrow.
      expect(second?.houseResult).toBe(10 * (version - 1));
      expect(escrow).toBe(atRisk + 10 * (version - 1));
      expect(Number(first?.owed) + Number(first?.houseResult)).toBeCloseTo(10 * (version - 1), 6);
    }
  });
});

describe('the activity of a market', () => {
  test('is listed from its opening to its end, newest first, without names', async () => {
    const market = await aMarket(database.db);
    const bettor = await aBettor(database.db);
    await database.advance(1000);
    const sold = await betOn(betting, { bettor, market, amount: 100 });
    await database.advance(61_000);
    const kept = await betOn(betting, { bettor, market, outcome: 1, amount: 20 });
    await database.advance(1000);
    const { amount } = await quoteCashOut(betting, { session: bettor.session, betId: sold.id });
    await cashOut(betting, aCashOut(bettor, { betId: sold.id, amount: amount ?? 0 }));
    const [yes, no] = market.outcomeIds;
    const { items } = await activityOf(market);
    expect(items).toEqual([
      { id: 'cash-out-4', kind: 'cash-out', at: expect.any(String), outcomeId: yes, amount },
      {
        id: 'bet-3',
        kind: 'bet',
        at: expect.any(String),
        outcomeId: no,
        amount: 20,
        odds: expect.any(Number),
      },
      {
        id: 'bet-2',
        kind: 'bet',
        at: expect.any(String),
        outcomeId: yes,
        amount: 100,
        odds: expect.any(Number),
      },
      { id: 'opened', kind: 'opened', at: expect.any(String) },
    ]);
    const times = items.map(({ at }) => new Date(at).getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));

    await database.advance(5000);
    await end(market, no ?? '');
    const ended = await activityOf(market);
    expect(ended.items.map(({ id, outcomeId }) => [id, outcomeId])).toEqual([
      ['settled', no],
      ['closed', undefined],
      ['cash-out-4', yes],
      ['bet-3', no],
      ['bet-2', yes],
      ['opened', undefined],
    ]);
    const text = JSON.stringify(ended);
    for (const secret of [bettor.wallet.text, bettor.session.userId, sold.id, kept.id])
      expect(text).not.toContain(secret);
  });

  test('has no close for a market voided before its close', async () => {
    const market = await aMarket(database.db);
    await end(market, null);
    expect((await activityOf(market)).items.map(({ id }) => id)).toEqual(['void', 'opened']);
  });

  test('has a close once the time has passed, even if it is not written yet', async () => {
    const market = await aMarket(database.db, { endsAt: new Date(database.now().getTime() + 60_000) });
    await database.advance(61_000);
    expect((await activityOf(market)).items.map(({ id }) => id)).toEqual(['closed', 'opened']);
  });

  test('has the newest fifty entries', async () => {
    const market = await aMarket(database.db);
    const bettor = await aBettor(database.db, { funds: usdc(1000) });
    for (let bet = 0; bet < 55; bet += 1)
      await betOn(betting, { bettor, market, outcome: bet % 2, amount: 1 });
    const { items } = await activityOf(market);
    expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, place) => `bet-${56 - place}`));
  });
});

describe('a bad request', () => {
  const unknown = {
    error: 'This market does not exist, so no money was taken; go back to the list and choose another one.',
    code: 'unknown-market',
    requestId: expect.any(String),
    reason: { code: 'unknown-market' },
  };

  test.each(['history?range=All', 'risk', 'activity', 'picture'])(
    '%s of no market is not found',
    async (what) => {
      const answer = await ask(`/api/markets/m_nosuchmarket/${what}`);
      expect([answer.statusCode, answer.json()]).toEqual([404, unknown]);
    },
  );

  test('a deleted market has none of these', async () => {
    const { marketId } = await aMarket(database.db);
    await database.db.execute(sql`
      update markets set archived_at = now(), deleted_at = now(), funded = 0 where id = ${marketId}`);
    for (const what of ['history?range=All', 'risk', 'activity', 'picture'])
      expect((await ask(`/api/markets/${marketId}/${what}`)).statusCode).toBe(404);
  });

  test.each([
    ['no range', 'history'],
    ['an empty one', 'history?range='],
    ['an unknown one', 'history?range=2H'],
    ['one in lower case', 'history?range=all'],
    ['two', 'history?range=1H&range=6H'],
    ['a long one', `history?range=${'A'.repeat(5000)}`],
    ['an extra parameter', 'history?range=All&step=minute'],
    ['a query for risk', 'risk?range=All'],
    ['a query for activity', 'activity?before=1'],
    ['an invalid version', 'picture?v=1;drop'],
  ])('%s is refused in a sentence', async (_, what) => {
    const { marketId } = await aMarket(database.db);
    const answer = await ask(`/api/markets/${marketId}/${what}`);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { error: expect.stringMatching(/^.*\.$/), code: 'invalid-request', requestId: expect.any(String) },
    ]);
  });

  test('every range of a market is answered', async () => {
    const { marketId } = await aMarket(database.db);
    for (const range of ['1H', '6H', '1D', '1W', 'All'])
      expect((await read<WireMarketHistory>(`/api/markets/${marketId}/history?range=${range}`)).range).toBe(
        range,
      );
  });
});
