import { signerOf } from '@tallystone/testkit/wallets/evm-wallet.ts';
import type { Reader } from './database.ts';

/** Whether the outcome of a bet `b` is among the winners of its market `m`. */
const HAS_WON = `(b.outcome_id = m.won_outcome_id or b.outcome_id = any(m.also_won))`;

/** Of a bet `b`: what was sold of it in parts. */
const SOLD = `left join lateral (
        select coalesce(sum(stake), 0) as stake, coalesce(sum(payout), 0) as payout from sold_parts where bet_id = b.id) sold on true`;

/**
 * Independent checks of the books, written from the rules in docs/design and not from the server's own checks, so that
 * one mistake can't hide in both. Each query counts violations of its sentence.
 */
const RULES: readonly { sentence: string; broken: string }[] = [
  {
    sentence: 'all accounts sum to zero',
    broken: `
      select 1 from (
        select sum(balance) as total from (select balance from accounts union all select balance from pool_slices) b
      ) t where total <> 0`,
  },
  {
    sentence: 'every balance is the sum of its postings',
    broken: `
      select 1 from accounts a
      where a.balance + case a.kind when 'pool' then (select coalesce(sum(s.balance), 0) from pool_slices s) else 0 end <>
        coalesce((select sum(p.amount) from postings p where p.to_account = a.id), 0)
        - coalesce((select sum(p.amount) from postings p where p.from_account = a.id), 0)`,
  },
  {
    sentence: 'no account except the faucet and the outside world is negative',
    broken: `select 1 from accounts where balance < 0 and kind not in ('faucet', 'outside')`,
  },
  {
    sentence: 'every posting moves a positive amount between two accounts',
    broken: `select 1 from postings where amount <= 0 or from_account = to_account`,
  },
  {
    sentence: 'every entry has a posting',
    broken: `select 1 from entries e where not exists (select 1 from postings p where p.entry_id = e.id)`,
  },
  {
    sentence:
      'a market received the stakes of its bets less what it paid before its end, and owes what is still open',
    broken: `
      with early as materialized (
        select b.market_id, b.outcome_id, b.stake - sold.stake as stake, b.payout - sold.payout as payout, x.amount
        from bet_endings x join bets b on b.id = x.bet_id ${SOLD}
        where x.market_version is not null
        union all
        select b.market_id, b.outcome_id, s.stake, s.payout, s.amount from sold_parts s join bets b on b.id = s.bet_id)
      select 1 from markets m
      where m.staked <> coalesce((select sum(stake) from bets where market_id = m.id), 0)
        or m.received <> m.staked - coalesce((select sum(amount) from early where market_id = m.id), 0)
        or m.open_stakes <> m.staked - coalesce((select sum(stake) from early where market_id = m.id), 0)
      union all
      select 1 from outcomes o where o.open_returns <>
        coalesce((select sum(payout) from bets where outcome_id = o.id), 0)
        - coalesce((select sum(payout) from early where outcome_id = o.id), 0)`,
  },
  {
    sentence:
      'the escrow of a running market is its budget, its stakes and the holds of pending bets, and covers its worst outcome and a void',
    broken: `
      select 1 from markets m left join accounts a on a.kind = 'escrow' and a.market_id = m.id
      where m.settled_through is null and m.state not in ('settled', 'void') and (
        coalesce(a.balance, 0) <> m.funded + m.received
          + (select coalesce(sum(payout), 0) from live_bets where market_id = m.id and state = 'pending')
        or coalesce(a.balance, 0) < m.open_stakes
        or coalesce(a.balance, 0) < (select sum(o.open_returns) from (
          select open_returns from outcomes where market_id = m.id order by open_returns desc limit m.winners) o)
        or (m.funded <> 0 and m.funded < m.loss_budget)
        or (m.funded = 0 and (m.staked > 0 or (m.pricing = 'lmsr' and m.archived_at is null))))`,
  },
  {
    sentence: 'the escrow of a market that is being paid is what is still to be paid',
    broken: `
      select 1 from markets m join accounts a on a.kind = 'escrow' and a.market_id = m.id
      where m.state = 'resolving' and m.settled_through is not null and a.balance < (
        select coalesce(sum(case when m.won_outcome_id is null then b.stake - sold.stake else b.payout - sold.payout end), 0)
        from bets b ${SOLD}
        where b.market_id = m.id and (m.won_outcome_id is null or ${HAS_WON})
          and not exists (select 1 from bet_endings x where x.bet_id = b.id))`,
  },
  {
    sentence: 'nothing is left in the escrow of a market that is settled or void',
    broken: `
      select 1 from markets m join accounts a on a.market_id = m.id
      where m.state in ('settled', 'void') and a.balance <> 0`,
  },
  {
    sentence: 'the funding of markets, less what they returned without bets, is what they count on',
    broken: `
      select 1 from markets m left join accounts a on a.kind = 'escrow' and a.market_id = m.id
      where m.funded <>
        coalesce((select sum(p.amount) from postings p join entries e on e.id = p.entry_id
          where p.to_account = a.id and e.kind in ('market-open', 'market-top-up')), 0)
        - coalesce((select sum(p.amount) from postings p join entries e on e.id = p.entry_id
          where p.from_account = a.id and e.kind = 'market-withdrawal'), 0)`,
  },
  {
    sentence:
      'markets that follow a feed lose at most their cap, or what the pool added, and together that of their game, besides refunded stakes',
    broken: `
      with risk as (
        select m.*, greatest(0, m.open_stakes - m.received,
          (select sum(o.open_returns) from (
            select open_returns from outcomes where market_id = m.id order by open_returns desc limit m.winners) o) - m.received
          ) as most,
          (select coalesce(sum(x.amount), 0) from bet_endings x where x.market_id = m.id and x.kind = 'refund') as refunded
        from markets m where m.pricing = 'feed' and m.state not in ('settled', 'void')
      )
      select 1 from risk where most > greatest(loss_budget, funded)
      union all
      select 1 from games g where (select sum(most) from risk where game_id = g.id) >
        g.cap + (select sum(greatest(0, funded - loss_budget) + refunded) from risk where game_id = g.id)`,
  },
  {
    sentence:
      'bets on a feed record when their price was confirmed, at most ten minutes before, and no others do',
    broken: `
      select 1 from bets b join markets m on m.id = b.market_id
      where (b.priced_at is null) <> (m.pricing = 'lmsr') or b.placed_at - b.priced_at > interval '10 minutes'`,
  },
  {
    sentence:
      'a bet has exactly one entry with exactly one posting: its stake, from its bettor to its market',
    broken: `
      select 1 from bets b left join entries e on e.id = b.entry_id where e.kind is distinct from 'bet'
      union all
      select 1 from bets b where 1 <> (select count(*) from postings p where p.entry_id = b.entry_id)
      union all
      select 1 from bets b join postings p on p.entry_id = b.entry_id
        join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
      where p.amount <> b.stake
        or f.kind <> 'user' or f.user_id is distinct from b.user_id
        or t.kind <> 'escrow' or t.market_id is distinct from b.market_id`,
  },
  {
    sentence: 'every stake that was posted belongs to one bet',
    broken: `
      select 1 from entries e where e.kind = 'bet' and 1 <> (select count(*) from bets b where b.entry_id = e.id)
      union all
      select 1 from postings p join entries e on e.id = p.entry_id join accounts t on t.id = p.to_account
      where t.kind = 'escrow' and e.kind not in ('bet', 'market-open', 'market-top-up', 'hold')`,
  },
  {
    sentence: 'money leaves a market to its bettors for ends of bets, and to the pool, in no other way',
    broken: `
      select 1 from postings p join entries e on e.id = p.entry_id
        join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
      where f.kind = 'escrow' and not (
        (t.kind = 'user' and e.kind in ('cash-out', 'refund', 'settlement'))
        or (t.kind = 'pool' and e.kind in ('market-withdrawal', 'market-remainder', 'hold-release')))`,
  },
  {
    sentence: 'a bet ends at most once, for its own user on its own market, after it was placed',
    broken: `
      select 1 from bet_endings group by bet_id having count(*) > 1
      union all
      select 1 from bet_endings x left join bets b on b.id = x.bet_id
      where b.id is null or b.user_id <> x.user_id or b.market_id <> x.market_id or b.entry_id >= x.entry_id
        or x.ended_at < b.placed_at`,
  },
  {
    sentence:
      'a payout is what the bet returns less its sold parts, on the outcome that won, by a settlement that has come to it',
    broken: `
      select 1 from bet_endings x join bets b on b.id = x.bet_id join markets m on m.id = b.market_id
        join entries e on e.id = x.entry_id ${SOLD}
      where x.kind = 'payout' and (x.amount <> b.payout - sold.payout or ${HAS_WON} is not true
        or coalesce(m.settled_through, -1) < b.market_version or e.kind <> 'settlement')`,
  },
  {
    sentence:
      'a market that is paid for winners has as many as its rule says, all of them its own and as its result says',
    broken: `
      select 1 from markets m
      where m.settled_through is not null and m.won_outcome_id is not null and (
        m.winners <> (select count(*) from outcomes o where o.market_id = m.id
          and (o.id = m.won_outcome_id or o.id = any(m.also_won)))
        or cardinality(m.also_won) <> m.winners - 1
        or exists (select 1 from resolutions r where r.market_id = m.id and r.ended_as = 'paid'
          and (r.outcome_id is distinct from m.won_outcome_id or r.also_won <> m.also_won)))`,
  },
  {
    sentence: 'a refund is what was not sold of the stake of a bet on a void market or of a late bet',
    broken: `
      select 1 from bet_endings x join bets b on b.id = x.bet_id join markets m on m.id = b.market_id
        join entries e on e.id = x.entry_id ${SOLD}
      where x.kind = 'refund' and (x.amount <> b.stake - sold.stake or not case e.kind
        when 'refund' then x.market_version > b.market_version
        when 'settlement' then m.won_outcome_id is null and m.settled_through >= b.market_version
        else false end)`,
  },
  {
    sentence:
      'a cash-out is of the amount that was signed, or at least that after a wait for the delay of its game or for the amount, a minute or more after the bet, and no other end is signed',
    broken: `
      select 1 from bet_endings x join bets b on b.id = x.bet_id left join cash_outs c on c.bet_id = b.id
        join entries e on e.id = x.entry_id
        cross join lateral (select split_part(c.signed_text, ' ', 3) = 'automatically:' as is_automatic) a
        cross join lateral (
          select split_part(c.signed_text, ' ', case when a.is_automatic then 4 else 3 end) as bet,
            split_part(c.signed_text, ' ', case when a.is_automatic then 8 else 5 end)::numeric * 1000000 as amount) signed
      where x.kind = 'cash-out' and (c.bet_id is null or e.kind <> 'cash-out' or signed.bet <> b.id
        or case when c.priced_market_id is null and not a.is_automatic then signed.amount <> x.amount
          -- The amount was a minimum, and the cash-out waited: five seconds or more if the game was played.
          else signed.amount > x.amount or not exists (
            select 1 from cash_out_orders o join cash_out_order_ends d on d.order_id = o.id
            where o.bet_id = b.id and d.kind = 'filled' and o.signed_hash = c.signed_hash
              and (o.decide_at is null) = a.is_automatic and coalesce(o.decide_at, o.placed_at) <= x.ended_at
              and (c.priced_market_id is null or coalesce(d.reached_at, o.placed_at) + interval '5 seconds' <= x.ended_at)) end
        or x.ended_at - b.placed_at < interval '60 seconds')
      union all
      select 1 from cash_outs c left join bet_endings x on x.bet_id = c.bet_id where x.kind is distinct from 'cash-out'`,
  },
  {
    sentence:
      'a sold part is of the stake that was open, a dollar or more as what it leaves, returns its share, and has the amount that was signed, or at least that after a wait for the delay of its game, a minute or more after the bet and before its end',
    broken: `
      select 1 from sold_parts s left join bets b on b.id = s.bet_id left join markets m on m.id = s.market_id
        left join entries e on e.id = s.entry_id left join bet_endings x on x.bet_id = s.bet_id
        cross join lateral (
          select split_part(s.signed_text, ' ', 5) as bet, split_part(s.signed_text, ' ', 6)::numeric * 1000000 as stake,
            split_part(s.signed_text, ' ', 8)::numeric * 1000000 as open_stake,
            split_part(s.signed_text, ' ', 11)::numeric * 1000000 as amount) signed
      where b.id is null or b.user_id <> s.user_id or b.market_id <> s.market_id or e.kind is distinct from 'cash-out'
        or s.stake < 1000000 or s.open_stake - s.stake < 1000000 or s.payout::numeric * b.stake <> s.stake::numeric * b.payout
        or s.open_stake <> b.stake - (
          select coalesce(sum(p.stake), 0) from sold_parts p where p.bet_id = s.bet_id and p.open_stake > s.open_stake)
        or s.entry_id <= b.entry_id or s.entry_id >= x.entry_id or s.sold_at - b.placed_at < interval '60 seconds'
        or s.market_version <= b.market_version or s.market_version > m.version or s.market_version >= x.market_version
        or (signed.bet, signed.stake, signed.open_stake) is distinct from (s.bet_id || ',', s.stake, s.open_stake)
        or signed.amount > s.amount or case when s.priced_market_id is null then signed.amount <> s.amount
          else not exists (
            select 1 from cash_out_orders o join cash_out_order_ends d on d.order_id = o.id
            where o.bet_id = s.bet_id and d.kind = 'filled' and o.signed_hash = s.signed_hash
              and (o.stake, o.open_stake) = (s.stake, s.open_stake) and o.amount = signed.amount
              and o.placed_at + interval '5 seconds' <= s.sold_at and o.decide_at <= s.sold_at) end`,
  },
  {
    sentence:
      'an entry that ends bets pays each user what the ends of that user are worth together, and ends some',
    broken: `
      with due as (
        select entry_id, user_id, sum(amount) as amount from (
          select entry_id, user_id, amount from bet_endings union all select entry_id, user_id, amount from sold_parts) ends
        group by 1, 2),
      paid as (
        select p.entry_id, t.user_id, sum(p.amount) as amount
        from postings p join entries e on e.id = p.entry_id join accounts t on t.id = p.to_account
        where e.kind in ('cash-out', 'refund', 'settlement') group by 1, 2
      )
      select 1 from due full join paid on paid.entry_id = due.entry_id and paid.user_id = due.user_id
      where due.amount is distinct from paid.amount`,
  },
  {
    sentence:
      'of a market that is settled every winner is paid, of a void one every bet is given back, unless it was sold',
    broken: `
      select 1 from bets b join markets m on m.id = b.market_id
      where (m.state in ('settled', 'void') or b.market_version <= m.settled_through)
        and (m.won_outcome_id is null or ${HAS_WON})
        and not exists (select 1 from bet_endings x where x.bet_id = b.id)`,
  },
  {
    sentence:
      'seals follow each other without a gap, with a leaf for each entry, bet, combo, end, sold part and market',
    broken: `
      select 1 from seals s left join seals p on p.id = s.id - 1 where s.first_entry <> coalesce(p.last_entry, 0) + 1
      union all
      select 1 from seals s where s.leaves <>
        (select count(*) from entries where id between s.first_entry and s.last_entry)
        + (select count(*) from bets where entry_id between s.first_entry and s.last_entry)
        + (select count(*) from bet_endings where entry_id between s.first_entry and s.last_entry)
        + (select count(*) from sold_parts where entry_id between s.first_entry and s.last_entry)
        + (select count(*) from combos where entry_id between s.first_entry and s.last_entry)
        + (select count(*) from combo_endings where entry_id between s.first_entry and s.last_entry)
        + (select count(*) from entries e join market_terms t on t.market_id = split_part(e.key, ':', 2)
          where e.kind = 'market-open' and e.id between s.first_entry and s.last_entry)
      union all
      select 1 from seals s left join audit a on a.id = s.audit_id
      where a.after ->> 'root' is distinct from encode(s.root, 'hex')`,
  },
  {
    sentence: 'the account of the orders holds the stakes of those without an end, and the list names them',
    broken: `
      select 1 where coalesce((select sum(balance) from accounts where kind = 'orders'), 0) <> coalesce((
        select sum(stake) from orders o where not exists (select 1 from order_ends x where x.order_id = o.id)), 0)
      union all
      select 1 from orders o left join order_ends x on x.order_id = o.id left join open_orders w on w.order_id = o.id
      where (x.order_id is null) <> (w.order_id is not null) or w.stake <> o.stake`,
  },
  {
    sentence:
      'a bet on a running game has an order that waited for the delay of its game, and no other order has a bet',
    broken: `
      select 1 from bets b join markets m on m.id = b.market_id join games g on g.id = m.game_id
        left join orders o on o.id = b.id left join order_ends x on x.order_id = b.id
      where g.in_play_of is not null and (o.id is null or x.kind is distinct from 'filled'
        or b.placed_at < o.placed_at + g.delay_seconds * interval '1 second' or b.odds < o.odds or b.stake <> o.stake)
      union all
      select 1 from order_ends x where (x.kind = 'filled') <> exists (select 1 from bets b where b.id = x.order_id)`,
  },
  {
    sentence: 'a payout is stake times odds, and odds lie between 1.01 and 1000.00 in whole hundredths',
    broken: `
      select 1 from bets where payout::numeric * 1000000 <> stake::numeric * odds
        or stake <= 0 or stake % 10000 <> 0 or odds % 10000 <> 0 or odds < 1010000 or odds > 1000000000`,
  },
  {
    sentence:
      'a user has what the faucet gave, the chain brought and ended bets, sold parts and combos paid, less what was staked, waits in orders and was sent to the chain',
    broken: `
      select 1 from accounts a
        left join (select p.to_account, sum(p.amount) as given from postings p join entries e on e.id = p.entry_id
          where e.kind in ('faucet-grant', 'stake-received') group by 1) g on g.to_account = a.id
        left join (select user_id, sum(amount) as paid from (
          select user_id, amount from bet_endings union all select user_id, amount from combo_endings
          union all select user_id, amount from sold_parts) e group by 1
        ) x on x.user_id = a.user_id
        left join (select user_id, sum(stake) as staked from (
          select user_id, stake from bets union all select user_id, stake from combos
          union all select user_id, stake from orders o where not exists (select 1 from order_ends x where x.order_id = o.id)) p group by 1
        ) b on b.user_id = a.user_id
        left join (select p.from_account, sum(p.amount) as sent from postings p join entries e on e.id = p.entry_id
          where e.kind = 'payout-sent' group by 1) s on s.from_account = a.id
      where a.kind = 'user' and a.balance <>
        coalesce(g.given, 0) + coalesce(x.paid, 0) - coalesce(b.staked, 0) - coalesce(s.sent, 0)`,
  },
  {
    sentence: 'the holds of markets for live bets are what the pending ones would be paid',
    broken: `
      with held as (
        select coalesce(t.market_id, f.market_id) as market_id,
          sum(case when e.kind = 'hold' then p.amount else -p.amount end) as amount
        from postings p join entries e on e.id = p.entry_id
          join accounts t on t.id = p.to_account join accounts f on f.id = p.from_account
        where e.kind in ('hold', 'hold-release') group by 1
      ),
      due as (select market_id, sum(payout) as amount from live_bets where state = 'pending' group by 1)
      select 1 from held full join due on due.market_id = held.market_id
      where coalesce(held.amount, 0) <> coalesce(due.amount, 0)`,
  },
  {
    sentence:
      'a live bet is among the bets once its stake is final, on the terms it was accepted on, and only then',
    broken: `
      select 1 from live_bets l left join bets b on b.id = l.id
      where (l.state = 'confirmed') <> (b.id is not null)
        or (b.id is not null and (b.user_id, b.market_id, b.outcome_id, b.stake, b.odds, b.payout)
          is distinct from (l.user_id, l.market_id, l.outcome_id, l.stake, l.odds, l.payout))`,
  },
  {
    sentence: 'stakes come from the outside account only for live bets that are final',
    broken: `
      select 1 where (select coalesce(sum(p.amount), 0) from postings p join entries e on e.id = p.entry_id
          where e.kind = 'stake-received')
        <> (select coalesce(sum(stake), 0) from live_bets where state = 'confirmed')`,
  },
  {
    sentence: 'a key and a quote buy one bet each',
    broken: `
      select 1 from bets where idempotency_key is not null group by user_id, idempotency_key having count(*) > 1
      union all
      select 1 from bets where quote_id is not null group by user_id, quote_id having count(*) > 1`,
  },
  {
    sentence: 'a signed text without key or quote buys one bet in ten minutes',
    broken: `
      select 1 from bets a join bets b on a.user_id = b.user_id and a.signed_hash = b.signed_hash and a.seq < b.seq
      where a.quote_id is null and a.idempotency_key is null and b.quote_id is null
        and b.idempotency_key is null and b.placed_at - a.placed_at < interval '10 minutes'`,
  },
  {
    sentence: 'the stakes of a UTC day stay under the cap that each bet and each combo was accepted with',
    broken: `
      select 1 from (
        select daily_stake_cap, sum(stake) over (
          partition by user_id, date_trunc('day', placed_at at time zone 'UTC') order by placed_at, seq
        ) as staked from (
          select user_id, stake, placed_at, seq, daily_stake_cap from bets
          union all
          select user_id, stake, placed_at, seq, daily_stake_cap from combos
        ) b
      ) t where staked > daily_stake_cap`,
  },
  {
    sentence:
      'the account of the combos holds the returns of those that have no end, and the list names them',
    broken: `
      select 1 where coalesce((select sum(balance) from accounts where kind = 'combos'), 0) <> coalesce((
        select sum(payout) from combos c where not exists (select 1 from combo_endings x where x.combo_id = c.id)), 0)
      union all
      select 1 from combos c left join combo_endings x on x.combo_id = c.id left join open_combos o on o.combo_id = c.id
      where (x.combo_id is null) <> (o.combo_id is not null) or o.house_part <> c.payout - c.stake`,
  },
  {
    sentence:
      'money goes to the combos from their bettors and the pool, and back to these, by the entries of combos alone',
    broken: `
      select 1 from postings p join entries e on e.id = p.entry_id
        join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
      where (f.kind = 'combos' or t.kind = 'combos' or e.kind in ('combo', 'combo-end')) and not (
        (t.kind = 'combos' and e.kind = 'combo' and f.kind in ('user', 'pool'))
        or (f.kind = 'combos' and e.kind = 'combo-end' and t.kind in ('user', 'pool')))
      union all
      select 1 from combos c where 2 <> (select count(*) from postings p where p.entry_id = c.entry_id)
      union all
      select 1 from combos c join postings p on p.entry_id = c.entry_id join accounts f on f.id = p.from_account
      where p.amount <> case f.kind when 'user' then c.stake else c.payout - c.stake end
        or (f.kind = 'user' and f.user_id <> c.user_id)
      union all
      select 1 from combo_endings x join combos c on c.id = x.combo_id
      where x.user_id <> c.user_id or x.entry_id <= c.entry_id or x.ended_at < c.placed_at or x.amount <> coalesce((
        select sum(p.amount) from postings p join accounts t on t.id = p.to_account
        where p.entry_id = x.entry_id and t.user_id = x.user_id), 0)
        or c.payout <> (select sum(p.amount) from postings p where p.entry_id = x.entry_id)`,
  },
  {
    sentence:
      'a combo is lost with a leg that lost, paid when none did, given back when all are void, and sold for what was signed',
    broken: `
      select 1 from combos c
        join (select combo_id, bool_or(result = 'lost') as has_lost, bool_and(result = 'void') as is_void,
            bool_or(result is null) as is_open from combo_legs group by 1) l on l.combo_id = c.id
        left join combo_endings x on x.combo_id = c.id left join combo_cash_outs s on s.combo_id = c.id
      where (s.combo_id is not null) <> coalesce(x.kind = 'cash-out', false)
        or (x.kind = 'cash-out' and (split_part(s.signed_text, ' ', 3) <> c.id
          or split_part(s.signed_text, ' ', 5)::numeric * 1000000 <> x.amount))
        or (x.kind is distinct from 'cash-out' and x.kind is distinct from case
          when l.has_lost then 'loss' when l.is_open then null when l.is_void then 'refund' else 'payout' end)
        or (x.kind = 'loss' and x.amount <> 0) or (x.kind = 'refund' and x.amount <> c.stake)
        or (x.kind = 'payout' and x.amount > c.payout)`,
  },
  {
    sentence: 'a leg has the result that its market has, or is void because it was late',
    broken: `
      select 1 from combo_legs l join markets m on m.id = l.market_id
      where l.result in ('won', 'lost') and (m.state <> 'settled'
          or (l.result = 'won') <> (l.outcome_id = m.won_outcome_id or l.outcome_id = any(m.also_won)))
        or (l.result = 'void' and m.state <> 'void' and not exists (
          select 1 from audit a where a.action = 'market.late-start' and a.subject = m.id))`,
  },
  {
    sentence: 'every bet was placed before its market closed',
    broken: `select 1 from bets where placed_at >= closes_at`,
  },
  {
    sentence: 'each bet and each sold part made one version of its market, and none is above the latest',
    broken: `
      select 1 from (
        select market_id, market_version from bets union all select market_id, market_version from sold_parts) made
      group by market_id, market_version having count(*) > 1
      union all
      select 1 from bets b join markets m on m.id = b.market_id where b.market_version > m.version
      union all
      select 1 from bet_endings x join bets b on b.id = x.bet_id join markets m on m.id = x.market_id
      where x.market_version > m.version or x.market_version <= b.market_version`,
  },
];

const CHECKED_SIGNATURES = 100;

/** @returns a sentence for every broken rule; none if the books are right */
export async function checkBooks(reader: Reader): Promise<string[]> {
  const broken: string[] = [];
  for (const rule of RULES) {
    const [count] = await reader.rows(`select count(*)::text as exceptions from (${rule.broken}) as broken`);
    const exceptions = count?.exceptions ?? 'unknown';
    if (exceptions !== '0') broken.push(`${rule.sentence}: ${exceptions} exceptions`);
  }
  return [...broken, ...(await checkSignatures(reader))];
}

/** Checks that the owners of the newest EVM bets signed them; the server's checks cover Solana. */
async function checkSignatures(reader: Reader): Promise<string[]> {
  const bets = await reader.rows(`
    select b.id, b.signed_text, encode(b.signature, 'hex') as signature, u.address, b.outcome_id, b.stake::text,
      coalesce(b.signed_odds, b.odds)::text as odds
    from bets b join users u on u.id = b.user_id
    where u.family = 'evm' order by b.seq desc limit ${CHECKED_SIGNATURES}`);
  const broken: string[] = [];
  for (const { id, signed_text, signature, address, outcome_id, stake, odds } of bets) {
    const text = signed_text ?? '';
    const signer = readSigner(text, signature ?? '');
    if (signer !== address) broken.push(`${id} was signed by ${signer}, and booked for ${address}`);
    const terms = /^Place bet: (\S+) on (\S+) at (\S+) odds$/.exec(text);
    const [, amount = '', outcome = '', at = ''] = terms ?? [];
    const isSame =
      outcome === outcome_id &&
      Math.round(Number(amount) * 1e6) === Number(stake) &&
      Math.round(Number(at) * 1e6) === Number(odds);
    if (!isSame) broken.push(`${id} was booked on other terms than were signed: ${text}`);
  }
  return broken;
}

function readSigner(text: string, signature: string): string {
  try {
    return signerOf(text, Buffer.from(signature, 'hex'));
  } catch {
    // The curve's code throws for bytes that aren't a signature.
    return 'nobody';
  }
}
