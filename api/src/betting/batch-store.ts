import type { EarlierBet } from '@tallystone/core/betting/decide-batch';
import type { AnyBet } from '@tallystone/core/betting/decide-bet';
import { accountKey } from '@tallystone/core/ledger/account';
import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { row, rows } from '../db/rows.ts';
import { refOf } from '../ledger/account-ids.ts';
import { hasSameKey, hasSameQuote } from '../ledger/same-bet.ts';
import type { LockedMarket } from '../markets/lock-market.ts';
import { MARKET_CHANGES } from '../markets/market-changes.ts';
import type { BetRequest } from './bet-request.ts';
import { ACCOUNT, type EarlierRow } from './facts-columns.ts';
import { capsOfLevels, fundsAt, isAdmin, stakedToday } from './funds-store.ts';
import { storedLimitPairs } from './own-limits.ts';
import type { Stakes, WrittenBatch } from './stakes.ts';
import { type StoredBet, type StoredBetRow, storedBet } from './stored-bet.ts';

/**
 * Locks the accounts whose balances a batch may change, in the order of their ids. The market is locked already.
 *
 * @param withPool whether the pool pays something in: it funds a market with its first bet, and holds money for live bets
 */
export async function lockAccounts(
  tx: Tx,
  { marketId, userIds, withPool }: { marketId: string; userIds: readonly string[]; withPool: boolean },
) {
  const locked = await rows(
    tx,
    ACCOUNT,
    sql`${KEPT_PLAN}
      select a.id::text, a.kind, a.user_id, a.market_id, a.balance from accounts a
      where a.user_id = any(array(select json_array_elements_text(${JSON.stringify(userIds)}::json)))
        or a.market_id = ${marketId}${withPool ? sql` or a.kind = 'pool'` : sql``}
      -- By the column: the bare name would be the text that is selected.
      order by a.id
      for update`,
  );
  return {
    /** Of the bettors, the market's escrow, and the pool if it was locked. */
    ids: new Map(locked.map((account) => [accountKey(refOf(account)), account.id])),
    /** Available funds by user id. */
    balances: new Map(
      locked.flatMap(({ userId, balance }) => (userId === null ? [] : [[userId, balance] as const])),
    ),
    /** The pool's balance; zero if it was not locked. */
    pool: locked.find(({ kind }) => kind === 'pool')?.balance ?? ZERO_USDC,
  };
}

type StoredEarlierBet = EarlierBet & StoredBet;

export interface BatchFacts<B extends AnyBet> {
  /** The database's clock, in whole milliseconds; never before the last bet on the same game. */
  readonly now: Date;
  readonly funds: ReadonlyMap<string, B['funds']>;
  readonly earlier: readonly StoredEarlierBet[];
}

/**
 * Reads the clock, what the bettors staked today, and earlier bets that one of these may repeat. A separate statement
 * after the locks sees facts that can no longer change.
 */
export async function loadBatchFacts<B extends AnyBet, R extends BetRequest<B>>(
  tx: Tx,
  stakes: Stakes<B, R>,
  batch: {
    /** Only for a market of the feed, where bets on one game have to be in the order of their moments; otherwise null. */
    feedMarketId: string | null;
    bets: readonly R[];
    balances: ReadonlyMap<string, MicroUsdc>;
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
        join ${stakes.table} l on ${hasSameKey(sql`l`, sql`a`)}
        union all
        select 2, l.* from asked a
        join ${stakes.table} l on ${hasSameQuote(sql`l`, sql`a`)}
        ${parts.repeats}
      )
      select ${now} as now, (${capsOfLevels}) as caps_of_levels,
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
        ) as earlier`,
  );
  const { now: at, capsOfLevels: caps } = facts;
  return {
    now: at,
    funds: new Map(
      facts.bettors.map((bettor) => {
        const balance = balances.get(bettor.id) ?? ZERO_USDC;
        const row = { ...bettor, capsOfLevels: caps };
        const { funds } = fundsAt(row, { balance, now: at, mode: stakes.mode });
        return [bettor.id, stakes.fundsOf(funds, { row: bettor, bets, now: at })];
      }),
    ),
    earlier: facts.earlier.map((row: EarlierRow & StoredBetRow) => ({
      ...row,
      ...storedBet(row),
      betId: row.id,
    })),
  };
}

/**
 * Stores the accepted bets of a batch with the new state of their market and its price, in one statement, and announces
 * the change. Throws if the market has left the version that the batch was decided on.
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
