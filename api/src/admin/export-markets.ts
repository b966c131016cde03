import { suspensionOf } from '@tallystone/core/markets/suspension';
import { sql } from 'drizzle-orm';
import { col } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { chainHalt, chainHaltOfMarket, withChainMarket } from '../markets/joined-to-chain.ts';
import { stateWithChain } from '../markets/stored-market.ts';
import { type ExportSet, isIn, isOn } from './export-set.ts';

const HALTS = col.object({
  disabled: col.bool,
  feedHalt: col.oneOf(markets.feedHalt).orNull,
  chainHalt,
});

/** For a row `m`: whether nothing is owed on it anymore. */
const hasEnded = sql`m.state in ('settled', 'void')`;

/** Markets by creation day, without deleted ones. */
export const MARKETS_EXPORT: ExportSet = {
  columns: {
    market_id: col.text,
    created_at: col.iso,
    title: col.text,
    category: col.text,
    subcategory: col.text,
    source: col.text,
    state: col.text,
    suspension: (cell, name) => suspensionOf(HALTS(cell, name)),
    archived_at: col.iso.orNull,
    starts_at: col.iso.orNull,
    ends_at: col.iso,
    closes_at: col.iso,
    azuro_game_id: col.text.orNull,
    outcomes: col.text,
    bets: col.whole,
    stakes_usdc: col.wireUsdc,
    exposure_usdc: col.wireUsdc,
    worst_case_usdc: col.wireUsdc,
    loss_budget_usdc: col.wireUsdc,
    funded_usdc: col.wireUsdc,
    won_outcome: col.text.orNull,
    ended_at: col.iso.orNull,
  },
  bounds: (range) => sql`
    select min(m.id) as first, max(m.id) as last from markets m
    where m.deleted_at is null and ${isIn(sql`m.created_at`, range)}`,
  page: (page) => sql`
    select m.id as key, m.id as market_id, m.created_at, m.title, m.category, m.subcategory, m.source,
      ${stateWithChain} as state, json_build_object(
        'disabled', m.disabled, 'feedHalt', m.feed_halt, 'chainHalt', ${chainHaltOfMarket}) as suspension,
      m.archived_at, m.starts_at, m.ends_at, m.closes_at, m.game_id as azuro_game_id, o.outcomes,
      (select count(*) from bets b where b.market_id = m.id) as bets, m.staked as stakes_usdc,
      case when ${hasEnded} then 0 else greatest(0, o.most_lost - m.received, m.open_stakes - m.received) end
        as exposure_usdc,
      case when ${hasEnded} then 0 else greatest(o.most, m.open_stakes) end as worst_case_usdc,
      m.loss_budget as loss_budget_usdc, m.funded as funded_usdc, o.won as won_outcome, m.ended_at
    from markets m
    ${withChainMarket}
    cross join lateral (
      select string_agg(p.name, ' | ' order by p.position) as outcomes, max(p.open_returns) as most,
        max(p.open_returns + p.pending_returns - p.pending_stakes) as most_lost,
        max(p.name) filter (where p.id = m.won_outcome_id and m.state = 'settled') as won
      from outcomes p where p.market_id = m.id
    ) o
    where m.deleted_at is null and ${isOn(sql`m.id`, sql`text`, page)} and ${isIn(sql`m.created_at`, page)}
    order by m.id`,
};
