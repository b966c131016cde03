import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { hasTable } from '../db/has-table.ts';
import { isMigrated } from '../db/migrate.ts';
import type { Database } from '../db/open-database.ts';
import { col, exists, type Row, rows, value } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { appendHead, NoHeads, newHeadsSentence, noHeadsSentence, readChainHeads } from './head-file.ts';

const HEAD = {
  auditId: col.whole,
  at: col.date,
  /** SHA-256 as hex. */
  hash: col.text,
};

/** The newest row of the audit at some moment, as a file outside the database keeps it. */
export type ChainHead = Row<typeof HEAD>;

/** The books end before a head in the file: everything recorded since then is missing from them. */
export class RewoundBooks extends Error {}

/** How many of a file's newest heads are read to look for the last one; the others are needed for their order. */
export const RECENT_HEADS = 1000;

/**
 * The newest of these heads that the books do not have, unless the rewind that lost it was accepted since.
 *
 * A rewind covers the head that it names and all heads before it in the file. Their order counts, because clocks may be
 * wrong. Of heads that another server wrote, it covers those after the row that it kept if they come in the file before a
 * head of the books from the rewind on, or if their moment is before the rewind. Heads after such a head of the books were
 * written later and are not covered.
 *
 * @param heads in the order of the file, the oldest first
 * @param one looks only for this one of them; absent, for all
 */
export async function findLostHead(
  db: Db,
  heads: readonly ChainHead[],
  one?: ChainHead,
): Promise<ChainHead | null> {
  const written = heads.map(({ auditId, ...head }, place) => ({ id: auditId, place, ...head }));
  const isLookedFor =
    one === undefined ? sql`true` : sql`h.id = ${one.auditId}::bigint and h.hash = ${one.hash}::text`;
  const [lost] = await rows(
    db,
    HEAD,
    sql`
      with heads as materialized (
        select h.*, exists (select from audit a where a.id = h.id and a.hash = decode(h.hash, 'hex')) as is_kept
        from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
          as h (id bigint, place int, hash text, at timestamptz)
      )
      select h.id as audit_id, h.hash, h.at
      from heads h
      where not h.is_kept and ${isLookedFor}
        and not exists (
          select from audit r
          cross join lateral (
            select
              (select max(n.place) from heads n
                where n.id = (r.before ->> 'auditId')::bigint and n.hash = r.before ->> 'hash') as named,
              (select min(s.place) from heads s where s.is_kept and s.id >= r.id) as since
          ) f
          where r.action = 'books.rewind' and (f.since is null or h.place < f.since)
            and (
              h.place <= f.named
              or ((r.after ->> 'auditId')::bigint < h.id and (h.place < f.since or r.at > h.at))
            )
        )
      order by h.place desc
      limit 1`,
  );
  return lost ?? null;
}

/** What a lost head means for the money, and what to do about it. */
export function lossSentence({ at, auditId }: ChainHead): string {
  return `the books lack row ${auditId} of the audit, which chain-heads.log names as their head of ${at.toISOString()}: the database was restored to an earlier time, or it is another one. Bets, payments and results recorded since then are missing from it. Restore its newest copy; if there is none, "npm run tally -- accept-rewind --reason ..." notes the loss in the audit and goes on without them`;
}

/** Whether the books have this head. The look-up by its number costs the same in an audit of any length. */
export async function hasHead(db: Db, { auditId, hash }: ChainHead): Promise<boolean> {
  return exists(
    db,
    sql`select from audit a where a.id = ${auditId}::bigint and a.hash = decode(${hash}, 'hex')`,
  );
}

/**
 * Whether heads of these books must have been written: the second seal is made only after the head with the first is in the
 * file, and a start that is killed before that leaves books without one. Older versions wrote a head each minute. So of
 * their seals, which come before the row that migration 0018 left in the audit, only two that are further apart count.
 */
export async function mustHaveHeads(db: Db): Promise<boolean> {
  if (!(await hasTable(db, 'seals'))) return false;
  return value(
    db,
    col.bool,
    sql`
      select (
        select count(*) from (
          select from seals s
          where s.audit_id > coalesce(
            (select max(a.id) from audit a where a.action = 'acts.sign' and a.subject = 'markets'),
            ${(await isMigrated(db)) ? 0 : null}::bigint)
          limit 2
        ) two
      ) = 2 or coalesce(
        (select a.at from seals s join audit a on a.id = s.audit_id order by s.id desc limit 1)
        - (select a.at from seals s join audit a on a.id = s.audit_id order by s.id limit 1)
        > interval '2 minutes', false) as must`,
  );
}

/**
 * Requires that the books have the last head of the file. If the file has no head, nothing shows that the books are the
 * newest: embedded books, which are in the same folder as the file, are refused then, but books in PostgreSQL are not,
 * because a server with a new data folder may join others. This works with books of any version, so a start checks before
 * it migrates, and refused books stay as they are.
 *
 * @param file null: there is none to compare the books with
 * @returns a sentence about what cannot be checked, or null
 * @throws RewoundBooks @throws NoHeads
 */
export async function requireLastHead(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  file: string | null,
): Promise<string | null> {
  if (file === null) return null;
  const heads = await readChainHeads(file, RECENT_HEADS);
  const last = heads.at(-1);
  // A database without an audit is new, or has lost every head in the file.
  const hasAudit = await hasTable(db, 'audit');
  const lost = last === undefined ? null : hasAudit ? await findLostHead(db, heads, last) : last;
  if (lost !== null) throw new RewoundBooks(lossSentence(lost));
  if (last !== undefined || !hasAudit || !(await mustHaveHeads(db))) return null;
  if (engine === 'embedded') throw new NoHeads(noHeadsSentence(file));
  return newHeadsSentence(file);
}

/**
 * Accepts books that lack the last head of the file, or whose heads are gone, and records in the audit from which head to
 * which one they were set back.
 *
 * @returns the lost head, or null if none was written, and the head that the books continue from; null if nothing is lost
 * @throws NoHeads if the path is a folder or the like instead of a file
 */
export async function acceptRewind(db: Db, { file, reason }: { file: string; reason: string }) {
  const heads = await readChainHeads(file, RECENT_HEADS);
  const accepted = await transaction(db, async (tx) => {
    const lost = await findLostHead(tx, heads, heads.at(-1));
    if (lost === null && (heads.length > 0 || !(await mustHaveHeads(tx)))) return null;
    const kept = await currentHead(tx);
    await recordAudit(tx, {
      actor: { kind: 'command-line' },
      action: 'books.rewind',
      subject: `audit rows after ${kept?.auditId ?? 0}`,
      ...(lost === null
        ? // Without a head's number, so it covers no head of a copy of the file.
          { before: { heads: 'missing' }, after: { head: kept } }
        : { before: lost, after: kept ?? { auditId: 0 } }),
      reason,
    });
    return { lost, kept, head: await currentHead(tx) };
  });
  // The file gets the first head after the accepted loss. A crash before that leaves the file as it was: if it had no head,
  // the command has to be given again.
  if (accepted === null) return null;
  const { head, ...loss } = accepted;
  if (head !== null) await appendHead(file, head);
  return loss;
}

/** Null before the first row. */
export async function currentHead(db: Db): Promise<ChainHead | null> {
  const [head] = await rows(
    db,
    HEAD,
    sql`
      select a.id as audit_id, a.at, encode(a.hash, 'hex') as hash from audit a
      order by a.id desc limit 1`,
  );
  return head ?? null;
}
