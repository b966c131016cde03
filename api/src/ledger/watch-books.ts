import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { oneAtATime } from '../rounds/one-at-a-time.ts';
import { repeat } from '../rounds/repeat.ts';
import { CHECKS, checkInvariants, type Verdict } from './check-invariants.ts';
import { NO_SUMS, type Scope, type Sums, sumsTouchedSince, sumUp, withLaterSums } from './sums.ts';

/** A promise of the books, and what the last look at it found. */
export interface CheckedInvariant {
  readonly number: number;
  readonly promise: string;
  readonly holds: boolean;
  /** Null before the first check. */
  readonly checkedAt: Date | null;
}

export interface BooksWatch {
  /** All promises, as they were found last. */
  checked(): readonly CheckedInvariant[];
  /** The broken invariants; empty while the books hold. */
  broken(): readonly Verdict[];
  /** Checks now what is new since the last check, or everything if that found something. */
  check(): Promise<readonly Verdict[]>;
  /** Ends the checks; resolves once none is running. */
  stop(): Promise<void>;
}

const EVERY_MS = 60_000;
const FIRST_AFTER_MS = 1000;
/** No transaction lives so long: entries older than this will not be joined by others before them. */
const SETTLED_AFTER = '60 seconds';
const CHECK_TIMEOUT = '120s';
/** So many sums are kept in memory. */
const MOST_MARKETS = 200_000;

/**
 * Checks the books: soon after the start all of them, then every minute what is new. A broken invariant is told at
 * once and stays told until a check of everything holds again.
 *
 * @param isIdle false puts a check off; the embedded engine's single connection is left to the bets
 */
export function watchBooks(does: {
  db: Db;
  isIdle: () => boolean;
  onBroken(verdicts: readonly Verdict[]): void;
  onError(error: unknown): void;
  everyMs?: number;
}): BooksWatch {
  const { db, everyMs = EVERY_MS } = does;
  let broken: readonly Verdict[] = [];
  /** The next check is of entries after this one; null: of everything. */
  let since: Settled | null = null;
  /** As of that entry. */
  let sums: Sums = NO_SUMS;
  let checkedAt: Date | null = null;

  const check = oneAtATime(async () => {
    const verdicts = await transaction(db, async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${CHECK_TIMEOUT}, true)`);
      const settled = await newestSettled(tx);
      // Books that were set back, or of another server that lacks the last of them, have none of what was summed.
      if (since !== null && !(await isOfTheseBooks(tx, since))) {
        since = null;
        sums = NO_SUMS;
      }
      const scope: Scope =
        since === null
          ? { kind: 'everything' }
          : { kind: 'since', entryId: since.entryId, known: await sumsTouchedSince(tx, sums, since.entryId) };
      const found = (await checkInvariants(tx, scope)).filter(({ offenders }) => offenders.length > 0);
      if (found.length > 0 || settled === null) {
        since = null;
        sums = NO_SUMS;
        return found;
      }
      // The sums are of entries that no other can come before; without seals nothing says so for certain.
      const news = settled.isSealed ? await sumUp(tx, scope, settled.entryId) : NO_SUMS;
      sums = since === null || !settled.isSealed ? news : withLaterSums(sums, news);
      // Counted anew from the first entry, they are again those of open markets alone.
      since = sums.escrows.size > MOST_MARKETS ? null : settled;
      return found;
    });
    const isNews = verdicts.length > 0 && broken.length === 0;
    broken = verdicts;
    checkedAt = new Date();
    if (isNews) does.onBroken(verdicts);
    return verdicts;
  });

  const rounds = repeat({
    everyMs,
    work: async () => does.isIdle() && check(),
    onError: does.onError,
  });
  const first = setTimeout(rounds.now, Math.min(FIRST_AFTER_MS, everyMs)).unref();

  return {
    broken: () => broken,
    checked: () =>
      CHECKS.map(({ invariant: { number, promise } }) => ({
        number,
        promise,
        holds: !broken.some(({ invariant }) => invariant.promise === promise),
        checkedAt,
      })),
    check,
    stop() {
      clearTimeout(first);
      return rounds.stop();
    },
  };
}

/** An entry that no other will come before, and what tells it from one with the same number in other books. */
interface Settled {
  readonly entryId: string;
  readonly isSealed: boolean;
  /** Of a sealed one the hash of its seal in the audit, which all before it is in; else its key and when it was recorded. */
  readonly mark: string;
}

const SEAL_MARK = sql`(select encode(a.hash, 'hex') from audit a where a.id = s.audit_id)`;
const ENTRY_MARK = sql`concat_ws(' ', e.recorded_at, e.key)`;

const MARKED = { entryId: col.text, mark: col.text };

/** The last entry that is sealed. Where nothing is sealed yet, the newest that is older than any transaction. */
async function newestSettled(db: Db): Promise<Settled | null> {
  const [sealed] = await rows(
    db,
    MARKED,
    sql`select s.last_entry::text as entry_id, ${SEAL_MARK} as mark from seals s order by s.last_entry desc limit 1`,
  );
  if (sealed !== undefined) return { ...sealed, isSealed: true };
  const [old] = await rows(
    db,
    MARKED,
    sql`
      select e.id::text as entry_id, ${ENTRY_MARK} as mark from entries e
      where e.recorded_at < clock_timestamp() - ${SETTLED_AFTER}::interval
      order by e.id desc limit 1`,
  );
  return old === undefined ? null : { ...old, isSealed: false };
}

/** Whether these are still the books that an entry was found in: they may have been set back, and have grown since. */
async function isOfTheseBooks(db: Db, { entryId, isSealed, mark }: Settled): Promise<boolean> {
  const [found] = await values(
    db,
    col.text,
    isSealed
      ? sql`select ${SEAL_MARK} as mark from seals s where s.last_entry = ${entryId}::bigint`
      : sql`select ${ENTRY_MARK} as mark from entries e where e.id = ${entryId}::bigint`,
  );
  return found === mark;
}
