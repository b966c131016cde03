import type { Db, Tx } from '@tallystone/api/db/db.ts';
import { col, values } from '@tallystone/api/db/rows.ts';
import { type SQL, sql } from 'drizzle-orm';

interface Step {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Step[];
}

/**
 * How many rows all steps of the statements of some work go through, those that they pass over as well. It is the same on
 * a machine that is busy. The tables are analyzed before, so the plans are those of books of their size.
 */
export async function countRowsRead(db: Tx, work: (db: Db) => Promise<unknown>): Promise<number> {
  await db.execute(sql`analyze`);
  // To compile a statement takes longer than to run it on so few rows.
  await db.execute(sql`set local jit = off`);
  let read = 0;
  const execute = async (query: SQL) => {
    const plans = await values(db, col.json, sql`explain (analyze, timing off, format json) ${query}`);
    for (const { Plan } of plans.flat() as { Plan: Step }[]) read += rowsOf(Plan);
    return db.execute(query);
  };
  await work(
    new Proxy(db, {
      get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)),
    }),
  );
  return read;
}

function rowsOf(step: Step): number {
  const each =
    step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0);
  return each * step['Actual Loops'] + (step.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), 0);
}
