import { say } from '@tallystone/core/sentences/say';
import {
  aBettingProcess,
  aBettor,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import {
  aPlacedBet,
  balanceOf,
  endedAs,
  endingsOf,
  marketOf,
  payAll,
  type TestBet,
  wrongAccounts,
} from '@tallystone/testkit/betting/settling.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aFakeFeed } from '@tallystone/testkit/feed/fake-feed.ts';
import { type ControlledStandIn, startControlledStandIn } from '@tallystone/testkit/feed/stand-in.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AzuroFeed, type FeedCondition, FeedUnavailable } from '../azuro/azuro-feed.ts';
import { createDropLog } from '../azuro/drop-log.ts';
import { importGames } from '../azuro/import-games.ts';
import { openAzuroFeed } from '../azuro/open-azuro-feed.ts';
import { loadOutcomeNames } from '../azuro/outcome-names.ts';
import { col, rows } from '../db/rows.ts';
import { openFeedResults } from './feed-results.ts';
import { openSettler, type Settler } from './open-settler.ts';
import { undoResolution } from './undo-resolution.ts';

const names = await loadOutcomeNames();
const now = () => new Date();

let database: TestDatabase;
let betting: TestBetting;
let standIn: ControlledStandIn;
let feed: AzuroFeed;
let bettor: TestBettor;
const errors: unknown[] = [];
type FeedResults = ReturnType<typeof openFeedResults>;
const open: (FeedResults | Settler)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db);
  bettor = await aBettor(database.db);
  standIn = await startControlledStandIn({ season: { number: 0, beganAt: now() }, control: false });
  const { apiUrl, wsUrl } = standIn;
  const limits = { timeoutMs: 60_000, pauseMs: 1 };
  feed = openAzuroFeed({ apiUrl, wsUrl, drops: createDropLog(now), limits });
}, 180_000);
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.stop()));
  expect(errors.splice(0)).toEqual([]);
  expect(await wrongAccounts(database.db)).toEqual([]);
});
afterAll(async () => {
  feed.close();
  await standIn.close();
  await database.close();
});

/** The results that one process follows. */
function aProcess({
  mode = 'demo',
  from = feed,
  patienceMs = 60_000,
}: {
  mode?: 'demo' | 'live';
  from?: Pick<AzuroFeed, 'resultsOf'>;
  patienceMs?: number;
} = {}) {
  const results = openFeedResults({
    db: database.db,
    feed: from,
    mode,
    onProposed: () => undefined,
    onError: (error) => errors.push(error),
    patienceMs,
  });
  open.push(results);
  return results;
}

function aSettler(results: FeedResults): Settler {
  const settler = openSettler({
    database,
    mode: 'demo',
    lists: { markStale: () => undefined, markAllStale: () => undefined },
    confirm: (marketId) => results.confirm(marketId),
    onError: (error) => errors.push(error),
  });
  open.push(settler);
  return settler;
}

interface Game extends TestMarket {
  readonly gameId: string;
  readonly conditionId: string;
  /** Azuro's ids, in the order of ours. */
  readonly azuroIds: string[];
  /** One bet on each outcome. */
  readonly bets: TestBet[];
}

/** A game of the stand-in that was imported and has bets. */
async function aGame({ isClosed = true, hasBets = true, by = bettor } = {}): Promise<Game> {
  const { db } = database;
  const [gameId = ''] = standIn.control.addGames(1);
  const made = await importGames(
    { db, feed, names, mode: 'demo' },
    { gameIds: [gameId], actor: { kind: 'command-line' }, now },
  );
  const marketId = made.results[0]?.marketId ?? '';
  const outcomes = await rows(
    db,
    { id: col.text, azuro: col.text, condition: col.text },
    sql`
      select o.id, o.azuro_outcome_id as azuro, m.azuro_condition_id as condition
      from outcomes o join markets m on m.id = o.market_id where m.id = ${marketId} order by o.position`,
  );
  const market = { marketId, outcomeIds: outcomes.map(({ id }) => id) };
  const bets: TestBet[] = [];
  for (const outcome of hasBets ? outcomes.keys() : []) {
    bets.push(await aPlacedBet(betting, { bettor: by, market, outcome, amount: 5 }));
  }
  if (isClosed)
    await db.execute(sql`update markets set closes_at = clock_timestamp() where id = ${marketId}`);
  const conditionId = outcomes[0]?.condition ?? '';
  return { ...market, gameId, conditionId, azuroIds: outcomes.map(({ azuro }) => azuro), bets };
}

const winnerOf = ({ azuroIds }: Game, place = 0) => [azuroIds[place] ?? ''];
const resolve = (game: Game, place = 0) => standIn.control.resolve(game.conditionId, winnerOf(game, place));

/** Resolutions of a market, oldest first. */
const resolutionsOf = ({ marketId }: TestMarket) =>
  rows(
    database.db,
    {
      outcome: col.text.orNull,
      source: col.text,
      evidence: col.text,
      raw: col.json,
      as: col.text.orNull,
      reason: col.text.orNull,
    },
    sql`
      select outcome_id as outcome, source, evidence, raw, ended_as as "as", end_reason as reason
      from resolutions where market_id = ${marketId} order by id`,
  );

/** As if a game had been planned, and its betting had ended, this long ago. */
async function age({ marketId, gameId }: Game, hours: number, state: string): Promise<void> {
  const startsAt = Math.floor(Date.now() / 1000 - hours * 3600);
  standIn.control.setGame(gameId, { state, startsAt });
  await database.db.execute(sql`update games set starts_at = to_timestamp(${startsAt}) where id = ${gameId}`);
  await database.db.execute(sql`
    update markets set starts_at = to_timestamp(${startsAt}), ends_at = to_timestamp(${startsAt}),
      closes_at = to_timestamp(${startsAt}) where id = ${marketId}`);
  // The server never moves a bet. A bet that kept its moment would be from after the start of the game.
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    const moment = sql`to_timestamp(${startsAt}) - interval '1 hour'`;
    await tx.execute(
      sql`update bets set placed_at = ${moment}, priced_at = ${moment} where market_id = ${marketId}`,
    );
  });
}

const reviewsOf = ({ marketId }: TestMarket) =>
  rows(
    database.db,
    {
      actor: col.text,
      after: col.object({ review: col.text, said: col.object({ condition: col.json }) }),
    },
    sql`select actor, after from audit where subject = ${marketId} and action = 'market.review' order by id`,
  );

describe('a game that is over', () => {
  test('pays only the winners, with the answer of the feed as evidence', async () => {
    const game = await aGame();
    const had = await balanceOf(database.db, bettor.session.userId);
    standIn.control.finish(game.gameId);
    const results = aProcess();
    await results.look();
    expect(await marketOf(database.db, game)).toMatchObject({ state: 'open' });

    resolve(game, 1);
    await results.look();
    expect(await resolutionsOf(game)).toEqual([
      expect.objectContaining({
        outcome: game.outcomeIds[1],
        source: 'feed',
        as: null,
        evidence: expect.stringMatching(
          new RegExp(
            `^The feed says that condition ${game.conditionId} is resolved and .+ has won, read at 20.+Z\\.$`,
          ),
        ),
        raw: {
          askedAt: expect.any(String),
          game: expect.objectContaining({ gameId: game.gameId, state: 'Finished' }),
          condition: expect.objectContaining({ state: 'Resolved', wonOutcomeIds: winnerOf(game, 1) }),
        },
      }),
    ]);
    expect(await results.confirm(game.marketId)).toBe('pay');
    expect(await payAll(database.db, game)).toEqual(['began', 'settled-chunk', 'ended']);
    const winner = game.bets.filter((_, place) => place === 1);
    expect(await endingsOf(database.db, game)).toEqual(endedAs('payout', winner));
    expect(await balanceOf(database.db, bettor.session.userId)).toBe(had + (winner[0]?.payout ?? 0n));
    expect(await marketOf(database.db, game)).toMatchObject({
      state: 'settled',
      won: game.outcomeIds[1],
      review: null,
    });
    await results.look();
    expect(await resolutionsOf(game)).toHaveLength(1);
  });

  test('ends each of its markets by the result of its own condition', async () => {
    const fake = aFakeFeed(7000);
    const { id: gameId, conditionId } = fake.add();
    const bothScore = fake.addCondition(gameId, { '1': '1.8', '2': '2' });
    const oddEven = fake.addCondition(gameId, { '173': '1.9', '174': '1.9' });
    await importGames(
      { db: database.db, feed: fake, names, mode: 'demo' },
      { gameIds: [gameId], actor: { kind: 'command-line' }, now },
    );
    const markets = await rows(
      database.db,
      { marketId: col.text, condition: col.text, outcomeIds: col.list(col.text), azuro: col.list(col.text) },
      sql`
        select m.id as market_id, m.azuro_condition_id as condition, json_agg(o.id order by o.position) as outcome_ids,
          json_agg(o.azuro_outcome_id order by o.position) as azuro
        from markets m join outcomes o on o.market_id = m.id where m.game_id = ${gameId} group by m.id`,
    );
    const of = (id: string) => {
      const found = markets.find(({ condition }) => condition === id);
      if (found === undefined) throw new Error(`expected a market of condition ${id}`);
      return found;
    };
    for (const market of markets) await aPlacedBet(betting, { bettor, market, outcome: 0, amount: 5 });
    await database.db.execute(
      sql`update markets set closes_at = clock_timestamp() where game_id = ${gameId}`,
    );
    const end = (id: string, change: Partial<FeedCondition>) => {
      const condition = fake.conditions.get(id);
      if (condition !== undefined) fake.conditions.set(id, { ...condition, ...change });
    };
    const game = fake.games.get(gameId);
    if (game !== undefined) fake.games.set(gameId, { ...game, state: 'Finished' });
    end(conditionId, { state: 'Resolved', wonOutcomeIds: [of(conditionId).azuro[2] ?? ''] });
    end(bothScore, { state: 'Resolved', wonOutcomeIds: [of(bothScore).azuro[0] ?? ''] });
    end(oddEven, { state: 'Canceled' });
    await aProcess({ from: fake }).look();
    const proposed = async (id: string) => (await resolutionsOf(of(id))).map(({ outcome }) => outcome);
    expect(await proposed(conditionId)).toEqual([of(conditionId).outcomeIds[2]]);
    expect(await proposed(bothScore)).toEqual([of(bothScore).outcomeIds[0]]);
    expect(await proposed(oddEven)).toEqual([null]);
  });

  test.each<[string, (game: Game) => boolean]>([
    ['its condition is canceled', ({ conditionId }) => standIn.control.setCondition(conditionId, 'Canceled')],
    ['it is canceled itself', ({ gameId }) => standIn.control.setGame(gameId, { state: 'Canceled' })],
  ])('gives every stake back when %s, before the close as after it', async (_name, end) => {
    const results = aProcess();
    for (const isClosed of [true, false]) {
      const game = await aGame({ isClosed });
      end(game);
      // As the follower stores it.
      await database.db.execute(sql`
        update markets set feed_halt = 'stopped', state = 'suspended' where id = ${game.marketId}`);
      await results.look();
      expect(await resolutionsOf(game)).toMatchObject([{ outcome: null, source: 'feed', as: null }]);
      expect(await results.confirm(game.marketId)).toBe('pay');
      await payAll(database.db, game);
      expect(await marketOf(database.db, game)).toMatchObject({ state: 'void', won: null });
      expect(await endingsOf(database.db, game)).toEqual(endedAs('refund', game.bets));
    }
  });

  test.each<[string, (game: Game) => string[]]>([
    ['no-winner', () => []],
    ['unknown-winner', () => ['999999']],
    ['several-winners', ({ azuroIds }) => azuroIds.slice(0, 2)],
  ])('goes to the admins as %s, and is never paid by itself', async (review, won) => {
    const game = await aGame();
    standIn.control.finish(game.gameId);
    standIn.control.resolve(game.conditionId, won(game));
    const results = aProcess();
    await results.look();
    await results.look();
    expect(await marketOf(database.db, game)).toMatchObject({ review });
    expect(await reviewsOf(game)).toMatchObject([
      { actor: 'system', after: { review, said: { condition: { wonOutcomeIds: won(game).toSorted() } } } },
    ]);
    // Even if the feed then finds a winner: an admin was told to look.
    resolve(game);
    await results.look();
    expect(await resolutionsOf(game)).toEqual([]);
    expect(await endingsOf(database.db, game)).toEqual([]);
  });

  test.each(['condition', 'outcomes', 'both'] as const)(
    'ends its market by what is said by %s: the winner is paid, and a cancellation gives every stake back',
    async (speaker) => {
      const results = aProcess();
      const [won, canceled] = [await aGame(), await aGame()];
      for (const { conditionId } of [won, canceled]) standIn.control.speak(conditionId, speaker);
      resolve(won, 1);
      standIn.control.setCondition(canceled.conditionId, 'Canceled');
      await results.look();
      for (const game of [won, canceled]) {
        expect(await results.confirm(game.marketId)).toBe('pay');
        await payAll(database.db, game);
      }
      expect(await endingsOf(database.db, won)).toEqual(endedAs('payout', won.bets.slice(1, 2)));
      expect(await endingsOf(database.db, canceled)).toEqual(endedAs('refund', canceled.bets));
      expect(await marketOf(database.db, won)).toMatchObject({ state: 'settled', review: null });
      expect(await marketOf(database.db, canceled)).toMatchObject({ state: 'void', review: null });
    },
  );

  test('goes to the admins if condition and outcomes contradict each other, and is never paid automatically', async () => {
    const results = aProcess();
    const [won, canceled] = [await aGame(), await aGame()];
    for (const { conditionId } of [won, canceled]) standIn.control.speak(conditionId, 'contradiction');
    resolve(won);
    standIn.control.setCondition(canceled.conditionId, 'Canceled');
    await results.look();
    for (const game of [won, canceled]) {
      expect(await marketOf(database.db, game)).toMatchObject({ review: 'contradiction' });
      expect(await reviewsOf(game)).toMatchObject([
        { actor: 'system', after: { review: 'contradiction', said: { condition: expect.anything() } } },
      ]);
    }
    // Even if the feed then agrees with itself: an admin was told to look.
    standIn.control.speak(won.conditionId, 'both');
    await results.look();
    expect(await resolutionsOf(won)).toEqual([]);
    expect(await endingsOf(database.db, won)).toEqual([]);
  });

  /** The markets on the players of an imported football game, one bet on each of the first three, after betting has ended. */
  async function onPlayers() {
    const { db } = database;
    const gameId = standIn.control.addLiveGame();
    await importGames(
      { db, feed, names, mode: 'demo' },
      { gameIds: [gameId], actor: { kind: 'command-line' }, now },
    );
    const markets = await rows(
      db,
      { marketId: col.text, conditionId: col.text, of: col.text, outcomeIds: col.list(col.text) },
      sql`
        select m.id as market_id, m.azuro_condition_id as condition_id, m.azuro_outcome_id as of,
          json_agg(o.id order by o.position) as outcome_ids
        from markets m join outcomes o on o.market_id = m.id
        where m.game_id = ${gameId} and m.azuro_outcome_id is not null group by m.id order by of limit 3`,
    );
    const players = [];
    for (const market of markets)
      players.push({ ...market, bet: await aPlacedBet(betting, { bettor, market, amount: 1 }) });
    await db.execute(sql`update markets set closes_at = clock_timestamp() where game_id = ${gameId}`);
    const [first, second, third] = players;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('expected three players');
    return { gameId, conditionId: first.conditionId, players: [first, second, third] as const };
  }

  test.each(['condition', 'outcomes', 'both'] as const)(
    'ends the market of each of its players by what is said by %s',
    async (speaker) => {
      const { conditionId, players } = await onPlayers();
      const [scored, didNot, out] = players;
      standIn.control.speak(conditionId, speaker);
      standIn.control.resolve(conditionId, [scored.of], [out.of]);
      const results = aProcess();
      await results.look();
      const paid = async (player: (typeof players)[number]) => {
        expect(await results.confirm(player.marketId)).toBe('pay');
        await payAll(database.db, player);
        return endingsOf(database.db, player);
      };
      expect(await paid(scored)).toEqual(endedAs('payout', [scored.bet]));
      expect(await paid(didNot)).toEqual([]);
      // The condition alone can't say that one of its outcomes is canceled.
      expect(await paid(out)).toEqual(speaker === 'condition' ? [] : endedAs('refund', [out.bet]));
    },
  );

  test('pays a player who scored while the others play on, and none by a contradiction', async () => {
    const { conditionId, players } = await onPlayers();
    const [scored, other] = players;
    standIn.control.setOutcomes(conditionId, { [scored.of]: 'Won' });
    const results = aProcess();
    await results.look();
    expect(await resolutionsOf(scored)).toMatchObject([
      {
        outcome: scored.outcomeIds[0],
        evidence: expect.stringContaining(
          `outcome ${scored.of} of condition ${conditionId} has won, read at`,
        ),
        raw: { condition: { conditionId, state: 'Active' } },
      },
    ]);
    expect(await resolutionsOf(other)).toEqual([]);
    // The goal is taken back.
    standIn.control.setOutcomes(conditionId, { [scored.of]: 'Active' });
    expect(await results.confirm(scored.marketId)).toBe('withdrawn');
    expect(await marketOf(database.db, scored)).toMatchObject({ state: 'closed', review: 'corrected' });
    expect(await endingsOf(database.db, scored)).toEqual([]);

    standIn.control.resolve(conditionId, [scored.of]);
    standIn.control.speak(conditionId, 'contradiction');
    await results.look();
    expect(await marketOf(database.db, other)).toMatchObject({ review: 'contradiction' });
    expect(await resolutionsOf(other)).toEqual([]);
  });

  test('waits while only some of its outcomes are decided', async () => {
    const results = aProcess();
    const game = await aGame();
    standIn.control.finish(game.gameId);
    standIn.control.speak(game.conditionId, 'outcomes');
    const states = ['Won', 'Lost', 'Stopped'];
    const outcomes = game.azuroIds.map((outcomeId, k) => ({ outcomeId, odds: '2', state: states[k] }));
    const condition = {
      conditionId: game.conditionId,
      state: 'Stopped',
      game: { gameId: game.gameId },
      outcomes,
    };
    const body = JSON.stringify({ conditions: [condition] });
    standIn.control.answerRaw({ path: '/conditions-by-game-ids', body, count: 1 });
    await results.look();
    expect(await resolutionsOf(game)).toEqual([]);
    expect(await marketOf(database.db, game)).toMatchObject({ state: 'open', review: null });
    resolve(game);
    await results.look();
    expect(await resolutionsOf(game)).toMatchObject([{ outcome: game.outcomeIds[0], as: null }]);
  });

  test('whose condition was removed goes to the admins after two days', async () => {
    const game = await aGame();
    standIn.control.remove(game.conditionId);
    const results = aProcess();
    await age(game, 47, 'Finished');
    await results.look();
    expect(await marketOf(database.db, game)).toMatchObject({ review: null });
    await age(game, 48, 'Finished');
    await results.look();
    expect(await marketOf(database.db, game)).toMatchObject({ review: 'removed' });
  });

  test('and has no result two days later goes to the admins, until there is one', async () => {
    const game = await aGame();
    const results = aProcess();
    await age(game, 47, 'Finished');
    await results.look();
    expect(await marketOf(database.db, game)).toMatchObject({ review: null });
    await age(game, 48, 'Finished');
    await results.look();
    expect(await marketOf(database.db, game)).toMatchObject({ review: 'no-result' });
    resolve(game);
    await results.look();
    expect(await marketOf(database.db, game)).toMatchObject({ state: 'resolving', review: null });
    await payAll(database.db, game);
    expect(await endingsOf(database.db, game)).toEqual(endedAs('payout', game.bets.slice(0, 1)));
  });

  test('is left to the admins after an admin took its result back', async () => {
    const game = await aGame();
    resolve(game);
    const results = aProcess({ mode: 'live' });
    await results.look();
    const admin = await aBettor(database.db);
    await undoResolution(database.db, {
      marketId: game.marketId,
      reason: 'The referee is being looked at.',
      actor: { kind: 'admin', userId: admin.session.userId, address: admin.wallet.text },
    });
    await results.look();
    expect(await resolutionsOf(game)).toMatchObject([{ as: 'undone' }]);
    expect(await marketOf(database.db, game)).toMatchObject({ state: 'closed' });
  });

  test('without bets ends too', async () => {
    const game = await aGame({ hasBets: false });
    resolve(game);
    await aProcess().look();
    await payAll(database.db, game);
    expect(await marketOf(database.db, game)).toMatchObject({ state: 'settled' });
  });
});

describe('a result that the feed corrects', () => {
  const corrections: [string, (game: Game) => boolean][] = [
    ['another winner', (game) => resolve(game, 1)],
    [
      'another winner by its outcomes',
      ({ conditionId }) => standIn.control.speak(conditionId, 'contradiction'),
    ],
    ['no winner', ({ conditionId }) => standIn.control.resolve(conditionId, [])],
    ['a cancellation', ({ gameId }) => standIn.control.cancel(gameId)],
    ['none yet', ({ conditionId }) => standIn.control.setCondition(conditionId, 'Stopped')],
  ];

  test.each(corrections)('to %s just before it is paid is not paid', async (_name, correct) => {
    const game = await aGame();
    resolve(game, 0);
    const results = aProcess();
    await results.look();
    correct(game);
    expect(await results.confirm(game.marketId)).toBe('withdrawn');
    expect(await payAll(database.db, game)).toEqual(['busy']);
    await results.look();
    expect(await marketOf(database.db, game)).toMatchObject({ state: 'closed', review: 'corrected' });
    expect(await resolutionsOf(game)).toMatchObject([
      { as: 'undone', reason: 'The feed has changed its result.' },
    ]);
    expect(await endingsOf(database.db, game)).toEqual([]);
  });

  test('within the window of a live market is taken back then', async () => {
    const game = await aGame();
    resolve(game, 0);
    const results = aProcess({ mode: 'live' });
    await results.look();
    expect(await payAll(database.db, game)).toEqual(['busy']);
    await results.look();
    expect(await marketOf(database.db, game)).toMatchObject({ state: 'resolving' });
    resolve(game, 1);
    await results.look();
    expect(await marketOf(database.db, game)).toMatchObject({ state: 'closed', review: 'corrected' });
  });

  test('is suspended for an admin if it was voided before its close', async () => {
    const game = await aGame({ isClosed: false });
    standIn.control.setCondition(game.conditionId, 'Canceled');
    await database.db.execute(sql`
      update markets set feed_halt = 'stopped', state = 'suspended' where id = ${game.marketId}`);
    const results = aProcess();
    await results.look();
    standIn.control.setCondition(game.conditionId, 'Active');
    expect(await results.confirm(game.marketId)).toBe('withdrawn');
    const [market] = await rows(
      database.db,
      sql`select state, disabled, review from markets where id = ${game.marketId}`,
    );
    expect(market).toEqual({ state: 'suspended', disabled: true, review: 'corrected' });
  });

  test.each(corrections)(
    'to %s after it was paid goes to the admins, and moves no money',
    async (_name, correct) => {
      const game = await aGame();
      resolve(game, 0);
      const results = aProcess();
      await results.look();
      await payAll(database.db, game);
      await results.look();
      expect(await marketOf(database.db, game)).toMatchObject({ state: 'settled', review: null });
      const before = await endingsOf(database.db, game);
      correct(game);
      await results.look();
      await results.look();
      expect(await marketOf(database.db, game)).toMatchObject({ state: 'settled', review: 'corrected' });
      expect(await endingsOf(database.db, game)).toEqual(before);
      expect(await reviewsOf(game)).toHaveLength(1);
    },
  );

  test('is checked again for two days after its payment, and no longer', async () => {
    const game = await aGame();
    resolve(game, 0);
    const results = aProcess();
    await results.look();
    await payAll(database.db, game);
    await database.db.execute(sql`
      update markets set ended_at = ended_at - interval '48 hours' where id = ${game.marketId}`);
    resolve(game, 1);
    await results.look();
    expect(await marketOf(database.db, game)).toMatchObject({ review: null });
  });
});

describe('a feed that does not answer', () => {
  test('ends and fails nothing, and delays payments until it answers', async () => {
    const game = await aGame();
    resolve(game);
    let isDown = false;
    const results = aProcess({
      from: {
        resultsOf: (ids) =>
          isDown ? Promise.reject(new FeedUnavailable(say('feed-unreachable'))) : feed.resultsOf(ids),
      },
    });
    isDown = true;
    await results.look();
    expect(await resolutionsOf(game)).toEqual([]);
    isDown = false;
    await results.look();
    isDown = true;
    expect(await results.confirm(game.marketId)).toBe('wait');
    isDown = false;
    // Another process, which has not just asked without an answer.
    expect(await aProcess().confirm(game.marketId)).toBe('pay');
  });

  test('over real HTTP, while everything else goes on', async () => {
    const game = await aGame();
    resolve(game);
    const results = aProcess();
    await results.look();
    standIn.control.fail({ mode: '500', count: 30 });
    expect(await results.confirm(game.marketId)).toBe('wait');
    standIn.control.fail({ mode: '500', count: 1 });
    const { control } = standIn;
    await expect
      .poll(async () => {
        feed.probe();
        return feed.resultsOf([game.gameId]).then(
          (said) => said.length,
          () => 0,
        );
      })
      .toBe(1);
    expect(control.status().season).toBe(0);
    expect(await aProcess().confirm(game.marketId)).toBe('pay');
  });

  test('for a long time delays neither other payments nor the end of the process', async () => {
    const game = await aGame();
    resolve(game);
    await aProcess().look();
    const hanging = aProcess({ from: { resultsOf: () => new Promise(() => undefined) }, patienceMs: 500 });
    // The answer never comes; everything here continues long before the test gives up.
    expect(await hanging.confirm(game.marketId)).toBe('wait');
    void hanging.look();
    await hanging.stop();
    expect(await hanging.confirm(game.marketId)).toBe('wait');
  });

  test('about one game does not delay its answers about others', async () => {
    const [silent, said] = [await aGame(), await aGame()];
    resolve(silent);
    resolve(said);
    const some: Pick<AzuroFeed, 'resultsOf'> = {
      resultsOf: async (ids) => feed.resultsOf(ids.filter((id) => id !== silent.gameId)),
    };
    await aProcess({ from: some }).look();
    expect(await resolutionsOf(silent)).toEqual([]);
    expect(await resolutionsOf(said)).toHaveLength(1);
  });
});

test('several processes end each game once, and pay it once', async () => {
  const by = await aBettor(database.db);
  const games: Game[] = [];
  for (let i = 0; i < 6; i++) games.push(await aGame({ by }));
  for (const [i, game] of games.entries()) resolve(game, i % game.outcomeIds.length);
  const had = await balanceOf(database.db, by.session.userId);
  const processes = Array.from({ length: 5 }, () => aProcess());
  for (const each of processes) aSettler(each);
  await Promise.all(processes.map((each) => each.look()));
  const states = () => Promise.all(games.map(async (game) => (await marketOf(database.db, game)).state));
  await expect.poll(states, { timeout: 60_000 }).toEqual(games.map(() => 'settled'));
  let won = 0n;
  for (const [i, game] of games.entries()) {
    const winners = game.bets.filter(({ outcome }) => outcome === i % game.outcomeIds.length);
    won += winners.reduce((sum, { payout }) => sum + payout, 0n);
    expect(await resolutionsOf(game)).toMatchObject([{ as: 'paid' }]);
    expect(await endingsOf(database.db, game)).toEqual(endedAs('payout', winners));
  }
  expect(await balanceOf(database.db, by.session.userId)).toBe(had + won);
});

test('one process asks for all of them in a round', async () => {
  const game = await aGame();
  resolve(game);
  let asked = 0;
  const counting: Pick<AzuroFeed, 'resultsOf'> = {
    async resultsOf(ids) {
      asked += 1;
      return feed.resultsOf(ids);
    },
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await database.db.execute(sql`delete from last_runs where name like 'azuro-%'`);
    const processes = Array.from({ length: 4 }, () => aProcess({ from: counting }));
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => resolutionsOf(game)).toHaveLength(1);
    await Promise.all(processes.map((each) => each.stop()));
    expect(asked).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test.each(testEngines)('on %s a game is ended and paid as well', async (_name, openEngine) => {
  const own = await openEngine();
  const { db } = own;
  await fundTheHouse(db);
  const games = aFakeFeed();
  const { id, conditionId } = games.add();
  const { results: made } = await importGames(
    { db, feed: games, names, mode: 'demo' },
    { gameIds: [id], actor: { kind: 'command-line' }, now },
  );
  const marketId = made[0]?.marketId ?? '';
  const outcomes = await rows(db, { id: col.text }, sql`select id from outcomes order by position`);
  const market = { marketId, outcomeIds: outcomes.map((outcome) => outcome.id) };
  const owner = await aBettor(db);
  const bet = await aPlacedBet(aBettingProcess(db), { bettor: owner, market, amount: 5 });
  await db.execute(sql`update markets set closes_at = clock_timestamp()`);
  const condition = games.conditions.get(conditionId);
  if (condition)
    games.conditions.set(conditionId, { ...condition, state: 'Resolved', wonOutcomeIds: ['29'] });

  let settler: Settler | null = null;
  const onError = (error: unknown) => errors.push(error);
  const results = openFeedResults({
    db,
    feed: games,
    mode: 'demo',
    onProposed: () => settler?.wake(),
    onError,
  });
  settler = openSettler({
    database: own,
    mode: 'demo',
    lists: { markStale: () => undefined, markAllStale: () => undefined },
    confirm: (each) => results.confirm(each),
    onError,
  });
  await results.look();
  await expect.poll(async () => (await marketOf(db, market)).state).toBe('settled');
  expect(await endingsOf(db, market)).toEqual(endedAs('payout', [bet]));
  expect(await wrongAccounts(db)).toEqual([]);
  await results.stop();
  await settler.stop();
  await own.close();
});
