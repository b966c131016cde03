import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { oneAtATime } from '../rounds/one-at-a-time.ts';
import { repeat } from '../rounds/repeat.ts';
import { CHECKS, checkInvariants, type Verdict } from './check-invariants.ts';
import { NO_SUMS, newsSince, type Scope, type Sums, sumsTouchedSince, sumUp, withLaterSums } from './sums.ts';

/** An invariant of the books, and the finding of its last check. */
export interface CheckedInvariant {
  readonly number: number;
  readonly promise: string;
  readonly holds: boolean;
  /** Null before the first check. */
  readonly checkedAt: Date | null;
}

const EVERY_MS = 30_000;
const FIRST_AFTER_MS = 1000;
/** No transaction lasts this long, so no entry can still come before an older one. */
const SETTLED_AFTER = '60 seconds';
const CHECK_TIMEOUT = '120s';
/** The sums of at most this many markets are kept in memory. */
const MOST_MARKETS = 200_000;

/**
 * Checks the books: all of them soon after the start, then twice a minute what is new. A broken invariant is reported at once
 * and stays broken until a check of everything finds no fault.
 *
 * @param isIdle while false, no check begins: bets need the embedded engine's only connection
 */
export function watchBooks(does: {
  db: Db;
  isIdle: () => boolean;
  onBroken(verdicts: readonly Verdict[]): void;
  onError(error: unknown): void;
  everyMs?: number;
}) {
  const { db, everyMs = EVERY_MS } = does;
  let broken: readonly Verdict[] = [];
  /** The next check is of entries after this one; null for a check of everything. */
  let since: Settled | null = null;
  /** The sums up to that entry. */
  let sums: Sums = NO_SUMS;
  let checkedAt: Date | null = null;

  const check = oneAtATime(async () => {
    const verdicts = await transaction(db, async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${CHECK_TIMEOUT}, true)`);
      const settled = await newestSettled(tx);
      // The sums do not apply to books that were set back, or to those of another server that lacks the newest entries.
      if (since !== null && !(await isOfTheseBooks(tx, since))) {
        since = null;
        sums = NO_SUMS;
      }
      const scope: Scope =
        since === null
          ? { kind: 'everything' }
          : newsSince(since.entryId, await sumsTouchedSince(tx, sums, since.entryId));
      const found = (await checkInvariants(tx, scope)).filter(({ offenders }) => offenders.length > 0);
      if (found.length > 0 || settled === null) {
        since = null;
        sums = NO_SUMS;
        return found;
      }
      // Only entries that no other can come before are summed, and only a seal proves that.
      const news = settled.isSealed ? await sumUp(tx, scope, settled.entryId) : NO_SUMS;
      sums = since === null || !settled.isSealed ? news : withLaterSums(sums, news);
      // A check of everything keeps only the sums of open markets again.
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
    /** The broken invariants; empty while the books are sound. */
    broken: () => broken,
    /** Whether a check has ended since the start. */
    hasChecked: () => checkedAt !== null,
    /** All invariants with the findings of their last checks. */
    checked: (): readonly CheckedInvariant[] =>
      CHECKS.map(({ invariant: { number, promise } }) => ({
        number,
        promise,
        holds: !broken.some(({ invariant }) => invariant.promise === promise),
        checkedAt,
      })),
    /** Checks now what is new since the last check, or everything if that check found a fault. */
    check,
    /** Ends the checks; resolves once none is running. */
    stop() {
      clearTimeout(first);
      return rounds.stop();
    },
  };
}

/** An entry that no further entry can come before, with a mark that an entry with the same number in other books lacks. */
interface Settled {
  readonly entryId: string;
  readonly isSealed: boolean;
  /** For a sealed entry the hash of its seal in the audit, which covers all before it; otherwise its key and its moment. */
  readonly mark: string;
}

const SEAL_MARK = sql`(select encode(a.hash, 'hex') from audit a where a.id = s.audit_id)`;
const ENTRY_MARK = sql`concat_ws(' ', e.recorded_at, e.key)`;

const MARKED = { entryId: col.text, mark: col.text };

/** The last sealed entry. If nothing is sealed yet, the newest entry that is older than any running transaction. */
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

/** Whether the entry is still in these books, which may have been set back and have grown since. */
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
