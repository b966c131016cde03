import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { clock } from '../db/read-clock.ts';
import { col, row, rows, value, values } from '../db/rows.ts';
import { textArray } from '../db/text-array.ts';
import { payoutLeft, stakeLeft, withSold } from '../ledger/sold-parts.ts';
import { owedToWinners } from '../ledger/winners.ts';
import { hasOpenLateBets } from '../markets/late-starts.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { mayBecome } from '../markets/may-become.ts';
import { hasEndedOnChain } from './chain-gate.ts';
import { isOnChain } from './flag-late-bets.ts';
import { cannotBecome } from './resolution-store.ts';
import { resultOf } from './stored-rehearsal.ts';

/** A market that is being paid or due, and its resolution, both under lock. */
export type PayingMarket = NonNullable<Awaited<ReturnType<typeof claimPaying>>>;

/**
 * For a market `m` and its resolution `r`: it is approved and due, even if it is under review. In live mode the contract
 * has ended it in the same way, and no pending bet could still be placed.
 */
export const isDue = sql`m.state = 'resolving' and r.ended_at is null and r.pays_from <= clock_timestamp()
  and ${hasEndedOnChain}`;

/** Markets that are being paid or due, those due the longest first. */
export async function listPaying(db: Db, limit: number): Promise<string[]> {
  return values(
    db,
    col.text,
    sql`
      select m.id from resolutions r join markets m on m.id = r.market_id
      where ${isDue}
      order by r.pays_from, r.id limit ${limit}`,
  );
}

/** A chunk can take long on a busy machine, and a timeout would start it again from its beginning. */
export const STATEMENT_TIMEOUT = '30s';

/** Locks a market that is due; null if it is not, or another process has locked it. */
export async function claimPaying(tx: Tx, marketId: string) {
  const [claimed] = await rows(
    tx,
    { resolutionId: col.text },
    sql`
      select r.id::text as resolution_id, set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)
      from markets m join resolutions r on r.market_id = m.id
      where m.id = ${marketId} and ${isDue}
      for update of m, r skip locked`,
  );
  if (claimed === undefined) return null;
  // A separate statement after the locks: rows that are not locked, such as the escrow's account, would otherwise be from
  // before them, and another process may have paid a chunk meanwhile.
  const { version, bets, paidBets, ...market } = await row(
    tx,
    {
      resolutionId: col.text,
      /** The winner, the first of several; null for a void. */
      outcomeId: col.text.orNull,
      alsoWon: col.list(col.text),
      /** Bets up to this version of the market are settled; null before the first. */
      settledThrough: col.text.orNull,
      version: col.number,
      bets: col.number,
      paidBets: col.number,
      /** SHA-256 of the whole rehearsal, hex. */
      rehearsalHash: col.text,
      /** What open bets get by the market's books, micro-USDC. */
      owed: col.usdc,
      /** What is in escrow now, micro-USDC. */
      escrow: col.usdc,
      funded: col.usdc,
      /** Whether bets placed after the game began wait for a refund. */
      hasLateBets: col.bool,
      /** Before the first payment: whether the result would pay bets that are late by the audit. It is taken back then. */
      wouldPayLateBets: col.bool,
      /** Whether the contract holds its stakes and pays its bets. */
      isOnChain: col.bool,
      /** Whether admins were told that it does not pay as rehearsed. */
      isFlagged: col.bool,
    },
    sql`
      select r.id::text as resolution_id, r.outcome_id, to_json(r.also_won) as also_won, m.settled_through::text,
        (r.rehearsal ->> 'version')::int as version, (r.rehearsal ->> 'bets')::int as bets,
        (r.rehearsal ->> 'paidBets')::int as paid_bets, encode(r.rehearsal_hash, 'hex') as rehearsal_hash,
        case when r.outcome_id is null then m.open_stakes
          else ${owedToWinners(sql`m`, { first: sql`r.outcome_id`, others: sql`r.also_won` })} end as owed,
        coalesce((
          select a.balance from accounts a where a.kind = 'escrow' and a.market_id = m.id), 0) as escrow,
        m.funded, m.late_from is not null as has_late_bets,
        m.settled_through is null and r.outcome_id is not null and ${hasOpenLateBets} as would_pay_late_bets,
        ${isOnChain} as is_on_chain,
        m.review is not distinct from 'rehearsal-differs' as is_flagged
      from markets m join resolutions r on r.market_id = m.id
      where r.id = ${claimed.resolutionId}::bigint`,
  );
  return {
    ...market,
    marketId,
    result: resultOf(market.outcomeId, market.alsoWon),
    /** What was rehearsed, except for the amounts. */
    rehearsed: { version, bets, paidBets },
    // Late bets do not count if the contract has ended the market.
    hasLateBets: market.hasLateBets && !market.isOnChain,
    wouldPayLateBets: market.wouldPayLateBets && !market.isOnChain,
  };
}

/** From here on the result cannot be undone. */
export async function beginPaying(
  tx: Tx,
  { marketId, resolutionId, outcomeId, alsoWon }: PayingMarket,
): Promise<void> {
  await tx.execute(
    // A result that was made final on the chain has started already.
    sql`with ${clock}
      update resolutions set started_at = coalesce(started_at, clock.now) from clock where id = ${resolutionId}::bigint`,
  );
  await tx.execute(sql`
    update markets set settled_through = 0, won_outcome_id = ${outcomeId}, also_won = ${textArray(alsoWon)},
      -- A void gives late bets their stakes back with all others, and no other payment begins while there are any.
      late_from = null,
      -- The market pays what was rehearsed after all.
      review = case when review <> 'rehearsal-differs' then review end
    where id = ${marketId}`);
}

/** The market's version of the last bet of the next chunk; null if no bets are left. */
export async function chunkEnd(
  tx: Tx,
  { marketId, from, size }: { marketId: string; from: string; size: number },
): Promise<string | null> {
  return value(
    tx,
    col.text.orNull,
    sql`
      select max(c.market_version)::text as through from (
        select b.market_version from bets b
        where b.market_id = ${marketId} and b.market_version > ${from}::bigint
        order by b.market_version limit ${size}
      ) c`,
  );
}

/** Selects what a result pays for the open bets of a chunk, by the rule of core/settlement/settle-bet.ts. */
export function paymentsOf(chunk: {
  marketId: string;
  result: MarketResult;
  from: string;
  through: string;
}): SQL {
  const { marketId, result, from, through } = chunk;
  const amount = result.kind === 'void' ? stakeLeft : payoutLeft;
  return sql`
    select b.id as bet_id, b.user_id, ${amount} as amount
    from bets b
    ${withSold}
    -- Looked up bet by bet in the index, so the whole table of ends is never read.
    left join lateral (select true as has_ended from bet_endings e where e.bet_id = b.id limit 1) e on true
    where b.market_id = ${marketId} and b.market_version > ${from}::bigint and b.market_version <= ${through}::bigint
      and ${isPaidBy(result, sql`b.outcome_id`)} and e.has_ended is null`;
}

/** Whether a result pays the bets on an outcome. */
export function isPaidBy(result: MarketResult, outcomeId: SQL): SQL {
  if (result.kind === 'void') return sql`true`;
  const [first, ...others] = result.outcomeIds;
  // Nearly all markets have one winner, and an equality is the cheapest condition.
  return others.length === 0
    ? sql`${outcomeId} = ${first}`
    : sql`${outcomeId} = any(${textArray(result.outcomeIds)})`;
}

/** What settlement has paid for bets of a market so far, micro-USDC. */
export interface PaidSoFar {
  readonly bets: number;
  /** By the postings, and by the ends of the bets. */
  readonly posted: MicroUsdc;
  readonly ended: MicroUsdc;
}

export async function sumPaid(db: Db, marketId: string): Promise<PaidSoFar> {
  return row(
    db,
    { bets: col.number, posted: col.usdc, ended: col.usdc },
    sql`
      with left_escrow as materialized (
        select p.entry_id, sum(p.amount) as amount
        from postings p join accounts a on a.id = p.from_account
        where a.kind = 'escrow' and a.market_id = ${marketId}
        group by p.entry_id
      ), settled as materialized (
        select l.entry_id, l.amount from left_escrow l join entries n on n.id = l.entry_id where n.kind = 'settlement'
      )
      select count(*)::int as bets, coalesce(sum(e.amount), 0) as ended,
        (select coalesce(sum(amount), 0) from settled) as posted
      from settled join bet_endings e on e.entry_id = settled.entry_id`,
  );
}

/** What a result pays for the bets that are not settled yet, micro-USDC. */
export function sumLeft(tx: Tx, { marketId, result, settledThrough }: PayingMarket) {
  const left = paymentsOf({ marketId, result, from: settledThrough ?? '0', through: LAST_VERSION });
  return row(
    tx,
    { bets: col.number, amount: col.usdc },
    sql`select count(*)::int as bets, coalesce(sum(p.amount), 0) as amount from (${left}) p`,
  );
}

/** No market ever reaches this version. */
const LAST_VERSION = String(2n ** 63n - 1n);

/** Ends the market and announces it. */
export async function endPaying(tx: Tx, { marketId, resolutionId, result }: PayingMarket): Promise<void> {
  await tx.execute(sql`
    with ${clock}
    update resolutions set ended_at = clock.now, ended_as = 'paid' from clock where id = ${resolutionId}::bigint`);
  const state = result.kind === 'void' ? 'void' : 'settled';
  const ended = await rows(
    tx,
    sql`
      with ${clock}
      update markets set state = ${state}, ended_at = clock.now, version = version + 1
      from clock where id = ${marketId} and ${mayBecome(state)}
      returning id`,
  );
  if (ended.length !== 1) throw cannotBecome(marketId, state);
  await announceMarketChange(tx, marketId);
}

/** Reports to the admins that a market does not pay what was rehearsed, and what it has paid. */
export async function flagDifference(
  tx: Tx,
  { marketId, resolutionId, owed, escrow }: PayingMarket,
  { bets, posted, ended }: PaidSoFar,
): Promise<void> {
  await saveReview(tx, marketId, {
    after: {
      review: 'rehearsal-differs',
      resolution: resolutionId,
      paidBets: bets,
      // Micro-USDC.
      paid: posted.toString(),
      paidByBets: ended.toString(),
      owed: owed.toString(),
      escrow: escrow.toString(),
    },
  });
}

/** Reports to the admins that the market pays again what was rehearsed. */
export async function clearDifference(tx: Tx, { marketId, resolutionId }: PayingMarket): Promise<void> {
  await saveReview(tx, marketId, {
    before: { review: 'rehearsal-differs' },
    after: { review: null, resolution: resolutionId },
    reason: 'Payouts and escrow match what was approved again.',
  });
}

async function saveReview(
  tx: Tx,
  marketId: string,
  audited: { before?: unknown; after: Record<string, unknown> & { review: string | null }; reason?: string },
): Promise<void> {
  await tx.execute(sql`update markets set review = ${audited.after.review} where id = ${marketId}`);
  await announceMarketChange(tx, marketId);
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'market.review',
    subject: marketId,
    ...audited,
  });
}
