import { marketTopUpEntry } from '@tallystone/core/ledger/market-top-up-entry';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { worstCaseOf } from '@tallystone/core/odds/exposure';
import { type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import { voidLateLegs } from '../combos/resolve-legs.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, row, rows, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { fillRow } from '../ledger/lock-pool.ts';
import { payOutBets } from '../ledger/pay-out-bets.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { payoutLeft, stakeLeft, withSold } from '../ledger/sold-parts.ts';
import { earliestOf, isLateBy, type LateStart, selectLateStarts } from '../markets/late-starts.ts';
import { type LockedMarket, lockMarket } from '../markets/lock-market.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { fundPool } from '../practice/fund-pool.ts';
import { isOnChain } from './flag-late-bets.ts';
import { STATEMENT_TIMEOUT } from './settle-store.ts';

/**
 * For a row `m` of markets: it has late bets to refund, and no end under way. A market that the contract has cannot refund
 * single bets, see flag-late-bets.ts.
 */
const isWaiting = sql`m.late_from is not null and m.deleted_at is null and m.state in ('open', 'suspended', 'closed')
  and not ${isOnChain}`;

/** The oldest bet refunded so far: the next ones are below it. */
export interface LateCursor {
  /** Text keeps every digit. */
  readonly placedAt: string;
  readonly version: string;
}

/** Markets with bets that came after the start of their game. */
export async function listLateBets(db: Db): Promise<string[]> {
  return values(db, col.text, sql`select m.id from markets m where ${isWaiting} order by m.id collate "C"`);
}

/**
 * Refunds the exact stakes of bets that were placed after their game had begun, and takes their payouts off the market's
 * books. Late selections of combos become void with the last step. Bets and parts of bets that were cashed out stay so. The escrow has paid for those: if it would no longer cover all other bets, the
 * pool adds what is missing.
 *
 * Only the audit says which bets are late, by the starts that the feed gave. The market's mark only says that some may be.
 *
 * Bets are refunded newest first. A call that passes `below` skips those refunded before, so all calls together read each
 * bet once. The last call passes none, because bets may have come meanwhile.
 *
 * @param chunk how many bets are refunded at most
 * @param below returned by the call before; null begins at the newest bet, which is always right
 * @returns null if there was nothing to do, or another process did it; `no-start` if the audit has no start, and then
 *   nothing was refunded; otherwise where the next call begins. The market stays marked while there may be more
 */
export function refundLateBets(
  db: Db,
  {
    marketId,
    chunk,
    mode,
    below = null,
  }: { marketId: string; chunk: number; mode: 'demo' | 'live'; below?: LateCursor | null },
): Promise<{ readonly below: LateCursor | null } | 'no-start' | null> {
  return transaction(db, async (tx) => {
    const market = await lockMarket(tx, marketId);
    await tx.execute(sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`);
    const facts = market === null ? null : await loadLateBets(tx, { marketId, chunk, below });
    if (market === null || facts === null || facts === 'no-start') return facts;
    const { oldest } = facts;
    if (oldest !== null) {
      await refund(tx, { market, marketId, facts, oldest, mode });
      return { below: facts.hasMore ? oldest : null };
    }
    if (below === null) {
      if (await voidLateLegs(tx, { marketId, starts: facts.starts, chunk })) return { below: null };
      await tx.execute(
        sql`update markets set late_from = null, version = version + 1 where id = ${marketId}`,
      );
      await announceMarketChange(tx, marketId);
    }
    return { below: null };
  });
}

type LateBets = Exclude<Awaited<ReturnType<typeof loadLateBets>>, 'no-start' | null>;

/** The newest open late bets, under the market's lock; null if the market is not marked or has an end under way. */
async function loadLateBets(
  tx: Tx,
  { marketId, chunk, below }: { marketId: string; chunk: number; below: LateCursor | null },
) {
  const [waiting] = await rows(
    tx,
    { escrow: col.usdc, isOfFeed: col.bool },
    sql`
      select (
          select coalesce(max(a.balance), 0) from accounts a where a.kind = 'escrow' and a.market_id = m.id
        ) as escrow, m.pricing = 'feed' as is_of_feed
      from markets m where m.id = ${marketId} and ${isWaiting}`,
  );
  if (waiting === undefined) return null;
  const starts = await selectLateStarts(tx, marketId);
  // Only markets of the feed can have late bets.
  if (starts.length === 0 && waiting.isOfFeed) return 'no-start';
  const { found, ...late } = await row(
    tx,
    {
      found: col.number,
      bets: col.number,
      /** Null if there are no bets. */
      oldest: col.object({ placedAt: col.text, version: col.text }).orNull,
      stakes: col.usdc,
      /** In the order of the outcomes. */
      payouts: col.list(col.usdc),
    },
    sql`
      with late as materialized (
        select b.outcome_id, ${stakeLeft} as stake, ${payoutLeft} as payout, b.placed_at, b.market_version
        ${openLateBets(marketId, { starts, below })}
        order by b.placed_at desc, b.market_version desc limit ${chunk + 1}
      ), taken as materialized (
        select * from late order by placed_at desc, market_version desc limit ${chunk}
      )
      select (select count(*)::int from late) as found, (select count(*)::int from taken) as bets,
        (
          select json_build_object('placedAt', t.placed_at::text, 'version', t.market_version::text)
          from taken t order by t.placed_at, t.market_version limit 1
        ) as oldest,
        (select coalesce(sum(stake), 0) from taken) as stakes,
        (
          select json_agg((
            select coalesce(sum(t.payout), 0)::text from taken t where t.outcome_id = o.id) order by o.position)
          from outcomes o where o.market_id = ${marketId}
        ) as payouts`,
  );
  return { ...late, starts, below, hasMore: found > late.bets, escrow: waiting.escrow };
}

/** Selects from a market's open late bets `b`, by the index of bets of the feed. */
function openLateBets(marketId: string, of: { starts: readonly LateStart[]; below: LateCursor | null }): SQL {
  const isBelow = of.below === null ? sql`true` : sql`(b.placed_at, b.market_version) < ${placeOf(of.below)}`;
  return sql`
    from bets b
    ${withSold}
    -- Looked up bet by bet in the index, so the whole table of ends is never read.
    left join lateral (select true as has_ended from bet_endings e where e.bet_id = b.id limit 1) e on true
    where b.market_id = ${marketId} and b.priced_at is not null
      -- The index finds these; the other conditions filter what it finds.
      and b.placed_at >= ${earliestOf(of.starts)?.toISOString() ?? null}::timestamptz and ${isLateBy(of.starts, { placedAt: sql`b.placed_at`, version: sql`b.market_version` })}
      and ${isBelow} and e.has_ended is null`;
}

/** For a row of markets: combos have open selections of it, which the next step makes void if they are late. */
const hasOpenLegs = sql`exists (
  select from combo_legs l where l.market_id = markets.id and l.result is null)`;

const placeOf = ({ placedAt, version }: LateCursor): SQL =>
  sql`(${placedAt}::timestamptz, ${version}::bigint)`;

/** What the escrow will lack, after the refunds, to pay all open bets whatever the result. */
function missingOf({ book }: LockedMarket, { stakes, payouts, escrow }: LateBets): MicroUsdc {
  const owed = worstCaseOf({
    ...book,
    openReturns: book.openReturns.map((returns, place) => microUsdc(returns - (payouts[place] ?? 0n))),
    openStakes: microUsdc(book.openStakes - stakes),
  });
  const missing = owed - (escrow - stakes);
  return microUsdc(missing > 0n ? missing : 0n);
}

async function refund(
  tx: Tx,
  input: {
    market: LockedMarket;
    marketId: string;
    facts: LateBets;
    oldest: LateCursor;
    mode: 'demo' | 'live';
  },
): Promise<void> {
  const { market, marketId, facts, oldest, mode } = input;
  const version = market.version + 1;
  const missing = missingOf(market, facts);
  if (missing > 0n) {
    if (mode === 'demo') await fundPool(tx, missing);
    // If the pool has less, nothing is recorded: no account goes below zero.
    await fillRow(tx, missing);
    const entry = marketTopUpEntry({ marketId, amount: missing });
    await recordEntries(tx, [{ key: `market-top-up:${marketId}:${version}`, entry }]);
  }
  const paid = await payOutBets(tx, {
    marketId,
    kind: 'refund',
    key: `refund:${marketId}:${version}`,
    ending: { kind: 'refund', marketVersion: version },
    payments: sql`
      select b.id as bet_id, b.user_id, ${stakeLeft} as amount
      ${openLateBets(marketId, facts)} and (b.placed_at, b.market_version) >= ${placeOf(oldest)}`,
  });
  if (paid.bets !== facts.bets || paid.amount !== facts.stakes) {
    throw new Error(`market ${marketId} gave back ${paid.amount} for ${paid.bets} bets, not ${facts.stakes}`);
  }
  await saveMarket(tx, { market, marketId, facts, version, missing });
  await announceMarketChange(tx, marketId);
  await recordAudit(tx, {
    actor: { kind: 'system' },
    action: 'market.refund-late-bets',
    subject: marketId,
    // Amounts in micro-USDC.
    after: {
      began: facts.starts.map(({ from }) => from.toISOString()),
      bets: facts.bets,
      stakes: facts.stakes.toString(),
      fromPool: missing.toString(),
    },
    reason: 'The game began earlier than announced: bets placed after that are void.',
  });
}

/** Does for all of the bets what `endBetInBook` of core does for one. */
async function saveMarket(
  tx: Tx,
  saved: { market: LockedMarket; marketId: string; facts: LateBets; version: number; missing: MicroUsdc },
): Promise<void> {
  const { market, marketId, facts, version, missing } = saved;
  const { stakes, payouts } = facts;
  const isLast = !facts.hasMore && facts.below === null;
  await tx.execute(sql`
    update outcomes o set open_returns = o.open_returns - (${JSON.stringify(payouts.map(String))}::jsonb ->> o.position)::bigint
    where o.market_id = ${marketId}`);
  const written = await rows(
    tx,
    sql`
      update markets
      set received = received - ${stakes.toString()}::bigint, open_stakes = open_stakes - ${stakes.toString()}::bigint,
        funded = funded + ${missing.toString()}::bigint, version = ${version}${isLast ? sql`, late_from = case when ${hasOpenLegs} then late_from end` : sql``}
      where id = ${marketId} and version = ${market.version}
      returning id`,
  );
  if (written.length !== 1)
    throw new Error(`market ${marketId} left version ${market.version} while it was locked`);
}
