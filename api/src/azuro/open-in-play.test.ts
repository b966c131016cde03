import {
  aBet,
  aBettingProcess,
  aBettor,
  fundTheHouse,
  type TestBetting,
} from '@tallystone/testkit/betting/betting.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { payAll } from '@tallystone/testkit/betting/settling.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLimitsHistory } from '../admin/limits-history.ts';
import { replayBudgets } from '../admin/replay-budgets.ts';
import { decideOrders } from '../betting/decide-orders.ts';
import { placeBet } from '../betting/place-bet.ts';
import { col, row, rows } from '../db/rows.ts';
import { SINCE_NOTHING } from '../ledger/since.ts';
import { getGame } from '../markets/get-game.ts';
import { listStoredMarkets } from '../markets/stored-market.ts';
import { closeMarkets } from '../settlement/close-markets.ts';
import { openFeedResults } from '../settlement/feed-results.ts';
import { applyScores } from './apply-scores.ts';
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

  test('a score is shown, and a new one suspends until a later price', async () => {
    const score = (home: number, clock: string) => ({
      ...{ id: game.gameId, score: [home, 0] as const, clock, period: '1st half', isRunning: true },
      at: database.now(),
    });
    await applyScores(database.db, [score(0, "10'")]);
    expect(await stateOf(game.marketId)).toMatchObject({ state: 'open', halts: 0 });
    await database.advance(1000);
    await applyScores(database.db, [score(1, "11'")]);
    expect(await stateOf(game.marketId)).toMatchObject({ state: 'suspended', halt: 'stopped', halts: 1 });
    const page = await getGame(database.db, game.gameId);
    expect(page?.markets[0]?.inPlay).toEqual({ delay: 11, score: [1, 0], clock: "11'", period: '1st half' });
    await game.price(['1.5', '4', '6']);
    expect(await stateOf(game.marketId)).toMatchObject({ state: 'open', halt: null, halts: 1 });
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
