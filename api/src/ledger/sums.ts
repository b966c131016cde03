import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { payoutLeft, stakeLeft, withSold } from './sold-parts.ts';

/**
 * The sums of all entries up to one of them. A check of new entries continues from these, so that a market of a million bets
 * and the pool are not counted again each minute. They only save time: anything that they lack is counted from the first
 * entry on.
 */
export interface Sums {
  /** By account id, micro-USDC. Accounts of users are left out: they change seldom and have few postings. */
  readonly accounts: ReadonlyMap<string, string>;
  /** What went in and out of the escrow of markets, by market id. */
  readonly escrows: ReadonlyMap<string, Row<typeof ESCROW>>;
  /** The sums of bets and their ends before settlement, by outcome id. */
  readonly outcomes: ReadonlyMap<string, Row<typeof OUTCOME>>;
}

/** Micro-USDC, as text. */
export const ESCROW = {
  market_id: col.text,
  /** What came from the pool, minus what went back while the market had no bets. */
  budget: col.text,
  /** Stakes, minus cash-outs and refunds before the end. */
  net: col.text,
  /** What the end of the market paid. */
  paid: col.text,
  /** The pool's holds for pending bets, minus those released. */
  held: col.text,
};

export const OUTCOME = {
  outcome_id: col.text,
  market_id: col.text,
  staked: col.text,
  received: col.text,
  open_stakes: col.text,
  open_returns: col.text,
  /** The latest version of the market that any of them made. */
  last_version: col.text,
};

/** All of the books, or what is new in them. */
export type Scope = { readonly kind: 'everything' } | News;

/** What entries after one of them changed. */
export interface News {
  readonly kind: 'since';
  readonly entryId: string;
  /** Sums up to that entry. */
  readonly known: Sums;
  /** Whether what they lack was zero then, so that only the news count; otherwise it is counted from the first entry on. */
  readonly isComplete: boolean;
  /** Whether a market is checked. @param id a column */
  isMarket(id: SQL): SQL;
  /** A relation with the audit rows that say what limited the new bets. */
  readonly audit: SQL;
  /** Selects the audit row and the seal after which all are checked. */
  readonly auditId: SQL;
  readonly sealId: SQL;
  /** Selects a seal that is older than that audit row. */
  readonly sealIdBefore: SQL;
}

/** More audit rows than are added between two checks of a running server. */
const RECENT_AUDIT = 1000;
const RECENT_SEALS = 20;

const behind = (relation: SQL, most: number): SQL =>
  sql`(select max(r.id) - ${most}::int from ${relation} r)`;

/** What entries after one of them changed, with the newest rows of the audit and the newest seals, which refer to no entries. */
export const newsSince = (entryId: string, known: Sums = NO_SUMS): News => ({
  kind: 'since',
  entryId,
  known,
  isComplete: false,
  isMarket: (id) => sql`${id} in (${marketsMovedSince(entryId)})`,
  audit: sql`audit`,
  auditId: behind(sql`audit`, RECENT_AUDIT),
  sealId: behind(sql`seals`, RECENT_SEALS),
  sealIdBefore: behind(sql`seals`, RECENT_AUDIT),
});

/** Selects the `market_id` of each market whose money entries after this one moved. */
export const marketsMovedSince = (entryId: string): SQL => sql`
  select distinct t.market_id from postings p join accounts t on t.id in (p.from_account, p.to_account)
  where p.entry_id > ${entryId}::bigint and t.market_id is not null`;

export const NO_SUMS: Sums = { accounts: new Map(), escrows: new Map(), outcomes: new Map() };

/**
 * The sums up to an entry, of everything that a scope changed up to it. The next check continues from these.
 *
 * @param scope what the last check has checked
 * @param until no further entry can come before this one
 * @param ofMarkets joins or filters the sums `s` of the markets to keep
 */
export async function sumUp(
  db: Db,
  scope: Scope,
  until: string,
  ofMarkets: SQL = ofOpenMarkets(scope),
): Promise<Sums> {
  const accounts = await rows(
    db,
    { account: col.text, sum: col.text },
    sql`
      select s.account::text, s.sum::text from (${accountSums(scope, until)}) s
      join accounts a on a.id = s.account where a.kind <> 'user'`,
  );
  const escrows = await rows(
    db,
    ESCROW,
    sql`
      select s.market_id, s.budget::text, s.net::text, s.paid::text, s.held::text from (${escrowSums(scope, until)}) s
      ${ofMarkets}`,
  );
  const outcomes = await rows(
    db,
    OUTCOME,
    sql`
      select s.outcome_id, s.market_id, s.staked::text, s.received::text, s.open_stakes::text, s.open_returns::text,
        s.last_version::text
      from (${outcomeSums(scope, until)}) s
      ${ofMarkets}`,
  );
  return {
    accounts: new Map(accounts.map(({ account, sum }) => [account, sum])),
    escrows: new Map(escrows.map((each) => [each.market_id, each])),
    outcomes: new Map(outcomes.map((each) => [each.outcome_id, each])),
  };
}

/** The later sums replace the earlier ones. */
export function withLaterSums(earlier: Sums, later: Sums): Sums {
  return {
    accounts: new Map([...earlier.accounts, ...later.accounts]),
    escrows: new Map([...earlier.escrows, ...later.escrows]),
    outcomes: new Map([...earlier.outcomes, ...later.outcomes]),
  };
}

/** The known sums that entries after one change, so that a statement need not contain the sums of all markets. */
export async function sumsTouchedSince(db: Db, sums: Sums, entryId: string): Promise<Sums> {
  const touched = await rows(
    db,
    { account: col.text, market_id: col.text.orNull },
    sql`
      select a.id::text as account, a.market_id from accounts a
      where a.kind <> 'user' and a.id in (
        select p.from_account from postings p where p.entry_id > ${entryId}::bigint
        union
        select p.to_account from postings p where p.entry_id > ${entryId}::bigint)`,
  );
  const accounts = new Set(touched.map(({ account }) => account));
  const markets = new Set(touched.map(({ market_id }) => market_id));
  return {
    accounts: new Map([...sums.accounts].filter(([account]) => accounts.has(account))),
    escrows: new Map([...sums.escrows].filter(([marketId]) => markets.has(marketId))),
    outcomes: new Map([...sums.outcomes].filter(([, each]) => markets.has(each.market_id))),
  };
}

/** Markets that have ended before a full check do not change again, so their sums are not kept. */
const ofOpenMarkets = (scope: Scope): SQL =>
  scope.kind === 'everything'
    ? sql`join markets m on m.id = s.market_id where m.state not in ('settled', 'void')`
    : sql``;

/** Whether the entry of a row is in the scope. */
export function isNewer(entryId: SQL, scope: Scope): SQL {
  return scope.kind === 'everything' ? sql`true` : sql`${entryId} > ${scope.entryId}::bigint`;
}

const isUntil = (entryId: SQL, until: string | null): SQL =>
  until === null ? sql`true` : sql`${entryId} <= ${until}::bigint`;

/** Selects `account` and the `sum` of all its postings, for each account that the scope changes. */
export function accountSums(scope: Scope, until: string | null = null): SQL {
  const sides = (condition: SQL) => sql`
    select p.from_account as account, -p.amount as change from postings p where ${condition}
    union all
    select p.to_account, p.amount from postings p where ${condition}`;
  if (scope.kind === 'everything') {
    return sql`
      select s.account, sum(s.change) as sum from (${sides(isUntil(sql`p.entry_id`, until))}) s group by s.account`;
  }
  const known = [...scope.known.accounts].map(([account, sum]) => ({ account, sum }));
  return sql`
    with known as materialized (
      select * from json_to_recordset(${JSON.stringify(known)}::json) as k(account bigint, sum bigint)
    ), news as materialized (
      select s.account, sum(s.change) as sum
      from (${sides(sql`${isNewer(sql`p.entry_id`, scope)} and ${isUntil(sql`p.entry_id`, until)}`)}) s
      group by s.account
    ), unknown as materialized (
      select n.account from news n where n.account not in (select k.account from known k)
    )
    select s.account, sum(s.sum) as sum
    from (
      select k.account, k.sum from known k where k.account in (select n.account from news n)
      ${newsAndCounted(scope, {
        news: sql`select n.account, n.sum from news n`,
        isUnknown: sql`n.account in (select u.account from unknown u)`,
        counted: sql`
          select p.from_account, -p.amount from unknown u join postings p on p.from_account = u.account
          where ${isUntil(sql`p.entry_id`, until)}
          union all
          select p.to_account, p.amount from unknown u join postings p on p.to_account = u.account
          where ${isUntil(sql`p.entry_id`, until)}`,
      })}
    ) s
    group by s.account`;
}

/** The news of what has known sums, and all of what has none: from the first entry on, or also only the news. */
function newsAndCounted(
  { isComplete }: News,
  { news, isUnknown, counted }: { news: SQL; isUnknown: SQL; counted: SQL },
): SQL {
  // Left out, not only empty: what is joined with nothing would perhaps still be read.
  return isComplete
    ? sql`union all ${news}`
    : sql`union all ${news} where not ${isUnknown} union all ${counted}`;
}

/** Selects `market_id` and the sums of `ESCROW`, for each market whose escrow the scope changes. */
export function escrowSums(scope: Scope, until: string | null = null): SQL {
  // The kind filters the sums: as a condition it would make the database read all entries for each market.
  const sums = (moved: SQL, isRead = sql`true`) => sql`
    select s.market_id,
      coalesce(sum(s.change) filter (where n.kind in ('market-open', 'market-top-up', 'market-withdrawal')), 0) as budget,
      coalesce(sum(s.change) filter (where n.kind in ('bet', 'cash-out', 'refund')), 0) as net,
      coalesce(-sum(s.change) filter (where n.kind = 'settlement'), 0) as paid,
      coalesce(sum(s.change) filter (where n.kind in ('hold', 'hold-release')), 0) as held
    from (${moved}) s join entries n on n.id = s.entry_id and ${isRead}
    group by s.market_id`;
  const sides = (condition: SQL) => sql`
    select e.market_id, p.entry_id, p.amount as change
    from postings p join accounts e on e.id = p.to_account and e.kind = 'escrow' where ${condition}
    union all
    select e.market_id, p.entry_id, -p.amount
    from postings p join accounts e on e.id = p.from_account and e.kind = 'escrow' where ${condition}`;
  if (scope.kind === 'everything') return sums(sides(isUntil(sql`p.entry_id`, until)));
  const known = [...scope.known.escrows].map(([market_id, each]) => ({ ...each, market_id }));
  const isNew = sql`${isNewer(sql`p.entry_id`, scope)} and ${isUntil(sql`p.entry_id`, until)}`;
  return sql`
    with known as materialized (
      select * from json_to_recordset(${JSON.stringify(known)}::json)
        as k(market_id text, budget bigint, net bigint, paid bigint, held bigint)
    ), news as materialized (${sums(sides(isNew), isNewer(sql`n.id`, scope))}), unknown as materialized (
      select n.market_id, e.id as account
      from news n join accounts e on e.kind = 'escrow' and e.market_id = n.market_id
      where n.market_id not in (select k.market_id from known k)
    )
    select s.market_id, sum(s.budget) as budget, sum(s.net) as net, sum(s.paid) as paid, sum(s.held) as held
    from (
      select k.* from known k
      ${newsAndCounted(scope, {
        news: sql`select n.* from news n`,
        isUnknown: sql`n.market_id in (select u.market_id from unknown u)`,
        counted: sql`select f.* from (${sums(sql`
          select u.market_id, p.entry_id, p.amount as change from unknown u join postings p on p.to_account = u.account
          where ${isUntil(sql`p.entry_id`, until)}
          union all
          select u.market_id, p.entry_id, -p.amount from unknown u join postings p on p.from_account = u.account
          where ${isUntil(sql`p.entry_id`, until)}`)}) f`,
      })}
    ) s
    group by s.market_id`;
}

/**
 * Selects `outcome_id` and the sums of `OUTCOME`, for each outcome with bets of each market whose bets the scope changes.
 * Settlement makes no version and changes none of these sums: they stay as they were when it began.
 */
export function outcomeSums(scope: Scope, until: string | null = null): SQL {
  // What bets add, and what their ends before settlement take away.
  const parts = (chosen: { bets: SQL; endings: SQL; sold: SQL }) => sql`
    select b.market_id, b.outcome_id, sum(b.stake) as staked, sum(b.stake) as received, sum(b.stake) as open_stakes,
      sum(b.payout) as open_returns, max(b.market_version) as last_version
    from ${chosen.bets}
    group by b.market_id, b.outcome_id
    union all
    select b.market_id, b.outcome_id, 0, -sum(n.amount), -sum(${stakeLeft}), -sum(${payoutLeft}), max(n.market_version)
    from ${chosen.endings}
    group by b.market_id, b.outcome_id
    union all
    select b.market_id, b.outcome_id, 0, -sum(n.amount), -sum(n.stake), -sum(n.payout), max(n.market_version)
    from ${chosen.sold} join bets b on b.id = n.bet_id
    group by b.market_id, b.outcome_id`;
  const total = (of: SQL) => sql`
    select s.market_id, s.outcome_id, sum(s.staked) as staked, sum(s.received) as received,
      sum(s.open_stakes) as open_stakes, sum(s.open_returns) as open_returns, max(s.last_version) as last_version
    from (${of}) s
    group by s.market_id, s.outcome_id`;
  const early = sql`join bets b on b.id = n.bet_id ${withSold} where n.market_version is not null`;
  if (scope.kind === 'everything') {
    return total(
      parts({
        bets: sql`bets b where ${isUntil(sql`b.entry_id`, until)}`,
        endings: sql`bet_endings n ${early} and ${isUntil(sql`n.entry_id`, until)}`,
        sold: sql`(select n.* from sold_parts n where ${isUntil(sql`n.entry_id`, until)}) n`,
      }),
    );
  }
  const known = [...scope.known.outcomes].map(([outcome_id, each]) => ({ ...each, outcome_id }));
  return sql`
    with known as materialized (
      select * from json_to_recordset(${JSON.stringify(known)}::json) as k(market_id text, outcome_id text,
        staked bigint, received bigint, open_stakes bigint, open_returns bigint, last_version bigint)
    ), news as materialized (${parts({
      bets: sql`bets b where ${isNewer(sql`b.entry_id`, scope)} and ${isUntil(sql`b.entry_id`, until)}`,
      endings: sql`bet_endings n ${early} and ${isNewer(sql`n.entry_id`, scope)} and ${isUntil(sql`n.entry_id`, until)}`,
      sold: sql`(
        select n.* from sold_parts n where ${isNewer(sql`n.entry_id`, scope)} and ${isUntil(sql`n.entry_id`, until)}) n`,
    })}), unknown as materialized (
      select t.market_id from (${marketsMovedSince(scope.entryId)}) t
      where t.market_id not in (select k.market_id from known k)
    )
    ${total(sql`
      select k.* from known k
      ${newsAndCounted(scope, {
        news: sql`select n.* from news n`,
        isUnknown: sql`n.market_id in (select u.market_id from unknown u)`,
        counted: sql`select f.* from (${parts({
          bets: sql`unknown u join bets b on b.market_id = u.market_id where ${isUntil(sql`b.entry_id`, until)}`,
          endings: sql`unknown u join bet_endings n on n.market_id = u.market_id ${early}
            and ${isUntil(sql`n.entry_id`, until)}`,
          sold: sql`(
            select n.* from unknown u join sold_parts n on n.market_id = u.market_id where ${isUntil(sql`n.entry_id`, until)}) n`,
        })}) f`,
      })}`)}`;
}
