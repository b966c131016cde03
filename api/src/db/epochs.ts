import { type Column, type SQL, sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/**
 * Epochs tell what has ended, on any engine that has row locks.
 *
 * The table `epochs` has a few slots. A transaction that others follow pins one of them: it locks the slot's row, shared, until
 * it ends, and what it writes has the epoch it found there. Only a slot that no one has pinned moves to a higher epoch. So once
 * all slots are above an epoch, every transaction of that epoch and of earlier ones has ended: whoever has read everything from
 * the lowest slot's epoch on misses nothing, in whatever order transactions commit, and none waits for another.
 *
 * Epochs are milliseconds since 1970, so that they are soon above anything a busy row has counted up to. Nothing relies on
 * the clock: if it is late, an epoch is one above the highest.
 */
const SLOTS = 16;

/** A slot that is pinned all the time by one transaction after another is free now and then. */
const TRIES = 3;

const anySlot = (): number => Math.floor(Math.random() * SLOTS);

/** The part `pinned` of a statement, which pins an epoch until the transaction ends. */
export const pinned = (): SQL =>
  sql`pinned as materialized (select e.epoch from epochs e where e.slot = ${anySlot()}::int for share)`;

/** In a statement with `pinned`: the epoch of what it inserts. */
export const pinnedEpoch = sql`(select epoch from pinned)`;

/** In a statement with `pinned`: the epoch of a row it updates, above the row's last one. */
export const epochAfter = (last: SQL | Column): SQL => sql`greatest(${pinnedEpoch}, ${last} + 1)`;

/** The epoch up to which all transactions have ended; those of this one may still run. */
export const lowestEpoch = sql`(select min(e.epoch) from epochs e)`;

/**
 * The part `moved` of a statement, which gives a new epoch to the slots that no transaction has pinned and whose epoch is this
 * old. It waits for none. The rest of the statement still sees the epochs from before.
 */
export const movedEpochs = (olderThanMs: number): SQL => sql`
  moved as (
    update epochs e set epoch = free.next
    from (
      select s.slot, c.next
      from epochs s cross join (
        select n.now, greatest(n.now, max(h.epoch) + 1) as next
        from epochs h cross join (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now) n
        group by n.now
      ) c
      -- Before the clock is as good as long ago: the clock was set back.
      where s.epoch < c.next and abs(c.now - s.epoch) >= ${olderThanMs}::bigint
      for update of s skip locked
    ) free
    where e.slot = free.slot
  )`;

/** Ends the epochs of all slots, except those that a transaction keeps pinned all the while. */
export async function endEpochs(db: Db): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) await db.execute(sql`with ${movedEpochs(0)} select`);
}
