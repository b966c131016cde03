import { merkleRoot } from '@tallystone/core/ledger/merkle';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { endEpochs, lowestEpoch } from '../db/epochs.ts';
import { epochsSince } from '../db/epochs-since.ts';
import { tryLock } from '../db/named-lock.ts';
import type { Database } from '../db/open-database.ts';
import { col, exists, type Row, row } from '../db/rows.ts';
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

export type BookSealer = ReturnType<typeof sealBooks>;

/**
 * The books can be sealed up to a mark once every transaction that began before it has ended.
 *
 * Ids rise, and each goes to a transaction that has pinned its epoch already (`entriesSql` ensures that). So every transaction
 * with an id up to `entryId` pinned an epoch up to `epoch`, the highest there was when the newest of these entries was visible.
 * Once the lowest epoch is above that, all of them have ended.
 */
const MARK = {
  entryId: col.text,
  epoch: col.text,
  /**
   * Servers of 0.1.0 pin no epochs: every transaction that had a number before this one has to have ended, too. Null where
   * there was no such server: other databases have no such numbers.
   */
  transactionId: col.text.orNull,
  /** When the server that numbers the transactions was started. */
  server: col.text,
};
type Mark = Row<typeof MARK>;

const EVERY_MS = 5_000;
/** At most this often a head that is in a file is also logged, and entries that wait too long for their seal are looked for. */
const REPORT_EVERY_MS = 60_000;
/** When a process stops, it seals for at most this long. */
const LAST_MS = 2_000;
/** For entries of bets, with two leaves each. A seal also ends with the first entry that ends many bets. */
const MOST_ENTRIES = 2048;

/**
 * Seals new entries into the audit chain, at once and then every few seconds, one process at a time.
 *
 * Each process writes the head of the chain to its own file after each seal and before the next one, and seals nothing while
 * the books lack the file's last head. So a process notices if the books are set back to before its last head, however
 * little. A process whose own file ends earlier can't notice that; another process has to.
 *
 * @param headFile where the heads are written, so that history can't be rewritten unnoticed; null: each goes to `onHead`
 * @param now in ms, counted from any moment
 */
export function sealBooks(deps: {
  database: Database;
  headFile: string | null;
  onHead(head: ChainHead): void;
  onError(error: unknown): void;
  everyMs?: number;
  now?: () => number;
}) {
  const { db } = deps.database;
  const now = deps.now ?? (() => performance.now());
  const startedAt = now();
  let mark: Mark | null = null;
  /** The last head in the file, or without a file the last that this process saw. */
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
    // Writing a head of the remaining books would hide the loss.
    if (lost !== null) throw new RewoundBooks(lossSentence(lost));
  }

  async function findUnlessAccepted(tx: Db, head: ChainHead): Promise<ChainHead | null> {
    const heads = deps.headFile === null ? [] : await readChainHeads(deps.headFile, RECENT_HEADS);
    // The file may have been replaced meanwhile.
    return findLostHead(tx, heads.some(({ hash }) => hash === head.hash) ? heads : [head], head);
  }

  async function writeHead(): Promise<void> {
    if (!isFileRead && deps.headFile !== null) {
      written = (await readChainHeads(deps.headFile, 1))[0] ?? null;
      isFileRead = true;
    }
    // Read before the check: books that are set back in between lack a head that is in the file, or will be.
    const head = await currentHead(db);
    await requireWritten(db);
    if (head === null) return;
    if (head.hash !== written?.hash) {
      if (deps.headFile !== null) await appendHead(deps.headFile, head);
      written = head;
    }
    const isDue =
      deps.headFile === null || logged === null || now() - logged.at >= REPORT_EVERY_MS || now() >= stopsAt;
    if (!isDue || head.hash === logged?.hash) return;
    logged = { hash: head.hash, at: now() };
    deps.onHead(head);
  }

  async function seal(): Promise<number> {
    mark ??= await markIfNew(db);
    if (mark === null) return 0;
    const until = mark;
    await endEpochs(db);
    let made = 0;
    while (now() < stopsAt) {
      const outcome = await transaction(db, async (tx) => {
        if (!(await tryLock(tx, 'seal-books'))) return 'busy';
        // Checked in the same transaction: another database server may have taken over since the last check.
        await requireWritten(tx);
        return sealNext(tx, until);
      });
      if (outcome === 'early') return made;
      // Nothing is left, another process is sealing, or the mark is from another server.
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
    if (now() - lookedAt < REPORT_EVERY_MS) return;
    lookedAt = now();
    const late = await findLateEntry(db, { runningMs: now() - startedAt });
    if (late !== null) {
      deps.onError(new Error(`entry ${late.id} has waited for its seal for ${late.seconds} seconds`));
    }
  }

  const round = oneAtATime(async () => {
    // The audit may have rows from others, and the first seal needs a head before it.
    await writeHead();
    const made = await seal();
    await lookForLate().catch(deps.onError);
    return made;
  });

  const rounds = repeat({ everyMs: deps.everyMs ?? EVERY_MS, work: round, onError: deps.onError });
  void rounds.now();

  return {
    /**
     * Seals now what can be sealed. Resolves with the number of seals.
     *
     * @throws RewoundBooks if the books lack the last head in the file; nothing is sealed then
     */
    round,
    /** Whether the books lacked the last head in the file at the last check: the database was set back. */
    isRewound: () => isRewound,
    /** Seals what is left, as far as a short time allows, and writes the last head. */
    async stop() {
      stopsAt = now() + LAST_MS;
      await rounds.stop();
      try {
        while ((await round()) > 0);
        stopsAt = now();
        // Logs the head too, even if the last one was logged less than a minute ago.
        await writeHead();
      } catch (error) {
        deps.onError(error);
      }
    },
  };
}

/** Marks the newest entry, unless it is sealed already. */
async function markIfNew(db: Db): Promise<Mark | null> {
  if (!(await exists(db, sql`select from entries e where e.id > (${lastSealed}) limit 1`))) return null;
  // The snapshot is taken before the transaction's number is drawn, as the mark requires.
  const transactionId = (await wasBeside010(db)) ? sql`pg_current_xact_id()::text` : sql`null`;
  return row(
    db,
    MARK,
    sql`
      select max(e.id)::text as entry_id, (select max(h.epoch) from epochs h)::text as epoch,
        ${transactionId} as transaction_id, ${startOfServer} as server
      from entries e`,
  );
}

/** Migration 0024 makes this function only where a server of 0.1.0 may be. */
const wasBeside010 = (db: Db) => exists(db, sql`select where to_regproc('pin_epoch') is not null`);

const startOfServer = sql`${epochsSince}::text`;

const haveEnded = (before: string | null) =>
  before === null ? sql`true` : sql`pg_snapshot_xmin(pg_current_snapshot()) >= ${before}::xid8`;

/** Makes the next seal, of entries after the last one up to the mark. The caller has the lock of the sealing process. */
async function sealNext(tx: Tx, mark: Mark): Promise<'sealed' | 'done' | 'early' | 'foreign'> {
  const { isOwn, isPast } = await row(
    tx,
    { isOwn: col.bool, isPast: col.bool },
    sql`
      select ${startOfServer} = ${mark.server} as is_own,
        ${lowestEpoch} > ${mark.epoch}::bigint and ${haveEnded(mark.transactionId)} as is_past`,
  );
  if (!isOwn) return 'foreign';
  if (!isPast) return 'early';
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
