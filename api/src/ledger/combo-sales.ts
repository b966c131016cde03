import { CONFIRMED_WITHIN_MS, DECIDED_WITHIN_MS } from '@tallystone/core/in-play/judge-order';
import { type SQL, sql } from 'drizzle-orm';
import { asksTheSame } from './question.ts';
import { isNewer, type Scope } from './sums.ts';

/** The part of the promise of cash-outs in play that is about combos, in the columns of the part about bets. */
export const unpromisedComboSales = (scope: Scope, recordedWithin: string): SQL => sql`
      select e.combo_id, o.id, o.placed_at::text, o.decide_at::text, e.ended_at::text, p.priced_at::text
      from combo_endings e
      join combo_cash_outs s on s.combo_id = e.combo_id
      join combos c on c.id = e.combo_id
      left join lateral (
        select o.*, n.ended_at, n.code is not null or n.reason is not null as has_failed
        from cash_out_orders o
        join cash_out_order_ends n on n.order_id = o.id and n.kind = 'filled'
        where o.combo_id = c.id order by o.placed_at desc limit 1
      ) o on true
      left join combo_running_prices p on p.combo_id = c.id
      left join combo_legs l on l.combo_id = p.combo_id and l.place = p.place
      left join markets own on own.id = l.market_id
      left join markets m on m.id = p.priced_market_id
      left join games g on g.id = m.game_id and g.in_play_of = own.game_id and ${asksTheSame(sql`m`, sql`own`)}
      where ${isNewer(sql`e.entry_id`, scope)} and e.kind = 'cash-out' and (p.combo_id is not null or o.id is not null) and (
        o.id is null or (o.user_id, o.signed_hash) is distinct from (c.user_id, s.signed_hash) or e.amount < o.amount
        or o.has_failed
        or o.ended_at not between e.ended_at - ${recordedWithin}::interval and e.ended_at + ${recordedWithin}::interval
        or e.ended_at < o.decide_at
        or e.ended_at > o.decide_at + ${DECIDED_WITHIN_MS}::int * interval '1 millisecond' + ${recordedWithin}::interval
        or p.combo_id is not null and (
          g.id is null
          or o.decide_at < o.placed_at + g.delay_seconds * interval '1 second'
          or p.priced_at < o.decide_at - ${CONFIRMED_WITHIN_MS}::int * interval '1 millisecond'
          or exists (
            select from market_halts h
            where h.market_id = m.id and h.at >= o.placed_at and h.version <= p.priced_version)))
      union all
      select w.combo_id, w.order_id, o.placed_at::text, w.decide_at::text, null, null
      from open_combo_cash_outs w
      left join cash_out_orders o on o.id = w.order_id
      left join cash_out_order_ends n on n.order_id = w.order_id
      where o.id is null or n.order_id is not null or (w.combo_id, w.decide_at) is distinct from (o.combo_id, o.decide_at)
      ${
        // Of older ones that paid nothing only a full run reads all.
        scope.kind === 'everything' ? sql`union all ${unmatched}` : sql``
      }`;

/** Those that waited and neither wait nor ended, that did both, or whose end isn't that of their combo. */
const unmatched = sql`
      select o.combo_id, o.id, o.placed_at::text, o.decide_at::text, null, null
      from cash_out_orders o
      left join cash_out_order_ends n on n.order_id = o.id
      left join combo_endings e on e.combo_id = o.combo_id and e.kind = 'cash-out'
      where o.combo_id is not null and (
        (exists (select from open_combo_cash_outs w where w.order_id = o.id)) = (n.order_id is not null)
        or n.user_id <> o.user_id or n.kind = 'cancelled'
        or n.kind = 'filled' and (e.combo_id is null or exists (
          select from cash_out_orders x join cash_out_order_ends y on y.order_id = x.id and y.kind = 'filled'
          where x.combo_id = o.combo_id and x.id <> o.id)))
      union all
      select p.combo_id, null, null, null, null, p.priced_at::text
      from combo_running_prices p
      where not exists (select from combo_cash_outs s where s.combo_id = p.combo_id)`;
