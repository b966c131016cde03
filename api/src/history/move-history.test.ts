import { randomBytes } from 'node:crypto';
import { placeBet } from '@tallystone/api/betting/place-bet.ts';
import {
  aBettingProcess,
  aFeedMarket,
  aMarket,
  aQuotedBet,
  type TestBettor,
} from '@tallystone/testkit/betting/betting.ts';
import { type BooksOfDays, openBooksOfDays, sealAll } from '@tallystone/testkit/betting/days.ts';
import { decideEnd, endBetting, payAll, wonBy } from '@tallystone/testkit/betting/settling.ts';
import { endMarket, type SomeCombos, someCombos } from '@tallystone/testkit/betting/some-combos.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { tried, undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportData } from '../admin/export-data.ts';
import { readLimitsHistory } from '../admin/limits-history.ts';
import { replayCombos } from '../admin/replay-combos.ts';
import { betStatsOf } from '../betting/bet-stats.ts';
import { listBets } from '../betting/list-bets.ts';
import { replaySignatures } from '../betting/replay-signatures.ts';
import { statement } from '../betting/statement.ts';
import { listCombos } from '../combos/list-combos.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, rows, value, values } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { replayEntries } from '../ledger/replay-entries.ts';
import { SINCE_NOTHING, type Since } from '../ledger/since.ts';
import { sinceState, verifiedState } from '../ledger/verified-state.ts';
import { comboReceipt, receipt } from '../settlement/receipt.ts';
import { type VerifiedPromise, verifyBooks } from '../verify-books.ts';
import { historyTable } from './history-tables.ts';
import { moveHistory } from './move-history.ts';
import { HISTORY_TABLES } from './over.ts';

const MONTH = '2026-08';

/** What a query finds for people. */
const all = async (texts: AsyncIterable<string>) => {
  let text = '';
  for await (const piece of texts) text += piece;
  return text;
};

/** Rows of the tables themselves, and of their history tables. */
const countRows = async (db: Db, month = MONTH) => {
  const counts: Record<string, [here: number, moved: number]> = {};
  for (const table of HISTORY_TABLES) {
    const count = (of: string) => value(db, col.whole, sql`select count(*) from only ${sql.raw(of)}`);
    counts[table] = [await count(table), await count(historyTable(table, month))];
  }
  return counts;
};

describe('the history of bets', () => {
  let database: MovedDatabase;
  let books: BooksOfDays;
  let first: TestBettor;
  /** Bets of each day; those of the last day are open. */
  let days: string[][];
  let before: unknown;
  let total: Map<string, number>;
  const shown = async () => {
    const { db } = database;
    const query = { userId: first.session.userId, family: first.wallet.family, mode: 'demo' as const };
    const receipts: unknown[] = [];
    for (const betId of days.flat()) {
      const [userId] = await values(db, col.text, sql`select user_id from bets where id = ${betId}`);
      const session = { ...first.session, userId: userId ?? '' };
      receipts.push(await receipt(db, { session, betId }));
    }
    const exports: string[] = [];
    for (const name of ['bets', 'ledger'] as const) {
      const asked = { name, days: {}, actor: { kind: 'command-line' as const }, now: database.now() };
      exports.push(await all((await exportData(db, asked)).pieces));
    }
    return {
      bets: await listBets(db, { ...query, before: null }),
      stats: await betStatsOf(db, query.userId),
      statement: await statement(db, { userId: query.userId, before: null }),
      receipts,
      exports,
    };
  };
  const brokenBy = (since: (tx: Tx) => Promise<Since>, ...changes: SQL[]) =>
    undone(database.db, async (tx) => {
      await tx.execute(sql`set local jit = off`);
      for (const change of changes) await tx.execute(change);
      const broken: VerifiedPromise[] = [];
      await verifyBooks(tx, {
        since: await since(tx),
        heads: { file: 'none', heads: [], isNeeded: false },
        report: (promise) => promise.offences.length > 0 && broken.push(promise),
      });
      return broken.map(({ name }) => name);
    });
  const inFull = async () => SINCE_NOTHING;
  const inAnHour = () => new Date(database.now().getTime() + 3_600_000);

  beforeAll(async () => {
    database = await createMovedDatabase();
    books = await openBooksOfDays(database, { bettors: 3 });
    first = books.bettors[0] as TestBettor;
    days = [];
    for (let day = 0; day < 3; day += 1) days.push(await books.live({ bets: 6 }));
    before = await shown();
    total = new Map();
    for (const table of HISTORY_TABLES)
      total.set(table, await value(database.db, col.whole, sql`select count(*) from ${sql.raw(table)}`));
    await moveHistory(database.db, { month: MONTH, tablespace: null, before: database.now() });
  });
  afterAll(() => database.close());

  test('moves the bets of markets that are over with their ends, entries and postings, and leaves open ones', async () => {
    const counts = await countRows(database.db);
    expect(counts).toMatchObject({
      bets: [6, 12],
      cash_outs: [2, 4],
      bet_endings: [2, expect.any(Number)],
    });
    for (const [table, [here, moved]] of Object.entries(counts))
      expect([table, here + moved]).toEqual([table, total.get(table)]);
    // Of the entries those of markets that opened or ended, and of grants, stay, whose keys must be refused for ever.
    const kinds = await values(
      database.db,
      col.text,
      sql`select distinct kind from only entries e where not exists (
        select from only bets b where b.entry_id = e.id) and not exists (
        select from only bet_endings n where n.entry_id = e.id) order by kind`,
    );
    expect(kinds).toEqual(['faucet-grant', 'market-open', 'market-remainder', 'pool-funding']);
    expect(counts.postings?.[1]).toBeGreaterThanOrEqual(counts.entries?.[1] ?? 0);
    const ids = await values(database.db, col.text, sql`select id from only bets`);
    expect(ids.sort()).toEqual(days[2]?.toSorted());
  });

  test('shows everything as before', async () => {
    expect(await shown()).toEqual(before);
  });

  test('leaves books that verify in full and from a state, and whose changes are found', async () => {
    expect(await brokenBy(inFull)).toEqual([]);
    const state = await database.db.transaction((tx) => verifiedState(tx, SINCE_NOTHING));
    if (state === null) throw new Error('the books have no seal');
    expect(await brokenBy((tx) => sinceState(tx, state))).toEqual([]);
    const moved = days[0]?.[3];
    const stake = sql`update bets set stake = stake * 2, payout = payout * 2 where id = ${moved}`;
    expect(await brokenBy(inFull, stake)).toContain('bets');
    expect(await brokenBy(inFull, sql`delete from bets where id = ${moved}`)).toContain('10');
    const posting = sql`update postings set amount = amount + 1 where entry_id = (select entry_id from bets where id = ${moved})`;
    expect(await brokenBy(inFull, posting)).toContain('entries');
  });

  test('refuses changes of what has moved and of what has not', async () => {
    for (const table of ['bets', historyTable('bets', MONTH), historyTable('postings', MONTH)]) {
      for (const change of [`delete from ${table}`, `truncate ${table} cascade`])
        await expect(tried(database.db, sql.raw(change)), change).rejects.toMatchObject({
          cause: expect.objectContaining({ message: expect.stringContaining('are history') }),
        });
    }
    await expect(
      tried(database.db, sql.raw(`update ${historyTable('bets', MONTH)} set stake = 1`)),
    ).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining('are history') }),
    });
  });

  test('has the indexes of the tables, and gets those of newer versions', async () => {
    const { db } = database;
    const indexes = (of: string) =>
      values(
        db,
        col.text,
        sql`select regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '') from pg_index
          where indrelid = ${of}::regclass order by 1`,
      );
    for (const table of HISTORY_TABLES)
      expect(await indexes(historyTable(table, MONTH))).toEqual(await indexes(table));
    await db.execute(sql`create index bets_newer on bets (stake)`);
    await moveHistory(db, { month: MONTH, tablespace: null, before: new Date(0) });
    expect(await indexes(historyTable('bets', MONTH))).toEqual(await indexes('bets'));
    await db.execute(sql`drop index bets_newer`);
  });

  test('a user with rights to the tables alone reads history through them', async () => {
    const role = sql.raw(`history_server_${randomBytes(4).toString('hex')}`);
    const found = await undone(database.db, async (tx) => {
      await tx.execute(sql`create role ${role}`);
      await tx.execute(sql`grant select on all tables in schema public to ${role}`);
      await tx.execute(sql`grant update (result) on combo_legs to ${role}`);
      await tx.execute(sql`set local role ${role}`);
      await tx.execute(sql`update combo_legs set result = result`);
      return value(tx, col.whole, sql`select count(*) from bets`);
    });
    expect(found).toBe(total.get('bets'));
  });

  test('every foreign key to a table with history has an index, because each row that moves is looked up by it', async () => {
    const unindexed = await values(
      database.db,
      col.text,
      sql`
        select format('%s.%s', k.conrelid::regclass, a.attname)
        from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        where k.contype = 'f' and k.confrelid::regclass::text in ${HISTORY_TABLES} and not exists (
          select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1] and (
            i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))`,
    );
    expect(unindexed).toEqual([]);
  });

  test('goes on with what ends later, in the same tables and in those of another month', async () => {
    const { db } = database;
    const here = await countRows(db);
    await moveHistory(db, { month: MONTH, tablespace: null, before: database.now() });
    expect(await countRows(db)).toEqual(here);
    const bets = await books.live({ bets: 6 });
    expect(await brokenBy(inFull)).toEqual([]);
    const moved = await moveHistory(db, { month: '2026-09', tablespace: null, before: database.now() });
    expect(moved.get('bets')).toBe(6);
    expect(await countRows(db)).toMatchObject({ bets: [6, 12] });
    expect((await values(db, col.text, sql`select id from only bets`)).sort()).toEqual(bets.toSorted());
    expect(await brokenBy(inFull)).toEqual([]);
  });

  test('quotes and bets are decided while history tables cannot be read', async () => {
    const { db } = database;
    const betting = aBettingProcess(db, database);
    const market = await aMarket(db, { endsAt: inAnHour() });
    const ofFeed = await aFeedMarket(db, { pricedAt: database.now() });
    await db.execute(sql`
      update markets set starts_at = ${inAnHour().toISOString()}, ends_at = ${inAnHour().toISOString()}, closes_at = ${inAnHour().toISOString()} where id = ${ofFeed.marketId}`);
    await db.transaction(async (tx) => {
      for (const table of HISTORY_TABLES)
        await tx.execute(sql.raw(`lock table ${historyTable(table, MONTH)} in access exclusive mode`));
      for (const at of [market, ofFeed])
        await placeBet(
          betting,
          await aQuotedBet(betting, { bettor: first, market: at, outcome: 0, amount: 1 }),
        );
    });
  });

  test('a moved live bet stays as it was decided', async () => {
    const { db } = database;
    const triggers = await values(
      db,
      col.text,
      sql`select tgname from pg_trigger where tgrelid = ${historyTable('live_bets', MONTH)}::regclass order by 1`,
    );
    expect(triggers).toEqual(['live_bets_are_kept_2026_08', 'live_bets_keep_accepted_2026_08']);
  });

  test('a bet that is sent again after it has moved is refused, because its market is over', async () => {
    const { db } = database;
    const betting = aBettingProcess(db, database);
    const market = await aMarket(db, { endsAt: inAnHour() });
    const sent = await aQuotedBet(betting, { bettor: first, market, outcome: 0, amount: 1 });
    const { id } = await placeBet(betting, sent);
    expect((await placeBet(betting, sent)).id).toBe(id);
    await endBetting(db, market);
    await decideEnd(db, { market, result: wonBy(market), admin: first, now: database.now() });
    await payAll(db, market);
    await database.advance(1000);
    await moveHistory(db, { month: '2026-09', tablespace: null, before: database.now() });
    expect(await values(db, col.text, sql`select id from only bets where id = ${id}`)).toEqual([]);
    await expect(placeBet(betting, sent)).rejects.toMatchObject({ code: 'market-closed' });
    expect(await values(db, col.text, sql`select count(*)::text from bets where id = ${id}`)).toEqual(['1']);
  });
});

describe('the history of combos', () => {
  let database: MovedDatabase;
  let some: SomeCombos;
  beforeAll(async () => {
    database = await createMovedDatabase();
    some = await someCombos(database);
    await sealAll(database);
  });
  afterAll(() => database.close());

  const shown = async () => {
    const { session, wallet } = some.bettor;
    const { userId } = session;
    const receipts: unknown[] = [];
    for (const [fate, comboId] of Object.entries(some.ids)) {
      if (fate !== 'open') receipts.push(await comboReceipt(database.db, { session, comboId }));
    }
    const combos = await listCombos(database.db, {
      userId,
      family: wallet.family,
      before: null,
    });
    return { combos, receipts, stats: await betStatsOf(database.db, userId) };
  };
  const differences = async () => {
    const { db } = database;
    const verdicts = await checkInvariants(db, { kind: 'everything' });
    const limits = await readLimitsHistory(db);
    return [
      ...verdicts.flatMap(({ offenders }) => offenders),
      ...(await replayCombos(db, limits, { page: 3, since: SINCE_NOTHING })).differences,
      ...(await replaySignatures(db)).differences,
      ...(await replayEntries(db)).differences,
    ];
  };

  test('moves those that have ended, shows them as before, and the open one still ends', async () => {
    const { db } = database;
    const before = await shown();
    const moved = await moveHistory(db, { month: MONTH, tablespace: null, before: database.now() });
    expect(Object.fromEntries(moved)).toMatchObject({ combos: 6, combo_endings: 6, combo_cash_outs: 1 });
    expect(await countRows(db)).toMatchObject({ combos: [1, 6], combo_legs: [3, expect.any(Number)] });
    expect(await shown()).toEqual(before);
    expect(await differences()).toEqual([]);
    const { openMarket: market, admin } = some;
    await endMarket(db, { market, outcome: 0, admin, now: database.now() });
    expect(await differences()).toEqual([]);
    const [open] = await rows(
      db,
      { kind: col.text },
      sql`select n.kind from combo_endings n where n.combo_id = ${some.ids.open}`,
    );
    expect(open).toEqual({ kind: 'payout' });
  });
});
