import type { NewMarketForm } from '@tallystone/core/http-api/admin-markets';
import type { WireResultsQueue } from '@tallystone/core/http-api/settlement';
import { aLiveApp, anAdminDesk } from '@tallystone/testkit/betting/results.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { aFakeFeed } from '@tallystone/testkit/feed/fake-feed.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDropLog } from '../azuro/drop-log.ts';
import { openFeedKeeper } from '../azuro/open-feed-keeper.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { topUpMarkets } from '../practice/top-up.ts';
import { changeSettings, type SentSettings } from '../settings/change-settings.ts';
import { bulkMarkets } from './bulk-markets.ts';
import { createMarket } from './create-market.ts';
import { importCsv } from './import-csv.ts';
import { readLimitsHistory } from './limits-history.ts';
import { replayBudgets } from './replay-budgets.ts';

const actor = { kind: 'command-line' } as const;
const now = new Date();
const form = (title: string, fields: Partial<NewMarketForm> = {}): NewMarketForm => ({
  type: 'crypto',
  category: 'bitcoin',
  title,
  outcomes: ['Yes', 'No'],
  ...fields,
});

let database: MovedDatabase & { url: string };
/** Feed games: imported before the settings changed, right afterwards, and later. */
let games: { before: string; after: string; later: string };
beforeAll(async () => {
  database = await createMovedDatabase();
  const { db } = database;
  const feed = aFakeFeed();
  const keeper = openFeedKeeper({
    database,
    feed,
    drops: createDropLog(() => new Date()),
    mode: 'demo',
    source: 'demo-feed',
    onError: (error) => {
      throw error;
    },
  });
  games = { before: feed.add().id, after: feed.add().id, later: feed.add().id };
  const importOf = (id: string) => keeper.importGames([id], actor);
  const change = (sent: SentSettings) => changeSettings(db, { mode: 'demo', actor, sent });

  await openByTwoAdmins(database);
  await createMarket(db, { mode: 'demo', actor, form: form('First'), now });
  await transaction(db, (tx) => topUpMarkets(tx, { now, random: () => 0.5 }));
  await importOf(games.before);
  await change({ liquidityBudget: 2500, marketCap: 3000, gameCap: 7000 });
  await importOf(games.after);
  await createMarket(db, { mode: 'demo', actor, form: form('Second'), now });
  const csv = 'type,category,title,outcomes\ncrypto,bitcoin,Third,Yes|No\ncrypto,bitcoin,Fourth,Yes|No\n';
  await importCsv(db, { mode: 'demo', actor, sent: { csv }, now });
  await database.advance(10 * 60_000);
  await importOf(games.later);
  // A game whose market was deleted gets the caps of the settings at its next import.
  const [market] = await rows(
    db,
    { id: col.text },
    sql`select id from markets where game_id = ${games.before}`,
  );
  const ids = [market?.id ?? ''];
  await bulkMarkets(db, { action: 'archive', ids, actor, now });
  await bulkMarkets(db, { action: 'delete', ids, count: 1, actor, now });
  await importOf(games.before);
  // Opened by an older version.
  await db.execute(sql`
    update markets set fill_rule = 1, loss_budget = 1e10, funded = 1e10
    where id = (select min(id) from markets where source = 'practice')`);
});
afterAll(() => database.close());

/** Opens a market with weights in live mode, which needs two admins. */
async function openByTwoAdmins(on: typeof database): Promise<void> {
  const [app, live] = [await aTestApp(on), await aLiveApp(on)];
  const [alice, bob] = [await anAdminDesk(live, app, on.db), await anAdminDesk(live, app, on.db)];
  await alice.post('/api/admin/create-market', form('Weighted', { probabilities: [80, 20] }));
  const [waiting] = (await bob.get('/api/admin/results')).json<WireResultsQueue>().changes;
  const answer = await bob.approveChange(waiting?.id ?? '', waiting?.summary ?? '');
  expect(answer.statusCode).toBe(200);
  await app.close();
  await live.close();
}

test('markets opened in every way match', async () => {
  const [count] = await rows(
    database.db,
    sql`
      select count(*)::int as markets, count(distinct loss_budget)::int as budgets,
        count(*) filter (where source = 'azuro')::int as of_feed
      from markets`,
  );
  expect(count).toEqual({ markets: 17, budgets: 5, of_feed: 4 });
  expect(await replayBudgets(database.db, await readLimitsHistory(database.db))).toEqual([]);
});

test.each<[string, () => SQL, RegExp, string]>([
  [
    'the budget of an admin’s market',
    () => sql`update markets set loss_budget = 9e9 where title = 'First'`,
    /^the budget of market m_/,
    '10000.00 USDC',
  ],
  [
    'the budget of a market opened by two admins',
    () => sql`update markets set loss_budget = 9e9 where title = 'Weighted'`,
    /^the budget of market m_/,
    '10000.00 USDC',
  ],
  [
    'the budget of a market from a CSV',
    () => sql`update markets set loss_budget = 1e9 where title = 'Third'`,
    /^the budget of market m_/,
    '2500.00 USDC',
  ],
  [
    'the budget of a practice market',
    () =>
      sql`update markets set loss_budget = 1e10 where id = (select max(id) from markets where source = 'practice')`,
    /^the budget of market m_/,
    '100000.00 USDC',
  ],
  [
    'the budget of a quick market',
    () =>
      sql`update markets set loss_budget = 1e11, ends_at = created_at + interval '3 minutes' where id = (select max(id) from markets where source = 'practice')`,
    /^the budget of market m_/,
    '10000.00 USDC',
  ],
  [
    'the cap of a feed market',
    () => sql`update markets set loss_budget = 5e9 where game_id = ${games.later}`,
    /^the budget of market m_/,
    '3000.00 USDC',
  ],
  [
    'the cap of a game',
    () => sql`update games set cap = cap + 1 where id = ${games.later}`,
    /^the cap of game/,
    '7000.00 USDC',
  ],
  [
    'a game’s cap from before its next import',
    () => sql`update games set cap = 1e10 where id = ${games.before}`,
    /^the cap of game/,
    '7000.00 USDC',
  ],
  [
    'a market without an audit row',
    () =>
      sql`update markets set source = 'custom' where id = (select max(id) from markets where source = 'practice')`,
    /^the budget of market m_/,
    'a row of the audit',
  ],
  [
    'a game without an audit row',
    () =>
      sql`insert into games (id, title, sport, league, country, state, starts_at, cap) select 'forged', title, sport, league, country, state, starts_at, cap from games where id = ${games.later}`,
    /^the cap of game forged/,
    'a row of the audit',
  ],
])('it is found: %s', async (_what, tampering, what, expected) => {
  const found = await undone(database.db, async (tx) => {
    await tx.execute(tampering());
    return replayBudgets(tx, await readLimitsHistory(tx));
  });
  expect(found).toMatchObject([{ what: expect.stringMatching(what), expected }]);
});
