import { COMBO_FRESH_MS } from '@tallystone/core/combos/decide-combo';
import { PROMISES } from '@tallystone/core/sentences/promises';
import { type SQL, sql } from 'drizzle-orm';
import { auditHash } from '../audit/record-audit.ts';
import { balanceOutside } from './balance-outside.ts';
import { COMBO_INVARIANTS } from './combo-invariants.ts';
import { isStartOf } from './late-start-rows.ts';
import { ORDER_INVARIANTS } from './order-invariants.ts';
import { wholeBalance } from './pool-slices.ts';
import { hasSameKey, hasSameQuote } from './same-bet.ts';
import { isOfMinimum, signedAmountFor, signedAmountForPart } from './signed-amount.ts';
import { payoutLeft, stakeLeft, withSold } from './sold-parts.ts';
import { accountSums, escrowSums, isNewer, outcomeSums, type Scope } from './sums.ts';
import {
  costOfOutcome,
  hasWon,
  largestTogether,
  owedToWinners,
  winnerSetsOf,
  winnersOfMarket,
} from './winners.ts';

/** An invariant of the books. Its statement selects the rows that break it, so it holds if there are none. */
export interface Invariant {
  /** Its number in docs/design/books.md#invariants. */
  readonly number: number;
  readonly promise: string;
  offenders(scope: Scope): SQL;
}

/** Each statement reads one snapshot, so bets can continue during a check. */
export const INVARIANTS: readonly Invariant[] = [
  {
    number: 1,
    promise: PROMISES['promise-zero'],
    offenders: () => sql`
      select sum(balance)::text as sum_of_balances
      from (select balance from accounts union all select balance from pool_slices) b
      having sum(balance) <> 0`,
  },
  {
    number: 2,
    promise: PROMISES['promise-balance'],
    offenders: (scope) => sql`
      select a.id::text as account, a.kind, b.balance::text as balance, coalesce(s.sum, 0)::text as sum_of_postings
      from accounts a
      ${scope.kind === 'everything' ? sql`left join` : sql`join`} (${accountSums(scope)}) s on s.account = a.id
      cross join lateral (select ${wholeBalance(sql`a`)} as balance) b
      where b.balance <> coalesce(s.sum, 0)`,
  },
  {
    number: 3,
    promise: PROMISES['promise-below'],
    offenders: () => sql`
      select a.id::text as account, a.kind, a.balance::text as balance
      from accounts a
      where a.kind not in ('faucet', 'outside') and a.balance < 0
      union all
      select 'slice ' || s.slot, 'pool', s.balance::text from pool_slices s where s.balance < 0`,
  },
  {
    number: 4,
    promise: PROMISES['promise-escrow'],
    // While a market is being paid, its sums stay as they were when the payment began: it owes the part that is not paid.
    // When a market ends, the rest goes back to the pool. A market that never had money needs no account. The holds for
    // pending bets come on top, and are exactly what those bets may be paid.
    offenders: (scope) => sql`
      select m.id as market, m.state, e.balance::text as escrow, m.funded::text, m.received::text, m.open_stakes::text,
        owed.most::text as most_owed, s.budget::text as budget_entered, s.net::text as net_entered,
        s.paid::text as paid_out, s.held::text, pending.returns::text as pending_returns
      from markets m
      left join accounts e on e.kind = 'escrow' and e.market_id = m.id
      left join (${escrowSums(scope)}) s on s.market_id = m.id
      cross join lateral (select ${owedBy(sql`m`)} - coalesce(s.paid, 0) as most) owed
      cross join lateral (
        select coalesce(sum(o.pending_returns), 0) as returns from outcomes o where o.market_id = m.id) pending
      where ${isTouchedMarket(scope)} and (
        (not ${hasEnded(sql`m`)} and (
          coalesce(e.balance, 0) < owed.most + coalesce(s.held, 0)
          or coalesce(e.balance, 0) <> m.funded + m.received - coalesce(s.paid, 0) + coalesce(s.held, 0)))
        or coalesce(s.budget, 0) <> m.funded
        or coalesce(s.net, 0) <> m.received
        or coalesce(s.held, 0) <> pending.returns)`,
  },
  {
    number: 4,
    promise: PROMISES['promise-market'],
    offenders: (scope) => sql`
      select m.id as market, m.state, m.funded::text, lost.most::text as most_lost
      from markets m cross join lateral (select ${mostLostBy(sql`m`)} as most) lost
      where not ${hasEnded(sql`m`)} and m.settled_through is null and ${isTouchedMarket(scope)}
        and lost.most > m.funded and exists (select from live_bets l where l.market_id = m.id)`,
  },
  {
    number: 4,
    promise: PROMISES['promise-game'],
    // What the pool added because of refunded late bets comes on top of both caps.
    offenders: (scope) => sql`
      with lost as (
        select m.id, m.game_id, m.loss_budget, greatest(0, m.funded - m.loss_budget) as added, ${refundedOn(sql`m`)} as refunded,
          greatest(0, case when m.settled_through is null then ${mostLostBy(sql`m`)}
            else ${owedBy(sql`m`)} - m.received end) as most
        from markets m
        where m.pricing = 'feed' and not ${hasEnded(sql`m`)} and m.game_id in (
          select m.game_id from markets m where m.game_id is not null and ${isTouchedMarket(scope)})
      )
      select g.id as game, null as market, g.cap::text as cap, sum(lost.most)::text as most_lost
      from lost join games g on g.id = lost.game_id
      group by g.id
      having sum(lost.most) > g.cap + sum(lost.added + lost.refunded)
      union all
      select lost.game_id, lost.id, lost.loss_budget::text, lost.most::text
      from lost where lost.most > lost.loss_budget + lost.added`,
  },
  {
    number: 4,
    promise: PROMISES['promise-starts'],
    // The bets of each minute count together. Games with a cash-out under the older rule are left out.
    offenders: (scope) => sql`
      with kept as (
        select m.id, m.game_id, m.received - m.open_stakes as kept, m.loss_budget,
          greatest(0, m.funded - m.loss_budget) as added, ${refundedOn(sql`m`)} as refunded
        from markets m
        where m.pricing = 'feed' and not ${hasEnded(sql`m`)} and m.settled_through is null and m.game_id in (
          select m.game_id from markets m where m.game_id is not null and ${isTouchedMarket(scope)})
        and not exists (
          select from markets s
          join bet_endings n on n.market_id = s.id and n.kind = 'cash-out'
          join cash_outs c on c.bet_id = n.bet_id
          where s.game_id = m.game_id and c.rule = 1)
      ), summed as (
        select n.market_id, n.minute, k.net, k.highest,
          sum(k.net) over (partition by n.market_id, k.place order by n.minute) as after
        from bet_minutes n
        join kept on kept.id = n.market_id
        cross join lateral unnest(n.net, n.highest) with ordinality as k(net, highest, place)
      ), lost as (
        select s.market_id, s.minute, greatest(0, max(s.after) - k.kept, -k.kept) as after,
          greatest(0, max(s.after - s.net + s.highest) - k.kept, -k.kept) as most
        from summed s join kept k on k.id = s.market_id
        group by s.market_id, s.minute, k.kept
        union all
        select k.id, '-infinity', greatest(0, -k.kept), greatest(0, -k.kept) from kept k
      ), moved as (
        select k.game_id, l.minute, sum(l.change) as change
        from (
          select l.*, l.after - coalesce(lag(l.after) over (partition by l.market_id order by l.minute), 0) as change
          from lost l
        ) l join kept k on k.id = l.market_id
        group by k.game_id, l.minute
      ), reached as (
        select m.game_id, max(m.lost) as most
        from (select m.*, sum(m.change) over (partition by m.game_id order by m.minute) as lost from moved m) m
        group by m.game_id
      )
      select g.id as game, null as market, g.cap::text as cap, r.most::text as most_lost
      from reached r join games g on g.id = r.game_id
      where r.most > g.cap + (select sum(k.added + k.refunded) from kept k where k.game_id = g.id)
      union all
      select k.game_id, k.id, k.loss_budget::text, max(l.most)::text
      from kept k join lost l on l.market_id = k.id
      group by k.game_id, k.id, k.loss_budget, k.added
      having max(l.most) > k.loss_budget + k.added`,
  },
  {
    number: 5,
    promise: PROMISES['promise-empty'],
    offenders: () => sql`
      select m.id as market, m.state, e.balance::text as escrow
      from accounts e join markets m on m.id = e.market_id
      where e.kind = 'escrow' and e.balance <> 0 and ${hasEnded(sql`m`)}`,
  },
  {
    number: 6,
    promise: PROMISES['promise-stake'],
    offenders: (scope) => sql`
      select b.id as bet, n.id::text as entry, n.kind, moved.postings::text, moved.stakes::text
      from bets b
      join entries n on n.id = b.entry_id
      cross join lateral (
        select count(*) as postings, count(*) filter (
          where f.user_id = b.user_id and t.market_id = b.market_id and p.amount = b.stake) as stakes
        from postings p
        join accounts f on f.id = p.from_account
        join accounts t on t.id = p.to_account
        where p.entry_id = b.entry_id
      ) moved
      where ${isNewer(sql`b.entry_id`, scope)}
        and (n.kind <> 'bet' or moved.postings <> 1 or moved.stakes <> 1)
      union all
      select null, n.id::text, n.kind, null, null
      from entries n
      where ${isNewer(sql`n.id`, scope)}
        and n.kind = 'bet' and not exists (select from bets b where b.entry_id = n.id)`,
  },
  {
    number: 6,
    promise: PROMISES['promise-once'],
    // Each bet ends at most once, because the bet is the key of its end.
    offenders: (scope) => sql`
      select n.bet_id as bet, n.entry_id::text as entry, e.kind as entry_kind, n.kind, n.amount::text as paid,
        ${stakeLeft}::text as stake, ${payoutLeft}::text as payout, c.signed_text as signed
      from bet_endings n
      left join bets b on b.id = n.bet_id
      ${withSold}
      left join markets m on m.id = n.market_id
      left join entries e on e.id = n.entry_id
      left join cash_outs c on c.bet_id = n.bet_id
      where ${isNewer(sql`n.entry_id`, scope)} and (
        b.id is null or b.market_id <> n.market_id or b.user_id <> n.user_id or b.entry_id >= n.entry_id
        or (c.bet_id is not null) <> (n.kind = 'cash-out')
        or case when ${isOfMinimum(sql`c`)} then least(n.amount, ${signedAmountFor(sql`b.id`, sql`c.signed_text`)})
            else n.amount end is distinct from case n.kind
          when 'payout' then ${payoutLeft} when 'refund' then ${stakeLeft} else ${signedAmountFor(sql`b.id`, sql`c.signed_text`)} end
        or n.market_version <= b.market_version or n.market_version > m.version
        or e.kind <> case when n.market_version is null then 'settlement' else n.kind end
        -- A refund moves no price, so only the sealed key of its entry shows at which version it was made.
        or (n.kind = 'refund' and n.market_version is not null
          and e.key <> concat_ws(':', 'refund', n.market_id, n.market_version))
        or (n.market_version is null and (
          b.market_version > coalesce(m.settled_through, 0)
          or n.kind <> case when m.won_outcome_id is null then 'refund' else 'payout' end
          or (n.kind = 'payout' and not ${hasWon(sql`b.outcome_id`, winnersOfMarket(sql`m`))}))))
      union all
      -- The open stake before a part is the key of it, so each is sold once.
      select s.bet_id, s.entry_id::text, e.kind, 'part', s.amount::text, s.stake::text, s.payout::text, s.signed_text
      from sold_parts s
      left join bets b on b.id = s.bet_id
      left join markets m on m.id = s.market_id
      left join entries e on e.id = s.entry_id
      where ${isNewer(sql`s.entry_id`, scope)} and (
        b.id is null or b.market_id <> s.market_id or b.user_id <> s.user_id or b.entry_id >= s.entry_id
        or s.payout::numeric * 1000000 <> s.stake::numeric * b.odds
        or s.open_stake <> b.stake - coalesce((
          select sum(x.stake) from sold_parts x where x.bet_id = s.bet_id and x.entry_id < s.entry_id), 0)
        or exists (select from bet_endings n where n.bet_id = s.bet_id and n.entry_id <= s.entry_id)
        or s.market_version <= b.market_version or s.market_version > m.version
        -- It made that version, so nothing else did.
        or exists (select from bets x where x.market_id = s.market_id and x.market_version = s.market_version)
        or exists (select from bet_endings x where x.market_id = s.market_id and x.market_version = s.market_version)
        or exists (
          select from sold_parts x
          where x.market_id = s.market_id and x.market_version = s.market_version and x.entry_id <> s.entry_id)
        or e.kind <> 'cash-out' or e.key <> concat_ws(':', 'cash-out', s.bet_id, s.open_stake)
        or case when s.priced_market_id is null then s.amount else least(s.amount, ${signedAmountForPart(sql`s`)}) end
          is distinct from ${signedAmountForPart(sql`s`)})`,
  },
  {
    number: 6,
    promise: PROMISES['promise-worth'],
    offenders: (scope) => sql`
      with ended as (
        select n.entry_id, n.market_id, n.user_id, sum(n.amount) as amount
        from (
          select e.entry_id, e.market_id, e.user_id, e.amount from bet_endings e
          union all
          select s.entry_id, s.market_id, s.user_id, s.amount from sold_parts s
        ) n where ${isNewer(sql`n.entry_id`, scope)}
        group by n.entry_id, n.market_id, n.user_id
      ), paid as (
        select p.entry_id, f.market_id, t.user_id, sum(p.amount) as amount
        from postings p
        join entries e on e.id = p.entry_id
        join accounts f on f.id = p.from_account
        join accounts t on t.id = p.to_account
        where ${isNewer(sql`p.entry_id`, scope)} and ${isNewer(sql`e.id`, scope)}
          and e.kind in ('cash-out', 'refund', 'settlement')
        group by p.entry_id, f.market_id, t.user_id
      )
      select entry_id::text as entry, market_id as market, user_id as user, ended.amount::text as ended,
        paid.amount::text as paid
      from ended full join paid using (entry_id, market_id, user_id)
      where ended.amount is distinct from paid.amount
      union all
      select e.id::text, null, null, null, null
      from entries e
      where ${isNewer(sql`e.id`, scope)} and e.kind in ('cash-out', 'refund', 'settlement')
        and not exists (select from bet_endings n where n.entry_id = e.id)
        and not exists (select from sold_parts s where s.entry_id = e.id)`,
  },
  {
    number: 6,
    promise: PROMISES['promise-paid'],
    // The invariants above exclude wrong and repeated payments, so if the paid sum is the owed sum, every bet was paid.
    offenders: (scope) => sql`
      select m.id as market, null as bet, ${owedBy(sql`m`)}::text as owed, coalesce(s.paid, 0)::text as paid
      from markets m
      left join (${escrowSums(scope)}) s on s.market_id = m.id
      where ${hasEnded(sql`m`)} and ${isTouchedMarket(scope)} and coalesce(s.paid, 0) <> ${owedBy(sql`m`)}
      ${scope.kind === 'everything' ? sql`union all ${unpaidBets}` : sql``}`,
  },
  {
    number: 6,
    promise: PROMISES['promise-held'],
    offenders: (scope) => sql`
      select l.id as bet, l.state, moved.holds::text, moved.releases::text, moved.received::text, moved.others::text,
        b.id as in_books
      from live_bets l
      left join bets b on b.id = l.id
      cross join lateral (
        select
          count(*) filter (where n.id = l.hold_entry_id and n.kind = 'hold' and f.kind = 'pool'
            and t.market_id = l.market_id and p.amount = l.payout) as holds,
          count(*) filter (where n.kind = 'hold-release' and f.market_id = l.market_id and t.kind = 'pool'
            and p.amount = l.payout) as releases,
          count(*) filter (where n.kind = 'stake-received' and f.kind = 'outside' and t.user_id = l.user_id
            and p.amount = l.stake) as received,
          count(*) as others
        from entries n
        join postings p on p.entry_id = n.id
        join accounts f on f.id = p.from_account
        join accounts t on t.id = p.to_account
        where n.key in ('hold:' || l.id, 'hold-release:' || l.id, 'stake-received:' || l.id)
      ) moved
      where l.id in ${touchedLiveBets(scope)} and (
        moved.holds <> 1 or moved.releases <> case l.state when 'pending' then 0 else 1 end
        or moved.received <> case l.state when 'confirmed' then 1 else 0 end
        or moved.others <> moved.holds + moved.releases + moved.received
        or (b.id is not null) <> (l.state = 'confirmed')
        or (b.id is not null and (b.user_id, b.market_id, b.outcome_id, b.stake, b.odds, b.payout, b.placed_at,
            b.market_version, b.signed_hash, b.quote_id)
          is distinct from (l.user_id, l.market_id, l.outcome_id, l.stake, l.odds, l.payout, l.placed_at,
            l.decided_version, l.signed_hash, l.quote_id)))
      union all
      select n.key, n.kind, null, null, null, null, null
      from entries n
      where ${isNewer(sql`n.id`, scope)} and n.kind in ('hold', 'hold-release', 'stake-received')
        and not exists (select from live_bets l where l.id = split_part(n.key, ':', 2))`,
  },
  {
    number: 7,
    promise: PROMISES['promise-agree'],
    offenders: (scope) => sql`
      with made as materialized (${outcomeSums(scope)}), made_of_market as (
        select s.market_id, sum(s.staked) as staked, sum(s.received) as received, sum(s.open_stakes) as open_stakes,
          max(s.last_version) as last_version
        from made s group by s.market_id
      )
      select m.id as market, null as outcome,
        concat_ws(' ', m.received, m.open_stakes, m.staked, m.version) as stored,
        concat_ws(' ', s.received, s.open_stakes, s.staked, s.last_version) as of_bets
      from markets m
      left join made_of_market s on s.market_id = m.id
      where ${isTouchedMarket(scope)} and (
        m.received <> coalesce(s.received, 0) or m.open_stakes <> coalesce(s.open_stakes, 0)
        or m.staked <> coalesce(s.staked, 0) or m.version < coalesce(s.last_version, 1))
      union all
      select m.id, o.id, o.open_returns::text, coalesce(s.open_returns, 0)::text
      from markets m
      join outcomes o on o.market_id = m.id
      left join made s on s.outcome_id = o.id and s.market_id = m.id
      where ${isTouchedMarket(scope)} and o.open_returns <> coalesce(s.open_returns, 0)`,
  },
  {
    number: 7,
    promise: PROMISES['promise-pending'],
    offenders: (scope) => sql`
      select m.id as market, o.id as outcome, concat_ws(' ', o.pending_returns, o.pending_stakes) as stored,
        concat_ws(' ', p.returns, p.stakes) as of_bets, m.version::text
      from markets m
      join outcomes o on o.market_id = m.id
      left join (
        select l.outcome_id, sum(l.payout) as returns, sum(l.stake) as stakes
        from live_bets l where l.state = 'pending' group by l.outcome_id
      ) p on p.outcome_id = o.id
      where ${isTouchedMarket(scope)}
        and (o.pending_returns <> coalesce(p.returns, 0) or o.pending_stakes <> coalesce(p.stakes, 0))
      union all
      select l.market_id, l.outcome_id, l.id, concat_ws(' ', l.market_version, l.decided_version), m.version::text
      from live_bets l join markets m on m.id = l.market_id
      where l.id in ${touchedLiveBets(scope)} and (
        l.market_version > m.version or l.decided_version > m.version or l.decided_version <= l.market_version)`,
  },
  {
    number: 7,
    promise: PROMISES['promise-minutes'],
    offenders: (scope) => sql`
      with open_bets as materialized (
        select b.id, b.market_id, b.outcome_id, b.placed_at, ${stakeLeft} as stake, ${payoutLeft} as payout
        from ${betsOfMinutes(scope)} b ${withSold}), sets as materialized (
        select g.market_id, s.position, s.outcome_ids
        from (select distinct market_id from open_bets) g cross join lateral (${winnerSetsOf(sql`g.market_id`)}) s
      ), made as (
        select r.market_id, r.minute, r.position, sum(r.change) as net, greatest(0, max(r.running)) as highest
        from (
          select b.market_id, ${minuteOfBet} as minute, o.position, b.placed_at, sum(c.change) as change,
            sum(sum(c.change)) over (partition by b.market_id, ${minuteOfBet}, o.position order by b.placed_at)
              as running
          from open_bets b
          join sets o on o.market_id = b.market_id
          cross join lateral (
            select case when b.outcome_id = any(o.outcome_ids) then b.payout else 0 end - b.stake as change
          ) c
          where not exists (select from bet_endings n where n.bet_id = b.id and n.market_version is not null)
          group by b.market_id, ${minuteOfBet}, o.position, b.placed_at
        ) r
        group by r.market_id, r.minute, r.position
      ), summed as (
        select m.market_id, m.minute, array_agg(m.net::bigint order by m.position) as net,
          array_agg(m.highest::bigint order by m.position) as highest
        from made m group by m.market_id, m.minute
      ), stored as (
        select n.* from bet_minutes n
        ${
          scope.kind === 'everything'
            ? sql`join markets m on m.id = n.market_id where not ${hasEnded(sql`m`)}`
            : sql`join (${minutesTouched(scope)}) t using (market_id, minute)`
        }
      )
      select market_id as market, minute, concat_ws(' ', n.net, n.highest) as stored,
        concat_ws(' ', s.net, s.highest) as of_bets
      from stored n full join summed s using (market_id, minute)
      where (n.net, n.highest) is distinct from (s.net, s.highest)`,
  },
  {
    number: 8,
    promise: PROMISES['promise-quote'],
    // In two parts, so that each can use an index.
    offenders: (scope) => sql`
      select b.id as bet, o.id as other
      from bets b
      join bets o on ${hasSameQuote(sql`o`, sql`b`)} and o.id <> b.id
      where ${isNewer(sql`b.entry_id`, scope)}
      union all
      select b.id, o.id
      from bets b
      join bets o on ${hasSameKey(sql`o`, sql`b`)} and o.id <> b.id
      where ${isNewer(sql`b.entry_id`, scope)}`,
  },
  {
    number: 9,
    promise: PROMISES['promise-in-time'],
    offenders: (scope) => sql`
      select b.id as bet, b.placed_at, b.closes_at, b.staked::text as staked_that_day,
        b.priced_at, b.daily_stake_cap::text as cap
      from (${withStakedThatDay(scope)}) b
      where b.placed_at >= b.closes_at or b.placed_at > b.priced_at + interval '10 minutes'
        or b.staked > b.daily_stake_cap
      union all
      select c.id, c.placed_at, l.closes_at, null, l.priced_at, null
      from combos c join combo_legs l on l.combo_id = c.id
      where ${isNewer(sql`c.entry_id`, scope)} and (c.placed_at >= l.closes_at
        or c.placed_at > l.priced_at + ${COMBO_FRESH_MS}::float8 * interval '1 millisecond')`,
  },
  {
    number: 9,
    promise: PROMISES['promise-break'],
    // The end of a break never moves to an earlier time, so users without a break now had none before. This keeps the
    // number of audit rows to read small.
    offenders: (scope) => sql`
      select b.id as bet, b.placed_at, a.at as break_from, a.after ->> 'until' as break_until
      from ${stakes} b
      join user_limits l on l.user_id = b.user_id and l.blocked_until > b.placed_at
      join ${scope.kind === 'everything' ? sql`audit` : scope.audit} a on a.user_id = b.user_id and a.action = 'limits.break'
      where ${isNewer(sql`b.entry_id`, scope)} and a.at < b.placed_at
        and b.placed_at < (a.after ->> 'until')::timestamptz`,
  },
  {
    number: 10,
    promise: PROMISES['promise-audit'],
    offenders: (scope) => sql`
      select r.id::text as audit, r.action
      from (
        select a.*, p.id is null and a.id > 1 as is_gap, coalesce(p.hash, '\\x'::bytea) as hash_before
        from audit a left join audit p on p.id = a.id - 1
        where ${isNewAudit(scope)}
      ) r
      where r.is_gap or r.hash <> ${auditHash(sql`r`)}`,
  },
  {
    number: 10,
    promise: PROMISES['promise-seal'],
    offenders: (scope) => sql`
      select s.id::text as seal, s.first_entry::text, s.last_entry::text, a.id::text as audit, a.action, a.after
      from seals s
      left join seals p on p.id = s.id - 1
      left join audit a on a.id = s.audit_id
      where ${isNewSeal(scope)} and (
        s.first_entry <> coalesce(p.last_entry, 0) + 1 or (p.id is null and s.id > 1)
        or a.action is distinct from 'books.seal'
        or a.after is distinct from jsonb_build_object('root', encode(s.root, 'hex'), 'leaves', s.leaves,
          'firstEntry', s.first_entry, 'lastEntry', s.last_entry))
      union all
      select null, null, null, a.id::text, a.action, a.after
      from audit a
      where ${isNewAudit(scope)} and a.action = 'books.seal' and a.id not in (
        select s.audit_id from seals s
        where ${scope.kind === 'everything' ? sql`true` : sql`s.id > ${scope.sealIdBefore}`})`,
  },
  {
    number: 11,
    promise: PROMISES['promise-outside'],
    // Only in live mode: in a demo no money comes from outside. The chain's own balance is known for the blocks that it was
    // asked about, and the sum of all its USDC transfers must be the same.
    offenders: (scope) => sql`
      select c.block_number::text as block, c.chain_balance::text as on_chain, b.balance::text as in_books
      from chain_cursor c cross join (${balanceOutside}) b
      where c.chain_balance <> b.balance
      ${
        scope.kind === 'everything'
          ? sql`
            union all
            select c.block_number::text, moved.balance::text, b.balance::text
            from chain_cursor c cross join (${balanceOutside}) b cross join lateral (${movedOnChain(sql`c.escrow`)}) moved
            where moved.balance <> b.balance`
          : sql``
      }`,
  },
  ...COMBO_INVARIANTS,
  ...ORDER_INVARIANTS,
];

/** Selects an address's balance: what it had before the chain was followed, plus USDC moved to it, minus USDC moved from it. */
function movedOnChain(address: SQL): SQL {
  const text = sql`'0x' || encode(${address}, 'hex')`;
  return sql`
    select coalesce((select sum(p.amount) from entries n join postings p on p.entry_id = n.id
        where n.key = 'house-deposit:before'), 0)
      + coalesce(sum((e.args ->> 'value')::numeric) filter (where e.args ->> 'to' = ${text}), 0)
      - coalesce(sum((e.args ->> 'value')::numeric) filter (where e.args ->> 'from' = ${text}), 0) as balance
    from chain_events e where e.name = 'Transfer'`;
}

/** For a market: the most that it has to pay in all; by its result once that is being paid. */
function owedBy(m: SQL): SQL {
  return sql`(case
    when ${m}.settled_through is null
      then greatest(${m}.open_stakes, ${largestTogether(m, sql`o.open_returns`)})
    when ${m}.won_outcome_id is null then ${m}.open_stakes
    else ${owedToWinners(m, winnersOfMarket(m))} end)`;
}

/**
 * For a market that is not being paid: the house's loss in the worst case, whichever of its pending bets stay. The same as
 * `pendingExposureOf` in core.
 */
function mostLostBy(m: SQL): SQL {
  return sql`(greatest(${m}.open_stakes, ${largestTogether(m, costOfOutcome)}) - ${m}.received)`;
}

/**
 * For a row `m` of markets of the feed: the stakes of its refunded late bets, micro-USDC. While late bets on other markets of
 * its game wait for their refund, the game may be above its cap by at most that: these bets may have made room for them.
 */
const refundedOn = (m: SQL): SQL => sql`(case when exists (select from audit a where ${isStartOf}) then (
  select coalesce(sum(e.amount), 0) from bet_endings e
  where e.market_id = ${m}.id and e.market_version is not null and e.kind = 'refund') else 0 end)`;

/** For a bet `b`: the minute in which it was placed. */
const minuteOfBet = sql`date_trunc('minute', b.placed_at at time zone 'UTC') at time zone 'UTC'`;

/** Bets on markets of the feed: all bets on markets that have not ended, or the bets of minutes with new bets or new ends. */
function betsOfMinutes(scope: Scope): SQL {
  if (scope.kind === 'everything')
    return sql`(
      select b.* from bets b join markets m on m.id = b.market_id where b.priced_at is not null and not ${hasEnded(sql`m`)})`;
  return sql`(
    select b.* from (${minutesTouched(scope)}) t
    cross join lateral (
      select b.* from bets b
      where b.market_id = t.market_id and b.priced_at is not null and b.placed_at >= t.minute
        and b.placed_at < t.minute + interval '1 minute'
      offset 0
    ) b)`;
}

/** Selects the minutes of open markets of the feed that have new bets or new ends. */
const minutesTouched = (scope: Scope): SQL => sql`
  select b.market_id, ${minuteOfBet} as minute from bets b join markets m on m.id = b.market_id
  where b.priced_at is not null and not ${hasEnded(sql`m`)} and ${isNewer(sql`b.entry_id`, scope)}
  union
  select b.market_id, ${minuteOfBet}
  from bet_endings n join bets b on b.id = n.bet_id join markets m on m.id = b.market_id
  where b.priced_at is not null and not ${hasEnded(sql`m`)} and n.market_version is not null
    and ${isNewer(sql`n.entry_id`, scope)}
  union
  select b.market_id, ${minuteOfBet}
  from sold_parts s join bets b on b.id = s.bet_id join markets m on m.id = b.market_id
  where b.priced_at is not null and not ${hasEnded(sql`m`)} and ${isNewer(sql`s.entry_id`, scope)}`;

const hasEnded = (m: SQL): SQL => sql`(${m}.state in ('settled', 'void'))`;

/** Selects the ids of live bets that have entries in the scope. */
function touchedLiveBets(scope: Scope): SQL {
  if (scope.kind === 'everything') return sql`(select x.id from live_bets x)`;
  return sql`(
    select split_part(x.key, ':', 2) from entries x
    where ${isNewer(sql`x.id`, scope)} and x.kind in ('hold', 'hold-release', 'stake-received'))`;
}

/** Selects bets that settlement has passed, that the result pays, and that were not paid. */
const unpaidBets = sql`
  select m.id, b.id, case when m.won_outcome_id is null then ${stakeLeft} else ${payoutLeft} end::text, null
  from markets m
  join bets b on b.market_id = m.id and b.market_version <= m.settled_through
  left join bet_endings n on n.bet_id = b.id
  ${withSold}
  where n.bet_id is null and (m.won_outcome_id is null or ${hasWon(sql`b.outcome_id`, winnersOfMarket(sql`m`))})`;

/** For a row `m` of markets: whether the scope has it. */
function isTouchedMarket(scope: Scope): SQL {
  return scope.kind === 'everything' ? sql`true` : scope.isMarket(sql`m.id`);
}

/** For a row `a` of the audit. */
function isNewAudit(scope: Scope): SQL {
  return scope.kind === 'everything' ? sql`true` : sql`a.id > ${scope.auditId}`;
}

/** For a row `s` of seals. */
export function isNewSeal(scope: Scope): SQL {
  return scope.kind === 'everything' ? sql`true` : sql`s.id > ${scope.sealId}`;
}

/** Bets and combos. Each leg of a combo has a close and odds of its own. */
const stakes = sql`(
  select b.id, b.user_id, b.stake, b.placed_at, b.closes_at, b.priced_at, b.daily_stake_cap, b.entry_id, b.seq
  from bets b
  union all
  select c.id, c.user_id, c.stake, c.placed_at, null::timestamptz, null::timestamptz, c.daily_stake_cap, c.entry_id, c.seq
  from combos c)`;

/**
 * Selects bets and combos with the sum that the bettor had `staked` that UTC day up to and including each: all of them, or
 * those from the bettor's first new one of a day on. Stakes before that are one sum per bettor and day, read only from the
 * indexes.
 */
function withStakedThatDay(scope: Scope): SQL {
  const day = (at: SQL) => sql`date_trunc('day', ${at} at time zone 'UTC') at time zone 'UTC'`;
  // Live bets have a `seq` in the order in which the chain placed them, so their moments come first.
  const order = sql`b.placed_at, b.seq`;
  if (scope.kind === 'everything') {
    return sql`
      select b.*, sum(b.stake) over (partition by b.user_id, ${day(sql`b.placed_at`)} order by ${order}) as staked
      from ${stakes} b`;
  }
  return sql`
    select b.*, before.staked + sum(b.stake) over (partition by b.user_id, d.day order by ${order}) as staked
    from (
      select n.user_id, ${day(sql`n.placed_at`)} as day, min(n.placed_at) as since
      from ${stakes} n where ${isNewer(sql`n.entry_id`, scope)}
      group by 1, 2
    ) d
    cross join lateral (
      select coalesce(sum(x.stake), 0) as staked
      from ${stakes} x where x.user_id = d.user_id and x.placed_at >= d.day and x.placed_at < d.since
    ) before
    join ${stakes} b on b.user_id = d.user_id and b.placed_at >= d.since and b.placed_at < d.day + interval '1 day'`;
}
