import type { EarlierBet } from '@tallystone/core/betting/decide-batch';
import type { AnyBet } from '@tallystone/core/betting/decide-bet';
import { type AccountRef, accountKey } from '@tallystone/core/ledger/account';
import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { row, rows } from '../db/rows.ts';
import type { AccountIds } from '../ledger/account-ids.ts';
import type { LockedMarket } from '../markets/lock-market.ts';
import { MARKET_CHANGES } from '../markets/market-changes.ts';
import type { BetRequest } from './bet-request.ts';
import { ACCOUNT, type EarlierRow } from './facts-columns.ts';
import { capsOfLevels, fundsAt, isAdmin, stakedToday } from './funds-store.ts';
import { storedLimitPairs } from './own-limits.ts';
import type { StoredBet } from './placed-bet.ts';
import type { Stakes, WrittenBatch } from './stakes.ts';
import { type StoredBetRow, storedBet } from './stored-bet.ts';

export interface LockedAccounts {
  /** Of the bettors, of the market's escrow, and of the pool where it was asked for. */
  readonly ids: AccountIds;
  /** Available funds by user id. */
  readonly balances: ReadonlyMap<string, MicroUsdc>;
  /** What the pool holds; zero where it was not asked for. */
  readonly pool: MicroUsdc;
}

/**
 * Locks the accounts that a batch may move, in the order of their ids. The market is locked already.
 *
 * @param withPool where the pool puts something up: for a market that is funded only now, or for each live bet
 */
export async function lockAccounts(
  tx: Tx,
  { marketId, userIds, withPool }: { marketId: string; userIds: readonly string[]; withPool: boolean },
): Promise<LockedAccounts> {
  const locked = await rows(
    tx,
    ACCOUNT,
    sql`${KEPT_PLAN}
      select a.id::text, a.kind, a.user_id, a.balance from accounts a
      where a.user_id = any(array(select json_array_elements_text(${JSON.stringify(userIds)}::json)))
        or a.market_id = ${marketId}${withPool ? sql` or a.kind = 'pool'` : sql``}
      -- By the column: the bare name would be the text that is selected.
      order by a.id
      for update`,
  );
  return {
    ids: new Map(locked.map(({ id, kind, userId }) => [accountKey(refOf({ kind, userId, marketId })), id])),
    balances: new Map(
      locked.flatMap(({ userId, balance }) => (userId === null ? [] : [[userId, balance] as const])),
    ),
    pool: locked.find(({ kind }) => kind === 'pool')?.balance ?? ZERO_USDC,
  };
}

function refOf(account: {
  kind: 'user' | 'escrow' | 'pool';
  userId: string | null;
  marketId: string;
}): AccountRef {
  const { kind, userId, marketId } = account;
  if (userId !== null) return { kind: 'user', userId };
  return kind === 'pool' ? { kind } : { kind: 'escrow', marketId };
}

type StoredEarlierBet = EarlierBet & StoredBet;

export interface BatchFacts<B extends AnyBet> {
  /** The database's clock, in whole milliseconds; never before the last bet on the same game. */
  readonly now: Date;
  readonly funds: ReadonlyMap<string, B['funds']>;
  readonly earlier: readonly StoredEarlierBet[];
}

/**
 * Reads the clock, what the bettors staked today, and the bets that one of these may be a repeat of. It is
 * a statement of its own after the locks: what it sees can no longer change.
 */
export async function loadBatchFacts<B extends AnyBet, R extends BetRequest<B>>(
  tx: Tx,
  stakes: Stakes<B, R>,
  batch: {
    /** The market where it is one of the feed: bets on its game are in the order of their moments. Null for our own. */
    feedMarketId: string | null;
    bets: readonly R[];
    balances: LockedAccounts['balances'];
  },
): Promise<BatchFacts<B>> {
  const { bets, balances, feedMarketId } = batch;
  const now = sql`(select now from clock)`;
  const parts = stakes.factsSql({ feedMarketId, bets, now });
  const asked = bets.map(({ identity }) => ({
    user_id: identity.userId,
    quote_id: identity.quoteId,
    idempotency_key: identity.idempotencyKey,
    signed_hash: identity.signedHash,
  }));
  const facts = await row(
    tx,
    stakes.facts,
    sql`${KEPT_PLAN}
      with clock as materialized (
        select ${parts.clock} as now
      ), asked as materialized (
        select * from json_to_recordset(${JSON.stringify(asked)}::json)
          as a(user_id text, quote_id text, idempotency_key text, signed_hash text)
      ), found as (
        select 1 as rank, l.* from asked a
        join ${stakes.table} l on l.user_id = a.user_id and l.idempotency_key = a.idempotency_key
        union all
        select 2, l.* from asked a
        join ${stakes.table} l on l.user_id = a.user_id and l.quote_id = a.quote_id
        ${parts.repeats}
      )
      select ${now} as now, (${capsOfLevels}) as caps_of_levels,
        (
          select json_agg(json_build_object(
            'id', u.id, 'level', u.kyc_level, 'cap', u.daily_stake_cap::text,
            'is_admin', ${isAdmin}, ${storedLimitPairs}, 'staked', (${stakedToday(now)})::text${parts.bettor}))
          from users u left join user_limits l on l.user_id = u.id
          where u.id in (select user_id from asked)
        ) as bettors,
        (
          select json_agg(json_build_object(
            'id', l.id, 'user_id', l.user_id, 'market_id', l.market_id, 'outcome_id', l.outcome_id,
            'stake', l.stake::text, 'odds', l.odds::text, 'payout', l.payout::text, 'placed_at', l.placed_at,
            'signature', encode(l.signature, 'hex'), 'quote_id', l.quote_id, 'idempotency_key', l.idempotency_key,
            'body_hash', encode(l.body_hash, 'hex'), 'signed_hash', encode(l.signed_hash, 'hex'), ${parts.earlier})
            order by l.rank, l.seq)
          from found l ${parts.joined}
        ) as earlier`,
  );
  const { now: at, capsOfLevels: caps_of_levels } = facts;
  return {
    now: at,
    funds: new Map(
      facts.bettors.map((bettor) => {
        const balance = balances.get(bettor.id) ?? ZERO_USDC;
        const { funds } = fundsAt({ ...bettor, caps_of_levels }, { balance, now: at, mode: stakes.mode });
        return [bettor.id, stakes.fundsOf(funds, { row: bettor, bets, now: at })];
      }),
    ),
    earlier: facts.earlier.map(earlierBet),
  };
}

function earlierBet(row: EarlierRow & StoredBetRow): StoredEarlierBet {
  return {
    ...storedBet(row),
    betId: row.id,
    userId: row.user_id,
    quoteId: row.quote_id,
    idempotencyKey: row.idempotency_key,
    bodyHash: row.body_hash,
    signedHash: row.signed_hash,
  };
}

/**
 * Writes the accepted bets of a batch and what they make of their market and its price, in one statement, and
 * announces the change. Fails when the market is not at the version the batch was decided on.
 */
export async function insertBets(
  tx: Tx,
  stakes: Pick<Stakes, 'table' | 'countsSql'>,
  batch: WrittenBatch,
): Promise<void> {
  const { marketId, version, bets } = batch;
  const given = JSON.stringify(bets.map(({ row }) => row));
  const columns = sql.raw(Object.keys(bets[0]?.row ?? {}).join(', '));
  const counts = stakes.countsSql(batch);
  const funding = batch.isFunding ? sql`, funded = loss_budget` : sql``;
  const written = await rows(
    tx,
    sql`${KEPT_PLAN}
      with given as materialized (
        select * from json_populate_recordset(null::${stakes.table}, ${given}::json) with ordinality
      ), written as (
        insert into ${stakes.table} (${columns}) select ${columns} from given order by ordinality
      ), counted as (
        update outcomes o set ${counts.outcome}
        from (
          select outcome_id, sum(payout)::bigint as payout, sum(stake)::bigint as stake from given group by outcome_id
        ) g
        where o.id = g.outcome_id and o.market_id = ${marketId}
      ), moved as (
        update markets set version = version + ${bets.length}${counts.market}${funding}
        where id = ${marketId} and version = ${version}
        returning id
      )${counts.more}
      select pg_notify(${MARKET_CHANGES}, id) from moved`,
  );
  if (written.length !== 1) throw new Error(`market ${marketId} left version ${version} while it was locked`);
}

/** Hex as JSON has bytes for the database. */
export const bytea = (hex: string): string => `\\x${hex.replace(/^0x/, '')}`;

/** What the rows of all accepted bets have. */
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
