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
 * Counts the rows that all steps of some work's statements process, including filtered ones. The number doesn't
 * depend on how busy the machine is. The tables are analyzed first, so plans match the books' size.
 */
export async function countRowsRead(db: Tx, work: (db: Db) => Promise<unknown>): Promise<number> {
  await db.execute(sql`analyze`);
  // Compiling a statement takes longer than running it on so few rows.
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
