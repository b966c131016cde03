import { type EarlierBet, SIGNED_REPEAT_WINDOW_MS } from '@tallystone/core/betting/decide-batch';
import type { BettorFunds } from '@tallystone/core/betting/decide-bet';
import { limitsAt } from '@tallystone/core/identity/decide-limits';
import { type AccountRef, accountKey } from '@tallystone/core/ledger/account';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import type { Book } from '@tallystone/core/odds/book';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { rows } from '../db/rows.ts';
import type { AccountIds } from '../ledger/account-ids.ts';
import { MARKET_CHANGES } from '../markets/market-changes.ts';
import { recordPrice } from '../markets/record-price.ts';
import type { AcceptedLiveBet } from './accept-live-bet.ts';
import type { BetRequest } from './bet-request.ts';
import { type CapRow, capsOfLevels, givenCapOf, isAdmin, lowerCap, stakedToday } from './funds-store.ts';
import { ownLimits, type StoredLimitsRow, storedLimitPairs } from './own-limits.ts';
import type { StoredBet } from './placed-bet.ts';
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
 * @param withPool for a market that is funded only now
 */
export async function lockAccounts(
  tx: Tx,
  { marketId, userIds, withPool }: { marketId: string; userIds: readonly string[]; withPool: boolean },
): Promise<LockedAccounts> {
  const locked = await rows<{
    id: string;
    kind: 'user' | 'escrow' | 'pool';
    user_id: string | null;
    balance: string;
  }>(
    tx,
    sql`${KEPT_PLAN}
      select a.id::text, a.kind, a.user_id, a.balance::text from accounts a
      where a.user_id = any(array(select json_array_elements_text(${JSON.stringify(userIds)}::json)))
        or a.market_id = ${marketId}${withPool ? sql` or a.kind = 'pool'` : sql``}
      -- By the column: the bare name would be the text that is selected.
      order by a.id
      for update`,
  );
  return {
    ids: new Map(
      locked.map(({ id, kind, user_id: userId }) => [accountKey(refOf({ kind, userId, marketId })), id]),
    ),
    balances: new Map(
      locked.flatMap(({ user_id, balance }) =>
        user_id === null ? [] : [[user_id, microUsdc(BigInt(balance))]],
      ),
    ),
    pool: microUsdc(BigInt(locked.find(({ kind }) => kind === 'pool')?.balance ?? 0)),
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

export type StoredEarlierBet = EarlierBet & StoredBet;

export interface BatchFacts {
  /** The database's clock, in whole milliseconds; never before the last bet on the same game. */
  readonly now: Date;
  readonly funds: ReadonlyMap<string, BettorFunds>;
  readonly earlier: readonly StoredEarlierBet[];
}

/**
 * Reads the clock, what the bettors staked today, and the bets that one of these may be a repeat of. It is
 * a statement of its own after the locks: what it sees can no longer change.
 */
export async function loadBatchFacts(
  tx: Tx,
  batch: {
    /** The market where it is one of the feed: bets on its game are in the order of their moments. Null for our own. */
    feedMarketId: string | null;
    bets: readonly BetRequest[];
    mode: 'demo' | 'live';
    balances: LockedAccounts['balances'];
  },
): Promise<BatchFacts> {
  const clock = sql`date_trunc('milliseconds', clock_timestamp())`;
  const { feedMarketId } = batch;
  const now = feedMarketId === null ? clock : sql`greatest(${clock}, (${lastPlacedInGame(feedMarketId)}))`;
  const asked = batch.bets.map(({ identity }) => ({
    user_id: identity.userId,
    quote_id: identity.quoteId,
    idempotency_key: identity.idempotencyKey,
    signed_hash: identity.signedHash,
  }));
  const [facts] = await rows<{
    now: string;
    bettors: (Omit<CapRow, 'caps_of_levels'> & StoredLimitsRow & { id: string; staked: string })[] | null;
    caps_of_levels: CapRow['caps_of_levels'];
    earlier: EarlierRow[] | null;
  }>(
    tx,
    sql`${KEPT_PLAN}
      with clock as materialized (
        select ${now} as now
      ), asked as materialized (
        select * from json_to_recordset(${JSON.stringify(asked)}::json)
          as a(user_id text, quote_id text, idempotency_key text, signed_hash text)
      ), found as (
        select 1 as rank, b.* from asked a
        join bets b on b.user_id = a.user_id and b.idempotency_key = a.idempotency_key
        union all
        select 2, b.* from asked a
        join bets b on b.user_id = a.user_id and b.quote_id = a.quote_id
        union all
        select 3, b.* from asked a
        join bets b on b.user_id = a.user_id and b.signed_hash = decode(a.signed_hash, 'hex')
        where a.quote_id is null and a.idempotency_key is null
          and b.placed_at > (select now from clock) - ${`${SIGNED_REPEAT_WINDOW_MS} milliseconds`}::interval
      )
      select
        (select now from clock) as now,
        (${capsOfLevels}) as caps_of_levels,
        (
          select json_agg(json_build_object(
            'id', u.id, 'level', u.kyc_level, 'cap', u.daily_stake_cap::text,
            'is_admin', ${isAdmin}, ${storedLimitPairs},
            'staked', (${stakedToday(sql`(select now from clock)`)})::text))
          from users u left join user_limits l on l.user_id = u.id
          where u.id in (select user_id from asked)
        ) as bettors,
        (
          select json_agg(json_build_object(
            ${earlierPairs(sql`b`)}, 'signed_odds', b.signed_odds::text, 'status', b.status)
            order by b.rank, b.seq)
          from found b
        ) as earlier`,
  );
  if (facts === undefined) throw new Error('the database gave no answer to a select without a condition');
  const decidedAt = new Date(facts.now);
  return {
    now: decidedAt,
    funds: new Map(
      (facts.bettors ?? []).map((row) => {
        const own = limitsAt(ownLimits(row), decidedAt);
        const given = givenCapOf({ ...row, caps_of_levels: facts.caps_of_levels }, batch.mode);
        return [
          row.id,
          {
            balance: batch.balances.get(row.id) ?? microUsdc(0n),
            stakedToday: microUsdc(BigInt(row.staked)),
            dailyStakeCap: lowerCap(given, own.ownCap),
            blockedUntil: own.blocked?.until ?? null,
          },
        ];
      }),
    ),
    earlier: (facts.earlier ?? []).map(earlierBet),
  };
}

/**
 * Selects when the last bet on the game of a market was placed. A clock that goes back, as
 * on another database server, must not put a bet before those that its odds and its room were decided on.
 */
const lastPlacedInGame = (marketId: string): SQL => sql`
  select max(l.placed_at) from markets s
  cross join lateral (
    select b.placed_at from bets b
    where b.market_id = s.id and b.priced_at is not null order by b.placed_at desc limit 1
  ) l
  where s.game_id = (select m.game_id from markets m where m.id = ${marketId})`;

/** What is read of an earlier bet, but for its status and signed odds, as pairs of a JSON object. */
export const earlierPairs = (bet: SQL): SQL => sql`
  'id', ${bet}.id, 'user_id', ${bet}.user_id, 'market_id', ${bet}.market_id, 'outcome_id', ${bet}.outcome_id,
  'stake', ${bet}.stake::text, 'odds', ${bet}.odds::text, 'payout', ${bet}.payout::text,
  'placed_at', ${bet}.placed_at, 'signature', encode(${bet}.signature, 'hex'),
  'quote_id', ${bet}.quote_id, 'idempotency_key', ${bet}.idempotency_key,
  'body_hash', encode(${bet}.body_hash, 'hex'), 'signed_hash', encode(${bet}.signed_hash, 'hex')`;

export interface EarlierRow extends StoredBetRow {
  user_id: string;
  quote_id: string | null;
  idempotency_key: string | null;
  body_hash: string;
  signed_hash: string;
}

export function earlierBet(row: EarlierRow): StoredEarlierBet {
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

/** An accepted bet as it is written. */
export interface NewBet {
  readonly request: BetRequest;
  readonly stored: StoredBet;
  readonly closesAt: Date;
  /** On a market of the feed: when the feed had last confirmed its odds. */
  readonly pricedAt: Date | null;
  readonly dailyStakeCap: MicroUsdc;
  readonly marketVersion: number;
  /** Of its stake; of a live bet, of what is held for it. */
  readonly entryId: string;
  readonly live?: AcceptedLiveBet;
}

/**
 * Writes the accepted bets of a batch and what they make of their market and its price, in one statement, and
 * announces the change. Fails when the market is not at the version the batch was decided on.
 *
 * @param isFunding whether the market's loss budget was moved into its escrow for these bets
 * @param bookAfter as the last of the bets left it
 */
export async function insertBets(
  tx: Tx,
  batch: {
    marketId: string;
    version: number;
    isFunding: boolean;
    bets: readonly NewBet[];
    now: Date;
    bookAfter: Book;
  },
): Promise<void> {
  const given = batch.bets.map((bet, place) => ({
    place,
    id: bet.stored.id,
    user_id: bet.request.identity.userId,
    outcome_id: bet.stored.outcomeId,
    stake: bet.stored.stake.toString(),
    odds: bet.stored.odds.toString(),
    signed_odds: bet.stored.signedOdds?.toString() ?? null,
    payout: bet.stored.payout.toString(),
    status: bet.stored.status,
    placed_at: bet.stored.placedAt.toISOString(),
    closes_at: bet.closesAt.toISOString(),
    priced_at: bet.pricedAt?.toISOString() ?? null,
    daily_stake_cap: bet.dailyStakeCap.toString(),
    chain: bet.request.chain,
    market_version: bet.marketVersion,
    entry_id: bet.entryId,
    signed_text: bet.request.signedText,
    signature: bet.request.signature,
    signed_hash: bet.request.identity.signedHash,
    quote_id: bet.request.identity.quoteId,
    idempotency_key: bet.request.identity.idempotencyKey,
    body_hash: bet.request.identity.bodyHash,
  }));
  const received = batch.bets.reduce((sum, bet) => sum + bet.stored.stake, 0n);
  const funding = batch.isFunding ? sql`, funded = loss_budget` : sql``;
  // One for the whole batch, which is one change to whoever looks. Bets do not move the odds of a feed.
  const pointed =
    batch.bookAfter.kind === 'feed'
      ? sql``
      : sql`, pointed as (${recordPrice({
          marketId: batch.marketId,
          version: batch.version + batch.bets.length,
          at: batch.now,
          book: batch.bookAfter,
        })})`;
  const written = await rows(
    tx,
    sql`${KEPT_PLAN}
      with given as materialized (
        select * from json_to_recordset(${JSON.stringify(given)}::json) as g(
          place int, id text, user_id text, outcome_id text, stake bigint, odds bigint, signed_odds bigint,
          payout bigint, status text, placed_at timestamptz, closes_at timestamptz, priced_at timestamptz,
          daily_stake_cap bigint, chain text, market_version bigint, entry_id bigint, signed_text text, signature text, signed_hash text,
          quote_id text, idempotency_key text, body_hash text)
      ), written as (
        insert into bets (id, user_id, market_id, outcome_id, stake, odds, signed_odds, fill_rule, payout, status,
          placed_at, closes_at, priced_at, daily_stake_cap, chain, market_version, entry_id, signed_text, signature, signed_hash,
          quote_id, idempotency_key, body_hash)
        select id, user_id, ${batch.marketId}, outcome_id, stake, odds, signed_odds, ${batch.bookAfter.rule}::smallint,
          payout, status, placed_at, closes_at, priced_at, daily_stake_cap, chain, market_version, entry_id, signed_text, decode(signature, 'hex'),
          decode(signed_hash, 'hex'), quote_id, idempotency_key, decode(body_hash, 'hex')
        from given order by place
      ), owed as (
        update outcomes o set open_returns = o.open_returns + g.payout
        from (select outcome_id, sum(payout)::bigint as payout from given group by outcome_id) g
        where o.id = g.outcome_id and o.market_id = ${batch.marketId}
      ), moved as (
        update markets
        set received = received + ${received.toString()}::bigint,
          open_stakes = open_stakes + ${received.toString()}::bigint,
          staked = staked + ${received.toString()}::bigint, version = version + ${batch.bets.length}${funding}
        where id = ${batch.marketId} and version = ${batch.version}
        returning id
      )${pointed}
      select pg_notify(${MARKET_CHANGES}, id) from moved`,
  );
  if (written.length !== 1) {
    throw new Error(`market ${batch.marketId} left version ${batch.version} while it was locked`);
  }
}
