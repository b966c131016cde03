import { randomUUID } from 'node:crypto';
import { sealAll } from '@tallystone/testkit/betting/days.ts';
import {
  type ComboFate,
  endMarket,
  type SomeCombos,
  someCombos,
} from '@tallystone/testkit/betting/some-combos.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaySignatures } from '../betting/replay-signatures.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, value } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import type { Difference } from '../ledger/difference.ts';
import { replayEntries } from '../ledger/replay-entries.ts';
import { replayMoments } from '../ledger/replay-moments.ts';
import { SINCE_NOTHING, type Since } from '../ledger/since.ts';
import { newsSince } from '../ledger/sums.ts';
import { sinceState, verifiedState } from '../ledger/verified-state.ts';
import { changeSettings } from '../settings/change-settings.ts';
import { readLimitsHistory } from './limits-history.ts';
import { replayCaps } from './replay-caps.ts';
import { replayCombos } from './replay-combos.ts';

/** A statement about the combo of a fate. */
type Tampering = (id: string) => SQL;

const legOf = (id: string, place: number) => sql`combo_id = ${id} and place = ${place}`;
const textOf = ({ what, expected, found }: Difference) => `${what}: expected ${expected}, found ${found}`;

describe.each(movedEngines)('the replay of combos on %s', (_name, open) => {
  let database: MovedDatabase;
  let some: SomeCombos;
  beforeAll(async () => {
    database = await open();
    some = await someCombos(database);
  }, 120_000);
  afterAll(() => database.close());

  const replayed = async (db: Db, since: Since = SINCE_NOTHING) =>
    replayCombos(db, await readLimitsHistory(db), { page: 3, since });
  /** What is found about books that were tampered with. */
  const after = (fate: ComboFate, tampering: Tampering, find: (tx: Tx) => Promise<readonly Difference[]>) =>
    undone(database.db, async (tx) => {
      await tx.execute(tampering(some.ids[fate]));
      return (await find(tx)).map(textOf);
    });

  test('finds nothing in combos of every fate', async () => {
    const { db } = database;
    expect(await replayed(db)).toEqual({ combos: 7, differences: [] });
    expect((await replaySignatures(db)).differences).toEqual([]);
    expect(await replayCaps(db, await readLimitsHistory(db))).toEqual([]);
    expect((await replayEntries(db)).differences).toEqual([]);
    expect(await replayMoments(db)).toEqual([]);
  });

  test.each<[string, ComboFate, Tampering, string]>([
    // As it was placed.
    ['a single leg', 'won', (id) => sql`delete from combo_legs where ${legOf(id, 0)}`, 'the number of legs'],
    [
      'the odds of a leg',
      'won',
      (id) => sql`update combo_legs set odds = odds + 10000 where ${legOf(id, 0)}`,
      'the odds of leg 0',
    ],
    [
      'the outcome of a leg',
      'sold',
      (id) =>
        sql`update combo_legs set outcome_id = (select o.id from outcomes o where o.market_id = combo_legs.market_id and o.position = 1) where ${legOf(id, 1)}`,
      'the odds of leg 1',
    ],
    [
      'an unknown outcome',
      'won',
      (id) => sql`update combo_legs set outcome_id = 'o_x' where ${legOf(id, 1)}`,
      'unknown-outcome at leg 1',
    ],
    [
      'the odds of the feed',
      'won',
      (id) =>
        sql`update feed_prices set odds = '["1900000","2000000"]' where market_id = (select market_id from combo_legs where ${legOf(id, 1)})`,
      'the odds of leg 1',
    ],
    [
      'a missing price of the feed',
      'won',
      (id) =>
        sql`delete from feed_prices where market_id = (select market_id from combo_legs where ${legOf(id, 1)})`,
      'own-market at leg 1',
    ],
    [
      'the version of a leg',
      'lost',
      (id) => sql`update combo_legs set market_version = market_version + 1000 where ${legOf(id, 1)}`,
      'the market version of leg 1',
    ],
    [
      'a version with other odds',
      'open',
      (id) =>
        sql`update combo_legs set market_version = (select version from markets m where m.id = market_id) where ${legOf(id, 1)}`,
      'the odds of leg 1',
    ],
    [
      'two legs of one game',
      'won',
      (id) =>
        sql`update markets set is_main = false, game_id = (select game_id from markets m join combo_legs l on l.market_id = m.id where ${legOf(id, 0)}) where id = (select market_id from combo_legs where ${legOf(id, 1)})`,
      'same-game at leg 1',
    ],
    [
      'old odds',
      'won',
      (id) => sql`update combo_legs set priced_at = priced_at - interval '61 seconds' where ${legOf(id, 1)}`,
      'feed-stale at leg 1',
    ],
    [
      'odds from before the feed had them',
      'won',
      (id) => sql`update combo_legs set priced_at = priced_at - interval '1 second' where ${legOf(id, 1)}`,
      'the moment of the odds of leg 1',
    ],
    [
      'a close before it was placed',
      'won',
      (id) => sql`update combo_legs set closes_at = priced_at where ${legOf(id, 1)}`,
      'market-closed at leg 1',
    ],
    [
      'the odds of a combo',
      'won',
      (id) => sql`update combos set odds = odds * 2, payout = payout * 2 where id = ${id}`,
      'the odds of combo',
    ],
    // The budget.
    [
      'the stored budget',
      'won',
      (id) => sql`update combos set budget = budget + 1 where id = ${id}`,
      'the budget of combo',
    ],
    [
      'a part of the house above its share',
      'won',
      (id) => sql`update combos set stake = stake * 1000, payout = payout * 1000 where id = ${id}`,
      'the part of the house',
    ],
    // Results and ends.
    [
      'a won leg that is void',
      'won',
      (id) => sql`update combo_legs set result = 'void' where ${legOf(id, 0)}`,
      'the result on market',
    ],
    [
      'a late leg that has won',
      'late',
      (id) => sql`update combo_legs set result = 'won' where ${legOf(id, 1)}`,
      'the result on market',
    ],
    [
      'a result before its market has ended',
      'open',
      (id) => sql`update combo_legs set result = 'lost' where ${legOf(id, 1)}`,
      'the result on market',
    ],
    [
      'what a won combo was paid',
      'won',
      (id) => sql`update combo_endings set amount = amount + 1 where combo_id = ${id}`,
      'the end of combo',
    ],
    [
      'what a combo with a void leg was paid',
      'part',
      (id) => sql`update combo_endings set amount = amount - 1 where combo_id = ${id}`,
      'the end of combo',
    ],
    [
      'a payout that is called a refund',
      'void',
      (id) => sql`update combo_endings set kind = 'payout' where combo_id = ${id}`,
      'the end of combo',
    ],
    [
      'an end that is missing',
      'lost',
      (id) => sql`delete from combo_endings where combo_id = ${id}`,
      'the end of combo',
    ],
    [
      'an end of an open combo',
      'open',
      (id) =>
        sql`insert into combo_endings (combo_id, user_id, kind, amount, entry_id, ended_at) select id, user_id, 'loss', 0, 1000000, placed_at from combos where id = ${id}`,
      'the end of combo',
    ],
    // Cash-outs.
    [
      'a cash-out for more than it was worth',
      'sold',
      (id) => sql`update combo_endings set amount = 19380001 where combo_id = ${id}`,
      'the cash-out of combo',
    ],
    [
      'a cash-out within a minute',
      'sold',
      (id) =>
        sql`update combo_endings n set ended_at = c.placed_at + interval '59 seconds' from combos c where c.id = n.combo_id and n.combo_id = ${id}`,
      'the cash-out of combo',
    ],
    [
      'the odds of a cash-out',
      'sold',
      (id) =>
        sql`update feed_prices set odds = '["2600000","1500000"]' where version > 1 and market_id = (select market_id from combo_legs where ${legOf(id, 1)})`,
      'the cash-out of combo',
    ],
    [
      'a cash-out without a version',
      'sold',
      (id) => sql`update combo_cash_outs set market_versions = market_versions[2:] where combo_id = ${id}`,
      'the market versions of the cash-out',
    ],
    [
      'a cash-out at a version that is not there yet',
      'sold',
      (id) => sql`update combo_cash_outs set market_versions[2] = 1000 where combo_id = ${id}`,
      'the market versions of the cash-out',
    ],
  ])('finds %s', async (_what, fate, tampering, expected) => {
    const found = await after(fate, tampering, async (tx) => (await replayed(tx)).differences);
    expect(found.join('\n')).toContain(expected);
  });

  test('the budget is the one that was in force then, and not a later one', async () => {
    const found = await undone(database.db, async (tx) => {
      const sent = { comboBudget: 60_000 };
      await changeSettings(tx, { mode: 'demo', actor: { kind: 'command-line' }, sent });
      const before = await replayed(tx);
      await tx.execute(sql`update combos set budget = 60000000000 where id = ${some.ids.won}`);
      return [before, await replayed(tx)].map(({ differences }) => differences.map(textOf));
    });
    expect(found).toEqual([
      [],
      [`the budget of combo ${some.ids.won}: expected 50000.00 USDC, found 60000.00 USDC`],
    ]);
  });

  test('since a state it replays open combos and those that ended, and not how they were placed', async () => {
    const { db } = database;
    const entryId = await value(db, col.text, sql`select max(entry_id)::text from combos`);
    const since: Since = { ...SINCE_NOTHING, entryId, scope: newsSince(entryId) };
    const last = await value(db, col.text, sql`select max(id)::text from entries`);
    const found = await undone(db, async (tx) => {
      await tx.execute(sql`update combos set budget = budget + 1`);
      await tx.execute(sql`update combo_legs set result = 'lost' where ${legOf(some.ids.open, 1)}`);
      const end = { ...SINCE_NOTHING, entryId: last, scope: newsSince(last) };
      return { all: await replayed(tx, since), open: await replayed(tx, end) };
    });
    expect(found.all.combos).toBe(7);
    expect(found.open.combos).toBe(1);
    for (const { differences } of [found.all, found.open]) {
      expect(differences.map(({ what }) => what.split(' on market')[0])).toEqual([
        expect.stringContaining('the result'),
        `the end of combo ${some.ids.open}`,
      ]);
    }
  });

  test.each<[string, ComboFate, Tampering, string]>([
    [
      'the outcome that was signed',
      'open',
      (id) => sql`update combo_legs set outcome_id = 'o_x' where ${legOf(id, 0)}`,
      'a text of these terms',
    ],
    [
      'the stake that was signed',
      'open',
      (id) => sql`update combos set stake = stake * 2, payout = payout * 2 where id = ${id}`,
      'a text of these terms',
    ],
    [
      'the odds that were signed',
      'open',
      (id) => sql`update combos set signed_odds = signed_odds - 10000 where id = ${id}`,
      'a text of these terms',
    ],
    [
      'the signed text',
      'open',
      (id) => sql`update combos set signed_text = signed_text || ' ' where id = ${id}`,
      'a text of these terms',
    ],
    [
      'the signature',
      'open',
      (id) =>
        sql`update combos set signature = set_byte(signature, 5, (get_byte(signature, 5) + 1) % 256) where id = ${id}`,
      'a signature of 0x',
    ],
    [
      'the hash',
      'open',
      (id) => sql`update combos set signed_hash = sha256('x') where id = ${id}`,
      'the hash',
    ],
    [
      'the bettor',
      'open',
      (id) =>
        sql`update combos set user_id = (select user_id from combos where id <> ${id} limit 1) where id = ${id}`,
      'a signature of 0x',
    ],
    [
      'the amount of a cash-out',
      'sold',
      (id) => sql`update combo_endings set amount = amount - 1 where combo_id = ${id}`,
      'a text of these terms',
    ],
    [
      'the signature of a cash-out',
      'sold',
      (id) =>
        sql`update combo_cash_outs set signature = set_byte(signature, 5, (get_byte(signature, 5) + 1) % 256) where combo_id = ${id}`,
      'a signature of 0x',
    ],
    [
      'the hash of a cash-out',
      'sold',
      (id) => sql`update combo_cash_outs set signed_hash = sha256('x') where combo_id = ${id}`,
      'the hash',
    ],
    [
      'a cash-out without an end',
      'sold',
      (id) => sql`delete from combo_endings where combo_id = ${id}`,
      'a text of these terms',
    ],
  ])('the signatures show %s', async (_what, fate, tampering, expected) => {
    const found = await after(fate, tampering, async (tx) => (await replaySignatures(tx)).differences);
    expect(found.join('\n')).toContain(expected);
  });

  test('who gets money since a state must have signed the combo, however old it is', async () => {
    const entryId = await value(database.db, col.text, sql`select max(entry_id)::text from combos`);
    const since: Since = { ...SINCE_NOTHING, entryId, scope: newsSince(entryId) };
    const forged: Tampering = (id) => sql`update combos set signed_hash = sha256('x') where id = ${id}`;
    const look = async (tx: Tx) => (await replaySignatures(tx, since)).differences;
    expect(await after('won', forged, look)).toEqual([expect.stringContaining(some.ids.won)]);
    expect(await after('open', forged, look)).toEqual([]);
  });

  test('the caps show a cap that was not in force', async () => {
    const found = await after(
      'open',
      (id) => sql`update combos set daily_stake_cap = daily_stake_cap + 1 where id = ${id}`,
      async (tx) => replayCaps(tx, await readLimitsHistory(tx)),
    );
    expect(found).toEqual([expect.stringContaining(`the daily stake cap of combo ${some.ids.open}`)]);
  });

  test.each<[string, ComboFate, Tampering, string]>([
    [
      'a posting of a combo',
      'open',
      (id) =>
        sql`delete from postings where entry_id = (select entry_id from combos where id = ${id}) and amount = 10000000`,
      'the postings of a combo:',
    ],
    [
      'a posting of an end',
      'sold',
      (id) =>
        sql`delete from postings where entry_id = (select entry_id from combo_endings where combo_id = ${id}) and amount = 19000000`,
      'the postings of a combo-end:',
    ],
    [
      'an entry without its combo',
      'open',
      (id) => sql`delete from combos where id = ${id}`,
      'expected one combo',
    ],
    [
      'an entry without its end',
      'sold',
      (id) => sql`delete from combo_endings where combo_id = ${id}`,
      'expected the end of one combo',
    ],
    [
      'an end that pays more than was kept',
      'won',
      (id) => sql`update combo_endings set amount = 1000000000 where combo_id = ${id}`,
      'expected a payment from 0 to',
    ],
  ])('the entries show %s', async (_what, fate, tampering, expected) => {
    const found = await after(fate, tampering, async (tx) => (await replayEntries(tx)).differences);
    expect(found.join('\n')).toContain(expected);
  });

  test('the moments show a combo that was placed after its market had closed', async () => {
    const { db } = database;
    const found = await undone(db, async (tx) => {
      const marketId = await value(
        tx,
        col.text,
        sql`select market_id from combo_legs where ${legOf(some.ids.open, 1)}`,
      );
      const closed = { [marketId]: 2 };
      await tx.execute(sql`
        insert into audit (id, at, actor, action, subject, after, hash)
        select max(id) + 1, clock_timestamp(), 'system', 'markets.close', ${randomUUID()},
          ${JSON.stringify({ versions: closed })}::jsonb, '' from audit`);
      await tx.execute(sql`update combo_legs set market_version = 2 where ${legOf(some.ids.open, 1)}`);
      return replayMoments(tx);
    });
    expect(found.map(textOf).join('\n')).toContain(`the moment of combo ${some.ids.open}`);
  });

  test('what is new since a verified state follows from it, with results from before', async () => {
    const { db } = database;
    await sealAll(database);
    const state = await verifiedState(db, SINCE_NOTHING);
    if (state === null) throw new Error('the books are sealed');
    const market = some.openMarket;
    await endMarket(db, { market, outcome: 0, admin: some.admin, now: database.now() });
    const since = await sinceState(db, state);
    const find = async (tx: Tx) => {
      const history = await readLimitsHistory(tx, since.audit);
      const { combos, differences } = await replayCombos(tx, history, { since });
      const verdicts = await checkInvariants(tx, since.scope);
      const broken = verdicts.filter(({ offenders }) => offenders.length > 0);
      return {
        combos,
        found: [...differences.map(textOf), ...broken.map(({ invariant }) => invariant.promise)],
      };
    };
    expect(await undone(db, find)).toEqual({ combos: 1, found: [] });
    const { found } = await undone(db, async (tx) => {
      await tx.execute(sql`update combo_legs set result = 'won' where ${legOf(some.ids.open, 2)}`);
      return find(tx);
    });
    expect(found).toEqual([
      expect.stringContaining('expected void, found won'),
      expect.stringContaining('the end of combo'),
      expect.stringContaining('each combo ends at most once'),
      'the result of each selection of a combo is that of its market',
    ]);
  });
});
