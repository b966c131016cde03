import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { merkleRoot } from '@tallystone/core/ledger/merkle';
import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import { tryAdvisoryLock } from '../db/advisory-lock.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Database } from '../db/open-database.ts';
import { rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { type ChainHead, currentHead, findLostHead, headLine, lossSentence } from './chain-heads.ts';
import { findLateEntry } from './find-late-entry.ts';
import { lastSealed } from './last-sealed.ts';
import { listLeafHashes } from './seal-leaves.ts';

/** Binds what was recorded into the audit chain, a few seconds after it happened. */
export interface BookSealer {
  /** Looks now, and seals what can be sealed. Resolves with how many seals were made. */
  round(): Promise<number>;
  /** Whether the books lost the head that this process last told: the database was set back while it ran. */
  isRewound(): boolean;
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
const HEAD_EVERY_MS = 60_000;
/** Of bets, with two leaves each. A seal also ends with the first entry that many bets end with. */
const MOST_ENTRIES = 2048;

/**
 * Seals the books: one process at a time, every few seconds, only what is new.
 *
 * @param headFile where the head of the chain is written down each minute and at the end, so that history cannot be made anew unseen
 */
export function sealBooks(deps: {
  database: Database;
  headFile: string | null;
  onHead(head: { auditId: number; hash: string }): void;
  onError(error: unknown): void;
  everyMs?: number;
}): BookSealer {
  const { db } = deps.database;
  let mark: Mark | null = null;
  let running: Promise<number> | null = null;
  let telling: Promise<void> | null = null;
  let told: ChainHead | null = null;
  let isRewound = false;
  let isStopping = false;

  async function seal(): Promise<number> {
    mark ??= await markIfNew(db);
    if (mark === null) return 0;
    const until = mark;
    let made = 0;
    for (;;) {
      if (isStopping) return made;
      const outcome = await transaction(db, (tx) => sealNext(tx, until));
      if (outcome === 'early') return made;
      // Nothing is left, another process is at it, or the mark is of another server.
      if (outcome !== 'sealed') break;
      made += 1;
    }
    mark = null;
    return made;
  }

  async function tellHead(): Promise<void> {
    const lost = told === null ? null : await findLostHead(db, [told]);
    isRewound = lost !== null;
    // A head of what is left would hide that there was more.
    if (lost !== null) throw new Error(lossSentence(lost));
    const head = await currentHead(db);
    if (head === null || head.hash === told?.hash) return;
    deps.onHead({ auditId: head.auditId, hash: head.hash });
    if (deps.headFile !== null) {
      await mkdir(dirname(deps.headFile), { recursive: true });
      await appendFile(deps.headFile, headLine(head));
    }
    told = head;
  }

  async function look(): Promise<void> {
    await tellHead();
    const late = await findLateEntry(db);
    if (late !== null) {
      deps.onError(new Error(`entry ${late.id} has waited for its seal for ${late.seconds} seconds`));
    }
  }

  const round = () => {
    running ??= seal().finally(() => {
      running = null;
    });
    return running;
  };
  const head = () => {
    telling ??= look()
      .catch(deps.onError)
      .finally(() => {
        telling = null;
      });
  };
  const timer = setInterval(() => round().catch(deps.onError), deps.everyMs ?? EVERY_MS).unref();
  const heads = setInterval(head, HEAD_EVERY_MS).unref();
  // What the chain ended with before this process, before it adds to it.
  head();

  return {
    round,
    isRewound: () => isRewound,
    async stop() {
      isStopping = true;
      clearInterval(timer);
      clearInterval(heads);
      await running?.catch(() => undefined);
      await telling;
      // What was added since the last minute.
      await tellHead().catch(deps.onError);
    },
  };
}

/** Marks the newest entry there is, unless it is sealed already. */
async function markIfNew(db: Db): Promise<Mark | null> {
  const [{ is_new } = { is_new: false }] = await rows<{ is_new: boolean }>(
    db,
    sql`select exists (select from entries e where e.id > (${lastSealed})) as is_new`,
  );
  if (!is_new) return null;
  // The snapshot is taken before the number is drawn, as the mark must have it.
  const [marked] = await rows<{ entry_id: string; transaction_id: string; server: string }>(
    db,
    sql`
      select max(e.id)::text as entry_id, pg_current_xact_id()::text as transaction_id, ${startOfServer} as server
      from entries e`,
  );
  if (marked === undefined) return null;
  return { entryId: marked.entry_id, transactionId: marked.transaction_id, server: marked.server };
}

const startOfServer = sql`pg_postmaster_start_time()::text`;

/** Whether every transaction from before the mark has ended, on the server that gave it. */
async function judgeMark(tx: Tx, { transactionId, server }: Mark): Promise<'past' | 'early' | 'foreign'> {
  const [found] = await rows<{ is_own: boolean; is_past: boolean }>(
    tx,
    sql`
      select ${startOfServer} = ${server} as is_own,
        pg_snapshot_xmin(pg_current_snapshot()) >= ${transactionId}::xid8 as is_past`,
  );
  if (found?.is_own !== true) return 'foreign';
  return found.is_past ? 'past' : 'early';
}

/** Makes the next seal, of what comes after the last one and not after the mark. */
async function sealNext(tx: Tx, mark: Mark): Promise<'sealed' | 'done' | 'busy' | 'early' | 'foreign'> {
  if (!(await tryAdvisoryLock(tx, 'seal-books'))) return 'busy';
  const judged = await judgeMark(tx, mark);
  if (judged !== 'past') return judged;
  const [next] = await rows<{ id: string; first_entry: string; last_entry: string | null }>(
    tx,
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
  if (next === undefined || next.last_entry === null) return 'done';
  const { id, first_entry: firstEntry, last_entry: lastEntry } = next;
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
