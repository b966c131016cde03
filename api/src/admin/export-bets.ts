import { formatOdds } from '@tallystone/core/odds/format-odds';
import { sql } from 'drizzle-orm';
import { betEndedAt, betPaid, betResult, betStatus, withBetEnd } from '../betting/bet-end.ts';
import { col } from '../db/rows.ts';
import { type ExportSet, isIn, isOn } from './export-set.ts';

/** Bets in the order they were recorded. Of the signature only a hash, so nothing in the file can be replayed. */
export const BETS_EXPORT: ExportSet = {
  columns: {
    bet_id: col.text,
    placed_at: col.iso,
    user_id: col.text,
    wallet: col.text,
    market_id: col.text,
    market: col.text,
    outcome_id: col.text,
    outcome: col.text,
    stake_usdc: col.wireUsdc,
    odds: (cell, name) => formatOdds(col.odds(cell, name)),
    payout_usdc: col.wireUsdc,
    status: col.text,
    result: col.text.orNull,
    paid_usdc: col.wireUsdc.orNull,
    ended_at: col.iso.orNull,
    chain: col.text.orNull,
    market_version: col.whole,
    entry_id: col.whole,
    market_closed_betting_at: col.iso,
    daily_stake_cap_usdc: col.wireUsdc,
    signed_sha256: col.text,
  },
  bounds: (range) => sql`
    select min(b.seq)::text as first, max(b.seq)::text as last from bets b where ${isIn(sql`b.placed_at`, range)}`,
  page: (page) => sql`
    select b.seq::text as key, b.id as bet_id, b.placed_at, b.user_id, u.address as wallet, b.market_id, m.title as market,
      b.outcome_id, o.name as outcome, b.stake as stake_usdc, b.odds, b.payout as payout_usdc, ${betStatus} as status,
      ${betResult} as result, ${betPaid} as paid_usdc, ${betEndedAt} as ended_at, b.chain, b.market_version, b.entry_id,
      b.closes_at as market_closed_betting_at, b.daily_stake_cap as daily_stake_cap_usdc,
      encode(b.signed_hash, 'hex') as signed_sha256
    from bets b
    join users u on u.id = b.user_id
    join markets m on m.id = b.market_id
    join outcomes o on o.id = b.outcome_id
    ${withBetEnd}
    where ${isOn(sql`b.seq`, sql`bigint`, page)} and ${isIn(sql`b.placed_at`, page)}
    order by b.seq`,
};
