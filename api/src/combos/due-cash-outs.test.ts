import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  fundTheHouse,
  moveFeedOdds,
  type TestBettor,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { aCombo, aComboCashOut } from '@tallystone/testkit/betting/combos.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLimitsHistory } from '../admin/limits-history.ts';
import { replayCombos } from '../admin/replay-combos.ts';
import { col, values } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { cashOutCombo } from './cash-out-combo.ts';
import { decideComboCashOuts } from './decide-combo-cash-outs.ts';
import { placeCombo } from './place-combo.ts';

const ODDS = ['1.5', '5', '6'];

describe.each(movedEngines)('many cash-outs of combos that are due at once on %s', (_name, open) => {
  let database: MovedDatabase;
  let game: GameInPlay;
  let later: TestMarket;
  const combos: { id: string; bettor: TestBettor }[] = [];
  beforeAll(async () => {
    database = await open();
    const { db } = database;
    await fundTheHouse(db);
    const betting = aBettingProcess(db, database);
    later = await aFeedMarket(db, { odds: [2, 2], title: 'Lions vs Tigers', pricedAt: database.now() });
    const bettors = [await aBettor(db, { cap: null }), await aBettor(db, { cap: null })];
    game = await aGameInPlay(database, {
      beforeStart: async (market) => {
        const legs = [market, later].map((each) => ({ market: each }));
        for (let i = 0; i < 33; i++) {
          for (const bettor of bettors) {
            const { id } = await placeCombo(betting, aCombo(bettor, { legs, amount: 1, odds: 1.01 }));
            combos.push({ id, bettor });
          }
        }
        await database.advance(600_001);
      },
    });
  }, 120_000);
  afterAll(() => database.close());

  const priceAll = async () => {
    await moveFeedOdds(database.db, later, [2, 2]);
    await game.price(ODDS);
  };
  const comeDue = async (some: typeof combos) => {
    await priceAll();
    for (const { id, bettor } of some)
      await cashOutCombo(database.db, aComboCashOut(bettor, { comboId: id, amount: 1 }));
    await database.advance(8000);
    await priceAll();
  };
  const errors: unknown[] = [];
  const decide = () =>
    decideComboCashOuts(database.db, [game.marketId], {
      mayPay: () => true,
      onError: (error) => errors.push(error),
    });
  const texts = (query: SQL) => values(database.db, col.text, query);
  const moments = () => texts(sql`select ended_at::text from combo_endings group by 1 order by 1`);

  test('are decided fifty in a transaction', async () => {
    await comeDue(combos.splice(0, 60));
    await decide();
    expect(errors).toEqual([]);
    const counts = sql`select count(*)::text from combo_endings where kind = 'cash-out' group by ended_at order by ended_at`;
    expect(await texts(counts)).toEqual(['50', '10']);
    expect(await texts(sql`select combo_id from open_combo_cash_outs`)).toEqual([]);
  });

  test('leave sound books, in which they can be replayed by the rules', async () => {
    const { db } = database;
    const verdicts = await checkInvariants(db, { kind: 'everything' });
    expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
    expect((await replayCombos(db, await readLimitsHistory(db))).differences).toEqual([]);
  });

  test('are decided but for one that breaks its transaction, which fails once it is too late for it', async () => {
    const poison = combos[2]?.id ?? '';
    const before = await moments();
    await comeDue(combos);
    // Its entry can't be recorded a second time.
    await database.db.execute(
      sql`insert into entries (kind, key) values ('combo-end', ${`combo-end:${poison}`})`,
    );
    await decide();
    expect(errors).toEqual([expect.objectContaining({ cause: expect.objectContaining({ code: '23505' }) })]);
    expect(await texts(sql`select distinct combo_id from open_combo_cash_outs`)).toEqual([poison]);
    expect((await moments()).length).toBeGreaterThan(before.length);
    await database.advance(20_001);
    await priceAll();
    await decide();
    expect(await texts(sql`select distinct combo_id from open_combo_cash_outs`)).toEqual([]);
    expect(await texts(sql`select code from cash_out_order_ends where code is not null`)).toEqual([
      'feed-stale',
    ]);
    expect(errors).toHaveLength(1);
  });
});
