import {
  aBettingProcess,
  aBettor,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import {
  aPlacedBet,
  endedAs,
  endingsOf,
  marketOf,
  payAll,
  sellBack,
  wonBy,
  wrongAccounts,
} from '@tallystone/testkit/betting/settling.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { aFakeFeed, HOUR_MS, outcomesAt, rawOf } from '@tallystone/testkit/feed/fake-feed.ts';
import { sql, TransactionRollbackError } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { applyConditions, applyGames, applyHalts } from '../azuro/apply-updates.ts';
import type { GameUpdate } from '../azuro/azuro-feed.ts';
import { createDropLog } from '../azuro/drop-log.ts';
import { lockFollowed } from '../azuro/follow-store.ts';
import { importGames } from '../azuro/import-games.ts';
import { loadOutcomeNames } from '../azuro/outcome-names.ts';
import { replayBets } from '../betting/replay-bets.ts';
import type { Database } from '../db/open-database.ts';
import { col, rows } from '../db/rows.ts';
import { openFeedResults } from './feed-results.ts';
import { proposeResolution } from './propose-resolution.ts';
import { refundLateBets } from './refund-late-bets.ts';
import { settleMarket } from './settle-market.ts';

const names = await loadOutcomeNames();
const now = () => new Date();
const feed = aFakeFeed();
const drops = createDropLog(now);
const errors: unknown[] = [];

let server: TestDatabase;
let database: Database;
let betting: TestBetting;
let bettor: TestBettor;
beforeAll(async () => {
  server = await createTestDatabase();
  // The clock has whole milliseconds, so a start can be at the exact moment of a bet.
  await server.db.execute(sql`
    create function public.clock_timestamp() returns timestamptz language sql volatile
      as $$ select date_trunc('milliseconds', pg_catalog.clock_timestamp()) $$`);
  const url = new URL(server.url);
  url.searchParams.set('options', '-c search_path=public,pg_catalog');
  database = await openPatiently(url.href);
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db);
  bettor = await aBettor(database.db);
}, 180_000);
afterEach(async () => {
  expect(errors.splice(0)).toEqual([]);
  expect(await wrongAccounts(database.db)).toEqual([]);
});
afterAll(async () => {
  await database.close();
  await server.close();
});

interface Game extends TestMarket {
  readonly gameId: string;
  readonly conditionId: string;
  readonly startsAt: Date;
}

async function aGame(): Promise<Game> {
  const { id: gameId, conditionId, startsAt } = feed.add();
  const made = await importGames(
    { db: database.db, feed, names, mode: 'demo' },
    { gameIds: [gameId], actor: { kind: 'command-line' }, now },
  );
  const marketId = made.results[0]?.marketId ?? '';
  const outcomes = await rows(
    database.db,
    { id: col.text },
    sql`select id from outcomes where market_id = ${marketId} order by position`,
  );
  return { marketId, outcomeIds: outcomes.map(({ id }) => id), gameId, conditionId, startsAt };
}

async function aBetNow(market: TestMarket, outcome = 0) {
  // Starts are in milliseconds: with the database's own clock two bets could have the same start.
  await database.db.execute(sql`select pg_sleep(0.003)`);
  const bet = await aPlacedBet(betting, { bettor, market, outcome, amount: 5 });
  const [row] = await rows(
    database.db,
    { at: col.text },
    sql`select placed_at as at from bets where id = ${bet.id}`,
  );
  await database.db.execute(sql`select pg_sleep(0.003)`);
  return { ...bet, placedAt: new Date(row?.at ?? 0) };
}

/** The feed now says this about the game, to followers and to requests for results. */
async function say(game: Game, update: Partial<GameUpdate>): Promise<void> {
  const known = feed.games.get(game.gameId);
  if (known === undefined) throw new Error('expected the game');
  const said = { ...known, ...update };
  feed.games.set(game.gameId, said);
  await applyGames(
    database.db,
    [{ id: said.id, state: said.state, startsAt: said.startsAt, raw: rawOf(said), at: now() }],
    drops,
  );
}

async function timesOf({ marketId }: TestMarket) {
  const [row] = await rows(
    database.db,
    {
      state: col.text,
      version: col.number,
      gameStartsAt: col.date.orNull,
      startsAt: col.date.orNull,
      closesAt: col.date,
      lateFrom: col.date.orNull,
    },
    sql`select starts_at, closes_at, late_from, state, version::int, g as game_starts_at from markets m
      join lateral (select g.starts_at as g from games g where g.id = m.game_id) x on true where m.id = ${marketId}`,
  );
  return {
    state: row?.state,
    version: row?.version,
    gameStartsAt: row?.gameStartsAt?.getTime() ?? null,
    startsAt: row?.startsAt?.getTime() ?? null,
    closesAt: row?.closesAt.getTime() ?? null,
    lateFrom: row?.lateFrom?.getTime() ?? null,
  };
}

const closeNow = ({ marketId }: TestMarket) =>
  database.db.execute(sql`
    update markets set state = 'closed', closes_at = clock_timestamp() where id = ${marketId}`);
const refund = async ({ marketId }: TestMarket) =>
  (await refundLateBets(database.db, { marketId, chunk: 100, mode: 'demo' })) !== null;
const resolve = ({ conditionId }: Game, won: string[]) => {
  const condition = feed.conditions.get(conditionId);
  if (condition === undefined) throw new Error('expected the condition');
  feed.conditions.set(conditionId, { ...condition, state: 'Resolved', wonOutcomeIds: won });
};

async function withResults(
  mode: 'demo' | 'live',
  work: (results: ReturnType<typeof openFeedResults>) => Promise<void>,
) {
  const results = openFeedResults({
    db: database.db,
    feed,
    mode,
    onProposed: () => undefined,
    onError: (error) => errors.push(error),
    patienceMs: 60_000,
  });
  await work(results);
  await results.stop();
}

describe('a start that turns out to be in the past', () => {
  test.each(['Live', 'Prematch', 'Stopped', 'Finished'] as const)(
    'makes late exactly the bets from that moment on, said of a game that is %s',
    async (state) => {
      const game = await aGame();
      const before = await aBetNow(game);
      const at = await aBetNow(game, 1);
      const after = await aBetNow(game, 2);
      await say(game, { state, startsAt: at.placedAt });
      const began = at.placedAt.getTime();
      expect(await timesOf(game)).toMatchObject({
        startsAt: began,
        gameStartsAt: began,
        closesAt: began,
        lateFrom: began,
      });
      await expect(aPlacedBet(betting, { bettor, market: game, amount: 5 })).rejects.toThrow();
      expect(await refund(game)).toBe(true);
      expect(await endingsOf(database.db, game)).toEqual(endedAs('refund', [at, after]));

      await closeNow(game);
      resolve(game, ['29']);
      await withResults('demo', async (results) => {
        await results.look();
        expect(await results.confirm(game.marketId)).toBe('pay');
      });
      await payAll(database.db, game);
      const ends = await endingsOf(database.db, game);
      expect(ends).toEqual(
        [...endedAs('refund', [at, after]), ...endedAs('payout', [before])].sort((a, b) =>
          a.id < b.id ? -1 : 1,
        ),
      );
    },
  );

  test('a moment after the last bet makes no bet late', async () => {
    const game = await aGame();
    const last = await aBetNow(game);
    const startsAt = new Date(last.placedAt.getTime() + 1);
    await say(game, { state: 'Live', startsAt });
    expect(await timesOf(game)).toMatchObject({
      startsAt: startsAt.getTime(),
      closesAt: startsAt.getTime(),
      lateFrom: null,
    });
  });

  test('counts once, and an earlier start counts again', async () => {
    const game = await aGame();
    const [first, second] = [await aBetNow(game), await aBetNow(game)];
    await say(game, { state: 'Live', startsAt: second.placedAt });
    const { version } = await timesOf(game);
    await say(game, { state: 'Live', startsAt: second.placedAt });
    expect(await timesOf(game)).toMatchObject({ version, lateFrom: second.placedAt.getTime() });
    await refund(game);
    await say(game, { state: 'Finished', startsAt: second.placedAt });
    expect(await timesOf(game)).toMatchObject({ lateFrom: null });
    await say(game, { state: 'Finished', startsAt: first.placedAt });
    expect(await timesOf(game)).toMatchObject({ lateFrom: first.placedAt.getTime() });
    await refund(game);
    expect(await endingsOf(database.db, game)).toEqual(endedAs('refund', [first, second]));
  });

  test('of a game that began before we knew it makes the bets in between late', async () => {
    const game = await aGame();
    const bet = await aBetNow(game);
    await say(game, { state: 'Live' });
    expect(await timesOf(game)).toMatchObject({ startsAt: game.startsAt.getTime(), lateFrom: null });
    await say(game, { startsAt: bet.placedAt });
    expect(await timesOf(game)).toMatchObject({ lateFrom: bet.placedAt.getTime() });
  });

  test('changes no bet if all late bets were cashed out', async () => {
    const game = await aGame();
    const bet = await aBetNow(game);
    await sellBack(database.db, { market: game, bet, amount: usdc(4) });
    await say(game, { state: 'Live', startsAt: bet.placedAt });
    expect(await timesOf(game)).toMatchObject({ lateFrom: null, closesAt: bet.placedAt.getTime() });
  });

  test('of a canceled game does not matter, because every stake is given back', async () => {
    const game = await aGame();
    const bet = await aBetNow(game);
    await say(game, { state: 'Canceled', startsAt: bet.placedAt });
    expect(await timesOf(game)).toMatchObject({ lateFrom: null, closesAt: game.startsAt.getTime() });
  });
});

/** What the audit has about the start of a game. */
const heardOf = ({ marketId }: TestMarket) =>
  rows(
    database.db,
    { game: col.text, lateFrom: col.text.orNull, version: col.number, said: col.json },
    sql`
      select a.after ->> 'game' as game, a.after ->> 'lateFrom' as late_from, (a.after ->> 'version')::int as version, a.after -> 'said' as said
      from audit a where a.action = 'market.late-start' and a.subject = ${marketId} order by a.id`,
  );

/** What verify-ledger reports about the ends of these bets and the market's start. */
async function offencesOf({ marketId }: TestMarket, bets: readonly { readonly id: string }[]) {
  const names = [marketId, ...bets.map(({ id }) => id)];
  return (await replayBets(database.db)).differences
    .map(({ what }) => what)
    .filter((what) => names.some((name) => what.includes(name)));
}

describe('the answer of the feed about a start', () => {
  test('is in the audit as it came, and only it decides which bets are refunded, even if the market was altered', async () => {
    const game = await aGame();
    const [early, late] = [await aBetNow(game), await aBetNow(game)];
    await say(game, { state: 'Live', startsAt: late.placedAt });
    const { version } = await timesOf(game);
    expect(await heardOf(game)).toEqual([
      {
        game: game.gameId,
        lateFrom: late.placedAt.toISOString(),
        version,
        said: { game: rawOf({ id: game.gameId, state: 'Live', startsAt: late.placedAt }) },
      },
    ]);
    expect(await offencesOf(game, [early, late])).toEqual([]);
    await database.db.execute(sql`update markets set late_from = 'epoch' where id = ${game.marketId}`);
    expect(await offencesOf(game, [early, late])).toEqual([
      `the start from which on bets on market ${game.marketId} are late`,
    ]);
    expect(await refund(game)).toBe(true);
    expect(await endingsOf(database.db, game)).toEqual(endedAs('refund', [late]));
    expect(await timesOf(game)).toMatchObject({ lateFrom: null });
    expect(await offencesOf(game, [early, late])).toEqual([]);
  });

  test('that the game begins later makes no later bet late', async () => {
    const game = await aGame();
    const early = await aBetNow(game);
    await say(game, { startsAt: early.placedAt });
    await say(game, { startsAt: game.startsAt });
    await refund(game);
    expect(await endingsOf(database.db, game)).toEqual(endedAs('refund', [early]));
    expect(await timesOf(game)).toMatchObject({ lateFrom: null });
    await say(game, { startsAt: game.startsAt });
    const later = await aBetNow(game);
    // Nor if the market is altered to say so.
    await database.db.execute(sql`update markets set late_from = 'epoch' where id = ${game.marketId}`);
    await refund(game);
    expect(await endingsOf(database.db, game)).toEqual(endedAs('refund', [early]));
    // A second start counts from its own moment on.
    await say(game, { startsAt: early.placedAt });
    await refund(game);
    expect(await endingsOf(database.db, game)).toEqual(endedAs('refund', [early, later]));
    expect(await offencesOf(game, [early, later])).toEqual([]);
  });

  test('accepts no bet against stakes that are to be refunded, even if the game then begins later', async () => {
    const game = await aGame();
    const late = await aBetNow(game, 1);
    await say(game, { startsAt: late.placedAt });
    for (const state of ['Prematch', 'Stopped'] as const) {
      await say(game, { startsAt: game.startsAt, state });
      expect(await timesOf(game)).toMatchObject({
        closesAt: late.placedAt.getTime(),
        gameStartsAt: game.startsAt.getTime(),
      });
      await expect(aBetNow(game, 0)).rejects.toMatchObject({ code: 'market-closed' });
    }
    await refund(game);
    // The feed says it again at the next round.
    await say(game, { startsAt: game.startsAt, state: 'Prematch' });
    expect(await timesOf(game)).toMatchObject({ state: 'open', closesAt: game.startsAt.getTime() });
    const taken = await aBetNow(game, 0);
    expect(await offencesOf(game, [late, taken])).toEqual([]);
  });

  test('keeps the other markets of its game closed until its late bets are refunded', async () => {
    const [game, other, apart] = [await aGame(), await aGame(), await aGame()];
    const late = await aBetNow(game);
    await say(game, { startsAt: late.placedAt });
    const ids = [game.gameId, apart.gameId];
    const waiting = async () => {
      const found: Record<string, boolean> = {};
      // Taken back: in this test a game has one market so far.
      await database.db
        .transaction(async (tx) => {
          await tx.execute(
            sql`update markets set is_main = false, game_id = ${game.gameId} where id = ${other.marketId}`,
          );
          const { markets } = await lockFollowed(tx, { by: 'game', ids });
          for (const { id, awaitsRefunds } of markets) found[id] = awaitsRefunds;
          tx.rollback();
        })
        .catch((error) => expect(error).toBeInstanceOf(TransactionRollbackError));
      return found;
    };
    const expected = (waits: boolean) => ({
      [game.marketId]: waits,
      [other.marketId]: waits,
      [apart.marketId]: false,
    });
    expect(await waiting()).toEqual(expected(true));
    await refund(game);
    expect(await waiting()).toEqual(expected(false));
  });

  test('is asked for if the audit has none: no stake is refunded by the market alone', async () => {
    const game = await aGame();
    const bet = await aBetNow(game);
    await closeNow(game);
    resolve(game, ['29']);
    await database.db.execute(sql`update markets set late_from = 'epoch' where id = ${game.marketId}`);
    expect(await refundLateBets(database.db, { marketId: game.marketId, chunk: 100, mode: 'demo' })).toBe(
      'no-start',
    );
    await withResults('demo', async (results) => {
      feed.isDown = true;
      await results.look();
      expect(await timesOf(game)).toMatchObject({ state: 'closed', lateFrom: 0 });
      feed.isDown = false;
      await results.look();
      expect(await results.confirm(game.marketId)).toBe('pay');
    });
    const known = feed.games.get(game.gameId);
    expect(await heardOf(game)).toEqual([
      {
        game: game.gameId,
        lateFrom: null,
        version: expect.any(Number),
        said: { askedAt: expect.any(String), game: known && rawOf(known) },
      },
    ]);
    await payAll(database.db, game);
    expect(await endingsOf(database.db, game)).toEqual(endedAs('payout', [bet]));
    expect(await offencesOf(game, [bet])).toEqual([]);
  });

  test('that an older version did not keep is asked for again, and then its bets are refunded', async () => {
    const game = await aGame();
    const [early, late] = [await aBetNow(game), await aBetNow(game)];
    // As versions before record 61 left it if they were stopped before the refund.
    await database.db.execute(sql`
      update markets set late_from = ${late.placedAt.toISOString()}, closes_at = ${late.placedAt.toISOString()}, starts_at = ${late.placedAt.toISOString()},
        state = 'closed', version = version + 1
      where id = ${game.marketId}`);
    const known = feed.games.get(game.gameId);
    if (known) feed.games.set(game.gameId, { ...known, state: 'Finished', startsAt: late.placedAt });
    resolve(game, ['29']);
    await withResults('demo', async (results) => {
      await results.look();
      expect(await heardOf(game)).toMatchObject([{ lateFrom: late.placedAt.toISOString() }]);
      expect(await refund(game)).toBe(true);
      await results.look();
    });
    await payAll(database.db, game);
    expect(await endingsOf(database.db, game)).toEqual(
      [...endedAs('refund', [late]), ...endedAs('payout', [early])].sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    expect(await offencesOf(game, [early, late])).toEqual([]);
  });

  test('about another game makes no bet late, even if the market was moved to that game meanwhile', async () => {
    const game = await aGame();
    const bet = await aBetNow(game);
    const { id: otherId } = feed.add();
    await database.db.execute(sql`
      insert into games (id, title, sport, league, country, state, starts_at, cap)
      select ${otherId}, title, sport, league, country, state, starts_at, cap from games where id = ${game.gameId}`);
    const moveTo = (gameId: string) =>
      database.db.execute(sql`update markets set game_id = ${gameId} where id = ${game.marketId}`);
    await moveTo(otherId);
    await say({ ...game, gameId: otherId }, { state: 'Live', startsAt: bet.placedAt });
    await moveTo(game.gameId);
    expect(await timesOf(game)).toMatchObject({ lateFrom: bet.placedAt.getTime() });
    const refunded = await refundLateBets(database.db, {
      marketId: game.marketId,
      chunk: 100,
      mode: 'demo',
    });
    expect(refunded).toBe('no-start');
    await withResults('demo', (results) => results.look());
    expect(await timesOf(game)).toMatchObject({ lateFrom: null });
    expect(await endingsOf(database.db, game)).toEqual([]);
    expect(await offencesOf(game, [bet])).toEqual([]);
  });

  test('still stops the payment of late bets after it was removed from the market', async () => {
    const game = await aGame();
    const late = await aBetNow(game);
    await say(game, { state: 'Finished', startsAt: late.placedAt });
    const forget = () =>
      database.db.execute(sql`
        update markets set late_from = null, state = 'closed', closes_at = starts_at where id = ${game.marketId}`);
    await forget();
    resolve(game, ['29']);
    await withResults('demo', async (results) => {
      // The request for the result receives the start again.
      await results.look();
      expect(await timesOf(game)).toMatchObject({ state: 'closed', lateFrom: late.placedAt.getTime() });
      await forget();
      await proposeResolution(database.db, {
        marketId: game.marketId,
        result: wonBy(game),
        source: 'feed',
        evidence: 'The feed says so.',
        proposer: { kind: 'system' },
        hash: null,
        mode: 'demo',
      });
      await payAll(database.db, game);
      expect(await endingsOf(database.db, game)).toEqual([]);
      expect(await results.confirm(game.marketId)).toBe('withdrawn');
    });
    await refund(game);
    expect(await endingsOf(database.db, game)).toEqual(endedAs('refund', [late]));
    expect(await offencesOf(game, [late])).toEqual([]);
  });
});

describe('once betting is closed', () => {
  test('a later start is recorded and opens nothing', async () => {
    const game = await aGame();
    await closeNow(game);
    const { closesAt } = await timesOf(game);
    const startsAt = new Date(game.startsAt.getTime() + HOUR_MS);
    await say(game, { startsAt });
    expect(await timesOf(game)).toMatchObject({
      state: 'closed',
      startsAt: startsAt.getTime(),
      gameStartsAt: startsAt.getTime(),
      closesAt,
    });
    await say(game, { state: 'Live' });
    await say(game, { state: 'Canceled' });
    expect(await timesOf(game)).toMatchObject({ state: 'closed', closesAt });
    expect(await rows(database.db, sql`select feed_halt from markets where id = ${game.marketId}`)).toEqual([
      { feed_halt: 'canceled' },
    ]);
  });

  test('an earlier start still makes bets late, and moves the close no more', async () => {
    const game = await aGame();
    const bet = await aBetNow(game);
    await closeNow(game);
    const { closesAt } = await timesOf(game);
    await say(game, { state: 'Live', startsAt: bet.placedAt });
    expect(await timesOf(game)).toMatchObject({
      state: 'closed',
      closesAt,
      lateFrom: bet.placedAt.getTime(),
    });
  });

  test('a start that only the request for results receives counts before the result', async () => {
    const game = await aGame();
    const bet = await aBetNow(game);
    await closeNow(game);
    const known = feed.games.get(game.gameId);
    if (known) feed.games.set(game.gameId, { ...known, state: 'Finished', startsAt: bet.placedAt });
    resolve(game, ['29']);
    await withResults('demo', async (results) => {
      await results.look();
      expect(await timesOf(game)).toMatchObject({ state: 'closed', lateFrom: bet.placedAt.getTime() });
      await results.look();
      expect(await timesOf(game)).toMatchObject({ state: 'closed' });
      await refund(game);
      await results.look();
    });
    await payAll(database.db, game);
    expect(await endingsOf(database.db, game)).toEqual(endedAs('refund', [bet]));
    expect(await marketOf(database.db, game)).toMatchObject({ state: 'settled' });
  });
});

describe('under a result', () => {
  const proposed = async (game: Game, won = wonBy(game)) => {
    await closeNow(game);
    await proposeResolution(database.db, {
      marketId: game.marketId,
      result: won,
      source: 'feed',
      evidence: 'The feed says so.',
      proposer: { kind: 'system' },
      hash: null,
      mode: 'live',
    });
  };

  test('the market does not change, whatever the feed says about its game, its odds or their age', async () => {
    const game = await aGame();
    await proposed(game);
    const read = () =>
      rows(
        database.db,
        // Writing a row unchanged counts as a change only for the stream.
        sql`select to_jsonb(m) - 'changed_in' - 'epoch' as market from markets m where id = ${game.marketId}`,
      );
    const before = await read();
    await say(game, { state: 'Live' });
    await say(game, { state: 'Canceled', startsAt: new Date(game.startsAt.getTime() + HOUR_MS) });
    await applyConditions(
      database.db,
      [{ id: game.conditionId, state: 'Active', outcomes: outcomesAt(['1.5', '4', '5']), at: now() }],
      drops,
    );
    expect(await read()).toEqual(before);
    expect(await timesOf(game)).toMatchObject({ gameStartsAt: game.startsAt.getTime() + HOUR_MS });
  });

  describe('of an admin, while the feed no longer answers', () => {
    const approved = async (game: Game) => {
      await proposed(game);
      await database.db.execute(sql`
        update resolutions set source = 'admin', approved_at = proposed_at, pays_from = proposed_at where market_id = ${game.marketId}`);
    };

    test.each(['looked at again', 'asked for payment'] as const)(
      'an earlier start that the follower heard takes it back when it is %s',
      async (when) => {
        const game = await aGame();
        const [early, late] = [await aBetNow(game), await aBetNow(game)];
        await approved(game);
        await say(game, { state: 'Finished', startsAt: late.placedAt });
        expect(await heardOf(game)).toMatchObject([{ lateFrom: late.placedAt.toISOString() }]);
        feed.isDown = true;
        await withResults('live', async (results) => {
          if (when === 'looked at again') await results.look();
          else expect(await results.confirm(game.marketId)).toBe('withdrawn');
        });
        feed.isDown = false;
        await payAll(database.db, game);
        expect(await timesOf(game)).toMatchObject({ state: 'closed', lateFrom: late.placedAt.getTime() });
        expect(await refund(game)).toBe(true);
        expect(await endingsOf(database.db, game)).toEqual(endedAs('refund', [late]));
        expect(await heardOf(game)).toHaveLength(1);
        expect(await offencesOf(game, [early, late])).toEqual([]);
      },
    );

    test('a start recorded just after the confirmation still stops the payment', async () => {
      const game = await aGame();
      const late = await aBetNow(game);
      await approved(game);
      await say(game, { state: 'Finished', startsAt: late.placedAt });
      expect(await settleMarket(database.db, { marketId: game.marketId, chunk: 100 })).toEqual({
        kind: 'busy',
      });
      expect(await endingsOf(database.db, game)).toEqual([]);
    });

    test('a start recorded during the payment changes nothing, and reports no payment', async () => {
      const game = await aGame();
      const late = await aBetNow(game);
      await approved(game);
      expect(await settleMarket(database.db, { marketId: game.marketId, chunk: 100 })).toEqual({
        kind: 'began',
      });
      await say(game, { state: 'Finished', startsAt: late.placedAt });
      await payAll(database.db, game);
      expect(await endingsOf(database.db, game)).toEqual(endedAs('payout', [late]));
      expect(await heardOf(game)).toEqual([]);
      expect(await offencesOf(game, [late])).toEqual([]);
    });
  });

  test('a void before the close does not turn stale', async () => {
    const game = await aGame();
    await proposeResolution(database.db, {
      marketId: game.marketId,
      result: { kind: 'void' },
      source: 'feed',
      evidence: 'The feed says so.',
      proposer: { kind: 'system' },
      hash: null,
      mode: 'live',
    });
    await database.db.execute(sql`
      update markets set priced_at = priced_at - interval '1 hour' where id = ${game.marketId}`);
    const { version } = await timesOf(game);
    await applyHalts(database.db);
    expect(await timesOf(game)).toMatchObject({ state: 'resolving', version });
  });

  test('a start in the past takes it back, and it is proposed again once late bets are refunded', async () => {
    const game = await aGame();
    const early = await aBetNow(game);
    const bet = await aBetNow(game);
    resolve(game, ['29']);
    await proposed(game);
    await say(game, { state: 'Finished', startsAt: bet.placedAt });
    await withResults('live', async (results) => {
      await results.look();
      expect(await timesOf(game)).toMatchObject({ state: 'closed', lateFrom: bet.placedAt.getTime() });
      expect(await marketOf(database.db, game)).toMatchObject({ review: null });
      await refund(game);
      await results.look();
    });
    await database.db.execute(sql`
      update resolutions set pays_from = approved_at where market_id = ${game.marketId} and ended_at is null`);
    await payAll(database.db, game);
    expect(await endingsOf(database.db, game)).toEqual(
      [...endedAs('refund', [bet]), ...endedAs('payout', [early])].sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  test('a start received just before the payment stops it', async () => {
    const game = await aGame();
    const bet = await aBetNow(game);
    resolve(game, ['29']);
    await proposed(game);
    const known = feed.games.get(game.gameId);
    if (known) feed.games.set(game.gameId, { ...known, state: 'Finished', startsAt: bet.placedAt });
    await withResults('live', async (results) => {
      expect(await results.confirm(game.marketId)).toBe('withdrawn');
    });
    expect(await timesOf(game)).toMatchObject({ state: 'closed', lateFrom: bet.placedAt.getTime() });
  });

  test('the admins are notified if it was paid already', async () => {
    const game = await aGame();
    const bet = await aBetNow(game);
    resolve(game, ['29']);
    await closeNow(game);
    await withResults('demo', async (results) => {
      await results.look();
      await payAll(database.db, game);
      await results.look();
      expect(await marketOf(database.db, game)).toMatchObject({ state: 'settled', review: null });
      const known = feed.games.get(game.gameId);
      if (known) feed.games.set(game.gameId, { ...known, startsAt: bet.placedAt });
      await results.look();
    });
    expect(await marketOf(database.db, game)).toMatchObject({ state: 'settled', review: 'corrected' });
    expect(await endingsOf(database.db, game)).toEqual(endedAs('payout', [bet]));
  });
});
