import {
  aBet,
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  aQuote,
  aQuotedBet,
  fundTheHouse,
  moveFeedOdds,
  type TestBetting,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../db/open-database.ts';
import { col, row, rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { getMarket } from '../markets/get-market.ts';
import { limits } from './limits.ts';
import { placeBet } from './place-bet.ts';
import { replayBets } from './replay-bets.ts';

let database: TestDatabase;
let second: Database;
/** Two processes on one database. */
let processes: [TestBetting, TestBetting];
let betting: TestBetting;
beforeAll(async () => {
  database = await createTestDatabase();
  second = await openPatiently(database.url);
  await fundTheHouse(database.db);
  processes = [aBettingProcess(database.db), aBettingProcess(second.db)];
  betting = processes[0];
});
afterEach(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' })) {
    expect(offenders).toEqual([]);
  }
});
afterAll(async () => {
  await second.close();
  await database.close();
});

/** Its exposure is the house's loss in the worst case. */
async function standingOf({ marketId }: TestMarket) {
  return row(
    database.db,
    { funded: col.text, received: col.text, escrow: col.text, exposure: col.text },
    sql`
      select m.funded::text, m.received::text, a.balance::text as escrow,
        (greatest(m.received, (select max(open_returns) from outcomes where market_id = m.id)) - m.received)::text
          as exposure
      from markets m join accounts a on a.market_id = m.id
      where m.id = ${marketId}`,
  );
}

/** The most that the house could have lost on the markets together, after any of their bets. */
async function mostExposed(markets: readonly TestMarket[]): Promise<bigint> {
  const ids = markets.map(({ marketId }) => marketId);
  const bets = await rows(
    database.db,
    { market: col.text, outcome: col.text, stake: col.text, payout: col.text },
    sql`
      select market_id as market, outcome_id as outcome, stake::text, payout::text from bets
      where market_id in (select json_array_elements_text(${JSON.stringify(ids)}::json)) order by seq`,
  );
  const received = new Map<string, bigint>();
  const returns = new Map<string, bigint>();
  let most = 0n;
  for (const { market, outcome, stake, payout } of bets) {
    received.set(market, (received.get(market) ?? 0n) + BigInt(stake));
    returns.set(outcome, (returns.get(outcome) ?? 0n) + BigInt(payout));
    let exposed = 0n;
    for (const { marketId, outcomeIds } of markets) {
      let loss = 0n;
      for (const id of outcomeIds) {
        const lost = (returns.get(id) ?? 0n) - (received.get(marketId) ?? 0n);
        if (lost > loss) loss = lost;
      }
      exposed += loss;
    }
    if (exposed > most) most = exposed;
  }
  return most;
}

async function poolBalance(): Promise<bigint> {
  const [row] = await rows(
    database.db,
    { balance: col.text },
    sql`select balance::text from accounts where kind = 'pool'`,
  );
  return BigInt(row?.balance ?? 0);
}

const changeMarket = (market: TestMarket, change: ReturnType<typeof sql>) =>
  database.db.execute(sql`update markets set ${change}, version = version + 1 where id = ${market.marketId}`);

describe('a market of the feed', () => {
  test('crosses the wire with the odds, margin and turnover of the feed and what it takes', async () => {
    const market = await aFeedMarket(database.db, { cap: usdc(1100), odds: [2.1, 1.8] });
    expect(await getMarket(database.db, market.marketId)).toMatchObject({
      source: 'azuro',
      state: 'open',
      premium: false,
      azuroMarketId: expect.any(String),
      // 1 - 1 / (1/2.1 + 1/1.8)
      margin: 3.08,
      turnover: 12.34,
      tags: [],
      volume: 0,
      outcomes: [
        { probability: 46.1538, odds: 2.1, maxAtOdds: 1000 },
        { probability: 53.8462, odds: 1.8, maxAtOdds: 1375 },
      ],
    });
  });

  test('shows no odds and no margin while the feed gives none for an outcome', async () => {
    const market = await aFeedMarket(database.db, { odds: [null, 1.8] });
    expect(await getMarket(database.db, market.marketId)).toMatchObject({
      margin: null,
      outcomes: [
        { probability: 0, odds: null, maxAtOdds: null },
        { probability: 100, odds: 1.8 },
      ],
    });
    const bettor = await aBettor(database.db);
    const [outcomeId = ''] = market.outcomeIds;
    await expect(
      placeBet(betting, aBet(bettor, { ...market, outcomeId, amount: 1, odds: 1.5 })),
    ).rejects.toMatchObject({ code: 'stake-too-large' });
  });

  test.each([
    ['disabled = true', 'admin'],
    ["feed_halt = 'stopped'", 'feed-stopped'],
    ["feed_halt = 'canceled', disabled = true", 'game-canceled'],
    ['archived_at = now()', 'admin'],
  ])('says why it takes no bets: %s', async (change, suspension) => {
    const market = await aFeedMarket(database.db);
    await changeMarket(market, sql.raw(`state = 'suspended', ${change}`));
    expect(await getMarket(database.db, market.marketId)).toMatchObject({ state: 'suspended', suspension });
    await expect(
      aQuote(betting, { bettor: await aBettor(database.db), market, amount: 1 }),
    ).rejects.toMatchObject({ code: 'market-suspended' });
  });
});

describe('an archived market', () => {
  test.each([
    ['of the market maker', () => aMarket(database.db), "disabled = true, state = 'suspended'"],
    ['of the feed', () => aFeedMarket(database.db), "state = 'open'"],
  ])('a market %s that is archived is in no list and takes no bets', async (_, open, change) => {
    const market = await open();
    const bettor = await aBettor(database.db);
    const bet = await aQuotedBet(betting, { bettor, market, amount: 5 });
    await changeMarket(market, sql.raw(`archived_at = now(), ${change}`));
    betting.marketList.markAllStale();
    const listed = new TextDecoder().decode((await betting.marketList.read()).plain);
    expect(listed).not.toContain(market.marketId);
    expect(await getMarket(database.db, market.marketId)).toMatchObject({ state: 'suspended' });
    await expect(placeBet(betting, bet)).rejects.toMatchObject({ code: 'market-suspended' });
  });

  test.each([
    ['of the market maker', () => aMarket(database.db)],
    ['of the feed', () => aFeedMarket(database.db)],
  ])('a market %s that is deleted is as if it had never been', async (_, open) => {
    const market = await open();
    const bettor = await aBettor(database.db);
    const bet = await aQuotedBet(betting, { bettor, market, amount: 5 });
    await changeMarket(market, sql`state = 'suspended', archived_at = now(), deleted_at = now()`);
    expect(await getMarket(database.db, market.marketId)).toBeNull();
    await expect(placeBet(betting, bet)).rejects.toMatchObject({ code: 'unknown-market' });
    await expect(aQuote(betting, { bettor, market, amount: 5 })).rejects.toMatchObject({
      code: 'unknown-market',
    });
  });
});

describe('the first bet', () => {
  test('moves the cap into escrow with its stake, and the second moves only its stake', async () => {
    const market = await aFeedMarket(database.db, { cap: usdc(5000) });
    const bettor = await aBettor(database.db);
    const pool = await poolBalance();
    expect(await standingOf(market)).toMatchObject({ funded: '0', escrow: '0' });
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 20 }));
    expect(await standingOf(market)).toEqual({
      funded: '5000000000',
      received: '20000000',
      escrow: '5020000000',
      exposure: '22000000',
    });
    expect(await poolBalance()).toBe(pool - usdc(5000));
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, outcome: 1, amount: 30 }));
    expect(await standingOf(market)).toMatchObject({ funded: '5000000000', escrow: '5050000000' });
    expect(await poolBalance()).toBe(pool - usdc(5000));
    const opened = await rows(
      database.db,
      { key: col.text },
      sql`select key from entries where key like ${`market-open:${market.marketId}%`}`,
    );
    expect(opened).toEqual([{ key: `market-open:${market.marketId}:1` }]);
  });

  test('among many at once moves the cap once', async () => {
    const market = await aFeedMarket(database.db);
    const pool = await poolBalance();
    const bettors = await Promise.all(Array.from({ length: 20 }, () => aBettor(database.db)));
    const bets = await Promise.all(
      bettors.map((bettor) => aQuotedBet(betting, { bettor, market, amount: 1 })),
    );
    await Promise.all(bets.map((bet, index) => placeBet(processes[index % 2 === 0 ? 0 : 1], bet)));
    expect(await poolBalance()).toBe(pool - usdc(5000));
    expect(await standingOf(market)).toMatchObject({ escrow: '5020000000' });
  });

  test('that is refused moves nothing', async () => {
    const market = await aFeedMarket(database.db);
    const bettor = await aBettor(database.db, { funds: usdc(5) });
    const pool = await poolBalance();
    const bet = await aQuotedBet(betting, { bettor, market, amount: 20 });
    await expect(placeBet(betting, bet)).rejects.toMatchObject({ code: 'insufficient-funds' });
    expect(await standingOf(market)).toMatchObject({ funded: '0', escrow: '0' });
    expect(await poolBalance()).toBe(pool);
  });

  test('is refused while the pool cannot fund the market, and no price is shown', async () => {
    const pool = await poolBalance();
    const market = await aFeedMarket(database.db, {
      cap: usdc(Number(pool / 1_000_000n) + 1),
      gameCap: usdc(100_000_000),
    });
    const bettor = await aBettor(database.db);
    const [outcomeId = ''] = market.outcomeIds;
    expect(await getMarket(database.db, market.marketId)).toMatchObject({ outcomes: [{ odds: null }, {}] });
    await expect(
      placeBet(betting, aBet(bettor, { ...market, outcomeId, amount: 1, odds: 2.1 })),
    ).rejects.toMatchObject({ code: 'stake-too-large' });
    expect(await poolBalance()).toBe(pool);
  });
});

describe('a price', () => {
  test('is recorded with the bet, as is the network of the bettor', async () => {
    const pricedAt = new Date(Date.now() - 60_000);
    const market = await aFeedMarket(database.db, { pricedAt });
    const bettor = await aBettor(database.db);
    const { id } = await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 20 }));
    const own = await aMarket(database.db);
    const ownBet = await placeBet(betting, await aQuotedBet(betting, { bettor, market: own, amount: 20 }));
    const found = await rows(
      database.db,
      { priced_at: col.text.orNull, chain: col.text },
      sql`select priced_at, chain from bets where id in (${id}, ${ownBet.id}) order by seq`,
    );
    expect(found.map((row) => [row.priced_at && new Date(row.priced_at), row.chain])).toEqual([
      [pricedAt, 'Polygon'],
      [null, 'Polygon'],
    ]);
  });

  test('of ten minutes ago is neither quoted nor bet on', async () => {
    const bettor = await aBettor(database.db);
    const market = await aFeedMarket(database.db);
    const bet = await aQuotedBet(betting, { bettor, market, amount: 20 });
    await changeMarket(market, sql`priced_at = now() - interval '10 minutes 1 second'`);
    await expect(aQuote(betting, { bettor, market, amount: 20 })).rejects.toMatchObject({
      code: 'feed-stale',
    });
    await expect(placeBet(betting, bet)).rejects.toMatchObject({ code: 'feed-stale' });
    await changeMarket(market, sql`priced_at = now() - interval '9 minutes'`);
    await expect(placeBet(betting, bet)).resolves.toMatchObject({ odds: 2.1 });
  });

  test('that moved since the signature fills the bet down to the lowest signed odds; below them it is quoted again', async () => {
    const bettor = await aBettor(database.db);
    const market = await aFeedMarket(database.db, { odds: [2.02, 1.8] });
    const signed = await Promise.all(
      [1, 2, 3].map((amount) => aQuotedBet(betting, { bettor, market, amount })),
    );
    const [first, second, later] = signed;
    if (first === undefined || second === undefined || later === undefined) throw new Error('expected bets');
    // 2% of the profit below the quoted odds, on a market without recent bets.
    expect(first.body.odds).toBe(1.99);
    await moveFeedOdds(database.db, market, [2.1, 1.75]);
    await expect(placeBet(betting, first)).resolves.toMatchObject({ odds: 2.1, minOdds: 1.99 });
    await moveFeedOdds(database.db, market, [1.99, 1.83]);
    await expect(placeBet(betting, second)).resolves.toMatchObject({ odds: 1.99, totalReturn: 3.98 });
    await moveFeedOdds(database.db, market, [1.98, 1.84]);
    await expect(placeBet(betting, later)).rejects.toMatchObject({
      code: 'odds-changed',
      facts: { quote: { odds: 1.98, minOdds: expect.any(Number) } },
    });
    const replay = await database.db.transaction((tx) => replayBets(tx));
    expect(replay.differences).toEqual([]);
  });
});

test('bets taken while the odds move under them are each at the odds in force', async () => {
  const market = await aFeedMarket(database.db, { odds: [2, 2], cap: usdc(100_000), gameCap: usdc(100_000) });
  const bettors = await Promise.all(Array.from({ length: 30 }, () => aBettor(database.db)));
  const betAt = async (index: number) => {
    const bettor = bettors[index % bettors.length];
    if (bettor === undefined) throw new Error('expected a bettor');
    const outcomeId = market.outcomeIds[index % 2] ?? '';
    const odds = [1.9, 2, 2.1][index % 3] ?? 2;
    return placeBet(
      processes[index % 4 < 2 ? 0 : 1],
      aBet(bettor, { ...market, outcomeId, amount: 1, odds }),
    );
  };
  const sent: Promise<PromiseSettledResult<unknown>[]>[] = [];
  for (let move = 0; move < 30; move++) {
    const moving = moveFeedOdds(database.db, market, move % 2 === 0 ? [1.9, 2.1] : [2.1, 1.9]);
    sent.push(Promise.allSettled(Array.from({ length: 10 }, (_, n) => betAt(move * 10 + n))));
    await moving;
  }
  const results = (await Promise.all(sent)).flat();
  const codes = results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    if (!(result.reason instanceof HttpError)) throw result.reason;
    return [result.reason.code];
  });
  expect(new Set(codes)).toEqual(new Set(['odds-changed']));
  expect(results.length - codes.length).toBeGreaterThan(100);
  const replay = await database.db.transaction((tx) => replayBets(tx));
  expect(replay.differences).toEqual([]);
});

describe('caps', () => {
  test('of market and game are kept when many bet at once on two markets of a game', async () => {
    const one = await aFeedMarket(database.db, { cap: usdc(400), gameCap: usdc(600), odds: [2, 2] });
    const two = await aFeedMarket(database.db, { cap: usdc(400), odds: [3, 1.5], gameId: one.gameId });
    const bettors = await Promise.all(
      Array.from({ length: 40 }, () => aBettor(database.db, { funds: usdc(100_000), cap: usdc(100_000) })),
    );
    const bets = Array.from({ length: 400 }, (_, index) => {
      const market = index % 3 === 0 ? two : one;
      const outcome = index % 7 === 0 ? 1 : 0;
      const odds = market === one ? 2 : outcome === 0 ? 3 : 1.5;
      const bettor = bettors[index % bettors.length];
      if (bettor === undefined) throw new Error('expected a bettor');
      const outcomeId = market.outcomeIds[outcome] ?? '';
      return aBet(bettor, { ...market, outcomeId, amount: 1 + (index % 29), odds });
    });
    let isRunning = true;
    // Reads the committed state while bets come in: it may never exceed a cap.
    const watching = (async () => {
      while (isRunning) {
        const [row] = await rows(
          database.db,
          { one: col.text, two: col.text },
          sql`
            select (select greatest(0, (select max(open_returns) from outcomes where market_id = m.id) - received)
                from markets m where id = ${one.marketId})::text as one,
              (select greatest(0, (select max(open_returns) from outcomes where market_id = m.id) - received)
                from markets m where id = ${two.marketId})::text as two`,
        );
        const [a, b] = [BigInt(row?.one ?? 0), BigInt(row?.two ?? 0)];
        expect(a <= usdc(400) && b <= usdc(400) && a + b <= usdc(600)).toBe(true);
      }
    })();
    const results = await Promise.allSettled(
      bets.map((bet, index) => placeBet(processes[index % 2 === 0 ? 0 : 1], bet)),
    );
    isRunning = false;
    await watching;
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(new Set(refused.map((error) => (error instanceof HttpError ? error.code : error)))).toEqual(
      new Set(['stake-too-large']),
    );
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.length).toBeLessThan(380);
    // Nearly full: the rest takes no bet of the largest stake.
    expect(await mostExposed([one, two])).toBeGreaterThan(usdc(540));
    for (const market of [one, two]) {
      const { escrow, received, exposure } = await standingOf(market);
      expect(BigInt(escrow)).toBeGreaterThanOrEqual(BigInt(received) + BigInt(exposure));
    }
    // The rest can be bet to the cent, and then no more.
    const [bettor] = bettors;
    if (bettor === undefined) throw new Error('expected a bettor');
    const { maxStake } = await aQuote(betting, { bettor, market: one, amount: 0.01 });
    await placeBet(betting, await aQuotedBet(betting, { bettor, market: one, amount: maxStake }));
    await expect(aQuote(betting, { bettor, market: one, amount: 0.01 })).rejects.toMatchObject({
      code: 'stake-too-large',
    });
  });

  test('of the day come from the settings, for all users of a level without a cap of their own', async () => {
    const market = await aMarket(database.db);
    const bettor = await aBettor(database.db);
    const favourite = await aBettor(database.db, { cap: usdc(70) });
    await database.db.execute(sql`update settings set stake_cap_level_0 = 30000000`);
    try {
      expect(await limits(database.db, { userId: bettor.session.userId, mode: 'demo' })).toMatchObject({
        dailyStakeCap: 30,
      });
      const bet = await aQuotedBet(betting, { bettor, market, amount: 30.01 });
      await expect(placeBet(betting, bet)).rejects.toMatchObject({ code: 'cap-reached' });
      await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 30 }));
      await placeBet(betting, await aQuotedBet(betting, { bettor: favourite, market, amount: 70 }));
    } finally {
      await database.db.execute(sql`update settings set stake_cap_level_0 = null`);
    }
    expect(await limits(database.db, { userId: bettor.session.userId, mode: 'demo' })).toMatchObject({
      dailyStakeCap: 1000,
      usedToday: 30,
    });
  });
});
