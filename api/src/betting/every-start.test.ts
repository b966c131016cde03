import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aCashOut,
  aFeedMarket,
  fundTheHouse,
  moveFeedOdds,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { cashOutFor } from '@tallystone/testkit/betting/endings.ts';
import { beginEarlier } from '@tallystone/testkit/betting/late-starts.ts';
import { decideEnd, endBetting, payAll, wonBy } from '@tallystone/testkit/betting/settling.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { newsSince } from '../ledger/sums.ts';
import { refundLateBets } from '../settlement/refund-late-bets.ts';
import { cashOut } from './cash-out.ts';
import { listBets } from './list-bets.ts';
import { placeBet } from './place-bet.ts';
import { quoteCashOut } from './quote-cash-out.ts';
import { replayBets } from './replay-bets.ts';
import { loadStarts, type StartsBy } from './starts-store.ts';

/** Games may turn out to have begun earlier than the feed had said, at any moment; cash-outs before that stay. */

let database: MovedDatabase;
let betting: TestBetting;
beforeAll(async () => {
  database = await createMovedDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db, database);
});
afterEach(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' })) {
    expect(offenders).toEqual([]);
  }
  const replay = await database.db.transaction((tx) => replayBets(tx));
  expect(replay.differences).toEqual([]);
});
afterAll(() => database.close());

const aRichBettor = () => aBettor(database.db, { funds: usdc(1_000_000), cap: usdc(1_000_000) });
const HOUR_MS = 3_600_000;

async function anEvenMarket(options: Parameters<typeof aFeedMarket>[1] = {}) {
  const market = await aFeedMarket(database.db, { odds: [2, 2], ...options });
  // So that its price is fresh by the moved clock.
  await moveFeedOdds(database.db, market, [2, 2]);
  return market;
}

/** At even odds of the feed, without a quote. */
async function bet(bettor: TestBettor, market: TestMarket, outcome: number, amount: number) {
  const outcomeId = market.outcomeIds[outcome] ?? '';
  const { marketId } = market;
  const placed = await placeBet(betting, aBet(bettor, { marketId, outcomeId, amount, odds: 2 }));
  return { ...placed, bettor };
}
type Placed = Awaited<ReturnType<typeof bet>>;

/** What the bet could be cashed out for now, or why it cannot be. */
const quoteOf = ({ id, bettor }: Placed) => quoteCashOut(betting, { session: bettor.session, betId: id });

/** For 97% of the stake, which the market gives at even odds. */
const sell = ({ id, bettor, amount }: Placed) =>
  cashOut(betting, aCashOut(bettor, { betId: id, amount: Math.round(Number(amount) * 97) / 100 }));

/** Whether the market accepted the cash-out; it refuses only what its caps do not cover. */
async function isSold(placed: Placed): Promise<boolean> {
  try {
    await sell(placed);
    return true;
  } catch (error) {
    expect(error).toMatchObject({
      code: 'cash-out-unavailable',
      message: expect.stringMatching(/left for this market are needed for other bets/),
    });
    return false;
  }
}

async function later(ms: number, ...markets: TestMarket[]): Promise<void> {
  await database.advance(ms);
  for (const market of markets) await moveFeedOdds(database.db, market, [2, 2]);
}

/** The game began at the moment of this bet: bets from then on are refunded. */
async function beginAt({ placedAt }: Placed, ...markets: TestMarket[]): Promise<void> {
  for (const { marketId } of markets) {
    await beginEarlier(database.db, { marketId, from: sql`${placedAt}::timestamptz`, isClosed: true });
    while ((await refundLateBets(database.db, { marketId, chunk: 3, mode: 'demo' })) !== null);
  }
}

/** The house's worst-case loss on these markets together now, and what the pool has added to them. */
async function lossOf(...markets: TestMarket[]): Promise<{ worst: bigint; added: bigint }> {
  const found = await rows(
    database.db,
    { lost: col.text, added: col.text },
    sql`
      select greatest(0, m.open_stakes - m.received, (
          select max(o.open_returns) from outcomes o where o.market_id = m.id) - m.received)::text as lost,
        (m.funded - m.loss_budget)::text as added
      from markets m
      where m.id in (select json_array_elements_text(${JSON.stringify(markets.map(({ marketId }) => marketId))}::json))`,
  );
  const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  return { worst: sum(found.map(({ lost }) => lost)), added: sum(found.map(({ added }) => added)) };
}

/** Two bets that cover each other; the second may be cashed out once another bet has replaced it. */
async function coveredBets(bettor: TestBettor, market: TestMarket, amount: number): Promise<Placed> {
  await bet(bettor, market, 0, amount);
  return bet(bettor, market, 1, amount);
}

describe('cash-outs before a game turns out to have begun', () => {
  test('keep the cap of a game with several markets, whose later bets covered it within the hour', async () => {
    const bettor = await aRichBettor();
    const one = await anEvenMarket({ cap: usdc(1000), gameCap: usdc(1500) });
    const two = await anEvenMarket({ cap: usdc(1000), gameId: one.gameId });
    const cover = await coveredBets(bettor, one, 1000);
    const covers: Placed[] = [];
    for (let i = 0; i < 5; i++) covers.unshift(await coveredBets(bettor, two, 200));
    await later(2 * HOUR_MS, one, two);
    const late = await bet(bettor, one, 1, 1000);
    expect(await isSold(cover)).toBe(true);
    const sold: boolean[] = [];
    for (const each of covers) {
      if (sold.at(-1) !== false) await bet(bettor, two, 1, 200);
      sold.push(await isSold(each));
    }
    // 970 were paid for the bet that covered the first market, and 194 for each of these: for all five it would be 1940.
    expect(sold).toEqual([true, true, false, false, false]);
    expect(await quoteOf(covers[2] as Placed)).toMatchObject({ amount: null });
    await beginAt(late, one, two);
    expect(await lossOf(one, two)).toEqual({ worst: usdc(1358), added: 0n });
  });

  test('count what an ended market of the game has lost, as bets do', async () => {
    const bettor = await aRichBettor();
    const one = await anEvenMarket({ cap: usdc(400), gameCap: usdc(550) });
    const two = await anEvenMarket({ cap: usdc(400), gameId: one.gameId });
    const [earlier, last] = [await coveredBets(bettor, two, 100), await coveredBets(bettor, two, 100)];
    await bet(bettor, one, 0, 400);
    await endBetting(database.db, one);
    const admin = await aBettor(database.db);
    await decideEnd(database.db, { market: one, result: wonBy(one, 0), admin, now: database.now() });
    await payAll(database.db, one);
    await later(60_000, two);
    // 150 of the game's cap are left. Each of these uncovers a side that costs 97.
    expect(await isSold(last)).toBe(true);
    expect(await isSold(earlier)).toBe(false);
    await expect(bet(bettor, two, 0, 54)).rejects.toMatchObject({ code: 'stake-too-large' });
    expect((await bet(bettor, two, 0, 53)).amount).toBe(53);
  });

  test('keep the cap of a market, however long ago the game began', async () => {
    const bettor = await aRichBettor();
    const market = await anEvenMarket({ cap: usdc(100) });
    const covers: Placed[] = [];
    // The last one first: without a replacement, the bet that it covers and the next one would be uncovered at once.
    for (let i = 0; i < 5; i++) covers.unshift(await coveredBets(bettor, market, 100));
    let first: Placed | null = null;
    const sold: boolean[] = [];
    for (const cover of covers) {
      await later(HOUR_MS + 60_000, market);
      // It replaces the bet that is cashed out then. There is no room for both.
      if (sold.at(-1) !== false) {
        const instead = await bet(bettor, market, 1, 100);
        first ??= instead;
      }
      await later(HOUR_MS + 60_000, market);
      sold.push(await isSold(cover));
    }
    expect(sold).toEqual([true, false, false, false, false]);
    if (first === null) throw new Error('a bet took the place of the first');
    await beginAt(first, market);
    expect(await lossOf(market)).toEqual({ worst: usdc(97), added: 0n });
  });

  test('are offered in the list of bets only if they would be paid', async () => {
    const bettor = await aRichBettor();
    const market = await anEvenMarket({ cap: usdc(100) });
    const first = await coveredBets(bettor, market, 100);
    const second = await coveredBets(bettor, market, 100);
    await later(120_000, market);
    const instead = await bet(bettor, market, 1, 100);
    await later(60_000, market);
    const { userId } = bettor.session;
    const { family } = bettor.wallet;
    const offered = async () =>
      (await listBets(database.db, { userId, family, before: null, mode: 'demo' })).flatMap(
        ({ id, cashOut: amount }) => (amount === undefined ? [] : [id]),
      );
    const sellable = await offered();
    // Without the first cover, the bets on the other outcome before and after it would be uncovered at once.
    expect(sellable).not.toContain(first.id);
    expect(sellable).toContain(second.id);
    expect(sellable).toContain(instead.id);
    expect(await isSold(first)).toBe(false);
    expect(await isSold(second)).toBe(true);
    expect(await offered()).toContain(instead.id);
    expect(await isSold(instead)).toBe(true);
    expect(await offered()).not.toContain(first.id);
    expect(await isSold(first)).toBe(false);
  });
});

describe('the sums of a minute', () => {
  const minutesOf = ({ marketId }: TestMarket, db: Db = database.db) =>
    rows(
      db,
      { net: col.list(col.text), highest: col.list(col.text) },
      sql`
        select n.net::text[] as net, n.highest::text[] as highest from bet_minutes n
        where n.market_id = ${marketId} order by n.minute`,
    );

  test('are read by the hour, and by the minute in the hours that need it', async () => {
    const bettor = await aRichBettor();
    const market = await anEvenMarket();
    const { marketId } = market;
    for (const outcome of [0, 1, 0, 0]) {
      await bet(bettor, market, outcome, 100);
      await database.advance(HOUR_MS / 2);
      await moveFeedOdds(database.db, market, [2, 2]);
    }
    const by = async (by: StartsBy) => {
      const starts = (await loadStarts(database.db, { marketIds: [marketId], by })).get(marketId);
      const highest = starts?.bounds.heights.map((sums, place) => {
        const room = starts.bounds.rooms[place] ?? 0n;
        return sums.map((sum) => Number(sum + room) / 1e6);
      });
      return { moments: starts?.moments.slice(1) ?? [], highest: highest?.slice(1) ?? [] };
    };
    const hours = await by({ kind: 'hours' });
    expect(hours.moments.every((at) => at % HOUR_MS === 0)).toBe(true);
    const [first = 0] = hours.moments;
    const last = hours.moments.at(-1) ?? 0;
    const minutes = await by({ kind: 'minutes', hours: new Set(hours.moments) });
    expect(minutes.moments).toHaveLength(4);
    expect(minutes.highest).toEqual([
      [100, 0],
      [100, 0],
      [100, 0],
      [200, -100],
    ]);
    // The last hours stay as they are, and none of their sums is above its bound.
    const mixed = await by({ kind: 'minutes', hours: new Set([first]) });
    expect(mixed.moments.filter((at) => at < first + HOUR_MS)).toEqual(
      minutes.moments.filter((at) => at < first + HOUR_MS),
    );
    expect(mixed.moments.at(-1)).toBe(last);
    expect(hours.highest.at(-1)?.[0]).toBeGreaterThanOrEqual(200);
  });

  test('are of its open bets, in the order of their moments', async () => {
    const bettor = await aRichBettor();
    const market = await anEvenMarket();
    await later(60_000 - (database.now().getTime() % 60_000), market);
    const first = await bet(bettor, market, 0, 30);
    const second = await bet(bettor, market, 1, 100);
    expect(await minutesOf(market)).toEqual([
      { net: ['-70000000', '70000000'], highest: ['30000000', '70000000'] },
    ]);
    await later(120_000, market);
    const third = await bet(bettor, market, 0, 50);
    await later(60_000, market);
    await sell(first);
    expect(await minutesOf(market)).toEqual([
      { net: ['-100000000', '100000000'], highest: ['0', '100000000'] },
      { net: ['50000000', '-50000000'], highest: ['50000000', '0'] },
    ]);
    await beginAt(third, market);
    expect(await minutesOf(market)).toHaveLength(1);
    await beginAt(second, market);
    expect(await minutesOf(market)).toEqual([]);
  });

  test("have no bet before the bets that it was decided on, even if the database's clock goes back", async () => {
    const bettor = await aRichBettor();
    const market = await anEvenMarket();
    await later(60_000 - (database.now().getTime() % 60_000) + 40_000, market);
    await bet(bettor, market, 0, 100);
    await bet(bettor, market, 1, 100);
    await database.advance(-20_000);
    // The stakes of both cover it: without them, a start between the two would leave 200 to lose.
    await bet(bettor, market, 0, 100);
    const placed = await rows(
      database.db,
      { at: col.text },
      sql`select placed_at as at from bets where market_id = ${market.marketId} order by market_version`,
    );
    const moments = placed.map(({ at }) => Date.parse(at));
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(await minutesOf(market)).toEqual([
      { net: ['100000000', '-100000000'], highest: ['100000000', '0'] },
    ]);
    await database.advance(20_000);
  });

  test('are made by the migration for existing bets', async () => {
    const bettor = await aRichBettor();
    const market = await anEvenMarket();
    const first = await bet(bettor, market, 0, 30);
    await bet(bettor, market, 1, 100);
    await later(120_000, market);
    await bet(bettor, market, 0, 50);
    await sell(first);
    const kept = await minutesOf(market);
    expect(kept).toHaveLength(2);
    const undo = new Error('undo');
    await database.db
      .transaction(async (tx) => {
        // As the version before left it.
        await tx.execute(sql`drop table bet_minutes`);
        await tx.execute(sql`alter table cash_outs drop column rule`);
        const text = readFileSync(join(import.meta.dirname, '../db/migrations/0011_every_start.sql'), 'utf8');
        for (const statement of text.split('--> statement-breakpoint')) await tx.execute(sql.raw(statement));
        expect(await minutesOf(market, tx)).toEqual(kept);
        const verdicts = await checkInvariants(tx, { kind: 'everything' });
        expect(verdicts.flatMap(({ offenders }) => offenders)).toEqual([]);
        const [old] = await rows(
          tx,
          { rules: col.list(col.number) },
          sql`select array_agg(distinct rule) as rules from cash_outs`,
        );
        expect(old?.rules).toEqual([1]);
        throw undo;
      })
      .catch((error: unknown) => expect(error).toBe(undo));
  });

  test('are reported if they are wrong', async () => {
    const bettor = await aRichBettor();
    const market = await anEvenMarket();
    const placed = await bet(bettor, market, 0, 30);
    const [newest] = await rows(
      database.db,
      { id: col.text },
      sql`select (entry_id - 1)::text as id from bets where id = ${placed.id}`,
    );
    for (const change of [
      sql`update bet_minutes set net[1] = net[1] - 1 where market_id = ${market.marketId}`,
      sql`update bet_minutes set highest[1] = highest[1] - 1 where market_id = ${market.marketId}`,
      sql`delete from bet_minutes where market_id = ${market.marketId}`,
      sql`update bet_minutes set minute = minute - interval '1 minute' where market_id = ${market.marketId}`,
    ]) {
      for (const scope of [{ kind: 'everything' } as const, newsSince(newest?.id ?? '')]) {
        const undo = new Error('undo');
        await database.db
          .transaction(async (tx) => {
            await tx.execute(change);
            const verdicts = await checkInvariants(tx, scope);
            const broken = verdicts.filter(({ offenders }) => offenders.length > 0);
            expect(broken.map(({ invariant }) => invariant.promise)).toEqual([
              'the per-minute totals kept for a feed market match its open bets',
            ]);
            throw undo;
          })
          .catch((error: unknown) => expect(error).toBe(undo));
      }
    }
  });
});

test('a cash-out that breaks a cap with an earlier start is found, unless it is older than the rule', async () => {
  const bettor = await aRichBettor();
  const market = await anEvenMarket({ cap: usdc(100) });
  const first = await coveredBets(bettor, market, 100);
  const second = await coveredBets(bettor, market, 100);
  await later(120_000, market);
  await bet(bettor, market, 1, 100);
  await later(60_000, market);
  await sell(second);
  await later(60_000, market);
  await bet(bettor, market, 1, 100);
  // As the version before would have paid it.
  await cashOutFor(database.db, first.id, usdc(97));
  const undo = new Error('undo');
  const seen = async () => {
    let found: string[] = [];
    await database.db
      .transaction(async (tx) => {
        await tx.execute(sql`alter table cash_outs disable trigger user`);
        await tx.execute(sql`update cash_outs set rule = 2`);
        const { differences } = await replayBets(tx);
        const verdicts = await checkInvariants(tx, { kind: 'everything' });
        found = [
          ...differences.map(({ expected }) => expected),
          ...verdicts.flatMap(({ invariant, offenders }) => offenders.map(() => invariant.promise)),
        ];
        throw undo;
      })
      .catch((error: unknown) => expect(error).toBe(undo));
    return found;
  };
  expect(await seen()).toEqual([
    'an amount that leaves enough for everybody else',
    'however early a game starts, it cannot cost more than its cap, nor any of its markets more than its own',
  ]);
});

describe('a cash-out on a market of which two outcomes win', () => {
  const ODDS = [1.25, 1.3, 1.9];
  const betAt = async (bettor: TestBettor, market: TestMarket, outcome: number, amount: number) => {
    const outcomeId = market.outcomeIds[outcome] ?? '';
    const sent = aBet(bettor, { marketId: market.marketId, outcomeId, amount, odds: ODDS[outcome] ?? 0 });
    return { ...(await placeBet(betting, sent)), bettor };
  };
  async function aDoubleChance(cap = usdc(1000)): Promise<TestMarket> {
    const { gameId } = await aFeedMarket(database.db);
    const market = await aFeedMarket(database.db, { gameId, odds: ODDS, winners: 2, cap });
    await moveFeedOdds(database.db, market, ODDS);
    return market;
  }
  const wait = async (market: TestMarket) => {
    await database.advance(60_000);
    await moveFeedOdds(database.db, market, ODDS);
  };

  test('buys an unmoved bet back for its stake less the margins', async () => {
    const bettor = await aRichBettor();
    const market = await aDoubleChance();
    const placed = await betAt(bettor, market, 0, 100);
    await wait(market);
    // 125 are paid in 76.35% of all cases, less 3%. By probabilities that sum to 1 it would be half of that.
    expect(await quoteOf(placed)).toMatchObject({ amount: 92.57 });
    await cashOut(betting, aCashOut(bettor, { betId: placed.id, amount: 92.57 }));
  });

  test('is refused if a start between two bets would cost more than the cap', async () => {
    const bettor = await aRichBettor();
    const market = await aDoubleChance(usdc(100));
    const first = await betAt(bettor, market, 2, 100);
    await betAt(bettor, market, 0, 40);
    const cover = await betAt(bettor, market, 1, 40);
    // With the cover, the first and the third outcome together cost 190 + 79.80 + 50 - 222 = 97.80.
    await betAt(bettor, market, 2, 42);
    await wait(market);
    for (const [outcome, amount] of [
      [0, 8],
      [1, 27],
      [0, 60],
      [1, 60],
    ] as const)
      await betAt(bettor, market, outcome, amount);
    await wait(market);
    // By the announced start the later bets cover it. With one before them, 137.80 would be lost, less what the sale keeps.
    expect(await quoteOf(cover)).toMatchObject({ amount: null });
    expect(await isSold({ ...cover, amount: 38 })).toBe(false);
    expect(await quoteOf(first)).toMatchObject({ amount: 92.57 });
  });
});
