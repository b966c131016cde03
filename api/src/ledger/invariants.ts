import { type SQL, sql } from 'drizzle-orm';
import { auditHash } from '../audit/record-audit.ts';

/** All of the books, or what entries after one of them touched. */
export type Scope = { readonly kind: 'everything' } | { readonly kind: 'since'; readonly entryId: string };

/** A promise of the books. Its statement selects the rows that break it, so an empty answer means it holds. */
export interface Invariant {
  /** Its place in the design's list. */
  readonly number: number;
  readonly promise: string;
  offenders(scope: Scope): SQL;
}

/** @see design, section 6. Each statement reads one snapshot, so bets may go on meanwhile. */
export const INVARIANTS: readonly Invariant[] = [
  {
    number: 1,
    promise: 'all accounts add to zero',
    offenders: () => sql`
      select sum(balance)::text as sum_of_balances from accounts having sum(balance) <> 0`,
  },
  {
    number: 2,
    promise: 'each balance is the sum of its postings',
    offenders: (scope) => sql`
      select a.id::text as account, a.kind, a.balance::text as balance, posted.sum::text as sum_of_postings
      from accounts a
      cross join lateral (
        select coalesce((select sum(p.amount) from postings p where p.to_account = a.id), 0)
          - coalesce((select sum(p.amount) from postings p where p.from_account = a.id), 0) as sum
      ) posted
      where ${isTouchedAccount(scope)} and a.balance <> posted.sum`,
  },
  {
    number: 3,
    promise: 'nobody is below zero, and neither is the house',
    offenders: () => sql`
      select a.id::text as account, a.kind, a.balance::text as balance
      from accounts a
      where a.kind not in ('faucet', 'outside') and a.balance < 0`,
  },
  {
    number: 4,
    promise: 'each escrow covers every outcome and a void, and holds what its entries put there',
    offenders: (scope) => sql`
      select m.id as market, e.balance::text as escrow, m.funded::text, m.received::text,
        owed.most::text as most_owed, (entered.budget - withdrawn.budget)::text as budget_entered,
        entered.stakes::text as stakes_entered
      from markets m
      left join accounts e on e.kind = 'escrow' and e.market_id = m.id
      cross join lateral (select max(o.open_returns) as most from outcomes o where o.market_id = m.id) owed
      cross join lateral (
        select coalesce(sum(p.amount) filter (where n.kind = 'market-open'), 0) as budget,
          coalesce(sum(p.amount) filter (where n.kind = 'bet'), 0) as stakes
        from postings p join entries n on n.id = p.entry_id
        where p.to_account = e.id
      ) entered
      cross join lateral (
        -- The kind as a filter of the sum: as a condition it would have all entries read for each market.
        select coalesce(sum(p.amount) filter (where n.kind = 'market-withdrawal'), 0) as budget
        from postings p join entries n on n.id = p.entry_id
        where p.from_account = e.id
      ) withdrawn
      where ${isTouchedMarket(scope)} and (
        -- A market that never had money may do without an account.
        coalesce(e.balance, 0) < greatest(owed.most, m.received)
        or coalesce(e.balance, 0) <> m.funded + m.received
        or entered.budget - withdrawn.budget <> m.funded
        or entered.stakes <> m.received)`,
  },
  {
    number: 4,
    promise: 'no game can lose more than its cap, nor a market of the feed more than its own',
    offenders: (scope) => sql`
      with lost as (
        select m.id, m.game_id, m.loss_budget, greatest(0, (
          select max(o.open_returns) from outcomes o where o.market_id = m.id) - m.received) as most
        from markets m
        where m.pricing = 'feed' and m.game_id in (
          select m.game_id from markets m where m.game_id is not null and ${isTouchedMarket(scope)})
      )
      select g.id as game, null as market, g.cap::text as cap, sum(lost.most)::text as most_lost
      from lost join games g on g.id = lost.game_id
      group by g.id
      having sum(lost.most) > g.cap
      union all
      select lost.game_id, lost.id, lost.loss_budget::text, lost.most::text
      from lost where lost.most > lost.loss_budget`,
  },
  {
    number: 6,
    promise: 'each bet has one stake posting, of exactly its stake, and each entry of a bet has its bet',
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
    number: 7,
    promise: 'open returns, stakes received and version of each market agree with its bets',
    offenders: (scope) => sql`
      select m.id as market, null as outcome, m.received::text as stored, placed.stakes::text as of_bets,
        m.version::text as version, placed.bets::text as bets, placed.last_version::text as last_version
      from markets m
      cross join lateral (
        select count(*) as bets, coalesce(sum(b.stake), 0) as stakes,
          coalesce(max(b.market_version), 1) as last_version
        from bets b where b.market_id = m.id
      ) placed
      where ${isTouchedMarket(scope)} and (
        m.received <> placed.stakes or m.version < placed.last_version or m.version <= placed.bets)
      union all
      select m.id, o.id, o.open_returns::text, placed.returns::text, null, null, null
      from markets m
      join outcomes o on o.market_id = m.id
      cross join lateral (
        select coalesce(sum(b.payout), 0) as returns
        from bets b where b.market_id = m.id and b.outcome_id = o.id
      ) placed
      where ${isTouchedMarket(scope)} and o.open_returns <> placed.returns`,
  },
  {
    number: 8,
    promise: 'no quote and no key bought two bets',
    offenders: (scope) => sql`
      select b.id as bet, o.id as other
      from bets b
      join bets o on o.user_id = b.user_id and o.id <> b.id
        and (o.quote_id = b.quote_id or o.idempotency_key = b.idempotency_key)
      where ${isNewer(sql`b.entry_id`, scope)}`,
  },
  {
    number: 9,
    promise:
      'each bet came before the close, at a price that was fresh, and stayed under the daily cap recorded with it',
    offenders: (scope) => sql`
      select b.id as bet, b.placed_at, b.closes_at, b.staked::text as staked_that_day,
        b.priced_at, b.daily_stake_cap::text as cap
      from (
        select b.*, sum(b.stake) over (
          partition by b.user_id, date_trunc('day', b.placed_at at time zone 'UTC') order by b.seq) as staked
        from bets b
        where ${isOfTouchedDay(scope)}
      ) b
      where b.placed_at >= b.closes_at or b.placed_at > b.priced_at + interval '10 minutes'
        or b.staked > b.daily_stake_cap`,
  },
  {
    number: 10,
    promise: 'the audit trail is whole: each row carries the hash that it and the row before it make',
    offenders: (scope) => sql`
      select r.id::text as audit, r.action
      from (
        select a.*, p.id is null and a.id > 1 as is_gap, coalesce(p.hash, '\\x'::bytea) as hash_before
        from audit a left join audit p on p.id = a.id - 1
        where ${isRecentAudit(scope)}
      ) r
      where r.is_gap or r.hash <> ${auditHash(sql`r`)}`,
  },
];

const always = sql`true`;

function isNewer(entryId: SQL, scope: Scope): SQL {
  return scope.kind === 'everything' ? always : sql`${entryId} > ${scope.entryId}::bigint`;
}

/** For a row `a` of accounts. */
function isTouchedAccount(scope: Scope): SQL {
  if (scope.kind === 'everything') return always;
  return sql`a.id in (
    select p.from_account from postings p where ${isNewer(sql`p.entry_id`, scope)}
    union
    select p.to_account from postings p where ${isNewer(sql`p.entry_id`, scope)})`;
}

/** For a row `m` of markets. */
function isTouchedMarket(scope: Scope): SQL {
  if (scope.kind === 'everything') return always;
  return sql`m.id in (
    select t.market_id from postings p join accounts t on t.id in (p.from_account, p.to_account)
    where ${isNewer(sql`p.entry_id`, scope)} and t.market_id is not null)`;
}

/** For a row `a` of the audit, which knows nothing of entries: the newest, more than come in between two checks. */
function isRecentAudit(scope: Scope): SQL {
  return scope.kind === 'everything' ? always : sql`a.id > (select max(id) - 1000 from audit)`;
}

/** For a row `b` of bets: its user placed one that is new, that day or earlier. */
function isOfTouchedDay(scope: Scope): SQL {
  if (scope.kind === 'everything') return always;
  const placed = sql`from bets d where ${isNewer(sql`d.entry_id`, scope)}`;
  return sql`b.user_id in (select d.user_id ${placed}) and b.placed_at >= (
    select date_trunc('day', min(d.placed_at) at time zone 'UTC') at time zone 'UTC' ${placed})`;
}
