import { microOdds } from '@tallystone/core/money/micro-usdc';
import { formatOdds } from '@tallystone/core/odds/format-odds';
import { sql } from 'drizzle-orm';
import { type BetEndRow, betEndColumns, betStatus, withBetEnd } from '../betting/bet-end.ts';
import { type ExportSet, isIn, isOn, timeCell, usdcCell } from './export-set.ts';

interface BetRow extends BetEndRow {
  id: string;
  placed_at: string;
  user_id: string;
  address: string;
  market_id: string;
  market: string;
  outcome_id: string;
  outcome: string;
  stake: string;
  odds: string;
  payout: string;
  status: string;
  chain: string | null;
  market_version: string;
  entry_id: string;
  closes_at: string;
  cap: string;
  signed_hash: string;
}

/** Bets in the order they were written. Of the signature only its hash, and nothing that could be sent again. */
export const BETS_EXPORT: ExportSet = {
  columns: [
    ...['bet_id', 'placed_at', 'user_id', 'wallet', 'market_id', 'market', 'outcome_id', 'outcome'],
    ...['stake_usdc', 'odds', 'payout_usdc', 'status', 'result', 'paid_usdc', 'ended_at'],
    ...['chain', 'market_version', 'entry_id'],
    ...['market_closed_betting_at', 'daily_stake_cap_usdc', 'signed_sha256'],
  ],
  pageRows: 1000,
  bounds: (range) => sql`
    select min(b.seq)::text as first, max(b.seq)::text as last from bets b where ${isIn(sql`b.placed_at`, range)}`,
  page: (page) => sql`
    select b.seq::text as key, b.id, b.placed_at, b.user_id, u.address, b.market_id, m.title as market,
      b.outcome_id, o.name as outcome, b.stake::text, b.odds::text, b.payout::text, ${betStatus} as status, ${betEndColumns}, b.chain,
      b.market_version::text, b.entry_id::text, b.closes_at, b.daily_stake_cap::text as cap,
      encode(b.signed_hash, 'hex') as signed_hash
    from bets b
    join users u on u.id = b.user_id
    join markets m on m.id = b.market_id
    join outcomes o on o.id = b.outcome_id
    ${withBetEnd}
    where ${isOn(sql`b.seq`, sql`bigint`, page)} and ${isIn(sql`b.placed_at`, page)}
    order by b.seq
    limit ${BETS_EXPORT.pageRows}`,
  cells: (row: BetRow) => [
    row.id,
    timeCell(row.placed_at),
    row.user_id,
    row.address,
    row.market_id,
    row.market,
    row.outcome_id,
    row.outcome,
    usdcCell(row.stake),
    formatOdds(microOdds(BigInt(row.odds))),
    usdcCell(row.payout),
    row.status,
    row.result ?? '',
    row.paid === null ? '' : usdcCell(row.paid),
    timeCell(row.ended_at),
    row.chain ?? '',
    row.market_version,
    row.entry_id,
    timeCell(row.closes_at),
    usdcCell(row.cap),
    row.signed_hash,
  ],
};
