import { type SQL, sql } from 'drizzle-orm';
import { payoutLeft, stakeLeft, withSoldLately } from './sold-parts.ts';
import { winnerSetsOf } from './winners.ts';

/**
 * Whatever inserts bets on markets of the feed, or ends them early, keeps the totals of their minutes in the same statement,
 * under the lock of the market. These are the parts for it. In a statement, the tables are as they were before it: what it
 * inserts itself has to be given. Their markets aren't over, so nothing of them is in history tables.
 *
 * Where servers of 0.1.0 may run, triggers do it for both versions, and these parts do nothing (migration `minutes_in_code`).
 */
const isCounted = sql`code_counts_minutes()`;

const minuteOf = (at: SQL): SQL => sql`date_trunc('minute', ${at} at time zone 'UTC') at time zone 'UTC'`;

/** For a row `m` of minutes: its bets that are open before the statement. */
const openBets = sql`(
        select b.id, b.market_id, b.outcome_id, b.placed_at, ${stakeLeft} as stake, ${payoutLeft} as payout from only bets b
        ${withSoldLately}
        -- Bet by bet from the index: the table of all ends of all bets is never read as a whole.
        left join lateral (
          select true as has_ended from only bet_endings e where e.bet_id = b.id and e.market_version is not null limit 1
        ) e on true
        where b.market_id = m.market_id and b.priced_at is not null and b.placed_at >= m.minute
          and b.placed_at < m.minute + interval '1 minute' and e.has_ended is null
        -- So that it is read minute by minute, and not joined with all bets.
        offset 0
      )`;

/** Stores the totals of the rows of `minute_counted`, on top of what is stored unless the minute is made again. */
const stored = sql`minute_sets as materialized (
        select g.market_id, s.position, s.outcome_ids
        from (select distinct market_id from minute_counted) g cross join lateral (${winnerSetsOf(sql`g.market_id`)}) s
      ), minutes_stored as (
        insert into bet_minutes (market_id, minute, net, highest)
        select s.market_id, s.minute,
          array_agg((coalesce(n.net[s.position + 1], 0) + s.net)::bigint order by s.position),
          array_agg(greatest(coalesce(n.highest[s.position + 1], 0), coalesce(n.net[s.position + 1], 0) + s.highest)::bigint
            order by s.position)
        from (
          select r.market_id, r.minute, r.is_remade, r.position, sum(r.change) as net, max(r.running) as highest
          from (
            select c.market_id, c.minute, c.is_remade, o.position, sum(x.change) as change,
              sum(sum(x.change)) over (partition by c.market_id, c.minute, o.position order by c.placed_at) as running
            from minute_counted c
            join minute_sets o on o.market_id = c.market_id
            cross join lateral (
              select case when c.outcome_id = any(o.outcome_ids) then c.payout else 0 end - c.stake as change
            ) x
            group by c.market_id, c.minute, c.is_remade, o.position, c.placed_at
          ) r
          group by r.market_id, r.minute, r.is_remade, r.position
        ) s
        left join bet_minutes n on n.market_id = s.market_id and n.minute = s.minute and not s.is_remade
        group by s.market_id, s.minute
        on conflict (market_id, minute) do update set net = excluded.net, highest = excluded.highest
      )`;

/**
 * Parts of a statement that inserts bets.
 *
 * @param placed selects `market_id`, `outcome_id`, `placed_at`, `stake` and `payout` of those that are on markets of the feed
 */
export const addToMinutes = (placed: SQL): SQL => sql`, minute_placed as materialized (
        select p.*, ${minuteOf(sql`p.placed_at`)} as minute from (${placed}) p where ${isCounted}
      ), minutes as materialized (
        -- Bets of that moment or later may be there: the clock went back, or stood, or live bets came in another order.
        select f.market_id, f.minute, exists (
            select from only bets b
            where b.market_id = f.market_id and b.priced_at is not null and b.placed_at >= f.first
              and b.placed_at < f.minute + interval '1 minute'
          ) as is_remade
        from (select market_id, minute, min(placed_at) as first from minute_placed group by market_id, minute) f
      ), minute_counted as (
        select p.market_id, p.minute, m.is_remade, p.outcome_id, p.placed_at, p.stake, p.payout
        from minute_placed p join minutes m using (market_id, minute)
        union all
        select m.market_id, m.minute, true, b.outcome_id, b.placed_at, b.stake, b.payout
        from minutes m cross join lateral ${openBets} b
        where m.is_remade
      ), ${stored}`;

/**
 * Parts of a statement that ends bets before their market ends.
 *
 * @param ended selects the `bet_id` of bets that it ends
 */
export const takeFromMinutes = (ended: SQL): SQL => minutesWithout(ended, sql`true`);

/**
 * Parts of a statement that follows one which sold parts of bets.
 *
 * @param changed selects the `bet_id` of these bets
 */
export const makeMinutesAgain = (changed: SQL): SQL => minutesWithout(changed, sql`false`);

/** @param areEnded whether these bets no longer count */
const minutesWithout = (changed: SQL, areEnded: SQL): SQL => sql`, minute_ended as materialized (
        select b.id, b.market_id, ${minuteOf(sql`b.placed_at`)} as minute
        from (${changed}) g cross join lateral (
          select x.id, x.market_id, x.placed_at from only bets x where x.id = g.bet_id and x.priced_at is not null limit 1
        ) b
        where ${isCounted}
      ), minutes as materialized (
        select distinct g.market_id, g.minute from minute_ended g
      ), minute_counted as materialized (
        select m.market_id, m.minute, true as is_remade, b.outcome_id, b.placed_at, b.stake, b.payout
        from minutes m cross join lateral ${openBets} b
        where b.id not in (select id from minute_ended where ${areEnded})
      ), minutes_emptied as (
        delete from bet_minutes n using minutes m
        where n.market_id = m.market_id and n.minute = m.minute
          and not exists (select from minute_counted c where c.market_id = m.market_id and c.minute = m.minute)
      ), ${stored}`;
