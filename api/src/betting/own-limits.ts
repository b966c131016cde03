import type { OwnLimits } from '@tallystone/core/identity/decide-limits';
import { sql } from 'drizzle-orm';
import { col, type Row } from '../db/rows.ts';
import { userLimits } from '../db/schema/users.ts';

/** For a row `l` of user_limits, which may be missing. */
export const storedLimits = sql`
  l.own_cap::text, l.next_cap::text, l.next_from, l.blocked_until, l.block_kind`;

/** The same as pairs of a JSON object. */
export const storedLimitPairs = sql`
  'ownCap', l.own_cap::text, 'nextCap', l.next_cap::text, 'nextFrom', l.next_from,
  'blockedUntil', l.blocked_until, 'blockKind', l.block_kind`;

/** The columns above as both engines give them. */
export const storedLimitsColumns = {
  ownCap: col.usdc.orNull,
  nextCap: col.usdc.orNull,
  nextFrom: col.date.orNull,
  blockedUntil: col.date.orNull,
  blockKind: col.oneOf(userLimits.blockKind).orNull,
};
export type StoredLimitsRow = Row<typeof storedLimitsColumns>;

/** A user's own limits as they are stored. */
export function ownLimits(row: StoredLimitsRow): OwnLimits {
  const { ownCap, nextCap, nextFrom, blockedUntil, blockKind } = row;
  return {
    ownCap,
    next: nextFrom && { cap: nextCap, from: nextFrom },
    blocked: blockKind && blockedUntil && { kind: blockKind, until: blockedUntil },
  };
}
