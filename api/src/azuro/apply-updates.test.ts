import { fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aFakeFeed, oddsOf } from '@tallystone/testkit/feed/fake-feed.ts';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { applyConditions } from './apply-updates.ts';
import { createDropLog } from './drop-log.ts';
import { importGames } from './import-games.ts';
import { loadOutcomeNames } from './outcome-names.ts';

test('updates of conditions on players are applied in more transactions, so that bets wait for fewer markets', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await fundTheHouse(db);
  const feed = aFakeFeed();
  const now = () => new Date();
  const games = Array.from({ length: 6 }, () => feed.add());
  const onPlayers = games.map(({ id }) => {
    const outcomes = Array.from({ length: 50 }, (_, n) => ({
      ...{ id: String(n + 10), title: `Player ${n}`, odds: oddsOf('3'), sort: n, line: null },
    }));
    const players = { id: `5006${id}`, title: 'Anytime goalscorer', category: 'players', outcomes };
    return feed.addCondition(id, {}, players);
  });
  await importGames(
    { db, feed, names: await loadOutcomeNames(), mode: 'demo' },
    { gameIds: games.map(({ id }) => id), actor: { kind: 'command-line' }, now },
  );
  const begun = vi.spyOn(db, 'transaction');
  /** How many transactions apply a price of these conditions. */
  async function transactionsFor(ids: readonly string[], odds: string): Promise<number> {
    begun.mockClear();
    const later = new Date(Date.now() + 1000);
    const updates = ids.map((id) => {
      const outcomes = feed.conditions.get(id)?.outcomes ?? [];
      const priced = outcomes.map((each) => ({ id: each.id, odds: oddsOf(odds) }));
      return { id, state: 'Active' as const, outcomes: priced, at: later };
    });
    await applyConditions(db, updates, createDropLog(now));
    return begun.mock.calls.length;
  }
  const main = games.map(({ conditionId }) => conditionId);
  expect(await transactionsFor(main, '2.8')).toBe(1);
  // 150 markets each.
  expect(await transactionsFor(onPlayers, '3.2')).toBe(2);
  const priced = await rows(
    db,
    { odds: col.text, players: col.number },
    sql`
      select o.feed_odds::text as odds, count(*)::int as players from outcomes o join markets m on m.id = o.market_id
      where m.azuro_outcome_id is not null and o.position = 0 group by 1`,
  );
  expect(priced).toEqual([{ odds: '3200000', players: 300 }]);
  begun.mockRestore();
  await database.close();
});
