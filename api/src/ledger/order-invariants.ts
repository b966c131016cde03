import { CONFIRMED_WITHIN_MS, DECIDED_WITHIN_MS } from '@tallystone/core/in-play/judge-order';
import { PROMISES } from '@tallystone/core/sentences/promises';
import { sql } from 'drizzle-orm';
import { unpromisedComboSales } from './combo-sales.ts';
import type { Invariant } from './invariants.ts';
import { asksTheSame } from './question.ts';
import { payoutLeft, withSold } from './sold-parts.ts';
import { isNewer } from './sums.ts';

/** Between the judgement of an order and the row of its bet: both are under the same locks, in one transaction. */
const RECORDED_WITHIN = '90 seconds';

/** The cash-outs of bets, each of all that was open or of a part. */
const sales = sql`(
  select e.bet_id, null::bigint as open_stake, null::bigint as stake, e.entry_id, e.amount, e.ended_at, c.signed_hash, c.priced_at,
    c.priced_market_id, c.priced_version
  from bet_endings e join cash_outs c on c.bet_id = e.bet_id where e.kind = 'cash-out'
  union all
  select s.bet_id, s.open_stake, s.stake, s.entry_id, s.amount, s.sold_at, s.signed_hash, s.priced_at, s.priced_market_id,
    s.priced_version
  from sold_parts s)`;

/** Cash-outs that waited and neither wait nor ended, that did both, or whose end isn't that of their bet. */
const unmatchedCashOuts = sql`
      union all
      select o.bet_id, o.id, o.placed_at::text, o.decide_at::text, null, null
      from cash_out_orders o
      left join open_cash_out_orders w on w.order_id = o.id
      left join open_automatic_cash_outs a on a.order_id = o.id
      left join cash_out_order_ends n on n.order_id = o.id
      left join ${sales} e on e.bet_id = o.bet_id and e.open_stake is not distinct from o.open_stake
      where o.combo_id is null and (
        (case when o.decide_at is null then a.order_id else w.order_id end is null) = (n.order_id is null) or n.user_id <> o.user_id
        or n.kind = 'filled' and (e.bet_id is null or exists (
          select from cash_out_orders x join cash_out_order_ends y on y.order_id = x.id and y.kind = 'filled'
          where x.bet_id = o.bet_id and x.id <> o.id and x.open_stake is not distinct from o.open_stake)))`;

/** The invariants of bets in play, which wait as orders. Each reads little if there are none. */
export const ORDER_INVARIANTS: readonly Invariant[] = [
  {
    number: 4,
    promise: PROMISES['promise-orders'],
    offenders: () => sql`
      select kept.balance::text as orders_account, owed.stakes::text as stakes_of_open_orders
      from (select coalesce(sum(a.balance), 0) as balance from accounts a where a.kind = 'orders') kept
      cross join (
        select coalesce(sum(o.stake), 0) as stakes from open_orders w join orders o on o.id = w.order_id) owed
      where kept.balance <> owed.stakes`,
  },
  {
    number: 6,
    promise: PROMISES['promise-order'],
    // An order ends at most once, because it is the key of its end.
    offenders: (scope) => sql`
      select o.id as order, o.entry_id::text as entry, e.kind, moved.postings::text, moved.stakes::text
      from orders o
      left join entries e on e.id = o.entry_id
      cross join lateral (
        select count(*) as postings,
          count(*) filter (where f.user_id = o.user_id and t.kind = 'orders' and p.amount = o.stake) as stakes
        from postings p
        join accounts f on f.id = p.from_account
        join accounts t on t.id = p.to_account
        where p.entry_id = o.entry_id
      ) moved
      where ${isNewer(sql`o.entry_id`, scope)} and (
        e.kind is distinct from 'order' or e.key is distinct from 'order:' || o.id or moved.postings <> 1 or moved.stakes <> 1)
      union all
      select n.order_id, n.entry_id::text, e.kind, moved.postings::text, moved.stakes::text
      from order_ends n
      left join orders o on o.id = n.order_id
      left join entries e on e.id = n.entry_id
      cross join lateral (
        select count(*) as postings,
          count(*) filter (where f.kind = 'orders' and t.user_id = o.user_id and p.amount = o.stake) as stakes
        from postings p
        join accounts f on f.id = p.from_account
        join accounts t on t.id = p.to_account
        where p.entry_id = n.entry_id
      ) moved
      where ${isNewer(sql`n.entry_id`, scope)} and (
        o.id is null or o.user_id <> n.user_id or o.entry_id >= n.entry_id
        or e.kind is distinct from 'order-end' or e.key is distinct from 'order-end:' || n.order_id
        or moved.postings <> 1 or moved.stakes <> 1)
      union all
      select null, e.id::text, e.kind, null, null
      from entries e
      where ${isNewer(sql`e.id`, scope)} and (
        e.kind = 'order' and not exists (select from orders o where o.entry_id = e.id)
        or e.kind = 'order-end' and not exists (select from order_ends n where n.entry_id = e.id))
      union all
      select o.id, o.entry_id::text, 'open', null, null
      from orders o
      left join open_orders w on w.order_id = o.id
      left join order_ends n on n.order_id = o.id
      where (${isNewer(sql`o.entry_id`, scope)} or w.order_id is not null) and (
        (w.order_id is null) = (n.order_id is null)
        or w.order_id is not null and (w.market_id, w.user_id, w.stake, w.decide_at)
          is distinct from (o.market_id, o.user_id, o.stake, o.decide_at))`,
  },
  {
    number: 9,
    promise: PROMISES['promise-delay'],
    offenders: (scope) => sql`
      select b.id as bet, o.placed_at::text as ordered, o.decide_at::text as due, b.placed_at::text as placed,
        b.priced_at::text as priced, (
          select min(h.at)::text from market_halts h
          where h.market_id = b.market_id and h.at >= o.placed_at and h.version < b.market_version) as halted
      from bets b
      join markets m on m.id = b.market_id
      join games g on g.id = m.game_id and g.in_play_of is not null
      left join orders o on o.id = b.id
      left join order_ends n on n.order_id = b.id
      where ${isNewer(sql`b.entry_id`, scope)} and (
        o.id is null or n.kind is distinct from 'filled' or n.entry_id >= b.entry_id
        or (o.user_id, o.market_id, o.outcome_id, o.stake, o.odds, o.signed_hash)
          is distinct from (b.user_id, b.market_id, b.outcome_id, b.stake, b.signed_odds, b.signed_hash)
        or o.decide_at < o.placed_at + g.delay_seconds * interval '1 second'
        or b.placed_at < o.decide_at
        or b.placed_at > o.decide_at + ${DECIDED_WITHIN_MS}::int * interval '1 millisecond' + ${RECORDED_WITHIN}::interval
        or b.priced_at < o.decide_at - ${CONFIRMED_WITHIN_MS}::int * interval '1 millisecond'
        or exists (
          select from market_halts h
          where h.market_id = b.market_id and h.at >= o.placed_at and h.version < b.market_version))
      union all
      select n.order_id, null, null, null, null, n.kind
      from order_ends n
      where ${isNewer(sql`n.entry_id`, scope)}
        and (n.kind = 'filled') <> exists (select from bets b where b.id = n.order_id)
      union all
      -- The suspension that made it fail is gone.
      select n.order_id, o.placed_at::text, o.decide_at::text, null, null, n.code
      from order_ends n join orders o on o.id = n.order_id
      where ${isNewer(sql`n.entry_id`, scope)} and n.code = 'market-suspended' and not exists (
        select from market_halts h
        where h.market_id = o.market_id and (h.version > o.market_version or h.at >= o.placed_at))`,
  },
  {
    number: 9,
    promise: PROMISES['promise-sale'],
    // Cash-outs that wait hold no money, so they have no entries of their own.
    offenders: (scope) => sql`
      select b.id as bet, o.id as order, o.since::text as ordered, o.due::text as due, e.ended_at::text as paid,
        e.priced_at::text as priced
      from ${sales} e
      join bets b on b.id = e.bet_id
      join markets own on own.id = b.market_id
      left join markets m on m.id = e.priced_market_id
      left join games g on g.id = m.game_id and (
        m.id = own.id or g.in_play_of = own.game_id and ${asksTheSame(sql`m`, sql`own`)})
      left join lateral (
        select o.*, n.reached_at, n.ended_at, n.code is not null or n.reason is not null as has_failed,
          coalesce(n.reached_at, o.placed_at) as since, coalesce(o.decide_at, n.reached_at + g.delay_seconds * interval '1 second') as due
        from cash_out_orders o
        join cash_out_order_ends n on n.order_id = o.id and n.kind = 'filled'
        where o.bet_id = b.id and o.open_stake is not distinct from e.open_stake order by o.placed_at desc limit 1
      ) o on true
      where ${isNewer(sql`e.entry_id`, scope)}
        and (e.priced_market_id is not null or o.id is not null or own.game_id in (
          select games.id from games where games.in_play_of is not null))
        and (
          o.id is null or (o.user_id, o.signed_hash) is distinct from (b.user_id, e.signed_hash) or e.amount < o.amount
          or o.stake is distinct from e.stake or o.has_failed
          or o.ended_at not between e.ended_at - ${RECORDED_WITHIN}::interval and e.ended_at + ${RECORDED_WITHIN}::interval
          -- An automatic one whose game isn't being played is paid at once.
          or case when o.due is null
            then o.decide_at is not null or o.reached_at is not null or e.ended_at < o.placed_at or e.priced_market_id is not null
            else g.in_play_of is null
              or o.since < o.placed_at
              or o.due < o.since + g.delay_seconds * interval '1 second'
              or e.ended_at < o.due
              or e.ended_at > o.due + ${DECIDED_WITHIN_MS}::int * interval '1 millisecond' + ${RECORDED_WITHIN}::interval
              or e.priced_at < o.due - ${CONFIRMED_WITHIN_MS}::int * interval '1 millisecond'
              or exists (
                select from market_halts h
                where h.market_id = m.id and h.at >= o.since and h.version <= e.priced_version) end)
      union all
      select w.bet_id, w.order_id, o.placed_at::text, w.decide_at::text, null, null
      from open_cash_out_orders w
      left join cash_out_orders o on o.id = w.order_id
      left join open_automatic_cash_outs a on a.order_id = w.order_id
      left join cash_out_order_ends n on n.order_id = w.order_id
      left join games g on g.id = (select p.game_id from markets p where p.id = w.priced_market_id)
      where o.id is null or n.order_id is not null or w.bet_id <> o.bet_id
        or w.decide_at is distinct from coalesce(o.decide_at, a.reached_at + g.delay_seconds * interval '1 second')
      union all
      select a.bet_id, a.order_id, o.placed_at::text, a.reached_at::text, null, null
      from open_automatic_cash_outs a
      left join cash_out_orders o on o.id = a.order_id
      left join bets b on b.id = a.bet_id
      ${withSold}
      left join cash_out_order_ends n on n.order_id = a.order_id
      where o.id is null or o.decide_at is not null or n.order_id is not null
        or (a.bet_id, a.market_id, a.outcome_id, o.user_id) is distinct from (o.bet_id, b.market_id, b.outcome_id, b.user_id)
        or a.price <> div(o.amount::numeric * 1000000, ${payoutLeft})
        or (a.reached_at is null) <> (not exists (select from open_cash_out_orders w where w.order_id = a.order_id))
      union all
      ${unpromisedComboSales(scope, RECORDED_WITHIN)}
      -- Of older ones that paid nothing only a full run reads all.
      ${scope.kind === 'everything' ? unmatchedCashOuts : sql``}`,
  },
];
