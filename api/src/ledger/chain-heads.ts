import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { hasTable } from '../db/has-table.ts';
import { isMigrated } from '../db/migrate.ts';
import type { Database } from '../db/open-database.ts';
import { col, exists, rows, value } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { appendHead, NoHeads, newHeadsSentence, noHeadsSentence, readChainHeads } from './head-file.ts';

const HEAD = { auditId: col.whole, at: col.date, hash: col.text };

/** The newest row of the audit at some moment, as it is written down outside the database. */
export interface ChainHead {
  readonly at: Date;
  readonly auditId: number;
  /** SHA-256 as hex. */
  readonly hash: string;
}

/** The books end before a head that was written down: what was recorded after it is missing from them. */
export class RewoundBooks extends Error {}

/** So many of the newest heads of a file are read where only the last one is looked for: the others say what came before what. */
export const RECENT_HEADS = 1000;

/**
 * The newest of these heads that the books do not have, unless a rewind that lost it was accepted since.
 *
 * A rewind covers the head that it names and all before it in the file, by their order: clocks may be wrong. Of heads that
 * another server wrote down it covers those beyond the row that it kept which come before one of the books from the rewind
 * on, or whose moment is before it. What the file has after such a head of the books was written later, so it is not covered.
 *
 * @param heads in the order of the file, the oldest first
 * @param one the only one of them that is looked for; left out: all of them
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

/** What a lost head means for the money, and what to do. */
export function lossSentence({ at, auditId }: ChainHead): string {
  return `the books lack row ${auditId} of the audit, which chain-heads.log names as their head of ${at.toISOString()}: the database was restored to an earlier time, or it is another one. Bets, payments and results recorded since then are missing from it. Restore its newest copy; if there is none, "npm run tally -- accept-rewind --reason ..." notes the loss in the audit and goes on without them`;
}

/** Whether the books have this head. By its number alone, which costs the same in an audit of any length. */
export async function hasHead(db: Db, { auditId, hash }: ChainHead): Promise<boolean> {
  return exists(
    db,
    sql`select from audit a where a.id = ${auditId}::bigint and a.hash = decode(${hash}, 'hex')`,
  );
}

/**
 * Whether heads of these books must have been written down: the second seal is made only once the head with the first
 * is in the file. A start that was killed before that leaves books without one. Older versions wrote a head each minute,
 * so of their seals, before the row that migration 0018 left in the audit, only two that are further apart count.
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
 * Requires that the books have the last head of the file. Without a head in it nothing says that they are the newest.
 * Embedded books lie beside the file, so they are refused then; a server with a new data folder may join others in PostgreSQL.
 * It takes the books of any version, so that a start looks before it migrates: books that are refused stay as they are.
 *
 * @returns what cannot be told, as a sentence; null: nothing
 * @throws RewoundBooks @throws NoHeads
 */
export async function requireLastHead(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  file: string,
): Promise<string | null> {
  const heads = await readChainHeads(file, RECENT_HEADS);
  const last = heads.at(-1);
  // A database without an audit is new, or has nothing of what was written down.
  const hasAudit = await hasTable(db, 'audit');
  const lost = last === undefined ? null : hasAudit ? await findLostHead(db, heads, last) : last;
  if (lost !== null) throw new RewoundBooks(lossSentence(lost));
  if (last !== undefined || !hasAudit || !(await mustHaveHeads(db))) return null;
  if (engine === 'embedded') throw new NoHeads(noHeadsSentence(file));
  return newHeadsSentence(file);
}

/** What was accepted: a head that is lost, or null where none was written down, and the one that the books go on from. */
export interface AcceptedRewind {
  readonly lost: ChainHead | null;
  readonly kept: ChainHead | null;
}

/**
 * Goes on with books that lack the last head of the file, or whose heads are gone, and notes in the audit from where
 * to where they were set back.
 *
 * @returns null if nothing is lost
 * @throws NoHeads where there is no file but a folder or the like
 */
export async function acceptRewind(
  db: Db,
  { file, reason }: { file: string; reason: string },
): Promise<AcceptedRewind | null> {
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
        ? // Without a number of its own, so that it covers no head that a copy of the file has.
          { before: { heads: 'missing' }, after: { head: kept } }
        : { before: lost, after: kept ?? { auditId: 0 } }),
      reason,
    });
    return { lost, kept };
  });
  // So the file says what was written down after the loss was accepted, and has a head where it had none. A crash in between
  // leaves it without: where none was written down the command is given again.
  const head = accepted === null ? null : await currentHead(db);
  if (head !== null) await appendHead(file, head);
  return accepted;
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
