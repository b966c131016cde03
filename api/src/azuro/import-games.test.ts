import { httpApi } from '@tallystone/core/http-api';
import type { SkipReason } from '@tallystone/core/http-api/azuro';
import type { WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';
import { followChainUpTo } from '@tallystone/testkit/betting/live-betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aFakeFeed, HOUR_MS, oddsOf, outcomesAt } from '@tallystone/testkit/feed/fake-feed.ts';
import { startControlledStandIn } from '@tallystone/testkit/feed/stand-in.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Actor } from '../audit/record-audit.ts';
import { col, rows } from '../db/rows.ts';
import type { AzuroFeed, FeedCondition, FeedGame } from './azuro-feed.ts';
import { createDropLog } from './drop-log.ts';
import { openAzuroFeed } from './open-azuro-feed.ts';
import { openFeedKeeper } from './open-feed-keeper.ts';

const SYSTEM: Actor = { kind: 'system' };
const TOOL: Actor = { kind: 'command-line' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const feed = aFakeFeed();
const aWorker = (on: AzuroFeed = feed) =>
  openFeedKeeper({
    database,
    feed: on,
    drops: createDropLog(() => new Date()),
    mode: 'demo',
    source: 'demo-feed',
    onError: (error) => {
      throw error;
    },
  });
const importOf = (...gameIds: string[]) => aWorker().importGames(gameIds, TOOL);
const marketsOf = (gameId: string) =>
  rows(database.db, { id: col.text }, sql`select id from markets where game_id = ${gameId}`);

describe('an import', () => {
  test('makes one market of a game, with the names of the participants and the odds of the feed', async () => {
    const game = feed.add({
      title: 'Northbridge United - Kingsport',
      participants: ['Northbridge United', 'Kingsport'],
    });
    const answer = await importOf(game.id);
    const [market] = await marketsOf(game.id);
    expect(answer).toEqual({
      imported: 1,
      skipped: 0,
      message: 'Imported 1 market.',
      messageReason: { code: 'import-done', done: { code: 'imported-one-market' } },
      results: [
        {
          gameId: game.id,
          title: game.title,
          marketId: market?.id,
          markets: [{ group: 'result', count: 1 }],
          dropped: [],
        },
      ],
    });
    const [row] = await rows(
      database.db,
      sql`
        select m.title, m.description, m.category, m.subcategory, m.state, m.opening, m.fill_rule, m.source, m.pricing, m.premium,
          m.azuro_condition_id, m.turnover::text, m.loss_budget::text, m.funded::text, m.version::int,
          m.starts_at = ${game.startsAt.toISOString()}::timestamptz as starts, m.starts_at = m.ends_at as ends,
          m.starts_at = m.closes_at as closes, m.priced_at <= clock_timestamp() as priced,
          g.state as game_state, g.cap::text as cap, g.league, g.country, g.sport,
          (select array_agg(o.name order by o.position) from outcomes o where o.market_id = m.id) as names,
          (select json_agg(o.feed_odds order by o.position) from outcomes o where o.market_id = m.id) as odds,
          (select sum(o.initial_probability) from outcomes o where o.market_id = m.id) as probability,
          (select json_agg(json_build_array(p.version, p.odds)) from feed_prices p where p.market_id = m.id) as prices,
          (select a.balance::text from accounts a where a.market_id = m.id) as escrow
        from markets m join games g on g.id = m.game_id where m.game_id = ${game.id}`,
    );
    expect(row).toEqual({
      title: 'Northbridge United vs Kingsport',
      description: expect.stringMatching(/^Full Time Result - Premier League, England\. \S/),
      category: 'sports',
      subcategory: 'soccer',
      state: 'open',
      opening: false,
      fill_rule: 2,
      source: 'azuro',
      pricing: 'feed',
      premium: false,
      azuro_condition_id: game.conditionId,
      turnover: '1234560000',
      loss_budget: '5000000000',
      funded: '0',
      version: 1,
      starts: true,
      ends: true,
      closes: true,
      priced: true,
      game_state: 'Prematch',
      cap: '10000000000',
      league: 'Premier League',
      country: 'England',
      sport: 'Football',
      names: ['Northbridge United', 'Draw', 'Kingsport'],
      odds: [2_000_000, 3_500_000, 4_000_000],
      probability: expect.closeTo(1, 12),
      prices: [[1, ['2000000', '3500000', '4000000']]],
      escrow: '0',
    });
  });

  test('makes a market that must first open on the chain if one is followed, with bets that fill exactly as signed', async () => {
    const { id } = feed.add();
    await followChainUpTo(database.db, 1);
    await importOf(id);
    await database.db.execute(sql`delete from chain_cursor`);
    expect(
      await rows(database.db, sql`select state, opening, fill_rule from markets where game_id = ${id}`),
    ).toEqual([{ state: 'suspended', opening: true, fill_rule: 1 }]);
  });

  test.each<[SkipReason, Partial<FeedGame>, Partial<FeedCondition>]>([
    ['not_open', { state: 'Finished' }, {}],
    ['not_open', { state: 'Canceled' }, {}],
    ['not_open', { state: 'Stopped' }, {}],
    ['already_started', { state: 'Live', startsAt: new Date(Date.now() - HOUR_MS) }, {}],
    ['starts_in_past', { startsAt: new Date(Date.now() - 1000) }, {}],
    ['too_far_ahead', { startsAt: new Date(Date.now() + 31 * 24 * HOUR_MS) }, {}],
    ['bad_data', { startsAt: new Date(0) }, {}],
    ['bad_data', { startsAt: new Date(Date.now() + 4000 * 24 * HOUR_MS) }, {}],
    ['bad_data', { title: 'x'.repeat(201) }, {}],
    ['bad_data', { participants: ['Home'] }, {}],
    ['bad_data', { participants: ['Same', 'Same'] }, {}],
    ['bad_data', { participants: ['x'.repeat(101), 'Away'] }, {}],
    ['no_conditions', {}, { gameId: 'another' }],
    ['no_main_market', {}, { outcomes: [] }],
    ['main_market_not_active', {}, { state: 'Stopped' }],
    ['main_market_not_active', {}, { hidden: true }],
    ['bad_odds', {}, { outcomes: outcomesAt(['2', null, '4']) }],
    ['bad_odds', {}, { outcomes: outcomesAt(['3', '4', '5']) }],
    ['bad_odds', {}, { outcomes: outcomesAt(['1.1', '1.2', '1.3']) }],
  ])('skips a game as %s: %j %#', async (reason, game, condition) => {
    const { id, title } = feed.add(game, condition);
    const answer = await importOf(id);
    expect(answer).toMatchObject({ imported: 0, skipped: 1, results: [{ gameId: id, title, reason }] });
    expect(await marketsOf(id)).toEqual([]);
  });

  test('takes of a running game only what the feed offers in play, for markets that take no bets from before', async () => {
    const startsAt = new Date(Date.now() - HOUR_MS);
    const { id, conditionId } = feed.add({ state: 'Live', startsAt }, { isLiveEnabled: true });
    feed.addCondition(id, { '9': '1.8', '10': '1.95' }, { isLiveEnabled: false });
    const answer = await importOf(id);
    expect(answer).toMatchObject({
      imported: 1,
      results: [{ gameId: id, dropped: [{ reason: 'not_active' }] }],
    });
    expect(
      await rows(
        database.db,
        { condition: col.text, halt: col.text, isOver: col.bool, mayGo: col.bool },
        sql`select azuro_condition_id as condition, feed_halt as halt, closes_at < clock_timestamp() as is_over,
          may_go_in_play as may_go from markets where game_id = ${id}`,
      ),
    ).toEqual([{ condition: conditionId, halt: 'started', isOver: true, mayGo: true }]);
    // It goes in play at once.
    expect(await rows(database.db, sql`select state from games where in_play_of = ${id}`)).toEqual([
      { state: 'Live' },
    ]);
  });

  test('says why each was skipped, counted in words, and counts an id that is sent twice once', async () => {
    const [good, done, running] = [feed.add(), feed.add(), feed.add({ state: 'Live' })];
    await importOf(done.id);
    const answer = await importOf(good.id, good.id, done.id, running.id, 'unknown', 'stranger');
    expect(answer).toMatchObject({ imported: 1, skipped: 4 });
    expect(answer.message).toBe(
      'Imported 1 market; skipped 4: 1 already imported, 1 already started, 2 not in the feed.',
    );
    expect(answer.results.map(({ gameId, reason }) => [gameId, reason])).toEqual([
      [good.id, undefined],
      [done.id, 'already_imported'],
      [running.id, 'already_started'],
      ['stranger', 'not_found'],
      ['unknown', 'not_found'],
    ]);
  });

  test('imports neither of two games with the same condition, nor a game that the feed lists twice', async () => {
    const [one, other] = [feed.add(), feed.add()];
    const twice = feed.add();
    const torn: AzuroFeed = {
      ...feed,
      gamesByIds: async (ids) => [...(await feed.gamesByIds(ids)), ...(await feed.gamesByIds([twice.id]))],
      conditionsByGameIds: async (ids) =>
        (await feed.conditionsByGameIds(ids)).map((each) => ({
          ...each,
          id: each.gameId === other.id ? one.conditionId : each.id,
        })),
    };
    const answer = await aWorker(torn).importGames([one.id, other.id, twice.id], TOOL);
    expect(answer.results.map(({ reason }) => reason)).toEqual(['bad_data', 'bad_data', 'bad_data']);
  });

  test('opens every market of a game, and names what it leaves out', async () => {
    const game = feed.add({ title: 'Home - Away', participants: ['Home', 'Away'] });
    const bothScore = feed.addCondition(game.id, { '1': '1.8', '2': '2' });
    const doubleChance = feed.addCondition(game.id, { '38': '1.2', '39': '1.27', '40': '1.96' });
    feed.addCondition(game.id, { '999998': '2', '999999': '1.9' });
    const answer = await importOf(game.id);
    expect(answer).toMatchObject({
      imported: 3,
      skipped: 0,
      message: 'Imported 3 markets.',
      results: [
        {
          markets: [
            { group: 'result', count: 2 },
            { group: 'both-score', count: 1 },
          ],
          dropped: [{ marketName: 'Unknown market', reason: 'unknown_market' }],
        },
      ],
    });
    expect(
      await rows(
        database.db,
        sql`
          select m.title, m.is_main, m.market_group, m.own_name, m.line, m.winners, m.azuro_condition_id, m.turnover::text,
            (select json_agg(o.name order by o.position) from outcomes o where o.market_id = m.id) as names
          from markets m where m.game_id = ${game.id} and not m.is_main order by m.winners`,
      ),
    ).toEqual([
      {
        title: 'Home vs Away: Both Teams To Score',
        is_main: false,
        market_group: 'both-score',
        own_name: 'Both Teams To Score',
        line: null,
        winners: 1,
        azuro_condition_id: bothScore,
        turnover: null,
        names: ['Yes', 'No'],
      },
      {
        title: 'Home vs Away: Double Chance',
        is_main: false,
        market_group: 'result',
        own_name: 'Double Chance',
        line: null,
        winners: 2,
        azuro_condition_id: doubleChance,
        turnover: null,
        names: ['Home or Draw', 'Home or Away', 'Away or Draw'],
      },
    ]);
  });

  test('leaves out the groups that the settings leave out, until they choose them again', async () => {
    const game = feed.add();
    feed.addCondition(game.id, { '1': '1.8', '2': '2' });
    await database.db.execute(sql`update settings set import_both_score = false`);
    const without = await importOf(game.id);
    await database.db.execute(sql`update settings set import_both_score = true`);
    expect(without).toMatchObject({
      imported: 1,
      results: [{ dropped: [{ marketName: 'Both Teams To Score', reason: 'not_chosen' }] }],
    });
    expect(await importOf(game.id)).toMatchObject({ imported: 1 });
  });

  test('of an imported game opens what the feed has added since, and leaves the game as it is', async () => {
    const game = feed.add();
    const [first] = (await importOf(game.id)).results;
    const added = feed.addCondition(game.id, { '1': '1.8', '2': '2' });
    feed.games.set(game.id, { ...game, startsAt: new Date(game.startsAt.getTime() + HOUR_MS) });
    await database.db.execute(sql`update settings set game_cap = game_cap * 2`);
    const again = await importOf(game.id);
    await database.db.execute(sql`update settings set game_cap = game_cap / 2`);
    expect(again).toMatchObject({
      imported: 1,
      results: [{ marketId: first?.marketId, markets: [{ group: 'both-score', count: 1 }], dropped: [] }],
    });
    const [stored] = await rows(
      database.db,
      sql`
        select g.cap::text, g.starts_at = ${game.startsAt.toISOString()}::timestamptz as starts,
          (select count(*)::int from markets m where m.azuro_condition_id = ${added}) as markets
        from games g where g.id = ${game.id}`,
    );
    expect(stored).toEqual({ cap: '10000000000', starts: true, markets: 1 });
    expect(await importOf(game.id)).toMatchObject({
      imported: 0,
      results: [{ reason: 'already_imported' }],
    });
  });

  test.each<[string, (gameId: string) => SQL]>([
    [
      'has begun',
      (id) => sql`update markets set feed_halt = 'started', state = 'suspended' where game_id = ${id}`,
    ],
    ['was canceled', (id) => sql`update games set state = 'Canceled' where id = ${id}`],
    [
      'began earlier than announced',
      (id) => sql`update markets set late_from = clock_timestamp() where game_id = ${id}`,
    ],
    ['has no main market any more', (id) => sql`update markets set is_main = false where game_id = ${id}`],
  ])(
    'opens nothing more on a game that %s by our books, whatever the feed says now',
    async (_name, change) => {
      const game = feed.add();
      await importOf(game.id);
      feed.addCondition(game.id, { '1': '1.8', '2': '2' });
      await database.db.execute(change(game.id));
      expect(await importOf(game.id)).toMatchObject({
        imported: 0,
        results: [{ reason: 'already_imported' }],
      });
    },
  );

  test("names a condition that another game's market has", async () => {
    const [one, other] = [feed.add(), feed.add()];
    const id = feed.addCondition(one.id, { '1': '1.8', '2': '2' });
    await importOf(one.id);
    const moved = feed.conditions.get(id);
    if (moved !== undefined) feed.conditions.set(id, { ...moved, gameId: other.id });
    expect(await importOf(other.id)).toMatchObject({
      imported: 1,
      results: [{ dropped: [{ marketName: 'Both Teams To Score', reason: 'taken' }] }],
    });
  });

  test('opens no market whose condition two games claim, and names it', async () => {
    const [one, other] = [feed.add(), feed.add()];
    const id = feed.addCondition(one.id, { '1': '1.8', '2': '2' });
    const torn: AzuroFeed = {
      ...feed,
      conditionsByGameIds: async (ids) => {
        const found = await feed.conditionsByGameIds(ids);
        return [
          ...found,
          ...found.filter((each) => each.id === id).map((each) => ({ ...each, gameId: other.id })),
        ];
      },
    };
    const answer = await aWorker(torn).importGames([one.id, other.id], TOOL);
    const taken = [{ marketName: 'Both Teams To Score', reason: 'taken' }];
    expect(answer).toMatchObject({ imported: 2, results: [{ dropped: taken }, { dropped: taken }] });
  });

  describe('of a condition in which each outcome is decided by itself', () => {
    const TITLE = 'Anytime goalscorer';
    let added = 0;
    /** A game with the players by id; `null` for one without odds. */
    function withPlayers(
      players: Readonly<Record<string, string | null>>,
      change: Partial<FeedCondition> = {},
    ) {
      const game = feed.add();
      added += 1;
      const id = `5006${game.id}${added}`;
      const outcomes = playersOf(players);
      feed.addCondition(game.id, {}, { id, title: TITLE, category: 'players', outcomes, ...change });
      return { game, id };
    }
    const playersOf = (players: Readonly<Record<string, string | null>>) =>
      Object.entries(players).map(([id, odds]) => ({
        id,
        title: `Player ${id}`,
        odds: odds === null ? null : oddsOf(odds),
        sort: Number(id),
        line: null,
      }));
    /** What the feed has of a condition from now on. */
    function change(id: string, changed: Partial<FeedCondition>) {
      const condition = feed.conditions.get(id);
      if (condition === undefined) throw new Error(`expected condition ${id}`);
      feed.conditions.set(id, { ...condition, ...changed });
    }
    const playersIn = (conditionId: string) =>
      rows(
        database.db,
        { of: col.text.orNull, title: col.text },
        sql`
          select m.azuro_outcome_id as of, m.title from markets m
          where m.azuro_condition_id = ${conditionId} and m.deleted_at is null order by m.azuro_outcome_id`,
      );

    test('makes a market of each, with a side that has no odds and no id of the feed', async () => {
      const { game, id } = withPlayers({ 10: '2.5', 11: '8', 12: null });
      expect(await importOf(game.id)).toMatchObject({
        imported: 3,
        results: [
          {
            markets: [
              { group: 'result', count: 1 },
              { group: 'players', count: 2 },
            ],
            dropped: [{ marketName: 'Anytime goalscorer: Player 12', reason: 'bad_odds' }],
          },
        ],
      });
      const stored = await rows(
        database.db,
        sql`
          select m.title, m.description, m.is_main, m.market_group, m.own_name, m.line, m.winners, m.azuro_outcome_id as of,
            m.loss_budget::text as cap, m.turnover, json_agg(json_build_array(o.name, o.azuro_outcome_id, o.feed_odds,
              o.initial_probability) order by o.position) as outcomes,
            (select json_agg(json_build_array(p.version, p.odds)) from feed_prices p where p.market_id = m.id) as prices
          from markets m join outcomes o on o.market_id = m.id
          where m.azuro_condition_id = ${id} group by m.id order by m.azuro_outcome_id`,
      );
      const matched = game.title.replace(' - ', ' vs ');
      expect(stored).toEqual(
        [
          { of: '10', odds: 2_500_000, chance: 0.4 },
          { of: '11', odds: 8_000_000, chance: 0.125 },
        ].map(({ of, odds, chance }) => ({
          title: `${matched}: Anytime goalscorer: Player ${of}`,
          description: `Anytime goalscorer: Player ${of} - Premier League, England. Stakes are given back if the feed cancels this selection, for example when a player does not play.`,
          ...{ is_main: false, market_group: 'players', own_name: TITLE, line: null, winners: 1, of },
          ...{ cap: '100000000', turnover: null },
          outcomes: [
            [`Player ${of}`, of, odds, chance],
            ['No', null, null, 1 - chance],
          ],
          prices: [[1, [String(odds), null]]],
        })),
      );
    });

    test('again adds a player that came later, and nothing for one that was renamed', async () => {
      const { game, id } = withPlayers({ 10: '2.5', 11: '8' });
      await importOf(game.id);
      const now = playersOf({ 10: '2.6', 11: null, 12: '4' });
      change(id, { outcomes: now.map((each) => (each.id === '10' ? { ...each, title: 'Renamed' } : each)) });
      expect(await importOf(game.id)).toMatchObject({
        imported: 1,
        results: [{ markets: [{ group: 'players', count: 1 }], dropped: [] }],
      });
      expect((await playersIn(id)).map(({ of, title }) => [of, title.split(': ').at(-1)])).toEqual([
        ['10', 'Player 10'],
        ['11', 'Player 11'],
        ['12', 'Player 12'],
      ]);
      expect(await importOf(game.id)).toMatchObject({
        imported: 0,
        results: [{ reason: 'already_imported' }],
      });
    });

    test('again opens the one whose market was deleted', async () => {
      const { game, id } = withPlayers({ 10: '2.5', 11: '8' });
      await importOf(game.id);
      await database.db.execute(sql`
        update markets set state = 'suspended', disabled = true, archived_at = now(), deleted_at = now()
        where azuro_condition_id = ${id} and azuro_outcome_id = '11'`);
      expect((await playersIn(id)).map(({ of }) => of)).toEqual(['10']);
      expect(await importOf(game.id)).toMatchObject({ imported: 1 });
      expect((await playersIn(id)).map(({ of }) => of)).toEqual(['10', '11']);
    });

    test('asks nothing of a condition in two ways, if the feed calls it something else later', async () => {
      const one = withPlayers({ 10: '1.9', 11: '1.9' });
      const other = withPlayers({ 10: '1.9', 11: '1.9' }, { category: 'yes_no' });
      await importOf(one.game.id, other.game.id);
      change(one.id, { category: 'yes_no' });
      change(other.id, { category: 'players' });
      // So that there is something to import.
      for (const { game } of [one, other]) feed.addCondition(game.id, { '1': '1.8', '2': '2' });
      const dropped = [{ marketName: TITLE, reason: 'bad_data' }];
      expect(await importOf(one.game.id, other.game.id)).toMatchObject({
        imported: 2,
        results: [{ dropped }, { dropped }],
      });
      expect((await playersIn(one.id)).map(({ of }) => of)).toEqual(['10', '11']);
      expect((await playersIn(other.id)).map(({ of }) => of)).toEqual([null]);
    });

    test('names each if two games claim it, or another game has it', async () => {
      const { game, id } = withPlayers({ 10: '2.5', 11: '8' });
      const other = feed.add();
      const torn: AzuroFeed = {
        ...feed,
        conditionsByGameIds: async (ids) => {
          const found = await feed.conditionsByGameIds(ids);
          return [
            ...found,
            ...found.filter((each) => each.id === id).map((each) => ({ ...each, gameId: other.id })),
          ];
        },
      };
      const taken = ['10', '11'].map((of) => ({ marketName: `${TITLE}: Player ${of}`, reason: 'taken' }));
      expect(await aWorker(torn).importGames([game.id, other.id], TOOL)).toMatchObject({
        imported: 2,
        results: [{ dropped: taken }, { dropped: taken }],
      });
      expect(await importOf(game.id)).toMatchObject({ imported: 2 });
      change(id, { gameId: other.id });
      feed.addCondition(other.id, { '1': '1.8', '2': '2' });
      expect(await importOf(other.id)).toMatchObject({
        imported: 1,
        results: [{ dropped: [{ marketName: TITLE, reason: 'taken' }] }],
      });
      expect(await playersIn(id)).toHaveLength(2);
    });

    test('names who is called too long for a market', async () => {
      const long = 'x'.repeat(100);
      const outcomes = [
        ...playersOf({ 10: '2' }),
        ...playersOf({ 11: '3' }).map((each) => ({ ...each, title: long })),
      ];
      const { game } = withPlayers({}, { title: 'y'.repeat(99), outcomes });
      expect(await importOf(game.id)).toMatchObject({
        imported: 2,
        results: [{ dropped: [{ marketName: `${'y'.repeat(99)}: ${long}`, reason: 'bad_data' }] }],
      });
    });

    test('is opened once by two imports at once', async () => {
      const { game, id } = withPlayers({ 10: '2.5', 11: '8' });
      await Promise.all([importOf(game.id), importOf(game.id), importOf(game.id)]);
      expect(await playersIn(id)).toHaveLength(2);
    });

    test('has one market per game and outcome that is not deleted, and only a side that it prices', async () => {
      const { game, id } = withPlayers({ 10: '2.5', 11: '8' });
      await importOf(game.id);
      const set = (change: SQL, of: string) => sql`
        update markets set ${change} where azuro_condition_id = ${id} and azuro_outcome_id = ${of}`;
      await expect(database.db.execute(set(sql`azuro_outcome_id = '10'`, '11'))).rejects.toMatchObject({
        cause: { constraint: 'markets_question_of_game' },
      });
      for (const change of [sql`winners = 2`, sql`is_main = true`, sql`pricing = 'lmsr'`]) {
        await expect(database.db.execute(set(change, '10'))).rejects.toThrow();
      }
    });
  });

  test('imports games far ahead while futures trading is on', async () => {
    const game = feed.add({ startsAt: new Date(Date.now() + 31 * 24 * HOUR_MS) });
    await database.db.execute(sql`update settings set futures_trading = true`);
    expect(await importOf(game.id)).toMatchObject({ imported: 1 });
    await database.db.execute(sql`update settings set futures_trading = false`);
  });

  test('distinguishes politics, sports, and sports without a subcategory', async () => {
    const politics = feed.add({ sport: { id: '56', name: 'Politics' } });
    const cricket = feed.add({ sport: { id: '40', name: 'Cricket' } });
    await importOf(politics.id, cricket.id);
    const found = await rows(
      database.db,
      sql`select category, subcategory from markets where game_id in (${politics.id}, ${cricket.id}) order by game_id`,
    );
    expect(found).toEqual([
      { category: 'politics', subcategory: 'elections' },
      { category: 'sports', subcategory: 'all' },
    ]);
  });

  test('imports a game again after its market was deleted, with the current caps', async () => {
    const game = feed.add();
    await importOf(game.id);
    await database.db.execute(
      sql`update markets set state = 'suspended', disabled = true, archived_at = now(), deleted_at = now() where game_id = ${game.id}`,
    );
    await database.db.execute(sql`update settings set game_cap = 20000000000`);
    expect(await importOf(game.id)).toMatchObject({ imported: 1 });
    expect(await marketsOf(game.id)).toHaveLength(2);
    expect(await rows(database.db, sql`select cap::text from games where id = ${game.id}`)).toEqual([
      { cap: '20000000000' },
    ]);
    await database.db.execute(sql`update settings set game_cap = 10000000000`);
  });

  test('imports nothing if the feed is down, even half-way, and says so', async () => {
    const games = Array.from({ length: 60 }, () => feed.add().id);
    let calls = 0;
    const breaking: AzuroFeed = {
      ...feed,
      gamesByIds: (ids) => {
        calls += 1;
        feed.isDown = calls > 1;
        return feed.gamesByIds(ids);
      },
    };
    await expect(aWorker(breaking).importGames(games, TOOL)).rejects.toMatchObject({
      code: 'feed-unavailable',
      message: "The feed isn't answering, so nothing was imported. Try again in a minute.",
    });
    feed.isDown = false;
    expect(await marketsOf(games[0] ?? '')).toEqual([]);
  });

  test('leaves one audit row, or none if the system imported nothing', async () => {
    const game = feed.add();
    const before = await rows(database.db, sql`select id from audit`);
    await aWorker().importGames([game.id, 'unknown'], SYSTEM);
    await aWorker().importGames([game.id], SYSTEM);
    await importOf(game.id);
    const added = await rows(
      database.db,
      sql`select actor, action, subject, before, after from audit order by id offset ${before.length}`,
    );
    const [market] = await marketsOf(game.id);
    const row = { action: 'azuro.import', subject: 'azuro', before: null };
    expect(added).toEqual([
      { ...row, actor: 'system', after: { imported: [market?.id], skipped: { not_found: 1 } } },
      { ...row, actor: 'command-line', after: { imported: [], skipped: { already_imported: 1 } } },
    ]);
  });

  test('of the same 300 games, 20 times at once from two processes, imports each once', async () => {
    const ids = Array.from({ length: 300 }, () => feed.add().id);
    const processes = [aWorker(), aWorker()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        // In a different order each time.
        processes[i % 2]?.importGames([...ids.slice(i * 15), ...ids.slice(0, i * 15)], TOOL),
      ),
    );
    expect(answers.reduce((sum, answer) => sum + (answer?.imported ?? 0), 0)).toBe(300);
    expect(answers.reduce((sum, answer) => sum + (answer?.skipped ?? 0), 0)).toBe(19 * 300);
    const [counted] = await rows(
      database.db,
      sql`
        select count(*)::int as markets, count(distinct game_id)::int as games from markets
        where game_id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`,
    );
    expect(counted).toEqual({ markets: 300, games: 300 });
  });

  test('of ten times as many games makes hardly more queries', async () => {
    const statementsFor = async (count: number) => {
      const ids = Array.from({ length: count }, () => feed.add().id);
      const query = vi.spyOn(pg.Client.prototype, 'query');
      expect(await importOf(...ids)).toMatchObject({ imported: count });
      const statements = query.mock.calls.length;
      query.mockRestore();
      return statements;
    };
    const few = await statementsFor(30);
    expect(few).toBeGreaterThan(1);
    expect(await statementsFor(300)).toBeLessThan(2 * few);
  });
});

test('of 30 upcoming games in the fixture 28 import over real HTTP, and the others say why', async () => {
  const own = await createTestDatabase();
  const beganAt = new Date();
  // Stays at the beginning of its season, because some of its games end within the first minute.
  const standIn = await startControlledStandIn({
    season: { number: 0, beganAt },
    control: false,
    now: () => beganAt.getTime(),
  });
  const drops = createDropLog(() => new Date());
  const worker = openFeedKeeper({
    database: own,
    feed: openAzuroFeed({ apiUrl: standIn.apiUrl, wsUrl: standIn.wsUrl, drops }),
    drops,
    mode: 'demo',
    source: 'demo-feed',
    onError: (error) => {
      throw error;
    },
  });
  await worker.sync();
  const { games, total, live, upcoming } = await worker.data();
  expect({ total, live, upcoming }).toEqual({ total: 36, live: 6, upcoming: 30 });
  const answer = await worker.importGames(
    games.map(({ id }) => id),
    TOOL,
  );
  expect(answer.skipped).toBe(8);
  expect(answer.results.filter(({ marketId }) => marketId !== undefined)).toHaveLength(28);
  // Each condition is either a market now or named with its reason.
  const counts = answer.results.flatMap(({ markets = [] }) => markets.map(({ count }) => count));
  expect(answer.imported).toBe(counts.reduce((sum, count) => sum + count, 0));
  const offered = games.filter(({ id }) =>
    answer.results.some(({ gameId, marketId }) => gameId === id && marketId),
  );
  const shown = offered.flatMap(({ conditions }) => conditions);
  const ofPlayers = answer.results
    .flatMap(({ markets = [] }) => markets.filter(({ group }) => group === 'players'))
    .reduce((sum, { count }) => sum + count, 0);
  const taken = shown.filter(({ group }) => group !== undefined);
  // Of a condition on players each is a market.
  expect(taken.filter(({ group }) => group !== 'players')).toHaveLength(answer.imported - ofPlayers);
  expect(ofPlayers).toBeGreaterThan(taken.filter(({ group }) => group === 'players').length);
  expect(shown.filter(({ group, dropped }) => (group === undefined) === (dropped === undefined))).toEqual([]);
  const reasons = answer.results.flatMap(({ title, reason }) =>
    reason === undefined ? [] : [[title, reason]],
  );
  expect(reasons.filter(([, reason]) => reason !== 'already_started')).toEqual(
    expect.arrayContaining([
      ['Sporting Lumina - Belo Porto FC', 'no_conditions'],
      ['Deportivo Marina - CF Costa Brava', 'main_market_not_active'],
    ]),
  );
  expect(reasons.filter(([, reason]) => reason === 'already_started')).toHaveLength(6);
  expect((await worker.data()).games.filter(({ imported }) => imported)).toHaveLength(28);
  const onScore = await rows(
    own.db,
    { name: col.text, winners: col.number, sport: col.text, names: col.list(col.text) },
    sql`
      select m.own_name as name, m.winners, g.sport,
        (select json_agg(o.name order by o.position) from outcomes o where o.market_id = m.id and o.feed_odds > 1000000) as names
      from markets m join games g on g.id = m.game_id where m.market_group = 'correct-score'`,
  );
  expect(onScore.length).toBeGreaterThan(5);
  expect(onScore).toEqual(
    onScore.map(() => ({
      name: 'Correct score',
      winners: 1,
      sport: 'Football',
      names: [
        ...['0:0', '0:1', '0:2', '0:3', '1:0', '1:1', '1:2', '1:3'],
        ...['2:0', '2:1', '2:2', '2:3', '3:0', '3:1', '3:2', '3:3', 'Any other score'],
      ],
    })),
  );
  await worker.stop();
  await standIn.close();
  await own.close();
});

describe('over HTTP', () => {
  test('ids are checked, unknown ones are reported, and imported markets are in the list', async () => {
    const admin = anEvmWallet();
    const app = await aTestApp(database, { env: { ADMIN_WALLETS: admin.wallet.text }, feed: aWorker() });
    await database.db.execute(sql`
      insert into admin_grants (family, address_bytes, address, granted_by)
      values ('evm', ${admin.wallet.bytes}, ${admin.wallet.text}, 'settings')`);
    const { headers } = await signInWith(app, admin);
    const { method, path: url } = httpApi.importGames;
    const send = (gameIds: unknown) => app.http.inject({ method, url, headers, payload: { gameIds } });
    for (const bad of [
      [],
      [1],
      [''],
      ['x'.repeat(65)],
      'g',
      null,
      Array.from({ length: 501 }, (_, i) => `${i}`),
    ]) {
      expect((await send(bad)).statusCode).toBe(400);
    }
    const strangers = await send(Array.from({ length: 500 }, (_, i) => `stranger ${i}`));
    expect(strangers.json()).toMatchObject({ imported: 0, skipped: 500 });

    const game = feed.add({ title: 'Over - Wire' });
    const [{ marketId }] = (await send([game.id])).json().results;
    const listed = (await app.http.inject('/api/markets')).json<WireListedMarket[]>();
    expect(listed.find(({ id }) => id === marketId)).toMatchObject({
      title: 'Over vs Wire',
      source: 'azuro',
      state: 'open',
      premium: false,
      outcomes: [{ odds: 2 }, { odds: 3.5 }, { odds: 4 }],
    });
    const whole = (await app.http.inject(`/api/markets/${marketId}`)).json<WireMarket>();
    expect(whole.azuroMarketId).toBe(game.conditionId);
    expect((await app.http.inject({ url: httpApi.getAzuroData.path, headers })).json()).toMatchObject({
      syncedAt: null,
      stale: true,
    });
    const synced = await app.http.inject({ method: 'POST', url: httpApi.syncAzuro.path, headers });
    expect(synced.json().games).toBeGreaterThan(300);
    feed.isDown = true;
    const failed = await app.http.inject({ method: 'POST', url: httpApi.syncAzuro.path, headers });
    expect([failed.statusCode, failed.json().code]).toEqual([503, 'feed-unavailable']);
    expect((await send([feed.add().id])).statusCode).toBe(503);
    feed.isDown = false;
    await app.close();
  });
});
