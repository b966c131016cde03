import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { auditContent } from './record-audit.ts';

/** A row whose hash doesn't follow from the previous row. */
export interface BrokenLink {
  readonly auditId: string;
  readonly expected: string;
  readonly found: string;
}

/** One row can be half a megabyte. */
const PAGE = 200;

/** Hashes the whole audit again from the first row and stops at the first mismatch. */
export async function replayAudit(db: Db): Promise<{ rows: number; broken: BrokenLink | null }> {
  let count = 0;
  let before = Buffer.alloc(0);
  for (;;) {
    const page = await rows(
      db,
      { id: col.text, content: col.text, hash: col.text },
      sql`
        select a.id::text, ${auditContent(sql`a`)} as content, encode(a.hash, 'hex') as hash
        from audit a where a.id > ${count}
        -- Qualified, because the bare name would mean the selected text.
        order by a.id limit ${PAGE}`,
    );
    for (const { id, content, hash } of page) {
      const made = createHash('sha256').update(before).update(content).digest();
      const expected = id === String(count + 1) ? made.toString('hex') : `row ${count + 1}`;
      if (hash !== expected) return { rows: count, broken: { auditId: id, expected, found: hash } };
      before = made;
      count += 1;
    }
    if (page.length < PAGE) return { rows: count, broken: null };
  }
}
