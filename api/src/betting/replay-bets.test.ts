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
  beginSettlement,
  cashOutFor,
  finishSettlement,
  refundLate,
  sellPartFor,
  settle,
  settleChunk,
} from '@tallystone/testkit/betting/endings.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows } from '../db/rows.ts';
import type { Difference } from '../ledger/difference.ts';
import { placeBet } from './place-bet.ts';
import { replayBets } from './replay-bets.ts';

let database: TestDatabase;
let betting: TestBetting;
let market: TestMarket;
let feedMarket: TestMarket;
/** Settled on its first outcome; the first of its bets was cashed out, a part of the third one too, and the last refunded. */
let endedMarket: TestMarket;
let voidMarket: TestMarket;
/** By the fill rule of older versions: a bet at the quote, and one a tick above it. */
let asSigned: TestMarket;
/** The first of its two bets is settled; two parts of it were sold. */
let payingMarket: TestMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db);
  market = await aMarket(database.db);
  const bettor = await aBettor(database.db, { funds: usdc(100_000), cap: usdc(100_000) });
  for (let index = 0; index < 30; index++) {
    const amount = 1 + index * 20;
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, outcome: index % 2, amount }));
  }
  asSigned = await aMarket(database.db);
  await database.db.execute(sql`update markets set fill_rule = 1 where id = ${asSigned.marketId}`);
  await placeBet(betting, await aQuotedBet(betting, { bettor, market: asSigned, amount: 100 }));
  const above = (await aQuote(betting, { bettor, market: asSigned, amount: 100 })).odds + 0.01;
  const [first = ''] = asSigned.outcomeIds;
  const ahead = aBet(bettor, { ...asSigned, outcomeId: first, amount: 100, odds: above.toFixed(2) });
  expect(await placeBet(betting, ahead)).toMatchObject({ odds: Number(above.toFixed(2)) });
  feedMarket = await aFeedMarket(database.db, { cap: usdc(500), odds: [2.1, 1.8] });
  await placeBet(betting, await aQuotedBet(betting, { bettor, market: feedMarket, amount: 100 }));
  await moveFeedOdds(database.db, feedMarket, [1.9, 2]);
  await placeBet(betting, await aQuotedBet(betting, { bettor, market: feedMarket, amount: 100 }));
  const bets = async (on: TestMarket, of: [outcome: number, amount: number][]): Promise<string[]> => {
    const ids: string[] = [];
    for (const [outcome, amount] of of) {
      ids.push(
        (await placeBet(betting, await aQuotedBet(betting, { bettor, market: on, outcome, amount }))).id,
      );
    }
    return ids;
  };
  [endedMarket, voidMarket, payingMarket] = [
    await aMarket(database.db),
    await aMarket(database.db),
    await aFeedMarket(database.db),
  ];
  const ended = await bets(endedMarket, [
    [0, 10],
    [1, 20],
    [0, 30],
    [0, 40],
  ]);
  await cashOutFor(database.db, ended[0] ?? '', usdc(9.9));
  await sellPartFor(database.db, ended[2] ?? '', { stake: usdc(12), amount: usdc(11.2) });
  await refundLate(database.db, ended[3] ?? '');
  await settle(database.db, endedMarket.marketId, 0);
  await bets(voidMarket, [
    [0, 50],
    [1, 60],
  ]);
  await settle(database.db, voidMarket.marketId, 'void');
  const [sold = '', inParts = ''] = await bets(payingMarket, [
    [0, 70],
    [0, 80],
    [0, 90],
  ]);
  await cashOutFor(database.db, sold, usdc(62));
  for (const stake of [20, 30])
    await sellPartFor(database.db, inParts, { stake: usdc(stake), amount: usdc(stake * 0.85) });
  await beginSettlement(database.db, payingMarket.marketId, 0);
  await settleChunk(database.db, payingMarket.marketId, 2);
  // Many at once, signed at odds that move meanwhile.
  const quoted = await aQuote(betting, { bettor, market, amount: 100 });
  // So that fewer bets fit than differences are reported for a market: a quote depends on the age of the last bets.
  const odds = (quoted.odds - 0.05).toFixed(2);
  const outcomeId = market.outcomeIds[0] ?? '';
  await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      placeBet(betting, aBet(bettor, { ...market, outcomeId, amount: 100, odds })),
    ),
  );
});
afterAll(() => database.close());

/** What a replay reports about books that were tampered with. Everything is rolled back afterwards. */
async function differencesAfter(tamper: ReturnType<typeof sql>): Promise<readonly Difference[]> {
  const undo = new Error('undo');
  let differences: readonly Difference[] = [];
  await database.db
    .transaction(async (tx) => {
      for (const table of [
        'bets',
        'feed_prices',
        'bet_endings',
        'cash_outs',
        'sold_parts',
        'markets',
        'audit',
      ]) {
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
      }
      await tx.execute(sql`alter table bets drop constraint bets_payout`);
      await tx.execute(sql`alter table bets drop constraint bets_fill_rule`);
      await tx.execute(sql`alter table bets drop constraint bets_fresh_price`);
      await tx.execute(tamper);
      ({ differences } = await replayBets(tx));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return differences;
}

/** Each difference in one line. */
const offencesAfter = async (tamper: ReturnType<typeof sql>): Promise<string[]> =>
  (await differencesAfter(tamper)).map(
    ({ what, expected, found }) => `${what}: expected ${expected}, found ${found}`,
  );

test('bets that were placed by the rules are replayed without differences', async () => {
  const replay = await database.db.transaction((tx) => replayBets(tx));
  expect(replay.differences).toEqual([]);
  expect(replay.markets).toBe(6);
  // Two on the settled market, two before that, two refunds, one cash-out and one payout, and three sold parts.
  expect(replay.ends).toBe(10);
  expect(replay.bets).toBeGreaterThan(30);
  const inPages = await database.db.transaction((tx) => replayBets(tx, { pageBets: 4 }));
  expect(inPages).toEqual(replay);
});

test('a payout that is not stake times odds is found', async () => {
  const offences = await offencesAfter(
    sql`update bets set payout = payout + 10000 where market_id = ${market.marketId} and market_version = 7`,
  );
  expect(offences).toEqual([expect.stringContaining('stake times odds')]);
});

test('bets in another order than they were placed in are found', async () => {
  // The large bets of the storm come before the small ones: their odds were not given yet.
  const offences = await offencesAfter(
    sql`update bets set market_version = 2000 - market_version where market_id = ${market.marketId}`,
  );
  expect(offences).toContainEqual(expect.stringContaining('acceptable terms'));
  // Reported once for a market.
  const ofEntries = offences.filter((each) => each.startsWith('the entry of bet '));
  expect(ofEntries).toEqual([expect.stringMatching(/expected one after entry \d+, found \d+$/)]);
});

test('odds that the market would not have given are found', async () => {
  const offences = await offencesAfter(
    sql`update bets set odds = odds * 2, payout = payout * 2 where market_id = ${market.marketId} and market_version = 7`,
  );
  expect(offences).toContainEqual(expect.stringMatching(/of version 7 .*filled at \d+ micro-odds/));
});

test('a bet below what its bettor signed is found', async () => {
  const offences = await offencesAfter(
    sql`update bets set signed_odds = odds + 10000 where market_id = ${market.marketId} and market_version = 7`,
  );
  expect(offences).toEqual([expect.stringMatching(/of version 7 .*acceptable terms/)]);
});

test('a bet filled by another rule than that of its market is found', async () => {
  const offences = await offencesAfter(
    sql`update bets set fill_rule = 1, signed_odds = null where market_id = ${market.marketId} and market_version = 7`,
  );
  expect(offences).toEqual([expect.stringMatching(/of version 7 .*rule 2 of filling bets, found 1$/)]);
  const ofMarket = await offencesAfter(sql`update markets set fill_rule = 1 where id = ${market.marketId}`);
  expect(ofMarket).toContainEqual(expect.stringMatching(/rule 1 of filling bets, found 2$/));
});

test('odds that the market did not give are found if bets are filled as signed', async () => {
  const offences = await offencesAfter(
    sql`update bets set odds = odds * 2, payout = payout * 2 where market_id = ${asSigned.marketId} and market_version = 3`,
  );
  expect(offences).toContainEqual(expect.stringMatching(/of version 3 .*acceptable terms/));
});

test('a bet with any status but confirmed is found', async () => {
  const [first] = await differencesAfter(
    sql`update bets set status = 'failed' where id = (select min(id) from bets)`,
  );
  expect(first).toMatchObject({
    what: expect.stringMatching(/^the status of bet /),
    expected: 'confirmed',
    found: 'failed',
  });
});

describe('the prices that the charts keep', () => {
  const pricesAfter = (tamper: SQL) =>
    undone(database.db, async (tx) => {
      await tx.execute(tamper);
      return (await replayBets(tx)).prices.map(({ what, expected }) => `${what}: ${expected}`);
    });

  test('are the ones that the bets and the feed made', async () => {
    expect(await pricesAfter(sql`select 1`)).toEqual([]);
    const kept = sql`select market_id from price_points group by market_id having count(*) > 0`;
    expect((await rows(database.db, kept)).length).toBeGreaterThan(3);
  });

  test.each([
    ['our market maker', () => market],
    ['the feed', () => feedMarket],
  ])('of %s: another price, another moment and one that nothing made are found', async (_who, of) => {
    const first = sql`market_id = ${of().marketId} and version = (
      select min(version) from price_points where market_id = ${of().marketId})`;
    for (const tamper of [
      sql`update price_points set price[1] = price[1] + 1 where ${first}`,
      sql`update price_points set at = at - interval '1 second' where ${first}`,
      sql`insert into price_points select market_id, 999999, at, price from price_points where ${first}`,
    ]) {
      expect(await pricesAfter(tamper)).toEqual([
        expect.stringMatching(/^the price of version \d+ of market m_\w+: (\d+, \d+ millionths at |none)/),
      ]);
    }
  });
});

describe('a price of the charts that is missing', () => {
  const lostAfter = (...tamperings: SQL[]) =>
    undone(database.db, async (tx) => {
      for (const each of tamperings) await tx.execute(each);
      return (await replayBets(tx)).prices.map(({ what }) => what);
    });
  /** This many days later. */
  const passed = (days: number) => [
    sql`update price_points set at = at - ${days} * interval '1 day'`,
    sql`update feed_prices set at = at - ${days} * interval '1 day'`,
    sql`update bets set placed_at = placed_at - ${days} * interval '1 day'`,
    sql`update bet_endings set ended_at = ended_at - ${days} * interval '1 day'`,
    sql`update sold_parts set sold_at = sold_at - ${days} * interval '1 day'`,
  ];
  const points = (of: TestMarket, which: string) => sql`
    delete from price_points p where market_id = ${of.marketId} and version = (
      select ${sql.raw(which)}(version) from price_points where market_id = ${of.marketId})`;
  const OURS = () => market;
  const FEED = () => feedMarket;
  const SOLD = () => endedMarket;

  test.each([
    ['the first of our market maker', OURS, 'min'],
    ['the last of our market maker', OURS, 'max'],
    ['the last of the feed', FEED, 'max'],
    ['the first where a bet was sold', SOLD, 'min'],
    ['the last where a bet was sold', SOLD, 'max'],
  ])('is found: %s', async (_which, of, which) => {
    const { marketId } = of();
    expect(await lostAfter(points(of(), which))).toEqual([
      expect.stringMatching(new RegExp(`^the price of version \\d+ of market ${marketId}$`)),
    ]);
  });

  test('is found if all of them are missing', async () => {
    const all = await lostAfter(sql`delete from price_points where market_id = ${market.marketId}`);
    expect(all.length).toBeGreaterThan(10);
  });

  test('may be missing once it is a day old, with those before it', async () => {
    expect(await lostAfter(...passed(2))).toEqual([]);
    expect(await lostAfter(...passed(2), points(market, 'min'))).toEqual([]);
    expect(await lostAfter(...passed(2), sql`delete from price_points`)).toEqual([]);
    // The prices before it are there.
    expect(
      await lostAfter(
        ...passed(2),
        sql`
      delete from price_points where market_id = ${market.marketId} and version = (
        select max(version) from price_points where market_id = ${market.marketId})`,
      ),
    ).toHaveLength(1);
  });
});

describe('on a market of the feed', () => {
  const onFeed = () => sql`market_id = ${feedMarket.marketId}`;

  test('odds that the feed gave only later are found', async () => {
    // It took the bet of version 2 at 2.10, from 1.90 before it.
    const offences = await offencesAfter(sql`
      update feed_prices set odds = '["1900000", "1800000"]' where ${onFeed()} and version = 1`);
    expect(offences).toEqual([expect.stringMatching(/of version 2 .*acceptable terms/)]);
  });

  test('odds that the feed no longer gave are found', async () => {
    const offences = await offencesAfter(sql`
      update bets set odds = 2100000, payout = 210000000 where ${onFeed()} and market_version = 4`);
    expect(offences).toContainEqual(expect.stringMatching(/of version 4 .*filled at 1900000 micro-odds/));
  });

  test('bets without any odds of the feed are found', async () => {
    const offences = await offencesAfter(sql`delete from feed_prices where ${onFeed()}`);
    expect(offences).toHaveLength(2);
  });

  test('a price that was not fresh, or has no moment, is found', async () => {
    for (const pricedAt of [sql`placed_at - interval '11 minutes'`, sql`null`]) {
      expect(
        await offencesAfter(
          sql`update bets set priced_at = ${pricedAt} where ${onFeed()} and market_version = 2`,
        ),
      ).toEqual([expect.stringContaining('expected odds that were fresh')]);
    }
  });

  test('a bet beyond the cap of the market is found', async () => {
    const offences = await offencesAfter(
      sql`update markets set loss_budget = 109999999, funded = 109999999 where id = ${feedMarket.marketId}`,
    );
    expect(offences).toContainEqual(expect.stringMatching(/of version 2 .*acceptable terms/));
  });
});

test('a market whose outcomes and bets are those of another one is found', async () => {
  expect(
    await offencesAfter(sql`
      with known as (select set_config('session_replication_role', 'replica', true))
      update markets set id = 'm_another' from known where id = ${market.marketId}`),
  ).toEqual(['the outcomes of market m_another: expected at least two, found none']);
});

test('a market that differs from its bets is found', async () => {
  expect(
    await offencesAfter(sql`
      update outcomes set open_returns = open_returns + 1 where market_id = ${market.marketId} and position = 1`),
  ).toEqual([expect.stringContaining(`the open returns of outcome 1 of market ${market.marketId}`)]);
  for (const [column, what] of [
    ['open_stakes', 'the open stakes'],
    ['received', 'what was received'],
    ['staked', 'the volume'],
  ] as const) {
    const change = sql.raw(
      `update markets set ${column} = ${column} + 1 where id = '${endedMarket.marketId}'`,
    );
    expect(await offencesAfter(change)).toEqual([
      expect.stringContaining(`${what} of market ${endedMarket.marketId}`),
    ]);
  }
});

describe('for ends of bets', () => {
  const soldOn = ({ marketId }: TestMarket) =>
    sql`bet_id in (select bet_id from bet_endings where market_id = ${marketId} and kind = 'cash-out')`;
  const settledOn = ({ marketId }: TestMarket) =>
    sql`bet_id = (select min(bet_id) from bet_endings where market_id = ${marketId} and market_version is null)`;

  test.each([
    ['the market maker', () => endedMarket, 12_000_000],
    ['the feed', () => payingMarket, 90_000_000],
  ])('a cash-out on a market of %s above what the bet was worth is found', async (_who, on, amount) => {
    const [first] = await differencesAfter(
      sql`update bet_endings set amount = ${amount} where ${soldOn(on())}`,
    );
    expect(first).toEqual({
      entryId: expect.stringMatching(/^\d+$/),
      what: expect.stringMatching(/^the cash-out of bet .*, at most$/),
      expected: expect.stringMatching(/^\d+ micro-USDC$/),
      found: `${amount} micro-USDC`,
    });
  });

  test('a cash-out that came too soon is found', async () => {
    const tooSoon = sql`
      update bet_endings set ended_at = ended_at - interval '1 millisecond' where ${soldOn(endedMarket)}`;
    expect(await offencesAfter(tooSoon)).toEqual([
      expect.stringContaining('expected a bet at least 60000 ms old, found one of 59999 ms'),
    ]);
  });

  test('a cash-out at a price of the feed that was not fresh is found', async () => {
    const stale = sql`
      update cash_outs set priced_at = priced_at - interval '10 minutes' where ${soldOn(payingMarket)}`;
    expect(await offencesAfter(stale)).toEqual([expect.stringContaining('expected odds that were fresh')]);
  });

  test('a cash-out that the market could not afford is found', async () => {
    // With a cap this low, the bets could not have been accepted either.
    const offences = await offencesAfter(sql`
      update markets set loss_budget = 90000000, funded = 90000000 where id = ${payingMarket.marketId}`);
    expect(offences).toContainEqual(expect.stringContaining('leaves enough for everybody else'));
  });

  describe('that were sold in part', () => {
    const partOn = ({ marketId }: TestMarket) => sql`entry_id = (
      select max(entry_id) from sold_parts where market_id = ${marketId})`;

    test.each([
      ['the market maker', () => endedMarket],
      ['the feed', () => payingMarket],
    ])('a part on a market of %s above what it was worth is found', async (_who, on) => {
      const [first] = await differencesAfter(
        sql`update sold_parts set amount = amount + 10000000 where ${partOn(on())}`,
      );
      expect(first).toEqual({
        entryId: expect.stringMatching(/^\d+$/),
        what: expect.stringMatching(/^the cash-out of bet .*, at most$/),
        expected: expect.stringMatching(/^\d+ micro-USDC$/),
        found: expect.stringMatching(/^\d+ micro-USDC$/),
      });
    });

    test('a part that was sold too soon is found', async () => {
      const tooSoon = sql`
        update sold_parts set sold_at = sold_at - interval '1 millisecond' where ${partOn(endedMarket)}`;
      expect(await offencesAfter(tooSoon)).toEqual([
        expect.stringContaining('expected a bet at least 60000 ms old, found one of 59999 ms'),
      ]);
    });

    test('a part at a price of the feed that was not fresh is found', async () => {
      const stale = sql`
        update sold_parts set priced_at = priced_at - interval '10 minutes' where ${partOn(payingMarket)}`;
      expect(await offencesAfter(stale)).toEqual([expect.stringContaining('expected odds that were fresh')]);
    });

    test('a part for which the market could not pay is found', async () => {
      // What was paid for it left too little in the escrow for the other bets.
      const offences = await offencesAfter(sql`
        update sold_parts set amount = amount + 100000000000 where ${partOn(payingMarket)}`);
      expect(offences).toContainEqual(
        expect.stringMatching(/^the cash-out of bet .*leaves enough for everybody else/),
      );
    });

    test('a part with another stake or another return is found by the sums of its market and by the payout', async () => {
      for (const change of [sql`stake = stake + 10000`, sql`payout = payout + 10000`]) {
        const offences = await offencesAfter(
          sql`update sold_parts set ${change} where ${partOn(payingMarket)}`,
        );
        expect(offences.length).toBeGreaterThan(0);
      }
      expect(
        await offencesAfter(sql`update sold_parts set payout = payout + 10000 where ${partOn(endedMarket)}`),
      ).toContainEqual(expect.stringMatching(/^what settlement paid for bet .*, which is won/));
    });

    test('a part that is gone, and one of another version, are found', async () => {
      expect(await offencesAfter(sql`delete from sold_parts where ${partOn(endedMarket)}`)).toContainEqual(
        expect.stringMatching(/^what settlement paid for bet .*, which is won/),
      );
      const reordered = sql`
        update sold_parts set market_version = (select min(b.market_version) from bets b where b.market_id = sold_parts.market_id)
        where ${partOn(payingMarket)}`;
      expect((await offencesAfter(reordered)).length).toBeGreaterThan(0);
    });
  });

  /** The audit's start of the game, by which a bet was refunded. */
  const heard = () => sql`action = 'market.late-start' and subject = ${endedMarket.marketId}`;

  test('a refund of a bet that was not late is found', async () => {
    for (const after of [
      sql`after || jsonb_build_object('lateFrom', (after ->> 'lateFrom')::timestamptz + interval '1 millisecond')`,
      // The bet came only after this answer of the feed.
      sql`after || '{"version": 1}'`,
    ]) {
      const found = await differencesAfter(sql`
        with changed as (update audit set after = ${after} where ${heard()})
        update markets set late_from = null where id = ${endedMarket.marketId}`);
      expect(found).toEqual([
        expect.objectContaining({
          what: expect.stringMatching(/^the refund of bet /),
          expected: expect.stringContaining('when the game had begun'),
        }),
      ]);
    }
  });

  test('a refund from a start that only the market names is found, and so is the market', async () => {
    const forged = sql`update markets set late_from = 'epoch' where id = ${endedMarket.marketId}`;
    expect(await offencesAfter(forged)).toEqual([
      expect.stringMatching(/^the start from which on bets on market .* found 1970-01-01T00:00:00\.000Z$/),
    ]);
    const unheard = sql`with gone as (delete from audit where ${heard()}) ${forged}`;
    // Nothing in these books is from a version that keeps the feed's answers.
    expect(await offencesAfter(unheard)).toEqual([expect.stringContaining('a bet from no moment on')]);
  });

  test('a market that an older version left waiting is not reported, because the upgrade recorded it, and one altered since is', async () => {
    const from = '2020-01-01T00:00:00.000Z';
    const saying = (said: string) => sql`
      with noted as (
      insert into audit (id, at, actor, action, subject, after, hash)
      select max(id) + 1, now(), 'system', 'markets.late-before', 'markets',
        jsonb_build_object(${payingMarket.marketId}::text, ${from}::text), ''
      from audit
      ) update markets set late_from = ${said} where id = ${payingMarket.marketId}`;
    expect(await offencesAfter(saying(from))).toEqual([]);
    expect(await offencesAfter(saying('2020-01-01T00:00:00.001Z'))).toEqual([
      expect.stringMatching(/^the start from which on bets on market /),
    ]);
  });

  test('a refund of an older version, from a start in its own audit row, is not reported', async () => {
    const older = sql`
      update audit set action = 'market.refund-late-bets', after = jsonb_build_object('lateFrom', after ->> 'lateFrom')
      where ${heard()}`;
    expect(await offencesAfter(older)).toEqual([]);
    const later = sql`after || jsonb_build_object('lateFrom', now() + interval '1 hour')`;
    expect(
      await offencesAfter(sql`
        update audit set action = 'market.refund-late-bets', after = ${later} where ${heard()}`),
    ).toEqual([expect.stringContaining('when the game had begun')]);
  });

  test('a late bet that a result paid is found', async () => {
    const offences = await offencesAfter(sql`
      insert into audit (id, at, actor, action, subject, after, hash)
      select max(a.id) + 1, now(), 'system', 'market.late-start', m.id,
        jsonb_build_object('game', m.game_id, 'lateFrom', '1970-01-01T00:00:00.000Z', 'version', 1000), ''
      from markets m, audit a where m.id = ${payingMarket.marketId} group by m.id`);
    expect(offences).toEqual([expect.stringMatching(/expected its stake given back, found settled as won$/)]);
  });

  test("a payout that differs from core's amount is found, with its entry", async () => {
    for (const on of [endedMarket, voidMarket, payingMarket]) {
      const [only, ...others] = await differencesAfter(
        sql`update bet_endings set amount = amount + 1 where ${settledOn(on)}`,
      );
      expect(others).toEqual([]);
      expect(only?.entryId).toMatch(/^\d+$/);
      expect(only?.what).toMatch(/^what settlement paid for bet .*, which is (won|void)$/);
      expect(BigInt(parseInt(only?.found ?? '', 10) - parseInt(only?.expected ?? '', 10))).toBe(1n);
    }
  });

  test('a winner without a payout, and a loser with one, are found', async () => {
    expect(await offencesAfter(sql`delete from bet_endings where ${settledOn(endedMarket)}`)).toEqual([
      expect.stringMatching(/which is won: expected \d+ micro-USDC, found 0 micro-USDC$/),
    ]);
    const toLoser = sql`
      insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at)
      select b.id, b.market_id, b.user_id, 'payout', b.payout, n.entry_id, n.ended_at
      from bets b, (select * from bet_endings where market_id = ${endedMarket.marketId} limit 1) n
      where b.market_id = ${endedMarket.marketId} and b.id not in (select bet_id from bet_endings)`;
    expect(await offencesAfter(toLoser)).toEqual([
      expect.stringMatching(/which is lost: expected 0 micro-USDC, found \d+ micro-USDC$/),
    ]);
  });

  test('a payout before settlement has reached the bet is found', async () => {
    const offences = await offencesAfter(
      sql`update markets set settled_through = 0 where id = ${payingMarket.marketId}`,
    );
    expect(offences).toEqual([expect.stringContaining('not settled yet')]);
  });

  test('a payout that is stored as a refund is found', async () => {
    expect(
      await offencesAfter(sql`update bet_endings set kind = 'refund' where ${settledOn(endedMarket)}`),
    ).toEqual([expect.stringContaining('expected payout, found refund')]);
  });

  test('the books of a settled market follow from the rules too', async () => {
    const undo = new Error('undo');
    await expect(
      database.db.transaction(async (tx) => {
        await finishSettlement(tx, payingMarket.marketId);
        expect((await replayBets(tx)).differences).toEqual([]);
        throw undo;
      }),
    ).rejects.toBe(undo);
  });
});
