import {
  aBet,
  aBettingProcess,
  aBettor,
  aFeedMarket,
  fundTheHouse,
  type TestBetting,
} from '@tallystone/testkit/betting/betting.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { payAll } from '@tallystone/testkit/betting/settling.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportData } from '../admin/export-data.ts';
import { readLimitsHistory } from '../admin/limits-history.ts';
import { replayBudgets } from '../admin/replay-budgets.ts';
import { decideOrders } from '../betting/decide-orders.ts';
import { placeBet } from '../betting/place-bet.ts';
import { col, row, rows } from '../db/rows.ts';
import { SINCE_NOTHING } from '../ledger/since.ts';
import { getGame } from '../markets/get-game.ts';
import { listStoredMarkets } from '../markets/stored-market.ts';
import { changeSettings } from '../settings/change-settings.ts';
import { closeMarkets } from '../settlement/close-markets.ts';
import { openFeedResults } from '../settlement/feed-results.ts';
import { applyScores } from './apply-scores.ts';
import { createDropLog } from './drop-log.ts';
import { followFeed } from './follow-feed.ts';
import { openFeedKeeper } from './open-feed-keeper.ts';
import { openInPlay } from './open-in-play.ts';

describe.each(movedEngines)('on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  let game: GameInPlay;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
    await database.db.execute(
      sql`update settings set in_play_delay_soccer = 11, game_cap_in_play = 7000000000`,
    );
    game = await aGameInPlay(database);
  });
  afterAll(() => database.close());

  const stateOf = (marketId: string) =>
    row(
      database.db,
      { state: col.text, halt: col.text.orNull, halts: col.number, endsAt: col.date },
      sql`select m.state, m.feed_halt as halt, m.ends_at,
          (select count(*)::int from market_halts h where h.market_id = m.id) as halts
        from markets m where m.id = ${marketId}`,
    );

  test('a running game that is in play stays so, with a cap and a delay of its own', async () => {
    expect(await Promise.all([openInPlay(database.db, 'demo'), openInPlay(database.db, 'demo')])).toEqual([
      0, 0,
    ]);
    const games = await rows(
      database.db,
      { cap: col.text, delay: col.number },
      sql`select cap::text, delay_seconds as delay from games where in_play_of = ${game.gameId}`,
    );
    expect(games).toEqual([{ cap: '7000000000', delay: 11 }]);
  });

  test('the list and the page of the game have the market in play instead of the closed one', async () => {
    const now = database.now();
    const listed = await listStoredMarkets(database.db, { ids: null, now });
    expect(listed.filter(({ gameId }) => gameId === game.gameId).map(({ id }) => id)).toEqual([
      game.marketId,
    ]);
    const page = await getGame(database.db, game.gameId);
    expect(page?.markets.map(({ id }) => id)).toEqual([game.marketId]);
    expect(page?.markets[0]).toMatchObject({ inPlay: { delay: 11 }, gameId: game.gameId, state: 'open' });
  });

  test('the market in the list counts all others of the page, also those that did not go in play', async () => {
    const { more, shown, sideId } = await undone(database.db, async (tx) => {
      const side = await aFeedMarket(tx, { gameId: game.gameId });
      const [listed] = await listStoredMarkets(tx, { ids: [game.marketId], now: database.now() });
      const page = await getGame(tx, game.gameId);
      return { more: listed?.more, shown: page?.markets.map(({ id }) => id), sideId: side.marketId };
    });
    expect(shown?.toSorted()).toEqual([game.marketId, sideId].toSorted());
    expect(more).toBe(1);
  });

  test('the export names both markets’ game as the feed does', async () => {
    const actor = { kind: 'command-line' } as const;
    const asked = { name: 'markets' as const, days: {}, actor, now: database.now() };
    const { pieces } = await exportData(database.db, asked);
    let text = '';
    for await (const piece of pieces) text += piece;
    expect(text.split(game.gameId)).toHaveLength(3);
    expect(text).not.toContain('in-play:');
  });

  test('the budgets and the delay follow from the audit', async () => {
    // The settings were changed without it.
    await database.db.execute(sql`
      update games set cap = 10000000000, delay_seconds = 11 where in_play_of = ${game.gameId}`);
    const history = await readLimitsHistory(database.db);
    expect(await replayBudgets(database.db, history, SINCE_NOTHING)).toEqual([]);
    await database.db.execute(sql`update games set delay_seconds = 5 where in_play_of = ${game.gameId}`);
    expect(await replayBudgets(database.db, history, SINCE_NOTHING)).toMatchObject([
      { expected: '11 s', found: '5 s' },
    ]);
    await database.db.execute(sql`update games set delay_seconds = 11 where in_play_of = ${game.gameId}`);
  });

  const score = (home: number, clock: string) => ({
    ...{ id: game.gameId, score: [home, 0] as const, clock, period: '1st half', isRunning: true },
    at: database.now(),
  });

  test('a score is shown, and a new one suspends until a price of three seconds later', async () => {
    await applyScores(database.db, [score(0, "10'")]);
    expect(await stateOf(game.marketId)).toMatchObject({ state: 'open', halts: 0 });
    await database.advance(1000);
    await applyScores(database.db, [score(1, "11'")]);
    expect(await stateOf(game.marketId)).toMatchObject({ state: 'suspended', halt: 'stopped', halts: 1 });
    const page = await getGame(database.db, game.gameId);
    expect(page?.markets[0]?.inPlay).toEqual({ delay: 11, score: [1, 0], clock: "11'", period: '1st half' });
    // Perhaps sent before the goal, on the other connection.
    await database.advance(2000);
    await game.price(['2', '3.5', '4']);
    expect(await stateOf(game.marketId)).toMatchObject({ state: 'suspended', halt: 'stopped' });
    await database.advance(1000);
    await game.price(['1.5', '4', '6']);
    expect(await stateOf(game.marketId)).toMatchObject({ state: 'open', halt: null, halts: 1 });
  });

  test('the first score that is known suspends if it has goals, because it may be the first', async () => {
    const { db } = database;
    await db.execute(
      sql`update games set score_home = null, score_away = null where in_play_of = ${game.gameId}`,
    );
    await applyScores(db, [score(1, "12'")]);
    expect(await stateOf(game.marketId)).toMatchObject({ state: 'suspended', halts: 2 });
    await database.advance(3000);
    await game.price(['1.5', '4', '6']);
    expect(await stateOf(game.marketId)).toMatchObject({ state: 'open' });
  });

  test('a goal that is taken back before it is applied suspends', async () => {
    const errors: unknown[] = [];
    const follower = followFeed({
      ...{ db: database.db, feed: game.feed, drops: createDropLog(database.now), now: database.now },
      ...{ goInPlay: async () => 0, areOddsWanted: async () => true },
      onError: (error) => void errors.push(error),
    });
    await follower.renew();
    await follower.readAll();
    for (const home of [2, 1]) game.feed.sayScore(score(home, "13'"));
    await expect
      .poll(() => stateOf(game.marketId), { timeout: 30_000, interval: 20 })
      .toMatchObject({ state: 'suspended', halts: 3 });
    await follower.stop();
    expect(errors).toEqual([]);
    const page = await getGame(database.db, game.gameId);
    expect(page?.markets[0]?.inPlay).toMatchObject({ score: [1, 0], clock: "13'" });
    await database.advance(3000);
    await game.price(['1.5', '4', '6']);
  });

  test('switched off, no bet is taken or filled any more, until it is on again', async () => {
    const { db } = database;
    const bettor = await aBettor(db);
    const outcomeId = game.outcomeIds[0] ?? '';
    const bet = () => aBet(bettor, { marketId: game.marketId, outcomeId, amount: 10, odds: 1.5 });
    const errors: unknown[] = [];
    const keeper = openFeedKeeper({
      ...{ database, feed: game.feed, drops: createDropLog(database.now), now: database.now },
      ...{ mode: 'demo', source: 'demo-feed' },
      onError: (error) => void errors.push(error),
    });
    await keeper.start();
    await placeBet(betting, bet());
    const actor = { kind: 'command-line' } as const;
    const turn = (inPlay: boolean) => changeSettings(db, { mode: 'demo', actor, sent: { inPlay } });
    const { halts } = await stateOf(game.marketId);
    await turn(false);
    const eventually = expect.poll(() => stateOf(game.marketId), { timeout: 30_000, interval: 20 });
    await eventually.toMatchObject({ state: 'suspended', halt: 'stopped', halts: halts + 1 });
    await game.price(['1.6', '4', '6']);
    expect(await stateOf(game.marketId)).toMatchObject({ state: 'suspended' });
    await expect(placeBet(betting, bet())).rejects.toMatchObject({ code: 'market-suspended' });
    expect(await decideOrders(db, game.marketId)).toBe(true);
    expect(
      await rows(db, sql`select kind, code from order_ends where user_id = ${bettor.session.userId}`),
    ).toEqual([{ kind: 'failed', code: 'market-suspended' }]);
    // Another process missed the message, and let the market take bets.
    await db.execute(sql`update markets set feed_halt = null, state = 'open' where id = ${game.marketId}`);
    await game.price(['1.5', '4', '6']);
    expect(await stateOf(game.marketId)).toMatchObject({ state: 'suspended', halts: halts + 2 });
    await turn(true);
    await eventually.toMatchObject({ state: 'open', halt: null });
    await keeper.stop();
    expect(errors).toEqual([]);
  });

  test('neither a game that may not go in play nor any game while it is off, or in live mode', async () => {
    const { db } = database;
    await db.execute(sql`
      insert into games (id, title, sport, league, country, state, starts_at, cap)
      select 'other', title, sport, league, country, 'Live', starts_at, cap from games where id = ${game.gameId}`);
    await db.execute(sql`update markets set game_id = 'other' where id = ${game.beforeId}`);
    expect(await openInPlay(db, 'live')).toBe(0);
    await db.execute(sql`update settings set in_play = false`);
    expect(await openInPlay(db, 'demo')).toBe(0);
    await db.execute(sql`update settings set in_play = true`);
    await db.execute(sql`update markets set may_go_in_play = false where id = ${game.beforeId}`);
    expect(await openInPlay(db, 'demo')).toBe(0);
    // Once it may, one of two processes opens it.
    await db.execute(sql`update markets set may_go_in_play = true where id = ${game.beforeId}`);
    const opened = await Promise.all([openInPlay(db, 'demo'), openInPlay(db, 'demo')]);
    expect(opened.sort()).toEqual([0, 1]);
    await db.execute(sql`update markets set game_id = ${game.gameId} where id = ${game.beforeId}`);
  });

  test('its result pays the bets in play, which no corrected start makes late', async () => {
    const { db } = database;
    const bettor = await aBettor(db);
    const outcomeId = game.outcomeIds[0] ?? '';
    const sent = aBet(bettor, { marketId: game.marketId, outcomeId, amount: 10, odds: 1.5 });
    const { id } = await placeBet(betting, sent);
    await database.advance(11_000);
    await game.price(['1.5', '4', '6']);
    expect(await decideOrders(db, game.marketId)).toBe(true);
    await game.say('Finished');
    await database.advance(1000);
    await closeMarkets(db);
    const won = game.feed.conditions.get(game.conditionId);
    const played = game.feed.games.get(game.gameId);
    if (won === undefined || played === undefined) throw new Error('expected the game');
    game.feed.conditions.set(won.id, {
      ...won,
      state: 'Resolved',
      wonOutcomeIds: [won.outcomes[0]?.id ?? ''],
    });
    // An hour before anyone could bet on it.
    const startsAt = new Date(played.startsAt.getTime() - 3_600_000);
    game.feed.games.set(played.id, { ...played, state: 'Finished', startsAt });
    const errors: unknown[] = [];
    const results = openFeedResults({
      ...{ db, feed: game.feed, mode: 'demo' as const, onProposed: () => undefined },
      onError: (error) => void errors.push(error),
    });
    await results.look();
    await results.stop();
    expect(await payAll(db, { marketId: game.marketId, outcomeIds: [...game.outcomeIds] })).toContain(
      'ended',
    );
    expect(await rows(db, sql`select kind, amount::text from bet_endings where bet_id = ${id}`)).toEqual([
      { kind: 'payout', amount: '15000000' },
    ]);
    expect(errors).toEqual([]);
  });
});
