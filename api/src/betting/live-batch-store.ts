import type { BettorFunds } from '@tallystone/core/betting/decide-bet';
import { hashEscrowBet } from '@tallystone/core/escrow/escrow-bet';
import { limitsAt } from '@tallystone/core/identity/decide-limits';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { rows } from '../db/rows.ts';
import { MARKET_CHANGES } from '../markets/market-changes.ts';
import { type BatchFacts, type EarlierRow, earlierBet, earlierPairs, type NewBet } from './batch-store.ts';
import type { BetRequest } from './bet-request.ts';
import { type CapRow, capsOfLevels, givenCapOf, isAdmin, lowerCap, stakedTodayLive } from './funds-store.ts';
import { onChainPairs, withOnChain } from './on-chain.ts';
import { latestOwnFailures, type OwnFailures, waitsUntil } from './own-failures.ts';
import { ownLimits, type StoredLimitsRow, storedLimitPairs } from './own-limits.ts';

interface BettorRow extends Omit<CapRow, 'caps_of_levels'>, StoredLimitsRow {
  id: string;
  staked: string;
  /** Stakes that the chain may not have been asked about: each with when it was confirmed, or null while it is pending. */
  unasked: { id: string; stake: string; confirmed_at: string | null }[] | null;
  failed: OwnFailures;
}

/**
 * As `loadBatchFacts`, for live bets: what a bettor can stake is what the wallet held when the chain was asked, less the
 * stakes that were not taken from it by then. Every live bet has a quote, so a repeat is known by that or by its key.
 */
export async function loadLiveFacts(tx: Tx, bets: readonly BetRequest[]): Promise<BatchFacts> {
  const asked = bets.map(({ identity }) => ({
    user_id: identity.userId,
    quote_id: identity.quoteId,
    idempotency_key: identity.idempotencyKey,
  }));
  const now = sql`(select now from clock)`;
  const [facts] = await rows<{
    now: string;
    bettors: BettorRow[] | null;
    caps_of_levels: CapRow['caps_of_levels'];
    earlier: EarlierRow[] | null;
  }>(
    tx,
    sql`${KEPT_PLAN}
      with clock as materialized (
        select date_trunc('milliseconds', clock_timestamp()) as now
      ), asked as materialized (
        select * from json_to_recordset(${JSON.stringify(asked)}::json)
          as a(user_id text, quote_id text, idempotency_key text)
      ), found as (
        select 1 as rank, l.* from asked a
        join live_bets l on l.user_id = a.user_id and l.idempotency_key = a.idempotency_key
        union all
        select 2, l.* from asked a join live_bets l on l.user_id = a.user_id and l.quote_id = a.quote_id
      )
      select ${now} as now, (${capsOfLevels}) as caps_of_levels,
        (
          select json_agg(json_build_object(
            'id', u.id, 'level', u.kyc_level, 'cap', u.daily_stake_cap::text,
            'is_admin', ${isAdmin}, ${storedLimitPairs}, 'staked', (${stakedTodayLive(now)})::text,
            'unasked', (
              select json_agg(json_build_object('id', w.id, 'stake', w.stake::text, 'confirmed_at', w.confirmed_at))
              from (${stakesUnasked(firstAsked(bets))}) w),
            'failed', (${latestOwnFailures(now)})))
          from users u left join user_limits l on l.user_id = u.id
          where u.id in (select user_id from asked)
        ) as bettors,
        (
          select json_agg(json_build_object(
            ${earlierPairs(sql`l`)}, 'status', l.state, ${onChainPairs})
            order by l.rank, l.seq)
          from found l ${withOnChain}
        ) as earlier`,
  );
  if (facts === undefined) throw new Error('the database gave no answer to a select without a condition');
  const at = new Date(facts.now);
  const funds = (row: BettorRow): BettorFunds => {
    const own = limitsAt(ownLimits(row), at);
    const given = givenCapOf({ ...row, caps_of_levels: facts.caps_of_levels }, 'live');
    return {
      balance: stakeableOf(bets, row),
      stakedToday: microUsdc(BigInt(row.staked)),
      dailyStakeCap: lowerCap(given, own.ownCap),
      blockedUntil: own.blocked?.until ?? null,
      waitsUntil: waitsUntil(row.failed, at),
    };
  };
  return {
    now: at,
    funds: new Map((facts.bettors ?? []).map((row) => [row.id, funds(row)])),
    earlier: (facts.earlier ?? []).map(earlierBet),
  };
}

/** Since when any wallet was asked; null when none was. */
function firstAsked(bets: readonly BetRequest[]): Date | null {
  const times = bets.flatMap(({ live }) => (live?.wallet ? [live.wallet.askedAt.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/**
 * Of a row `u` of users: stakes that are pending, and those that were confirmed since a moment. A bet is accepted for less
 * than a minute, and few blocks later it is decided: none that is confirmed is much older than the moment.
 */
const stakesUnasked = (since: Date | null) => sql`
  select w.id, w.stake, null as confirmed_at from live_bets w where w.user_id = u.id and w.state = 'pending'
  union all
  select w.id, w.stake, w.decided_at from live_bets w
  where w.user_id = u.id and w.state = 'confirmed' and w.decided_at >= ${since?.toISOString() ?? null}::timestamptz
    and w.placed_at >= ${since?.toISOString() ?? null}::timestamptz - interval '1 hour'`;

/**
 * By the lowest that the chain said for one of the bettor's requests: what the wallet held beyond the stakes that were
 * known then, less those that have come since. Whatever has become of either, none of them counts less than once.
 */
function stakeableOf(bets: readonly BetRequest[], { id, unasked }: BettorRow): BettorFunds['balance'] {
  const lefts = bets.flatMap(({ identity, live }) => {
    if (identity.userId !== id || live?.wallet == null) return [];
    const { free, known, askedAt } = live.wallet;
    return (unasked ?? [])
      .filter(
        ({ id: betId, confirmed_at: at }) => !known.has(betId) && (at === null || new Date(at) >= askedAt),
      )
      .reduce((left, { stake }) => left - BigInt(stake), BigInt(free));
  });
  const lowest = lefts.reduce<bigint | null>((low, left) => (low === null || left < low ? left : low), null);
  return microUsdc(lowest !== null && lowest > 0n ? lowest : 0n);
}

/**
 * Writes accepted live bets, each with the house's signed word that it takes it, and counts them as pending, in one
 * statement; announces the change. Fails when the market is not at the version the batch was decided on.
 */
export async function insertLiveBets(
  tx: Tx,
  batch: {
    marketId: string;
    version: number;
    isFunding: boolean;
    bets: readonly NewBet[];
  },
): Promise<void> {
  const { marketId, version } = batch;
  const given = batch.bets.map((bet, place) => ({ place, ...livePart(bet), ...sharedPart(bet) }));
  const funding = batch.isFunding ? sql`, funded = loss_budget` : sql``;
  const written = await rows(
    tx,
    sql`${KEPT_PLAN}
      with given as materialized (
        select * from json_to_recordset(${JSON.stringify(given)}::json) as g(
          place int, id text, user_id text, outcome_id text, stake bigint, odds bigint, payout bigint,
          placed_at timestamptz, closes_at timestamptz, priced_at timestamptz, daily_stake_cap bigint, chain text,
          market_version bigint, hold_entry_id bigint, signed_text text, signature text, signed_hash text,
          quote_id text, idempotency_key text, body_hash text, deadline timestamptz, accepted_until timestamptz,
          bet_hash text, stake_authorization text, acceptance text, priced_on jsonb)
      ), written as (
        insert into live_bets (id, user_id, market_id, outcome_id, stake, odds, payout, placed_at, closes_at, priced_at,
          daily_stake_cap, chain, market_version, hold_entry_id, signed_text, signature, signed_hash, quote_id,
          idempotency_key, body_hash, deadline, accepted_until, bet_hash, stake_authorization, acceptance, priced_on)
        select id, user_id, ${marketId}, outcome_id, stake, odds, payout, placed_at, closes_at, priced_at,
          daily_stake_cap, chain, market_version, hold_entry_id, signed_text, decode(signature, 'hex'),
          decode(signed_hash, 'hex'), quote_id, idempotency_key, decode(body_hash, 'hex'), deadline, accepted_until,
          decode(bet_hash, 'hex'), decode(stake_authorization, 'hex'), decode(acceptance, 'hex'), priced_on
        from given order by place
      ), pending as (
        update outcomes o
        set pending_returns = o.pending_returns + g.payout, pending_stakes = o.pending_stakes + g.stake
        from (
          select outcome_id, sum(payout)::bigint as payout, sum(stake)::bigint as stake from given group by outcome_id
        ) g
        where o.id = g.outcome_id and o.market_id = ${marketId}
      ), moved as (
        update markets set version = version + ${batch.bets.length}${funding}
        where id = ${marketId} and version = ${version}
        returning id
      )
      select pg_notify(${MARKET_CHANGES}, id) from moved`,
  );
  if (written.length !== 1) throw new Error(`market ${marketId} left version ${version} while it was locked`);
}

function sharedPart({ stored, request, ...bet }: NewBet) {
  const { identity } = request;
  return {
    id: stored.id,
    user_id: identity.userId,
    outcome_id: stored.outcomeId,
    stake: stored.stake.toString(),
    odds: stored.odds.toString(),
    payout: stored.payout.toString(),
    placed_at: stored.placedAt.toISOString(),
    closes_at: bet.closesAt.toISOString(),
    priced_at: bet.pricedAt?.toISOString() ?? null,
    daily_stake_cap: bet.dailyStakeCap.toString(),
    chain: request.chain,
    market_version: bet.marketVersion,
    hold_entry_id: bet.entryId,
    signed_text: request.signedText,
    signature: request.signature,
    signed_hash: identity.signedHash,
    quote_id: identity.quoteId,
    idempotency_key: identity.idempotencyKey,
    body_hash: identity.bodyHash,
  };
}

function livePart({ request, live }: NewBet) {
  const { terms } = request;
  if (terms.live === undefined || live === undefined) {
    throw new Error(`bet ${request.betId} has no stake on the chain`);
  }
  const { bet, place } = live;
  return {
    deadline: terms.live.deadline.toISOString(),
    accepted_until: new Date(live.acceptedUntil * 1000).toISOString(),
    bet_hash: hashEscrowBet(bet, place).slice(2),
    stake_authorization: live.authorization.slice(2),
    acceptance: live.acceptance.slice(2),
    priced_on: live.pricedOn.map(String),
  };
}
