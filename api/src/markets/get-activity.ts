import type { WireMarketActivity } from '@tallystone/core/http-api/markets';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';

const MOST = 50;

type Item = WireMarketActivity['items'][number];

const ITEM = {
  kind: col.oneOf(['opened', 'bet', 'cash-out', 'closed', 'settled', 'void']),
  at: col.iso,
  /** The market's version made by a bet or a cash-out; null for anything else. */
  version: col.whole.orNull,
  outcomeId: col.text.orNull,
  amount: col.wireUsdc.orNull,
  odds: col.odds.orNull,
  simulated: col.bool,
  /** The other winners of a settled market. */
  alsoWon: col.list(col.text),
};

/** The latest events of a market, newest first; null if there is no such market. */
export async function getActivity(db: Db, marketId: string): Promise<WireMarketActivity | null> {
  // One statement, so that everything is from the same moment. Reads fifty bets, cash-outs and sold parts each backwards
  // from the indexes of their versions, however many there are.
  const found = await rows(
    db,
    ITEM,
    sql`
      with market as materialized (
        select m.id, m.state, m.created_at, m.closes_at, m.ended_at,
          case when m.state = 'settled' then m.won_outcome_id end as won_outcome_id, m.also_won
        from markets m where m.id = ${marketId} and m.deleted_at is null
      ), latest_bets as (
        select 'bet' as kind, b.placed_at as at, b.market_version as version, b.outcome_id, b.stake as amount, b.odds,
          b.user_id
        from market m cross join lateral (
          select * from bets b where b.market_id = m.id order by b.market_version desc limit ${MOST}) b
      ), latest_cash_outs as (
        select 'cash-out' as kind, e.ended_at as at, e.market_version as version, b.outcome_id, e.amount,
          null::bigint as odds, b.user_id
        from market m cross join lateral (
          select * from bet_endings e where e.market_id = m.id and e.kind = 'cash-out'
          order by e.market_version desc limit ${MOST}) e
        join bets b on b.id = e.bet_id
      ), latest_parts as (
        select 'cash-out' as kind, s.sold_at as at, s.market_version as version, b.outcome_id, s.amount,
          null::bigint as odds, b.user_id
        from market m cross join lateral (
          select * from sold_parts s where s.market_id = m.id order by s.market_version desc limit ${MOST}) s
        join bets b on b.id = s.bet_id
      ), stages as (
        select 'opened' as kind, m.created_at as at, null::text as outcome_id from market m
        union all
        -- A market voided before its close never closed.
        select 'closed', m.closes_at, null from market m
        where m.closes_at <= least(m.ended_at, clock_timestamp())
        union all
        select m.state, m.ended_at, m.won_outcome_id from market m where m.state in ('settled', 'void')
      )
      select items.*, coalesce(u.simulated, false) as simulated,
        case when items.kind = 'settled' then (select to_json(m.also_won) from market m) else '[]' end as also_won
      from (
        select * from latest_bets
        union all select * from latest_cash_outs
        union all select * from latest_parts
        union all select kind, at, null, outcome_id, null, null, null from stages
      ) items left join users u on u.id = items.user_id
      order by items.at desc, items.version desc nulls first, items.kind desc limit ${MOST}`,
  );
  return found.length === 0 ? null : { items: found.map(wireItem) };
}

/** The id comes from the market's version, because the bet's id would show which two items belong to the same bet. */
function wireItem({
  kind,
  at,
  version,
  outcomeId,
  amount,
  odds,
  simulated,
  alsoWon,
}: Row<typeof ITEM>): Item {
  return {
    id: version === null ? kind : `${kind}-${version}`,
    kind,
    at,
    ...(outcomeId !== null && { outcomeId }),
    ...(alsoWon.length > 0 && { alsoWonIds: alsoWon }),
    ...(amount !== null && { amount }),
    ...(odds !== null && { odds: oddsToNumber(odds) }),
    ...(simulated && { simulated }),
  };
}
