import { merkleRoot } from '@tallystone/core/ledger/merkle';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import { tryAdvisoryLock } from '../db/advisory-lock.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Database } from '../db/open-database.ts';
import { col, exists, row } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { oneAtATime } from '../rounds/one-at-a-time.ts';
import { repeat } from '../rounds/repeat.ts';
import {
  type ChainHead,
  currentHead,
  findLostHead,
  hasHead,
  lossSentence,
  RECENT_HEADS,
  RewoundBooks,
} from './chain-heads.ts';
import { findLateEntry } from './find-late-entry.ts';
import { appendHead, readChainHeads } from './head-file.ts';
import { lastSealed } from './last-sealed.ts';
import { listLeafHashes } from './seal-leaves.ts';

/** Binds what was recorded into the audit chain, a few seconds after it happened. */
export interface BookSealer {
  /**
   * Looks now, and seals what can be sealed. Resolves with how many seals were made.
   *
   * @throws RewoundBooks if the books lack the last head that was written down: nothing is sealed then
   */
  round(): Promise<number>;
  /** Whether the books lacked the last head that was written down, at the last look: the database was set back. */
  isRewound(): boolean;
  /** Seals what is left, as far as that goes in a moment, and writes the last head down. */
  stop(): Promise<void>;
}

/**
 * Up to here the books can be sealed once every transaction that began before the mark has ended.
 *
 * Ids are given out in rising order, each to a transaction that has a number of its own already (`recordEntries`
 * sees to that). So whoever holds an id up to `entryId` had its number before the newest of these entries could be
 * seen, and all numbers below `transactionId`, which was drawn after that, have ended when the lowest that still
 * runs is not below it. The snapshot's own upper end would not do: it is one above the latest that has *ended*, and
 * one that began before, and still runs, may stand above it.
 *
 * Another server of the database counts transactions on its own, so a mark is good for the server that gave it.
 */
interface Mark {
  readonly entryId: string;
  readonly transactionId: string;
  /** When the server that gave the mark was started. */
  readonly server: string;
}

const EVERY_MS = 5_000;
/** The head goes to the log, and it is looked whether something waits for its seal, at most so often. */
const TELL_EVERY_MS = 60_000;
/** A process that stops seals for so long at most. */
const LAST_MS = 2_000;
/** Of bets, with two leaves each. A seal also ends with the first entry that many bets end with. */
const MOST_ENTRIES = 2048;

/**
 * Seals the books: one process at a time, at once and then every few seconds, only what is new.
 *
 * Each process writes the head of the chain down in a file of its own, after each seal and before the next one, and seals
 * nothing while the books lack the last one of them. So a process notices when the books were set back behind what it
 * wrote down, by however little. One whose own file ends earlier can't notice: another process has to.
 *
 * @param headFile where the heads are written down, so that history can't be rewritten unseen
 * @param now in ms, from any moment on
 */
export function sealBooks(deps: {
  database: Database;
  headFile: string | null;
  onHead(head: { auditId: number; hash: string }): void;
  onError(error: unknown): void;
  everyMs?: number;
  now?: () => number;
}): BookSealer {
  const { db } = deps.database;
  const now = deps.now ?? (() => performance.now());
  const startedAt = now();
  let mark: Mark | null = null;
  /** The last head of the file, or without one the last that this process saw. */
  let written: ChainHead | null = null;
  let isFileRead = deps.headFile === null;
  let logged: { hash: string; at: number } | null = null;
  let lookedAt = startedAt;
  let isRewound = false;
  let stopsAt = Number.POSITIVE_INFINITY;

  async function requireWritten(tx: Db): Promise<void> {
    const lost =
      written === null || (await hasHead(tx, written)) ? null : await findUnlessAccepted(tx, written);
    isRewound = lost !== null;
    // A head of what is left would hide that there was more.
    if (lost !== null) throw new RewoundBooks(lossSentence(lost));
  }

  async function findUnlessAccepted(tx: Db, head: ChainHead): Promise<ChainHead | null> {
    const heads = deps.headFile === null ? [] : await readChainHeads(deps.headFile, RECENT_HEADS);
    // The file may have been replaced since.
    return findLostHead(tx, heads.some(({ hash }) => hash === head.hash) ? heads : [head], head);
  }

  async function writeHead(): Promise<void> {
    if (!isFileRead && deps.headFile !== null) {
      written = (await readChainHeads(deps.headFile, 1))[0] ?? null;
      isFileRead = true;
    }
    await requireWritten(db);
    const head = await currentHead(db);
    if (head === null) return;
    if (head.hash !== written?.hash) {
      if (deps.headFile !== null) await appendHead(deps.headFile, head);
      written = head;
    }
    const isDue = logged === null || now() - logged.at >= TELL_EVERY_MS || now() >= stopsAt;
    if (!isDue || head.hash === logged?.hash) return;
    logged = { hash: head.hash, at: now() };
    deps.onHead({ auditId: head.auditId, hash: head.hash });
  }

  async function seal(): Promise<number> {
    mark ??= await markIfNew(db);
    if (mark === null) return 0;
    const until = mark;
    let made = 0;
    while (now() < stopsAt) {
      const outcome = await transaction(db, async (tx) => {
        if (!(await tryAdvisoryLock(tx, 'seal-books'))) return 'busy';
        // In the same transaction: another server may have taken over since the last look.
        await requireWritten(tx);
        return sealNext(tx, until);
      });
      if (outcome === 'early') return made;
      // Nothing is left, another process is at it, or the mark is of another server.
      if (outcome !== 'sealed') {
        mark = null;
        return made;
      }
      made += 1;
      await writeHead();
    }
    return made;
  }

  async function lookForLate(): Promise<void> {
    if (now() - lookedAt < TELL_EVERY_MS) return;
    lookedAt = now();
    const late = await findLateEntry(db, { runningMs: now() - startedAt });
    if (late !== null) {
      deps.onError(new Error(`entry ${late.id} has waited for its seal for ${late.seconds} seconds`));
    }
  }

  const round = oneAtATime(async () => {
    // Of rows that others added to the audit, and before the first seal.
    await writeHead();
    const made = await seal();
    await lookForLate().catch(deps.onError);
    return made;
  });

  const rounds = repeat({ everyMs: deps.everyMs ?? EVERY_MS, work: round, onError: deps.onError });
  void rounds.now();

  return {
    round,
    isRewound: () => isRewound,
    async stop() {
      stopsAt = now() + LAST_MS;
      await rounds.stop();
      try {
        while ((await round()) > 0);
        stopsAt = now();
        // For the log, where the last one is not a minute old.
        await writeHead();
      } catch (error) {
        deps.onError(error);
      }
    },
  };
}

/** Marks the newest entry there is, unless it is sealed already. */
async function markIfNew(db: Db): Promise<Mark | null> {
  if (!(await exists(db, sql`select from entries e where e.id > (${lastSealed}) limit 1`))) return null;
  // The snapshot is taken before the number is drawn, as the mark must have it.
  return row(
    db,
    { entryId: col.text, transactionId: col.text, server: col.text },
    sql`
      select max(e.id)::text as entry_id, pg_current_xact_id()::text as transaction_id, ${startOfServer} as server
      from entries e`,
  );
}

const startOfServer = sql`pg_postmaster_start_time()::text`;

/** Whether every transaction from before the mark has ended, on the server that gave it. */
async function judgeMark(tx: Tx, { transactionId, server }: Mark): Promise<'past' | 'early' | 'foreign'> {
  const { isOwn, isPast } = await row(
    tx,
    { isOwn: col.bool, isPast: col.bool },
    sql`
      select ${startOfServer} = ${server} as is_own,
        pg_snapshot_xmin(pg_current_snapshot()) >= ${transactionId}::xid8 as is_past`,
  );
  if (!isOwn) return 'foreign';
  return isPast ? 'past' : 'early';
}

/** Makes the next seal, of what comes after the last one and not after the mark. Of the processes one has the lock. */
async function sealNext(tx: Tx, mark: Mark): Promise<'sealed' | 'done' | 'early' | 'foreign'> {
  const judged = await judgeMark(tx, mark);
  if (judged !== 'past') return judged;
  const { id, firstEntry, lastEntry } = await row(
    tx,
    { id: col.text, firstEntry: col.text, lastEntry: col.text.orNull },
    sql`
      with waiting as (
        select e.id, e.kind from entries e
        where e.id > (${lastSealed}) and e.id <= ${mark.entryId}::bigint
        order by e.id
        limit ${MOST_ENTRIES}
      )
      select (select coalesce(max(s.id), 0) + 1 from seals s)::text as id, ((${lastSealed}) + 1)::text as first_entry,
        coalesce(min(w.id) filter (where w.kind in ('settlement', 'refund')), max(w.id))::text as last_entry
      from waiting w`,
  );
  if (lastEntry === null) return 'done';
  const leaves = await listLeafHashes(tx, { firstEntry, lastEntry });
  const root = Buffer.from(merkleRoot(leaves));
  const auditId = await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'books.seal',
    subject: `entries ${firstEntry}-${lastEntry}`,
    after: {
      root: root.toString('hex'),
      leaves: leaves.length,
      firstEntry: Number(firstEntry),
      lastEntry: Number(lastEntry),
    },
  });
  await tx.execute(sql`
    insert into seals (id, first_entry, last_entry, leaves, root, audit_id)
    values (${id}::bigint, ${firstEntry}::bigint, ${lastEntry}::bigint, ${leaves.length}, ${root}, ${auditId})`);
  return 'sealed';
}
