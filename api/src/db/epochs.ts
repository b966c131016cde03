import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/**
 * Epochs tell what has ended, on any engine that has row locks.
 *
 * The table `epochs` has a few slots. A transaction that others follow pins one of them: it locks the slot's row, shared, until
 * it ends, and what it writes has the epoch it found there. Only a free slot moves to a higher epoch. So once all slots are
 * above an epoch, every transaction of that epoch and of earlier ones has ended. A reader that goes on from the lowest slot's
 * epoch misses nothing, in whatever order transactions commit, and none waits for another.
 *
 * Epochs are milliseconds since 1970, so that they are soon above anything a busy row has counted up to. Nothing relies on
 * the clock: if it is late, an epoch is one above the highest.
 */
const SLOTS = 16;

/** A transaction may have pinned a slot in one of these tries, and have ended by the next. */
const TRIES = 3;

/** One half of the slots in even seconds, the other half in odd ones, so that each half gets free however many pin at once. */
const slotNow = (): number =>
  Math.floor((Math.random() * SLOTS) / 2) + (Math.floor(Date.now() / 1000) % 2) * (SLOTS / 2);

/** The part `pinned` of a statement, which pins an epoch until the transaction ends. */
export const pinned = (): SQL =>
  sql`pinned as materialized (select e.epoch from epochs e where e.slot = ${slotNow()}::int for share)`;

/** In a statement with `pinned`: the epoch of what it inserts. */
export const pinnedEpoch = sql`(select epoch from pinned)`;

/** In a statement with `pinned`: the epoch of a row it updates, above the row's last one. */
export const epochAfter = (last: SQL): SQL => sql`greatest(${pinnedEpoch}, ${last} + 1)`;

/** The epoch up to which all transactions have ended; those of this one may still run. */
export const lowestEpoch = sql`(select min(e.epoch) from epochs e)`;

const clock = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** How long an epoch lasts while anyone follows. What changed in a longer one is found again more often. */
const EPOCH_MS = 1000;

/** Whether the newest epoch is old, or was made before the clock was set back. */
export const isEpochDue = sql`(select abs(${clock} - max(e.epoch)) >= ${EPOCH_MS}::bigint from epochs e)`;

/**
 * Gives a new epoch to the slots that no transaction has pinned. It waits for none, and what pins a slot meanwhile waits for it:
 * so it commits without waiting for a standby. A standby that takes over without it has another mark, and no position or mark
 * from before counts there.
 *
 * @param onlyIf whether it is still due: others may just have done it
 */
export async function moveEpochs(db: Db, onlyIf = isEpochDue): Promise<void> {
  await db.execute(sql`
    with hasty as materialized (
      select set_config('synchronous_commit', 'local', true)
    ), next as materialized (
      select greatest(${clock}, max(h.epoch) + 1) as epoch from epochs h cross join hasty
    ), free as materialized (
      select s.slot from epochs s where s.epoch < (select epoch from next) and ${onlyIf} for update skip locked
    )
    update epochs e set epoch = next.epoch from free cross join next where e.slot = free.slot`);
}

/** The same for all slots whatever their age, except those that a transaction keeps pinned all the while. */
export async function endEpochs(db: Db): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) await moveEpochs(db, sql`true`);
}
