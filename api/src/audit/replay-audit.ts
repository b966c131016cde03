import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { type AuditStart, arrayOfIds, WHOLE_AUDIT } from './audit-start.ts';
import { auditContent, auditHash } from './record-audit.ts';

/** A row whose hash doesn't follow from the previous row. */
export interface BrokenLink {
  readonly auditId: string;
  readonly expected: string;
  readonly found: string;
}

/** One row can be half a megabyte. */
const PAGE = 200;

/** Hashes the audit again from a row on, and the facts before it. Stops at the first mismatch. */
export async function replayAudit(
  db: Db,
  start: AuditStart = WHOLE_AUDIT,
): Promise<{ rows: number; broken: BrokenLink | null }> {
  const changed = await findChangedFact(db, start);
  if (changed !== null) return { rows: 0, broken: changed };
  let last = Number(start.last.id);
  let before = Buffer.from(start.last.hash, 'hex');
  const count = () => last - Number(start.last.id);
  for (;;) {
    const page = await rows(
      db,
      { id: col.text, content: col.text, hash: col.text },
      sql`
        select a.id::text, ${auditContent(sql`a`)} as content, encode(a.hash, 'hex') as hash
        from audit a where a.id > ${last}
        -- Qualified, because the bare name would mean the selected text.
        order by a.id limit ${PAGE}`,
    );
    for (const { id, content, hash } of page) {
      const made = createHash('sha256').update(before).update(content).digest();
      const expected = id === String(last + 1) ? made.toString('hex') : `row ${last + 1}`;
      if (hash !== expected) return { rows: count(), broken: { auditId: id, expected, found: hash } };
      before = made;
      last += 1;
    }
    if (page.length < PAGE) return { rows: count(), broken: null };
  }
}

/** The first fact that no longer has the hash which was verified. */
async function findChangedFact(db: Db, { facts }: AuditStart): Promise<BrokenLink | null> {
  const [changed] = await rows(
    db,
    { auditId: col.text, expected: col.text, found: col.text },
    sql`
      select f.id::text as audit_id, f.hash as expected, coalesce(encode(r.made, 'hex'), 'no row') as found
      from json_to_recordset(${JSON.stringify(facts)}::json) as f(id bigint, hash text)
      left join (
        select a.id, ${auditHash(sql`a`)} as made
        from (
          select a.*, coalesce((select p.hash from audit p where p.id = a.id - 1), '\\x'::bytea) as hash_before
          from audit a where a.id = any(${arrayOfIds(facts)}::bigint[])
        ) a
      ) r using (id)
      where f.hash is distinct from encode(r.made, 'hex')
      order by f.id limit 1`,
  );
  return changed ?? null;
}
