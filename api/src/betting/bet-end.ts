import { ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { col, type Row } from '../db/rows.ts';
import { paidForParts } from '../ledger/sold-parts.ts';

/**
 * How bets ended, in SQL; it is derived only here. These fragments use a row `b` of bets, its row `m` of markets, and what
 * `withBetEnd` joins; what was paid also uses what `withSold` joins.
 *
 * A bet that was paid has a row in bet_endings. A lost bet has none: it has ended once settlement has passed it.
 */
export const withBetEnd = sql`left join bet_endings e on e.bet_id = b.id`;

export const hasBetEnded = sql`(
  e.bet_id is not null or b.market_version <= coalesce(m.settled_through, 0) or m.state in ('settled', 'void'))`;

/** The status as it crosses the wire; the stored one is from when the bet began. */
export const betStatus = sql`case when ${hasBetEnded} then 'settled' else b.status end`;

/** Null while the bet is open. */
export const betResult = sql`case
  when not ${hasBetEnded} then null
  when e.kind = 'payout' then 'won'
  when e.kind = 'refund' then 'void'
  when e.kind = 'cash-out' then 'cashed-out'
  else 'lost' end`;

/** What was paid for the bet with its sold parts, zero if it lost, as text; null while it is open. */
export const betPaid = sql`case when ${hasBetEnded} then (coalesce(e.amount, 0) + ${paidForParts})::text end`;

/** A lost bet ends with its market. Null while the bet is open, and for a lost bet while its market is being paid. */
export const betEndedAt = sql`coalesce(e.ended_at, m.ended_at)`;

/** The columns above as both engines give them. */
export const betEndRow = {
  result: col.oneOf(['won', 'lost', 'void', 'cashed-out']).orNull,
  paid: col.usdc.orNull,
  endedAt: col.date.orNull,
};

export const betEndColumns = sql`${betResult} as result, ${betPaid} as paid, ${betEndedAt} as ended_at`;

/** Null while the bet is open. */
export function betEnd({ result, paid, endedAt }: Row<typeof betEndRow>) {
  return result === null ? null : { result, paid: paid ?? ZERO_USDC, endedAt };
}
