import type { EarlierBet } from '@tallystone/core/betting/decide-batch';
import type { AnyBet } from '@tallystone/core/betting/decide-bet';
import { accountKey } from '@tallystone/core/ledger/account';
import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { epochAfter, pinned, pinnedEpoch } from '../db/epochs.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { type Row, row, rows } from '../db/rows.ts';
import { accountEpoch } from '../ledger/account-epoch.ts';
import { type AccountIds, refOf } from '../ledger/account-ids.ts';
import { wholeBalance } from '../ledger/pool-slices.ts';
import { entriesSql, type KeyedEntry } from '../ledger/record-entries.ts';
import type { LockedMarket } from '../markets/lock-market.ts';
import type { BetRequest } from './bet-request.ts';
import { ACCOUNT, type EarlierRow, type FactsRow } from './facts-columns.ts';
import { capsOfLevels, fundsAt, isAdmin, stakedToday } from './funds-store.ts';
import { storedLimitPairs } from './own-limits.ts';
import type { Stakes, WrittenBatch } from './stakes.ts';
import { type StoredBet, type StoredBetRow, storedBet } from './stored-bet.ts';
import { type Seen, unchangedSql } from './unchanged.ts';

/**
 * How a batch uses the pool. `slice`: it holds money for pending bets, from the market's slice, which is locked only when the bets
 * are stored. `whole`: it also funds the market, or its slice has too little, so all of the pool is locked before.
 */
export type PoolUse = 'none' | 'slice' | 'whole';

/**
 * Locks the accounts whose balances a batch may change, in the order of their ids. The market is locked already.
 *
 * @param orders whether that of the orders is one of them
 */
export async function lockAccounts(
  tx: Tx,
  {
    marketId,
    userIds,
    pool,
    orders,
  }: { marketId: string; userIds: readonly string[]; pool: PoolUse; orders: boolean },
) {
  const isOfBatch = sql`
    a.user_id = any(array(select json_array_elements_text(${JSON.stringify(userIds)}::json)))
    or a.market_id = ${marketId}${orders ? sql` or a.kind = 'orders'` : sql``}`;
  const locked = await rows(tx, ACCOUNT, LOCKING[pool](isOfBatch));
  return accountsOf(locked);
}

const lockedAccounts = (condition: SQL) => sql`
  select a.id::text, a.kind, a.user_id, a.market_id, a.balance from accounts a
  where ${condition}
  -- By the column: the bare name would be the text that is selected.
  order by a.id
  for update`;

const LOCKING: Record<PoolUse, (isOfBatch: SQL) => SQL> = {
  none: (isOfBatch) => sql`${KEPT_PLAN} ${lockedAccounts(isOfBatch)}`,
  whole: (isOfBatch) => sql`${KEPT_PLAN} ${lockedAccounts(sql`${isOfBatch} or a.kind = 'pool'`)}`,
  // A pool without slices is locked as before.
  slice: (isOfBatch) => sql`${KEPT_PLAN}
    with locked as materialized (
      ${lockedAccounts(sql`${isOfBatch} or (a.kind = 'pool' and not exists (select from pool_slices))`)}
    )
    select id, kind, user_id, market_id, balance from locked
    union all
    select a.id::text, a.kind, null, null, ${wholeBalance(sql`a`)} from accounts a
    where a.kind = 'pool' and exists (select from pool_slices)`,
};

export function accountsOf(found: readonly Row<typeof ACCOUNT>[]) {
  return {
    /** Of the bettors, the market's escrow, and the pool if it was asked for. */
    ids: new Map(found.map((account) => [accountKey(refOf(account)), account.id])),
    /** Available funds by user id. */
    balances: new Map(
      found.flatMap(({ userId, balance }) => (userId === null ? [] : [[userId, balance] as const])),
    ),
    /** The pool's balance; zero if it was not asked for. */
    pool: found.find(({ kind }) => kind === 'pool')?.balance ?? ZERO_USDC,
  };
}

type StoredEarlierBet = EarlierBet & StoredBet;

export interface BatchFacts<B extends AnyBet> {
  /** The database's clock, in whole milliseconds; never before the last bet on the same game. */
  readonly now: Date;
  readonly funds: ReadonlyMap<string, B['funds']>;
  readonly earlier: readonly StoredEarlierBet[];
  /** Which of the unchecked sessions have ended. */
  readonly endedSessions: ReadonlySet<string>;
}

/**
 * Reads the clock, what the bettors staked today, and earlier bets that one of these may repeat. A separate statement
 * after the locks sees facts that can no longer change.
 */
export async function loadBatchFacts<B extends AnyBet, R extends BetRequest<B>>(
  tx: Tx,
  stakes: Stakes<B, R>,
  batch: AskedBets<R> & { balances: ReadonlyMap<string, MicroUsdc> },
): Promise<BatchFacts<B>> {
  const found = await row(tx, stakes.facts, factsSql(stakes, batch));
  return factsOf(found, { stakes, ...batch });
}

interface AskedBets<R> {
  /** Only for a market of the feed, where bets on one game have to be in the order of their moments; otherwise null. */
  readonly feedMarketId: string | null;
  readonly bets: readonly R[];
}

/** The statement that reads what `Stakes.facts` names, and `more` columns. */
export function factsSql<B extends AnyBet, R extends BetRequest<B>>(
  stakes: Stakes<B, R>,
  { feedMarketId, bets }: AskedBets<R>,
  more = sql``,
): SQL {
  const now = sql`(select now from clock)`;
  const parts = stakes.factsSql({ feedMarketId, bets, now });
  const asked = bets.map(({ uncheckedSession, identity }) => ({
    session: uncheckedSession,
    user_id: identity.userId,
    quote_id: identity.quoteId,
    idempotency_key: identity.idempotencyKey,
    signed_hash: identity.signedHash,
  }));
  return sql`${KEPT_PLAN}
      with clock as materialized (
        select ${parts.clock} as now
      ), asked as materialized (
        select * from json_to_recordset(${JSON.stringify(asked)}::json)
          as a(session text, user_id text, quote_id text, idempotency_key text, signed_hash text)
      ), found as (
        -- Bets in history tables are of markets that are over, and no longer repeated.
        -- Each in its own lookup: a plan that is kept from when there were few bets would read all of them in a join.
        select 1 as rank, l.* from asked a cross join lateral (${parts.sameKey}) l
        union all
        select 2, l.* from asked a cross join lateral (${parts.sameQuote}) l
        ${parts.repeats}
      )
      select ${now} as now, (${capsOfLevels}) as caps_of_levels,
        (
          select json_agg(a.session) from asked a
          where a.session is not null and (
            select s.revoked_at is null from sessions s where s.token_hash = decode(a.session, 'hex')
          ) is not true
        ) as ended_sessions,
        (
          select json_agg(json_build_object(
            'id', u.id, 'level', u.kyc_level, 'cap', u.daily_stake_cap::text,
            'isAdmin', ${isAdmin}, ${storedLimitPairs}, 'staked', (${stakedToday(now)})::text${parts.bettor}))
          from users u left join user_limits l on l.user_id = u.id
          where u.id in (select user_id from asked)
        ) as bettors,
        (
          select json_agg(json_build_object(
            'id', l.id, 'userId', l.user_id, 'marketId', l.market_id, 'outcomeId', l.outcome_id,
            'stake', l.stake::text, 'odds', l.odds::text, 'payout', l.payout::text, 'placedAt', l.placed_at,
            'signature', encode(l.signature, 'hex'), 'quoteId', l.quote_id, 'idempotencyKey', l.idempotency_key,
            'bodyHash', encode(l.body_hash, 'hex'), 'signedHash', encode(l.signed_hash, 'hex'), ${parts.earlier})
            order by l.rank, l.seq)
          from found l ${parts.joined}
        ) as earlier${more}`;
}

export function factsOf<B extends AnyBet, R extends BetRequest<B>>(
  { now, capsOfLevels: caps, bettors, earlier, endedSessions }: FactsRow,
  of: { stakes: Stakes<B, R>; bets: readonly R[]; balances: ReadonlyMap<string, MicroUsdc> },
): BatchFacts<B> {
  const { stakes, bets, balances } = of;
  return {
    now,
    funds: new Map(
      bettors.map((bettor) => {
        const balance = balances.get(bettor.id) ?? ZERO_USDC;
        const row = { ...bettor, capsOfLevels: caps };
        const { funds } = fundsAt(row, { balance, now, mode: stakes.mode });
        return [bettor.id, stakes.fundsOf(funds, { row: bettor, bets, now })];
      }),
    ),
    earlier: earlier.map((row: EarlierRow & StoredBetRow) => ({
      ...row,
      ...storedBet(row),
      betId: row.id,
    })),
    endedSessions: new Set(endedSessions),
  };
}

/**
 * The statement that stores the accepted bets of a batch with their entries, the new state of their market and its price, and
 * announces the change. It finds a row, unless anything has changed since they were decided: then it writes nothing, or it runs
 * under locks and its transaction has to fail.
 *
 * @param announcing what it selects to announce the change
 * @param seen what they were decided on if nothing is locked; null under the locks of the market and the accounts
 * @param slot the slice of the pool that pays for the holds; null if nothing is held. If it has too little, no row is found either
 */
export function storeSql(
  stakes: Pick<Stakes, 'table' | 'countsSql' | 'entryColumn'>,
  batch: WrittenBatch & {
    entries: readonly KeyedEntry[];
    ids: AccountIds;
    announcing: SQL;
    seen: Seen | null;
    slot: number | null;
  },
): SQL {
  const { marketId, version, at, bets, entries, ids, announcing, seen, slot } = batch;
  if (seen !== null && slot !== null)
    throw new Error('without a transaction, a short slice could not be undone');
  const given = JSON.stringify(bets.map(({ row }) => row));
  const columns = sql.raw(Object.keys(bets[0]?.row ?? {}).join(', '));
  const entryColumn = sql.raw(stakes.entryColumn);
  const kind = entries.at(-1)?.entry.kind ?? '';
  const counts = stakes.countsSql(batch);
  const funding = batch.isFunding ? sql`, funded = loss_budget` : sql``;
  const { mark, unchanged, isUnchanged } =
    seen === null ? LOCKED : unchangedSql({ marketId, version, at, seen });
  const { held, isHeld } = slot === null ? NO_SLICE : FROM_SLICE;
  return sql`${mark}
      with ${unchanged}${entriesSql(entries, ids, { onlyIf: isUnchanged, slot })}, balanced as (
        update accounts set balance = accounts.balance + changes.change, epoch = ${accountEpoch}
        from changes where accounts.id = changes.account
      ), given as materialized (
        select * from json_populate_recordset(null::${stakes.table}, ${given}::json) with ordinality
      ), written as (
        insert into ${stakes.table} (${columns}, ${entryColumn}, epoch)
        select ${columns}, made_id, ${pinnedEpoch}
        from given join (select id as made_id, key as made_key from made) m on made_key = ${kind} || ':' || id
        order by ordinality
      ), counted as (
        update outcomes o set ${counts.outcome}
        from (
          select outcome_id, sum(payout)::bigint as payout, sum(stake)::bigint as stake from given group by outcome_id
        ) g
        where o.id = g.outcome_id and o.market_id = ${marketId} and exists (select from made)
      ), moved as (
        update markets set version = version + ${bets.length}, epoch = ${epochAfter(sql`markets.epoch`)}${counts.market}${funding}
        where id = ${marketId} and version = ${version} and exists (select from made)
        returning id
      )${held}${counts.more}
      select ${announcing} from moved where ${isHeld}`;
}

const NO_SLICE = { held: sql``, isHeld: sql`true` };
/** A slice that has too little stays as it is, so no row is found. */
const FROM_SLICE = {
  held: sql`, held as (
        update pool_slices s set balance = s.balance + c.change
        from slice_changes c
        where s.slot = c.slot and s.balance + c.change >= 0
        returning s.slot
      )`,
  isHeld: sql`(select count(*) from held) = (select count(*) from slice_changes)`,
};

/** Under locks nothing has changed, and the transaction commits. */
const LOCKED = { mark: KEPT_PLAN, unchanged: sql``, isUnchanged: sql`true` };

/**
 * Changes a locked market in nothing but who changed it last. A statement that was lost on its way here may still arrive: it
 * then finds that something has changed, and stores nothing.
 */
export async function fenceMarket(tx: Tx, marketId: string): Promise<void> {
  await tx.execute(sql`
    with ${pinned()} update markets set epoch = ${epochAfter(sql`markets.epoch`)} where id = ${marketId}`);
}

/** How JSON writes bytes for the database. */
export const bytea = (hex: string): string => `\\x${hex.replace(/^0x/, '')}`;

/** The columns that every accepted bet has. */
export function rowOf(
  { chain, signedText, signature, identity }: BetRequest,
  stored: StoredBet,
  of: { market: LockedMarket; dailyStakeCap: MicroUsdc; version: number },
) {
  const { book, closesAt } = of.market;
  return {
    id: stored.id,
    user_id: identity.userId,
    market_id: stored.marketId,
    outcome_id: stored.outcomeId,
    stake: stored.stake.toString(),
    odds: stored.odds.toString(),
    payout: stored.payout.toString(),
    placed_at: stored.placedAt.toISOString(),
    closes_at: closesAt.toISOString(),
    priced_at: book.kind === 'feed' ? book.pricedAt.toISOString() : null,
    daily_stake_cap: of.dailyStakeCap.toString(),
    chain,
    market_version: of.version,
    signed_text: signedText,
    signature: bytea(signature),
    signed_hash: bytea(identity.signedHash),
    quote_id: identity.quoteId,
    idempotency_key: identity.idempotencyKey,
    body_hash: bytea(identity.bodyHash),
  };
}
