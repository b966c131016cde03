import { microOdds } from '@tallystone/core/money/micro-usdc';
import { everyGroupCap } from '@tallystone/core/settings/market-caps';
import { aMarket, fundTheHouse, usdc } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { tried, undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFeedMarkets } from '../azuro/open-feed-markets.ts';
import { transaction } from '../db/transaction.ts';
import { listLeafHashes } from '../ledger/seal-leaves.ts';
import { replayTerms } from './market-terms.ts';

let database: TestDatabase;
let own: string;
let ofFeed: string;
let ofPlayer: string;
let onScore: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  const opened = await aMarket(database.db, {
    title: 'Who wins "the final"?',
    description: 'Ana or Berta | by the list of results.',
    subcategory: 'tennis',
    outcomes: [
      { name: 'Ana', probability: 0.3 },
      { name: 'Berta', probability: 0.7 },
    ],
    lossBudget: usdc(1000),
  });
  own = opened.marketId;
  await transaction(database.db, async (tx) => {
    type New = Parameters<typeof openFeedMarkets>[1][number];
    const main = {
      game: {
        id: '1001',
        title: 'Ana – Berta',
        startsAt: new Date(Date.now() + 86_400_000),
        state: 'Prematch',
        sport: { id: '33', name: 'Tennis' },
        league: { name: 'Final' },
        country: { name: 'Norway' },
        participants: ['Ana', 'Berta'],
        turnover: usdc(5),
      } as unknown as New['game'],
      title: 'Ana – Berta',
      description: 'The final.',
      category: 'sports',
      subcategory: 'tennis',
      isMain: true,
      group: 'result',
      name: 'Winner',
      line: null,
      winners: 1,
      mayGoInPlay: false,
      conditionId: '61',
      ofOutcome: null,
      outcomes: [
        { id: '1', name: 'Ana', odds: 2_100_000n },
        { id: '2', name: 'Berta', odds: 1_700_000n },
      ] as unknown as New['outcomes'],
      pricedAt: new Date(),
    } as const satisfies New;
    const score: New = { ...main, isMain: false, group: 'other', name: 'Score', conditionId: '63' };
    const player: New = {
      ...score,
      ...{ group: 'players', name: 'Aces', conditionId: '5064', ofOutcome: '7' },
      outcomes: [
        { id: '7', name: 'Ana', odds: microOdds(2_100_000n) },
        { id: null, name: 'No', odds: null },
      ],
    };
    const imported = await openFeedMarkets(tx, [main, score, player], {
      marketCap: usdc(500),
      ...everyGroupCap(usdc(50)),
      gameCap: usdc(600),
    });
    const idOf = (condition: string) =>
      imported.find(({ conditionId }) => conditionId === condition)?.id ?? '';
    onScore = idOf('63');
    ofPlayer = idOf('5064');
    ofFeed = idOf('61');
  });
});
afterAll(() => database.close());

const after = (tamper: SQL) =>
  undone(database.db, async (tx) => {
    await tx.execute(tamper);
    return (await replayTerms(tx)).map(({ what, expected, found }) => [what, expected, found]);
  });

test('unchanged markets match their terms', async () => {
  expect(await replayTerms(database.db)).toEqual([]);
});

test.each([
  ['title', sql`update markets set title = 'Who loses?'`, 'Who wins "the final"?', 'Who loses?'],
  ['description', sql`update markets set description = ''`, 'Ana or Berta | by the list of results.', ''],
  ['category', sql`update markets set category = 'crypto'`, 'sports', 'crypto'],
  ['subcategory', sql`update markets set subcategory = 'golf'`, 'tennis', 'golf'],
  ['fillRule', sql`update markets set fill_rule = 1`, '2', '1'],
  [
    'lossBudget',
    sql`update markets set loss_budget = 1000000001, funded = 1000000001`,
    '1000000000',
    '1000000001',
  ],
])('a changed %s is found, with its original', async (field, tamper, expected, found) => {
  expect(await after(sql`${tamper} where id = ${own}`)).toEqual([
    [`the ${field} of market ${own}`, expected, found],
  ]);
});

test('swapped outcome names and a changed end of betting are found', async () => {
  const swapped = sql`update outcomes set name = case name when 'Ana' then 'Berta' else 'Ana' end where market_id = ${own}`;
  expect(await after(swapped)).toEqual([
    [
      `the outcomes of market ${own}`,
      expect.stringMatching(/Ana.*Berta/),
      expect.stringMatching(/Berta.*Ana/),
    ],
  ]);
  const later = sql`update markets set closes_at = closes_at + interval '1 minute' where id = ${own}`;
  expect(await after(later)).toEqual([
    [`the closesAt of market ${own}`, expect.any(String), expect.any(String)],
  ]);
});

test('on a feed market only the end of betting may change, with the game', async () => {
  expect(
    await after(sql`update markets set closes_at = closes_at + interval '1 day' where id = ${ofFeed}`),
  ).toEqual([]);
  expect(
    await after(sql`update outcomes set azuro_outcome_id = '9' where market_id = ${ofFeed} and position = 0`),
  ).toEqual([[`the outcomes of market ${ofFeed}`, expect.any(String), expect.any(String)]]);
  expect(await after(sql`update markets set azuro_condition_id = '62' where id = ${ofFeed}`)).toEqual([
    [`the condition of market ${ofFeed}`, '61', '62'],
  ]);
});

test('on a market about one outcome another, none, and an added one are found', async () => {
  const set = (id: string, to: string | null) =>
    after(sql`update markets set azuro_outcome_id = ${to} where id = ${id}`);
  expect(await set(ofPlayer, '8')).toEqual([[`the outcome of market ${ofPlayer}`, '7', '8']]);
  expect(await set(ofPlayer, null)).toEqual([[`the outcome of market ${ofPlayer}`, '7', 'none']]);
  // Its first outcome would be decided by itself, and its second one win whenever that has lost.
  expect(await set(onScore, '1')).toEqual([[`the outcome of market ${onScore}`, 'none', '1']]);
  // If the outcome is altered as well, both are found.
  const both = sql`
    with swapped as (update outcomes set azuro_outcome_id = '8' where market_id = ${ofPlayer} and position = 0)
    update markets set azuro_outcome_id = '8' where id = ${ofPlayer}`;
  expect((await after(both)).map(([what]) => what).sort()).toEqual([
    `the outcome of market ${ofPlayer}`,
    `the outcomes of market ${ofPlayer}`,
  ]);
  const priced = sql`update outcomes set azuro_outcome_id = '9' where market_id = ${ofPlayer} and position = 1`;
  expect((await after(priced)).map(([what]) => what)).toEqual([`the outcomes of market ${ofPlayer}`]);
});

test('a deleted market and a draw from another seed are found', async () => {
  const gone = await after(sql`delete from markets where id = ${own}`);
  expect(gone).toContainEqual([`the title of market ${own}`, 'Who wins "the final"?', 'none']);
  const draw = sql`
    insert into practice_draws (market_id, seed, commitment)
    values (${own}, '\\x01', sha256('\\x02'))`;
  expect(await after(draw)).toEqual([
    [
      `the draw of market ${own}`,
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ],
  ]);
});

test('the stored terms are sealed and never change', async () => {
  const { db } = database;
  const range = { firstEntry: '1', lastEntry: '1000' };
  const sealed = await listLeafHashes(db, range);
  const forged = sql`update market_terms set terms = replace(terms, 'Ana', 'Eva') where market_id = ${own}`;
  const changed = await undone(db, async (tx) => {
    await tx.execute(forged);
    return listLeafHashes(tx, range);
  });
  expect(changed).toHaveLength(sealed.length);
  expect(changed).not.toEqual(sealed);
  await expect(tried(db, forged)).rejects.toThrow('Failed query');
});
