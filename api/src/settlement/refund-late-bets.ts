import { marketTopUpEntry } from '@tallystone/core/ledger/market-top-up-entry';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { worstCaseOf } from '@tallystone/core/odds/exposure';
import { type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { payOutBets } from '../ledger/pay-out-bets.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { type LockedMarket, lockMarket } from '../markets/lock-market.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { fundPool } from '../practice/fund-pool.ts';

/** For a row `m` of markets: bets on it are to be given back, and it is not about to be paid. */
const isWaiting = sql`m.late_from is not null and m.deleted_at is null and m.state in ('open', 'suspended', 'closed')`;

/** To find the next of very many late bets, all that were given back are passed again. */
const STATEMENT_TIMEOUT = '30s';

/** Markets with bets that came after the start of their game. */
export async function listLateBets(db: Db): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select m.id from markets m where ${isWaiting} order by m.id`,
  );
  return found.map(({ id }) => id);
}

/**
 * Gives back the stakes of bets that were placed when their game had begun, exactly, and takes what they would
 * return off the market's books. Bets that were sold back stay sold. If the escrow, which has paid for those, would no
 * longer cover everyone else, the pool adds what is missing.
 *
 * @param chunk how many bets are given back at most; the market waits on while there may be more
 * @returns false when there was nothing to do, or another process did it
 */
export function refundLateBets(
  db: Db,
  { marketId, chunk, mode }: { marketId: string; chunk: number; mode: 'demo' | 'live' },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const market = await lockMarket(tx, marketId);
    await tx.execute(sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`);
    const facts = market === null ? null : await loadLateBets(tx, { marketId, chunk });
    if (market === null || facts === null) return false;
    if (facts.bets > 0) await refund(tx, { market, marketId, facts, mode });
    else {
      await tx.execute(
        sql`update markets set late_from = null, version = version + 1 where id = ${marketId}`,
      );
    }
    await announceMarketChange(tx, marketId);
    if (facts.bets > 0) await audit(tx, { marketId, facts, missing: missingOf(market, facts) });
    return true;
  });
}

interface LateBets {
  readonly lateFrom: string;
  readonly bets: number;
  /** Whether there are others beside these. */
  readonly hasMore: boolean;
  /** The version of the market from which on these bets are. */
  readonly fromVersion: string;
  readonly stakes: MicroUsdc;
  /** What they would have returned, in the order of the outcomes. */
  readonly payouts: readonly MicroUsdc[];
  readonly escrow: MicroUsdc;
}

/** The newest of the late bets that have not ended, under the market's lock; null when the market does not wait. */
async function loadLateBets(
  tx: Tx,
  { marketId, chunk }: { marketId: string; chunk: number },
): Promise<LateBets | null> {
  const [row] = await rows<{
    late_from: string;
    escrow: string;
    found: number;
    bets: number;
    from_version: string | null;
    stakes: string;
    payouts: string[];
  }>(
    tx,
    sql`
      with late as materialized (
        select b.outcome_id, b.stake, b.payout, b.market_version
        from markets m join bets b on b.market_id = m.id
        where m.id = ${marketId} and ${isLateAndOpen}
        -- The newest first, because they are at one end of the index.
        order by b.market_version desc limit ${chunk + 1}
      ), taken as materialized (
        select * from late order by market_version desc limit ${chunk}
      )
      select m.late_from::text, (
          select coalesce(max(a.balance), 0)::text from accounts a where a.kind = 'escrow' and a.market_id = m.id
        ) as escrow,
        (select count(*)::int from late) as found, (select count(*)::int from taken) as bets,
        (select min(market_version)::text from taken) as from_version,
        (select coalesce(sum(stake), 0)::text from taken) as stakes,
        (
          select json_agg((
            select coalesce(sum(t.payout), 0)::text from taken t where t.outcome_id = o.id) order by o.position)
          from outcomes o where o.market_id = m.id
        ) as payouts
      from markets m where m.id = ${marketId} and ${isWaiting}`,
  );
  if (row === undefined) return null;
  return {
    lateFrom: row.late_from,
    bets: row.bets,
    hasMore: row.found > row.bets,
    fromVersion: row.from_version ?? '0',
    stakes: microUsdc(BigInt(row.stakes)),
    payouts: row.payouts.map((payout) => microUsdc(BigInt(payout))),
    escrow: microUsdc(BigInt(row.escrow)),
  };
}

/** For a market `m` and a bet `b` on it. */
const isLateAndOpen = sql`b.placed_at >= m.late_from
  and not exists (select from bet_endings e where e.bet_id = b.id)`;

/** What the escrow lacks, once the stakes are given back, to pay everybody whatever happens. */
function missingOf({ book }: LockedMarket, { stakes, payouts, escrow }: LateBets): MicroUsdc {
  const owed = worstCaseOf({
    openReturns: book.openReturns.map((returns, place) => microUsdc(returns - (payouts[place] ?? 0n))),
    openStakes: microUsdc(book.openStakes - stakes),
  });
  const missing = owed - (escrow - stakes);
  return microUsdc(missing > 0n ? missing : 0n);
}

async function refund(
  tx: Tx,
  given: { market: LockedMarket; marketId: string; facts: LateBets; mode: 'demo' | 'live' },
): Promise<void> {
  const { market, marketId, facts, mode } = given;
  const version = market.version + 1;
  const missing = missingOf(market, facts);
  if (missing > 0n) {
    if (mode === 'demo') await fundPool(tx, missing);
    const entry = marketTopUpEntry({ marketId, amount: missing });
    await recordEntries(tx, [{ key: `market-top-up:${marketId}:${version}`, entry }]);
  }
  const paid = await payOutBets(tx, {
    marketId,
    kind: 'refund',
    key: `refund:${marketId}:${version}`,
    ending: { kind: 'refund', marketVersion: version },
    payments: lateBetsFrom(marketId, facts.fromVersion),
  });
  if (paid.bets !== facts.bets || paid.amount !== facts.stakes) {
    throw new Error(`market ${marketId} gave back ${paid.amount} for ${paid.bets} bets, not ${facts.stakes}`);
  }
  await saveMarket(tx, { market, marketId, facts, version, missing });
}

const lateBetsFrom = (marketId: string, fromVersion: string): SQL => sql`
  select b.id as bet_id, b.user_id, b.stake as amount
  from markets m join bets b on b.market_id = m.id
  where m.id = ${marketId} and b.market_version >= ${fromVersion}::bigint and ${isLateAndOpen}`;

/** As `endBetInBook` of core does it for each of the bets. */
async function saveMarket(
  tx: Tx,
  saved: { market: LockedMarket; marketId: string; facts: LateBets; version: number; missing: MicroUsdc },
): Promise<void> {
  const { market, marketId, facts, version, missing } = saved;
  const { stakes, payouts, hasMore } = facts;
  await tx.execute(sql`
    update outcomes o set open_returns = o.open_returns - (${JSON.stringify(payouts.map(String))}::jsonb ->> o.position)::bigint
    where o.market_id = ${marketId}`);
  const written = await rows(
    tx,
    sql`
      update markets
      set received = received - ${stakes.toString()}::bigint, open_stakes = open_stakes - ${stakes.toString()}::bigint,
        funded = funded + ${missing.toString()}::bigint, version = ${version}${hasMore ? sql`` : sql`, late_from = null`}
      where id = ${marketId} and version = ${market.version}
      returning id`,
  );
  if (written.length !== 1)
    throw new Error(`market ${marketId} left version ${market.version} while it was locked`);
}

async function audit(
  tx: Tx,
  { marketId, facts, missing }: { marketId: string; facts: LateBets; missing: MicroUsdc },
): Promise<void> {
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'market.refund-late-bets',
    subject: marketId,
    // Amounts in micro-USDC.
    after: {
      lateFrom: facts.lateFrom,
      bets: facts.bets,
      stakes: facts.stakes.toString(),
      fromPool: missing.toString(),
    },
    reason: 'The game began earlier than was said: bets from then on are void.',
  });
}
