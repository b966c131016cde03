import { merkleRoot } from '@tallystone/core/ledger/merkle';
import { PROMISES } from '@tallystone/core/sentences/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col } from '../db/rows.ts';
import { isNewSeal } from './invariants.ts';
import { readPages } from './read-pages.ts';
import { listLeafHashes } from './seal-leaves.ts';
import type { Scope } from './sums.ts';

export const ROOTS = { number: 10, promise: PROMISES['promise-root'] } as const;

const PAGE = 500;
const MOST_FOUND = 10;

const SEAL = { id: col.text, first_entry: col.text, last_entry: col.text, leaves: col.whole, root: col.text };

/** Recomputes the roots of all or the newest seals from the rows of the books, and returns the first that differ. */
export async function findWrongRoots(db: Db, scope: Scope): Promise<Record<string, unknown>[]> {
  const wrong: Record<string, unknown>[] = [];
  const seals = readPages(
    db,
    SEAL,
    PAGE,
    (last) => sql`
      select s.id::text, s.first_entry::text, s.last_entry::text, s.leaves, encode(s.root, 'hex') as root
      from seals s
      where s.id > ${last?.id ?? '0'}::bigint and ${isNewSeal(scope)}
      -- By the column: the bare name would be the text that is selected.
      order by s.id`,
  );
  for await (const { id, first_entry, last_entry, leaves, root } of seals) {
    const hashes = await listLeafHashes(db, { firstEntry: first_entry, lastEntry: last_entry });
    const found = hashes.length === 0 ? '' : Buffer.from(merkleRoot(hashes)).toString('hex');
    if (found !== root || hashes.length !== leaves) {
      wrong.push({ seal: id, first_entry, last_entry, leaves, found_leaves: hashes.length, root, found });
      if (wrong.length === MOST_FOUND) return wrong;
    }
  }
  return wrong;
}
