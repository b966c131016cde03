import type { OwnLimits } from '@tallystone/core/identity/decide-limits';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { epochAfter, pinned, pinnedEpoch } from '../db/epochs.ts';
import { col, exists, row } from '../db/rows.ts';
import { ownLimits, storedLimits, storedLimitsColumns } from './own-limits.ts';

/**
 * Locks and reads the user's own limits, with the database's clock. The lock is on the account, which the user's bets lock
 * too when they are stored, and a change of limits changes the account: a bet that was decided on the old limits is stored
 * first, or not at all.
 */
export async function lockOwnLimits(tx: Tx, userId: string): Promise<{ limits: OwnLimits; now: Date }> {
  const hasAccount = await exists(
    tx,
    sql`select from accounts a where a.kind = 'user' and a.user_id = ${userId} for update`,
  );
  if (!hasAccount) throw new Error(`expected an account of user ${userId}`);
  // Every change of limits takes the lock, so a separate statement after it sees limits that can no longer change.
  const found = await row(
    tx,
    { ...storedLimitsColumns, now: col.date },
    sql`
      select date_trunc('milliseconds', clock_timestamp()) as now, ${storedLimits}
      from users u left join user_limits l on l.user_id = u.id
      where u.id = ${userId}`,
  );
  return { limits: ownLimits(found), now: found.now };
}

export async function saveOwnLimits(tx: Tx, userId: string, limits: OwnLimits): Promise<void> {
  const { ownCap, next, blocked } = limits;
  await tx.execute(sql`
    with ${pinned()}, changed as (
      -- A bet that was decided on other limits without locks finds the account changed.
      update accounts a set epoch = ${epochAfter(sql`a.epoch`)} where a.kind = 'user' and a.user_id = ${userId}
    )
    insert into user_limits (user_id, own_cap, next_cap, next_from, blocked_until, block_kind, epoch)
    values (${userId}, ${ownCap?.toString() ?? null}::bigint, ${next?.cap?.toString() ?? null}::bigint,
      ${next?.from.toISOString() ?? null}::timestamptz, ${blocked?.until.toISOString() ?? null}::timestamptz,
      ${blocked?.kind ?? null}, ${pinnedEpoch})
    on conflict (user_id) do update
    set own_cap = excluded.own_cap, next_cap = excluded.next_cap, next_from = excluded.next_from,
      blocked_until = excluded.blocked_until, block_kind = excluded.block_kind,
      epoch = greatest(excluded.epoch, user_limits.epoch + 1)`);
}
