import { MARKET_GROUPS, type MarketGroup } from '@tallystone/core/http-api/market-group';
import { CAP_SETTINGS, everyGroupCap } from '@tallystone/core/settings/market-caps';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { aFakeFeed, HOUR_MS, oddsOf } from '@tallystone/testkit/feed/fake-feed.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLimitsHistory } from '../admin/limits-history.ts';
import { replayBudgets } from '../admin/replay-budgets.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { col, rows, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { changeSettings, type SentSettings } from '../settings/change-settings.ts';
import { applyGames } from './apply-updates.ts';
import { createDropLog } from './drop-log.ts';
import { importGames } from './import-games.ts';
import { openInPlay } from './open-in-play.ts';
import { loadOutcomeNames } from './outcome-names.ts';

const actor = { kind: 'command-line' } as const;
/** Outcomes of the dictionary that make a condition of the group, at odds with a margin. */
const OF_DICTIONARY = {
  result: { '38': '1.2', '39': '1.27', '40': '1.96' },
  total: { '23': '1.8', '24': '2' },
  handicap: { '9': '1.8', '10': '2' },
  'both-score': { '1': '1.8', '2': '2' },
  'odd-even': { '173': '1.8', '174': '2' },
  period: { '105': '2', '106': '4', '107': '3.5' },
  other: { '16438': '1.8', '16439': '2' },
} as const;
/** USDC, all different. */
const CAPS = {
  ...{ marketCap: 150, resultsCap: 21, totalsCap: 22, handicapsCap: 23, bothScoreCap: 24 },
  ...{ oddEvenCap: 25, correctScoresCap: 26, playersCap: 29, periodsCap: 27, othersCap: 28 },
};

describe.each(movedEngines)('on %s', (_name, open) => {
  let database: MovedDatabase;
  const feed = aFakeFeed();
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /** A game that has a main market and one more of each group. */
  function aGame(startsIn: number) {
    const startsAt = new Date(database.now().getTime() + startsIn);
    const { id } = feed.add({ startsAt }, { isLiveEnabled: true });
    for (const odds of Object.values(OF_DICTIONARY)) feed.addCondition(id, odds);
    // The dictionary has no correct score, so only a modern condition is on one.
    const outcomes = ['1:0', '0:1'].map((title, place) => ({
      ...{ id: `${place}`, title, odds: oddsOf('1.9'), sort: place, line: null },
    }));
    const modern = { id: `5006${id}`, title: 'Correct score', category: 'correct_score', outcomes };
    feed.addCondition(id, {}, modern);
    // Only one of the players has odds, and becomes a market.
    const players = outcomes.map((each) => ({ ...each, odds: each.sort === 0 ? each.odds : null }));
    feed.addCondition(
      id,
      {},
      { id: `5007${id}`, title: 'Anytime goalscorer', category: 'players', outcomes: players },
    );
    return id;
  }
  async function anImport(gameId: string): Promise<void> {
    const names = await loadOutcomeNames();
    await importGames(
      { db: database.db, feed, names, mode: 'demo' },
      { gameIds: [gameId], actor, now: database.now },
    );
  }
  const change = (sent: SentSettings) => changeSettings(database.db, { mode: 'demo', actor, sent });
  /** Long enough for the replay to tell what was set before and after. */
  const later = () => database.advance(10 * 60_000);
  const inUsdc = sql`(m.loss_budget / 1000000)::int`;
  /** The caps of a game's markets, USDC: of the main one, and by group of the others. */
  async function capsOf(gameId: string): Promise<Record<string, number>> {
    const found = await rows(
      database.db,
      { name: col.text, cap: col.number },
      sql`
        select case when m.is_main then 'main' else m.market_group end as name, ${inUsdc} as cap
        from markets m where m.game_id = ${gameId}`,
    );
    expect(found).toHaveLength(MARKET_GROUPS.length + 1);
    return Object.fromEntries(found.map(({ name, cap }) => [name, cap]));
  }
  const expected = ({ marketCap, ...caps }: typeof CAPS) => ({
    main: marketCap,
    ...Object.fromEntries(MARKET_GROUPS.map((group) => [group, caps[CAP_SETTINGS[group]]])),
  });
  const differences = async () => replayBudgets(database.db, await readLimitsHistory(database.db));

  let first: string;

  test('an import gives the main market its own cap, and each other one that of its group', async () => {
    await change(CAPS);
    await later();
    first = aGame(5 * HOUR_MS);
    await anImport(first);
    expect(await capsOf(first)).toEqual(expected(CAPS));
    expect(await differences()).toEqual([]);
  });

  test('a changed cap is that of markets which are imported later', async () => {
    await later();
    await change({ totalsCap: 99 });
    await later();
    const second = aGame(5 * HOUR_MS);
    await anImport(second);
    expect(await capsOf(second)).toEqual(expected({ ...CAPS, totalsCap: 99 }));
    expect(await capsOf(first)).toEqual(expected(CAPS));
    expect(await differences()).toEqual([]);
  });

  test('a market in play has the cap that its group has when the game starts', async () => {
    const game = aGame(HOUR_MS);
    await anImport(game);
    await change({ oddEvenCap: 77 });
    await database.advance(HOUR_MS + 1000);
    const said = { id: game, state: 'Live', startsAt: database.now(), raw: {}, at: database.now() } as const;
    await applyGames(database.db, [said], createDropLog(database.now));
    expect(await openInPlay(database.db, 'demo')).toBe(1);
    expect(await capsOf(`in-play:${game}`)).toEqual(expected({ ...CAPS, totalsCap: 99, oddEvenCap: 77 }));
    expect(await differences()).toEqual([]);
  });

  test.each<[MarketGroup, string]>([
    ['total', '22.00 USDC'],
    ['period', '27.00 USDC'],
  ])('the replay finds a market on the %s with the cap of another group', async (group, cap) => {
    const found = await undone(database.db, async (tx) => {
      await tx.execute(sql`
        update markets set loss_budget = 21000000
        where game_id = ${first} and not is_main and market_group = ${group}`);
      return replayBudgets(tx, await readLimitsHistory(tx));
    });
    expect(found).toMatchObject([{ expected: cap, found: '21.00 USDC' }]);
  });

  test('an audit from before groups had caps gives every group the cap that they shared', async () => {
    const { db } = database;
    const { playersCap } = CAPS;
    const set = { ...CAPS, ...everyGroupCap(300), playersCap };
    await later();
    await transaction(db, (tx) =>
      recordAudit(tx, {
        actor,
        action: 'settings.change',
        subject: 'settings',
        before: { sideMarketCap: 500 },
        after: { sideMarketCap: 300 },
      }),
    );
    await db.execute(sql`
      update settings set results_cap = 3e8, totals_cap = 3e8, handicaps_cap = 3e8, both_score_cap = 3e8, odd_even_cap = 3e8,
        correct_scores_cap = 3e8, periods_cap = 3e8, others_cap = 3e8`);
    await later();
    const old = aGame(5 * HOUR_MS);
    await anImport(old);
    expect(await capsOf(old)).toEqual(expected(set));
    expect(await differences()).toEqual([]);
    await later();
    await change({ handicapsCap: 200 });
    await later();
    const after = aGame(5 * HOUR_MS);
    await anImport(after);
    expect(await capsOf(after)).toEqual(expected({ ...set, handicapsCap: 200 }));
    expect(await differences()).toEqual([]);

    const ids = await values(
      db,
      col.text,
      sql`select id from markets where game_id = ${old} and market_group = 'handicap'`,
    );
    const found = await undone(db, async (tx) => {
      await tx.execute(sql`update markets set loss_budget = 200000000 where id = ${ids[0]}`);
      return replayBudgets(tx, await readLimitsHistory(tx));
    });
    expect(found).toMatchObject([{ expected: '300.00 USDC', found: '200.00 USDC' }]);
  });
});
