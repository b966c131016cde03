import { placeSomeBets } from '@tallystone/testkit/betting/some-bets.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { createTestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Db } from './db/db.ts';
import { col, rows } from './db/rows.ts';
import { SINCE_NOTHING } from './ledger/since.ts';
import { type VerifiedPromise, verifyBooks } from './verify-books.ts';

describe.each(testEngines)('on %s', (_name, open) => {
  /** Names and offences of the broken promises after tampering, and what was counted. */
  const brokenBy = (db: Db, ...tamperings: SQL[]) =>
    undone(db, async (tx) => {
      for (const tampering of tamperings) await tx.execute(tampering);
      const reported: VerifiedPromise[] = [];
      const heads = { file: 'none', heads: [], isNeeded: false };
      const { counted } = await verifyBooks(tx, {
        since: SINCE_NOTHING,
        heads,
        report: (promise) => reported.push(promise),
      });
      const broken = reported.filter(({ offences }) => offences.length > 0);
      return {
        all: reported.length,
        counted,
        broken: broken.map(({ name, offences }) => [name, ...offences]),
      };
    });

  test('a value that a check cannot read breaks its promise, and the other checks still run', async () => {
    const database = await open();
    const { db } = database;
    await placeSomeBets(database);
    const stopped = (reason: string) =>
      expect.stringMatching(
        `^could not be checked to its end \\(${reason}\\): no server writes such a value, or`,
      );
    const { all, counted, broken } = await brokenBy(
      db,
      sql`alter table markets drop constraint markets_fill_rule`,
      sql`update markets set fill_rule = 9 where source = 'azuro'`,
      // The database itself can't read it.
      sql`update audit set after = after || '{"proposedAt": "never"}' where action = 'market.void'`,
    );
    expect(all).toBe(49);
    expect(broken).toEqual([
      ['10', expect.stringContaining('market.void')],
      ['bets', stopped('expected a rule of filling bets, got 9')],
      ['prices', stopped('expected a rule of filling bets, got 9')],
      ['results', stopped('invalid input syntax for type timestamp with time zone: "never"')],
      ['audit', expect.stringMatching(/^audit row \d+: expected /)],
    ]);
    expect(counted).toEqual([
      expect.stringMatching(/ entries$/),
      '0 combos',
      expect.stringMatching(/ rows of the audit$/),
    ]);

    // Too large for any number type.
    const endless = await brokenBy(
      db,
      sql`alter table markets disable trigger user`,
      sql`update markets set closes_at = 'infinity' where source = 'azuro'`,
      sql`update audit set at = 'infinity' where id = (select max(id) from audit)`,
    );
    expect(endless.all).toBe(49);
    expect(endless.broken).toEqual([
      ['10', expect.anything()],
      ['bets', stopped('the column closes_at of a query is string, not a moment')],
      ['prices', stopped('the column closes_at of a query is string, not a moment')],
      ['budgets', stopped('cannot convert infinity to bigint')],
      ['audit', stopped('cannot convert infinity to bigint')],
    ]);

    // A missing table means a damaged database, not tampering.
    await expect(brokenBy(db, sql`alter table price_points rename to gone`)).rejects.toMatchObject({
      cause: { code: '42P01' },
    });
    await database.close();
  });
});

test('a database that goes away breaks no promise', async () => {
  const database = await createTestDatabase();
  const reported: VerifiedPromise[] = [];
  const verified = database.db.transaction(async (tx) => {
    const [{ pid } = { pid: 0 }] = await rows(tx, { pid: col.number }, sql`select pg_backend_pid() as pid`);
    await placeSomeBets(database);
    // Not queried yet; it waits for the lock of a table that it needs.
    await database.db.transaction(async (other) => {
      await other.execute(sql`lock table price_points in access exclusive mode`);
      const heads = { file: 'none', heads: [], isNeeded: false };
      const verifying = verifyBooks(tx, {
        since: SINCE_NOTHING,
        heads,
        report: (promise) => reported.push(promise),
      });
      const isGone = verifying.catch(() => undefined);
      await expect
        .poll(() => rows(other, sql`select from pg_locks where pid = ${pid} and not granted`))
        .toHaveLength(1);
      await other.execute(sql`select pg_terminate_backend(${pid})`);
      await isGone;
      await verifying;
    });
  });
  await expect(verified).rejects.toThrow();
  expect(reported.length).toBeGreaterThan(0);
  expect(reported.flatMap(({ offences }) => offences)).toEqual([]);
  await database.close();
});
