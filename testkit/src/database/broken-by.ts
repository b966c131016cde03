import type { Db } from '@tallystone/api/db/db.ts';
import { checkInvariants } from '@tallystone/api/ledger/check-invariants.ts';
import type { Scope } from '@tallystone/api/ledger/sums.ts';
import { sql } from 'drizzle-orm';
import { undone } from './undone.ts';

/** The promises that a statement breaks, which tampers with the books and is undone. */
export const brokenBy = (db: Db, statement: string, scope: Scope): Promise<string[]> =>
  undone(db, async (tx) => {
    await tx.execute(sql.raw(statement));
    const verdicts = await checkInvariants(tx, scope);
    return verdicts.filter(({ offenders }) => offenders.length > 0).map(({ invariant }) => invariant.promise);
  });
