import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { Rehearsal } from '@tallystone/core/settlement/rehearse';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, row, rows, value, values } from '../db/rows.ts';
import { hasOpenLateBets } from '../markets/late-starts.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { hasEndedOnChain } from './chain-gate.ts';

/** A market that is being paid, or is to be, and its resolution, both under lock. */
export interface PayingMarket {
  readonly marketId: string;
  readonly resolutionId: string;
  readonly result: MarketResult;
  /** Bets up to this version of the market are settled; null before the first. */
  readonly settledThrough: string | null;
  /** What was rehearsed, as far as it does not say what is paid. */
  readonly rehearsed: Pick<Rehearsal, 'version' | 'bets' | 'paidBets'>;
  /** SHA-256 of all that was rehearsed, hex. */
  readonly rehearsalHash: string;
  /** What open bets get by the market's books, micro-USDC. */
  readonly owed: MicroUsdc;
  /** What lies in escrow now, micro-USDC. */
  readonly escrow: MicroUsdc;
  readonly funded: MicroUsdc;
  /** Bets that came after the start of its game wait to be given back: never of a market that the contract has ended. */
  readonly hasLateBets: boolean;
  /** Before the first payment: the audit says that it pays late bets, as the feed said meanwhile. Its result is taken back. */
  readonly isHeardLate: boolean;
  /** Whether the contract holds its stakes and pays its bets. */
  readonly isOnChain: boolean;
  /** Whether an admin was told that it does not pay as rehearsed. */
  readonly isFlagged: boolean;
}

/**
 * For a market `m` and its resolution `r`: it is approved and due, whether or not an admin looks at it. In live mode the
 * contract has ended it in the same way, and knows of no bet that could still come.
 */
const isDue = sql`m.state = 'resolving' and r.ended_at is null and r.pays_from <= clock_timestamp()
  and ${hasEndedOnChain}`;

/** Markets that are being paid or are to be, those that are due the longest first. */
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

/** A chunk may take long on a machine that is busy, and would be done again from its beginning. */
const STATEMENT_TIMEOUT = '30s';

/** Locks a market that is to be paid; null when it is not, or another process is at it. */
export async function claimPaying(tx: Tx, marketId: string): Promise<PayingMarket | null> {
  const [claimed] = await rows(
    tx,
    { resolution_id: col.text },
    sql`
      select r.id::text as resolution_id, set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)
      from markets m join resolutions r on r.market_id = m.id
      where m.id = ${marketId} and ${isDue}
      for update of m, r skip locked`,
  );
  if (claimed === undefined) return null;
  // A statement of its own after the locks: rows that are not locked, such as the escrow's account, would come from
  // before them, and another process may have paid a chunk meanwhile.
  const found = await row(
    tx,
    {
      resolutionId: col.text,
      outcomeId: col.text.orNull,
      settledThrough: col.text.orNull,
      version: col.number,
      bets: col.number,
      paidBets: col.number,
      rehearsalHash: col.text,
      owed: col.usdc,
      escrow: col.usdc,
      funded: col.usdc,
      hasLateBets: col.bool,
      isHeardLate: col.bool,
      isOnChain: col.bool,
      isFlagged: col.bool,
    },
    sql`
      select r.id::text as resolution_id, r.outcome_id, m.settled_through::text,
        (r.rehearsal ->> 'version')::int as version, (r.rehearsal ->> 'bets')::int as bets,
        (r.rehearsal ->> 'paidBets')::int as paid_bets, encode(r.rehearsal_hash, 'hex') as rehearsal_hash,
        case when r.outcome_id is null then m.open_stakes
          else (select o.open_returns from outcomes o where o.id = r.outcome_id) end as owed,
        coalesce((
          select a.balance from accounts a where a.kind = 'escrow' and a.market_id = m.id), 0) as escrow,
        m.funded, m.late_from is not null as has_late_bets,
        m.settled_through is null and r.outcome_id is not null and ${hasOpenLateBets} as is_heard_late,
        exists (select from chain_markets c where c.market_id = m.id and c.state <> 'refused') as is_on_chain,
        m.review is not distinct from 'rehearsal-differs' as is_flagged
      from markets m join resolutions r on r.market_id = m.id
      where r.id = ${claimed.resolution_id}::bigint`,
  );
  const { outcomeId, hasLateBets, isHeardLate, version, bets, paidBets, ...market } = found;
  return {
    ...market,
    marketId,
    result: outcomeId === null ? { kind: 'void' } : { kind: 'won', outcomeId },
    rehearsed: { version, bets, paidBets },
    hasLateBets: hasLateBets && !market.isOnChain,
    isHeardLate: isHeardLate && !market.isOnChain,
  };
}

/** From here on the result cannot be undone. */
export async function beginPaying(tx: Tx, { marketId, resolutionId, result }: PayingMarket): Promise<void> {
  await tx.execute(
    // What was made final on the chain has started with that.
    sql`update resolutions set started_at = coalesce(started_at, clock_timestamp()) where id = ${resolutionId}::bigint`,
  );
  await tx.execute(sql`
    update markets set settled_through = 0, won_outcome_id = ${result.kind === 'void' ? null : result.outcomeId},
      -- A void gives late bets their stakes with all others, and nothing else begins while there are any.
      late_from = null,
      -- It pays what was rehearsed after all.
      review = case when review <> 'rehearsal-differs' then review end
    where id = ${marketId}`);
}

/** The market's version up to which the next chunk of its bets goes; null when there are none left. */
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

/** Selects what a result pays for the bets of a chunk that have not ended: the rule of core/settlement/settle-bet.ts. */
export function paymentsOf(chunk: {
  marketId: string;
  result: MarketResult;
  from: string;
  through: string;
}): SQL {
  const { marketId, result, from, through } = chunk;
  const amount = result.kind === 'void' ? sql`b.stake` : sql`b.payout`;
  const isPaid = result.kind === 'void' ? sql`true` : sql`b.outcome_id = ${result.outcomeId}`;
  return sql`
    select b.id as bet_id, b.user_id, ${amount} as amount
    from bets b
    -- Bet by bet from the index: the table of all ends of all bets is never read as a whole.
    left join lateral (select true as has_ended from bet_endings e where e.bet_id = b.id limit 1) e on true
    where b.market_id = ${marketId} and b.market_version > ${from}::bigint and b.market_version <= ${through}::bigint
      and ${isPaid} and e.has_ended is null`;
}

export async function moveCursor(
  tx: Tx,
  { marketId, through }: { marketId: string; through: string },
): Promise<void> {
  await tx.execute(sql`update markets set settled_through = ${through}::bigint where id = ${marketId}`);
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

/** What a result pays for the bets that are still to be settled, micro-USDC. */
export async function sumLeft(
  tx: Tx,
  { marketId, result, settledThrough }: PayingMarket,
): Promise<{ bets: number; amount: MicroUsdc }> {
  const left = paymentsOf({ marketId, result, from: settledThrough ?? '0', through: LAST_VERSION });
  return row(
    tx,
    { bets: col.number, amount: col.usdc },
    sql`select count(*)::int as bets, coalesce(sum(p.amount), 0) as amount from (${left}) p`,
  );
}

/** No market ever comes to it. */
const LAST_VERSION = String(2n ** 63n - 1n);

/** The market is over, and says so to everybody. */
export async function endPaying(tx: Tx, { marketId, resolutionId, result }: PayingMarket): Promise<void> {
  await tx.execute(sql`
    update resolutions set ended_at = clock_timestamp(), ended_as = 'paid' where id = ${resolutionId}::bigint`);
  await tx.execute(sql`
    update markets set state = ${result.kind === 'void' ? 'void' : 'settled'}, ended_at = clock_timestamp(),
      version = version + 1
    where id = ${marketId}`);
  await announceMarketChange(tx, marketId);
}

/** Tells the admins that a market does not pay what was rehearsed, and what it has paid. */
export async function flagDifference(
  tx: Tx,
  { marketId, resolutionId, owed, escrow }: PayingMarket,
  { bets, posted, ended }: PaidSoFar,
): Promise<void> {
  await tx.execute(sql`update markets set review = 'rehearsal-differs' where id = ${marketId}`);
  await announceMarketChange(tx, marketId);
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'market.review',
    subject: marketId,
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

/** What stood against paying the market is gone. */
export async function clearDifference(tx: Tx, { marketId, resolutionId }: PayingMarket): Promise<void> {
  await tx.execute(sql`update markets set review = null where id = ${marketId}`);
  await announceMarketChange(tx, marketId);
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'market.review',
    subject: marketId,
    before: { review: 'rehearsal-differs' },
    after: { review: null, resolution: resolutionId },
    reason: 'Payouts and escrow match what was approved again.',
  });
}
