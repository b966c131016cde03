import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';

/** The newest row of the audit at some moment, as it is written down outside the database. */
export interface ChainHead {
  readonly at: Date;
  readonly auditId: number;
  /** SHA-256 as hex. */
  readonly hash: string;
}

/** The books end before a head that was written down: what was recorded after it is missing from them. */
export class RewoundBooks extends Error {}

/** Where a process of this data folder writes the heads down. */
export const headFileOf = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'chain-heads.log');

/** Longer than any line. */
const LINE_BYTES = 128;
const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (\d{1,15}) ([0-9a-f]{64})$/;

export const headLine = ({ at, auditId, hash }: ChainHead): string =>
  `${at.toISOString()} ${auditId} ${hash}\n`;

/** The last heads of a file, oldest first; none without a file. A line that a crash has cut off is left out. */
export async function readChainHeads(file: string, most: number): Promise<ChainHead[]> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return [];
  try {
    const { size } = await handle.stat();
    // One line more, which may begin before the part that is read.
    const length = Math.min(size, (most + 1) * LINE_BYTES);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const heads = buffer
      .toString()
      .split('\n')
      .flatMap((line) => {
        const [, at, auditId, hash] = LINE.exec(line) ?? [];
        return at === undefined || hash === undefined
          ? []
          : [{ at: new Date(at), auditId: Number(auditId), hash }];
      });
    return heads.slice(-most);
  } finally {
    await handle.close();
  }
}

/** The newest of these heads that the books do not have, unless a rewind to before it was accepted since. */
export async function findLostHead(db: Db, heads: readonly ChainHead[]): Promise<ChainHead | null> {
  const [lost] = await rows<{ id: string; hash: string; at: string }>(
    db,
    sql`
      select h.id::text, h.hash, h.at
      from jsonb_to_recordset(${JSON.stringify(heads.map(({ auditId, ...head }) => ({ id: auditId, ...head })))}::jsonb)
        as h (id bigint, hash text, at timestamptz)
      where not exists (select from audit a where a.id = h.id and a.hash = decode(h.hash, 'hex'))
        and not exists (
          select from audit r
          where r.action = 'books.rewind' and r.at > h.at and (r.after ->> 'auditId')::bigint < h.id
        )
      order by h.at desc, h.id desc
      limit 1`,
  );
  return lost === undefined ? null : { auditId: Number(lost.id), hash: lost.hash, at: new Date(lost.at) };
}

/** What a lost head means for the money, and what to do. */
export function lossSentence({ at, auditId }: ChainHead): string {
  return `the books lack row ${auditId} of the audit, which chain-heads.log names as their head of ${at.toISOString()}: the database was restored to an earlier time, or it is another one. Bets, payments and results recorded since then are missing from it. Restore its newest copy; if there is none, "npm run tally -- accept-rewind --reason ..." notes the loss in the audit and goes on without them`;
}

/** @throws RewoundBooks if the books lack the last head of the file */
export async function requireLastHead(db: Db, file: string): Promise<void> {
  const lost = await findLostHead(db, await readChainHeads(file, 1));
  if (lost !== null) throw new RewoundBooks(lossSentence(lost));
}

/**
 * Goes on with books that lack the last head of the file, and notes in the audit from where to where they were set back.
 *
 * @returns the lost head and the one that the books go on from; null if nothing is lost
 */
export async function acceptRewind(
  db: Db,
  { file, reason }: { file: string; reason: string },
): Promise<{ lost: ChainHead; kept: ChainHead | null } | null> {
  const heads = await readChainHeads(file, 1);
  return transaction(db, async (tx) => {
    const lost = await findLostHead(tx, heads);
    if (lost === null) return null;
    const kept = await currentHead(tx);
    await recordAudit(tx, {
      actor: { kind: 'command-line' },
      action: 'books.rewind',
      subject: `audit rows after ${kept?.auditId ?? 0}`,
      before: lost,
      after: kept ?? { auditId: 0 },
      reason,
    });
    return { lost, kept };
  });
}

/** Null before the first row. */
export async function currentHead(db: Db): Promise<ChainHead | null> {
  const [head] = await rows<{ id: string; at: string; hash: string }>(
    db,
    sql`
      select a.id::text, a.at, encode(a.hash, 'hex') as hash from audit a
      -- By the column: the bare name would be the text that is selected.
      order by a.id desc limit 1`,
  );
  return head === undefined ? null : { auditId: Number(head.id), at: new Date(head.at), hash: head.hash };
}
