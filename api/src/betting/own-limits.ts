import type { OwnLimits } from '@tallystone/core/identity/decide-limits';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { col, type Row } from '../db/rows.ts';
import { userLimits } from '../db/schema/users.ts';

/** For a row `l` of user_limits, or none. */
export const storedLimits = sql`
  l.own_cap::text, l.next_cap::text, l.next_from, l.blocked_until, l.block_kind`;

/** The same as pairs of a JSON object. */
export const storedLimitPairs = sql`
  'own_cap', l.own_cap::text, 'next_cap', l.next_cap::text, 'next_from', l.next_from,
  'blocked_until', l.blocked_until, 'block_kind', l.block_kind`;

/** The columns above as both engines give them. */
export const storedLimitsColumns = {
  own_cap: col.text.orNull,
  next_cap: col.text.orNull,
  next_from: col.text.orNull,
  blocked_until: col.text.orNull,
  block_kind: col.oneOf(userLimits.blockKind).orNull,
};
export type StoredLimitsRow = Row<typeof storedLimitsColumns>;

/** What users set for themselves, as it is stored. */
export function ownLimits(row: StoredLimitsRow): OwnLimits {
  const amount = (text: string | null) => (text === null ? null : microUsdc(BigInt(text)));
  return {
    ownCap: amount(row.own_cap),
    next: row.next_from === null ? null : { cap: amount(row.next_cap), from: new Date(row.next_from) },
    blocked:
      row.blocked_until === null || row.block_kind === null
        ? null
        : { kind: row.block_kind, until: new Date(row.blocked_until) },
  };
}
