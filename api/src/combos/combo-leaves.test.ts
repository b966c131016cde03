import { comboLeaf, endingLeaf } from '@tallystone/core/ledger/receipt-leaf';
import { type ComboFate, type SomeCombos, someCombos } from '@tallystone/testkit/betting/some-combos.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { col, row, rows, value } from '../db/rows.ts';
import { comboEndings } from '../db/schema/combos.ts';
import { findBetLeaves, leavesOf, listLeafHashes } from '../ledger/seal-leaves.ts';

const FATES: readonly [ComboFate, string[]][] = [
  ['won', ['combo', 'payout']],
  ['lost', ['combo', 'loss']],
  ['void', ['combo', 'refund']],
  ['part', ['combo', 'payout']],
  ['late', ['combo', 'payout']],
  ['sold', ['combo', 'cash-out']],
  ['open', ['combo']],
];

describe.each(movedEngines)('the leaves of combos on %s', (_name, open) => {
  let database: MovedDatabase;
  let some: SomeCombos;
  beforeAll(async () => {
    database = await open();
    some = await someCombos(database);
  }, 120_000);
  afterAll(() => database.close());

  const wholeRange = async () => ({
    firstEntry: '1',
    lastEntry: await value(database.db, col.text, sql`select max(id)::text from entries`),
  });

  test.each(FATES)('a combo that is %s has the leaves that core makes of its rows', async (fate, kinds) => {
    const leaves = await findBetLeaves(database.db, { ...(await wholeRange()), betId: some.ids[fate] });
    expect(leaves.map(({ leaf }) => leaf.split('|')[0])).toEqual(kinds);
    expect(leaves.map(({ leaf }) => leaf)).toEqual(await leavesByCore(some.ids[fate]));
  });

  test('have their places in the tree: each before its entry', async () => {
    const { db } = database;
    const range = await wholeRange();
    const texts = await rows(
      db,
      { leaf: col.text },
      sql`select leaf from (${leavesOf(range)}) l order by l.entry_id, l.kind, l.bet_id collate "C"`,
    );
    expect(texts).toHaveLength((await listLeafHashes(db, range)).length);
    const [placed] = await findBetLeaves(db, { ...range, betId: some.ids.won });
    expect(texts[placed?.index ?? -1]?.leaf).toBe(placed?.leaf);
    expect(texts[(placed?.index ?? -1) + 1]?.leaf).toContain(`|combo|combo:${some.ids.won}|`);
  });

  async function leavesByCore(comboId: string): Promise<string[]> {
    const { db } = database;
    const combo = await row(
      db,
      {
        entryId: col.text,
        comboId: col.text,
        userId: col.text,
        stake: col.usdc,
        odds: col.odds,
        payout: col.usdc,
        placedAt: col.date,
        signedOdds: col.odds,
        budget: col.usdc,
        signedHash: col.text,
      },
      sql`
        select entry_id::text, id as combo_id, user_id, stake, odds, payout, placed_at, signed_odds, budget,
          encode(signed_hash, 'hex') as signed_hash
        from combos where id = ${comboId}`,
    );
    const legs = await rows(
      db,
      { marketId: col.text, outcomeId: col.text, odds: col.odds, marketVersion: col.whole },
      sql`select market_id, outcome_id, odds, market_version from combo_legs where combo_id = ${comboId} order by place`,
    );
    const endings = await rows(
      db,
      {
        entryId: col.text,
        betId: col.text,
        kind: col.oneOf(comboEndings.kind),
        amount: col.usdc,
        endedAt: col.date,
      },
      sql`
        select entry_id::text, combo_id as bet_id, kind, amount, ended_at
        from combo_endings where combo_id = ${comboId}`,
    );
    return [comboLeaf({ ...combo, legs }), ...endings.map(endingLeaf)];
  }
});
