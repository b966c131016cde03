import type { Category, MarketSource } from '@tallystone/core/http-api';
import { type ChainHalt, type FeedHalt, suspensionOf } from '@tallystone/core/markets/suspension';
import { sql } from 'drizzle-orm';
import { chainHaltOfMarket, withChainMarket } from '../markets/joined-to-chain.ts';
import { stateWithChain } from '../markets/stored-market.ts';
import { type ExportSet, isIn, isOn, timeCell, usdcCell } from './export-set.ts';

interface MarketRow {
  key: string;
  created_at: string;
  title: string;
  category: Category;
  subcategory: string;
  source: MarketSource;
  state: string;
  disabled: boolean;
  feed_halt: FeedHalt | null;
  chain_halt: ChainHalt | null;
  archived_at: string | null;
  starts_at: string | null;
  ends_at: string;
  closes_at: string;
  game_id: string | null;
  outcomes: string;
  bets: string;
  staked: string;
  exposure: string;
  worst_case: string;
  loss_budget: string;
  funded: string;
  won: string | null;
  ended_at: string | null;
}

/** For a row `m`: nothing is owed on it any more. */
const hasEnded = sql`m.state in ('settled', 'void')`;

/** Markets by the day they were created, but for those that were deleted. */
export const MARKETS_EXPORT: ExportSet = {
  columns: [
    ...['market_id', 'created_at', 'title', 'category', 'subcategory', 'source', 'state', 'suspension'],
    ...[
      'archived_at',
      'starts_at',
      'ends_at',
      'closes_at',
      'azuro_game_id',
      'outcomes',
      'bets',
      'stakes_usdc',
    ],
    ...['exposure_usdc', 'worst_case_usdc', 'loss_budget_usdc', 'funded_usdc', 'won_outcome', 'ended_at'],
  ],
  pageRows: 1000,
  bounds: (range) => sql`
    select min(m.id) as first, max(m.id) as last from markets m
    where m.deleted_at is null and ${isIn(sql`m.created_at`, range)}`,
  page: (page) => sql`
    select m.id as key, m.created_at, m.title, m.category, m.subcategory, m.source, ${stateWithChain} as state, m.disabled,
      m.feed_halt, ${chainHaltOfMarket} as chain_halt, m.archived_at, m.starts_at, m.ends_at, m.closes_at, m.game_id, o.outcomes,
      (select count(*) from bets b where b.market_id = m.id)::text as bets, m.staked::text,
      case when ${hasEnded} then 0 else greatest(0, o.most_lost - m.received, m.open_stakes - m.received) end::text as exposure,
      case when ${hasEnded} then 0 else greatest(o.most, m.open_stakes) end::text as worst_case,
      m.loss_budget::text, m.funded::text, o.won, m.ended_at
    from markets m
    ${withChainMarket}
    cross join lateral (
      select string_agg(p.name, ' | ' order by p.position) as outcomes, max(p.open_returns) as most,
        max(p.open_returns + p.pending_returns - p.pending_stakes) as most_lost,
        max(p.name) filter (where p.id = m.won_outcome_id and m.state = 'settled') as won
      from outcomes p where p.market_id = m.id
    ) o
    where m.deleted_at is null and ${isOn(sql`m.id`, sql`text`, page)} and ${isIn(sql`m.created_at`, page)}
    order by m.id
    limit ${MARKETS_EXPORT.pageRows}`,
  cells: (row: MarketRow) => [
    row.key,
    timeCell(row.created_at),
    row.title,
    row.category,
    row.subcategory,
    row.source,
    row.state,
    suspensionOf({ disabled: row.disabled, feedHalt: row.feed_halt, chainHalt: row.chain_halt }) ?? '',
    timeCell(row.archived_at),
    timeCell(row.starts_at),
    timeCell(row.ends_at),
    timeCell(row.closes_at),
    row.game_id ?? '',
    row.outcomes,
    row.bets,
    usdcCell(row.staked),
    usdcCell(row.exposure),
    usdcCell(row.worst_case),
    usdcCell(row.loss_budget),
    usdcCell(row.funded),
    row.won ?? '',
    timeCell(row.ended_at),
  ],
};
