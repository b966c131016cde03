import { type ComboFate, type SomeCombos, someCombos } from '@tallystone/testkit/betting/some-combos.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../db/db.ts';
import { col, value } from '../db/rows.ts';
import { checkInvariants } from './check-invariants.ts';
import { newsSince, type Scope } from './sums.ts';

const KEPT = 'the account of the combos holds exactly the full returns of the open combos';
const PLACED =
  "each combo has one entry that moves its stake and the house's part, and each such entry has its combo";
const ENDED =
  'each combo ends at most once, by the results of its selections or for the signed amount, and its entry pays exactly that';
const RESULTS = 'the result of each selection of a combo is that of its market';
const OPEN = 'the list of open combos has each combo that has not ended, and no other';
const IN_TIME =
  'each bet and each combo was placed before the close, at fresh odds, and within the daily cap recorded with it';
const BREAK = 'no one bet during their own break';

describe.each(movedEngines)('the invariants of combos on %s', (_name, open) => {
  let database: MovedDatabase;
  let some: SomeCombos;
  beforeAll(async () => {
    database = await open();
    some = await someCombos(database);
  }, 120_000);
  afterAll(() => database.close());

  /** All entries are newer than entry 0. */
  const SCOPES: readonly [string, Scope][] = [
    ['everything', { kind: 'everything' }],
    ['what is new', newsSince('0')],
  ];
  const brokenIn = async (tx: Tx, scope: Scope) => {
    const verdicts = await checkInvariants(tx, scope);
    return verdicts
      .filter(({ offenders }) => offenders.length > 0)
      .map(({ invariant }) => invariant.promise as string);
  };
  /** A statement about the combo of a fate. */
  type Tampering = (id: string) => SQL;
  const legOf = (id: string, place: number) => sql`combo_id = ${id} and place = ${place}`;

  test.each(SCOPES)('hold for combos of every fate, in %s', async (_scope, scope) => {
    expect(await undone(database.db, (tx) => brokenIn(tx, scope))).toEqual([]);
  });

  describe.each(SCOPES)('in %s', (_scope, scope) => {
    test.each<[string, ComboFate, Tampering, string[]]>([
      // The account and the list.
      [
        'the balance of the combos',
        'open',
        () => sql`update accounts set balance = balance + 1 where kind = 'combos'`,
        [KEPT],
      ],
      [
        'a combo taken off the list',
        'open',
        (id) => sql`delete from open_combos where combo_id = ${id}`,
        [KEPT, OPEN],
      ],
      [
        'the house part of an open combo',
        'open',
        (id) => sql`update open_combos set house_part = house_part - 1 where combo_id = ${id}`,
        [OPEN],
      ],
      [
        'the user of an open combo',
        'open',
        (id) =>
          sql`update open_combos set user_id = (select user_id from combos where id <> ${id} limit 1) where combo_id = ${id}`,
        [OPEN],
      ],
      [
        'an ended combo on the list',
        'won',
        (id) => sql`insert into open_combos select id, user_id, payout - stake from combos where id = ${id}`,
        [KEPT, ENDED, OPEN],
      ],
      // How it was placed.
      ['a combo that was removed', 'won', (id) => sql`delete from combos where id = ${id}`, [PLACED, ENDED]],
      [
        'the stake of a combo',
        'won',
        (id) => sql`update combos set stake = stake * 2, payout = payout * 2 where id = ${id}`,
        [PLACED, ENDED],
      ],
      [
        'the payout of a combo',
        'lost',
        (id) => sql`update combos set odds = odds * 2, payout = payout * 2 where id = ${id}`,
        [PLACED, ENDED],
      ],
      [
        'the bettor of a combo',
        'open',
        (id) =>
          sql`update combos set user_id = (select user_id from combos where id <> ${id} limit 1) where id = ${id}`,
        [PLACED, OPEN],
      ],
      [
        'the entry of a combo',
        'open',
        (id) => sql`update combos set entry_id = 1 where id = ${id}`,
        [PLACED],
      ],
      [
        'a posting of a combo',
        'open',
        (id) =>
          sql`delete from postings where entry_id = (select entry_id from combos where id = ${id}) and amount = 10000000`,
        [PLACED],
      ],
      [
        'a leg taken away',
        'open',
        (id) => sql`delete from combo_legs where ${legOf(id, 1)}`,
        [PLACED, ENDED],
      ],
      [
        'a leg that is not the first',
        'open',
        (id) => sql`update combo_legs set place = 7 where ${legOf(id, 0)}`,
        [PLACED],
      ],
      // How it ended.
      [
        'an end taken away',
        'won',
        (id) => sql`delete from combo_endings where combo_id = ${id}`,
        [ENDED, OPEN],
      ],
      [
        'what a won combo was paid',
        'won',
        (id) => sql`update combo_endings set amount = amount + 1 where combo_id = ${id}`,
        [ENDED],
      ],
      [
        'what a combo with a void leg was paid',
        'part',
        (id) => sql`update combo_endings set amount = amount - 1 where combo_id = ${id}`,
        [ENDED],
      ],
      [
        'what a combo got back',
        'void',
        (id) => sql`update combo_endings set amount = amount + 1 where combo_id = ${id}`,
        [ENDED],
      ],
      [
        'a won combo that was lost',
        'won',
        (id) => sql`update combo_endings set kind = 'loss', amount = 0 where combo_id = ${id}`,
        [ENDED],
      ],
      [
        'a lost combo that was given back',
        'lost',
        (id) => sql`update combo_endings set kind = 'refund', amount = 10000000 where combo_id = ${id}`,
        [ENDED],
      ],
      [
        'the bettor of an end',
        'sold',
        (id) =>
          sql`update combo_endings set user_id = (select user_id from open_combos) where combo_id = ${id}`,
        [ENDED],
      ],
      [
        'the entry of an end',
        'sold',
        (id) => sql`update combo_endings set entry_id = 1000000 where combo_id = ${id}`,
        [ENDED],
      ],
      [
        'the signed amount of a cash-out',
        'sold',
        (id) =>
          sql`update combo_cash_outs set signed_text = 'Cash out: ' || combo_id || ' for 18 USDC' where combo_id = ${id}`,
        [ENDED],
      ],
      [
        'the text of another cash-out',
        'sold',
        (id) =>
          sql`update combo_cash_outs set signed_text = 'Cash out: c_x for 19 USDC' where combo_id = ${id}`,
        [ENDED],
      ],
      [
        'a cash-out without a signature',
        'sold',
        (id) => sql`delete from combo_cash_outs where combo_id = ${id}`,
        [ENDED],
      ],
      [
        'a cash-out of a won combo',
        'won',
        (id) =>
          sql`insert into combo_cash_outs select ${id}, signed_text, signature, signed_hash, market_versions from combo_cash_outs`,
        [ENDED],
      ],
      [
        'a posting of an end',
        'sold',
        (id) =>
          sql`delete from postings where entry_id = (select entry_id from combo_endings where combo_id = ${id}) and amount = 19000000`,
        [ENDED],
      ],
      // The results of legs.
      [
        'a won leg that is void',
        'won',
        (id) => sql`update combo_legs set result = 'void' where ${legOf(id, 0)}`,
        [ENDED, RESULTS],
      ],
      [
        'a lost leg that has won',
        'lost',
        (id) => sql`update combo_legs set result = 'won' where ${legOf(id, 1)}`,
        [ENDED, RESULTS],
      ],
      [
        'a late leg that has won',
        'late',
        (id) => sql`update combo_legs set result = 'won' where ${legOf(id, 1)}`,
        [ENDED, RESULTS],
      ],
      [
        'a result before its market has ended',
        'open',
        (id) => sql`update combo_legs set result = 'won' where ${legOf(id, 1)}`,
        [ENDED, RESULTS],
      ],
      [
        'a paid combo with an open leg',
        'won',
        (id) => sql`update combo_legs set result = null where ${legOf(id, 1)}`,
        [ENDED],
      ],
      // When it was placed.
      [
        'a leg whose market had closed',
        'open',
        (id) => sql`update combo_legs set closes_at = priced_at where ${legOf(id, 1)}`,
        [IN_TIME],
      ],
      [
        'a leg with old odds',
        'open',
        (id) =>
          sql`update combo_legs set priced_at = priced_at - interval '61 seconds' where ${legOf(id, 1)}`,
        [IN_TIME],
      ],
      [
        'a cap below the stakes of the day, of a bet and a combo',
        'open',
        (id) => sql`update combos set daily_stake_cap = 14999999 where id = ${id}`,
        [IN_TIME],
      ],
      [
        'a cap that only bets and combos together exceed',
        'sold',
        (id) => sql`update combos set daily_stake_cap = 59999999 where id = ${id}`,
        [IN_TIME],
      ],
    ])('%s is found', async (_what, fate, tampering, broken) => {
      const found = await undone(database.db, async (tx) => {
        await tx.execute(tampering(some.ids[fate]));
        return brokenIn(tx, scope);
      });
      const ofCombos = [KEPT, PLACED, ENDED, RESULTS, OPEN, IN_TIME, BREAK];
      expect(found.filter((promise) => ofCombos.includes(promise)).sort()).toEqual([...broken].sort());
    });

    test('a cap below the stakes of a combo and a bet after it is found', async () => {
      const found = await undone(database.db, async (tx) => {
        await tx.execute(sql`
          update bets set daily_stake_cap = 19999999 where entry_id = (select max(entry_id) from bets)`);
        return brokenIn(tx, scope);
      });
      expect(found).toEqual([IN_TIME]);
    });

    test('a combo during a break of its bettor is found', async () => {
      const found = await undone(database.db, async (tx) => {
        await tx.execute(sql`
          insert into user_limits (user_id, blocked_until, block_kind)
          select user_id, placed_at + interval '1 day', 'break' from combos where id = ${some.ids.open}`);
        // The second bet came after the break.
        await tx.execute(sql`
          insert into audit (id, at, user_id, actor, action, subject, after, hash)
          select 1000000, placed_at - interval '1 millisecond', user_id, 'x', 'limits.break', 'x',
            jsonb_build_object('until', placed_at + interval '1 millisecond'), ''
          from combos where id = ${some.ids.open}`);
        return brokenIn(tx, scope);
      });
      expect(found).toContain(BREAK);
    });
  });

  test('what is new includes the legs of a combo that was open before', async () => {
    const { db } = database;
    const scope = newsSince(await value(db, col.text, sql`select max(id)::text from entries`));
    const found = await undone(db, async (tx) => {
      await tx.execute(sql`update combo_legs set result = 'lost' where ${legOf(some.ids.open, 1)}`);
      return brokenIn(tx, scope);
    });
    expect(found).toEqual([ENDED, RESULTS]);
  });
});
