import type { BettableMarket } from '@tallystone/core/betting/decide-bet';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { isOneSided } from '../ledger/question.ts';
import { bookColumns, bookOf, outcomeColumns, riskOfOtherMarkets, stateOfMarket } from './stored-market.ts';

/** A locked market: until the transaction ends, no other transaction bets on it or changes it. */
export interface LockedMarket extends BettableMarket {
  readonly version: number;
  /** Whether its loss budget is in escrow. A feed market gets its budget with its first bet. */
  readonly isFunded: boolean;
  /** What the house has put into its escrow, micro-USDC. */
  readonly funded: MicroUsdc;
  /** How many seconds a bet on it waits, because its game is being played; null if bets are decided at once. */
  readonly delaySeconds: number | null;
}

/**
 * Locks a market and its outcomes, then reads them; null if there is no such market or it was deleted. For a feed market
 * it locks the game first, so that all markets of the game take turns and its cap applies to them together.
 *
 * The room of a market that isn't funded yet assumes that the pool can fund it; placing a bet checks that under the
 * pool's lock.
 */
export async function lockMarket(
  tx: Tx,
  id: string,
  /** `lmsr`: only a market of our market maker, if it is too late to lock a game; `feed`: only one of the feed. */
  pricing: 'any' | 'lmsr' | 'feed' = 'any',
): Promise<LockedMarket | null> {
  // Nearly all bets are on our own markets, which take one query.
  const ours = pricing === 'feed' ? null : await lockLmsrMarket(tx, id);
  return ours !== null || pricing === 'lmsr' ? ours : lockFeedMarket(tx, id);
}

function lockLmsrMarket(tx: Tx, id: string): Promise<LockedMarket | null> {
  return lockAndRead(
    tx,
    sql`m.id = ${id} and m.pricing = 'lmsr' and m.deleted_at is null`,
    sql`null as game_cap, null as other_risk, null as pool, null as delay_seconds`,
  );
}

async function lockFeedMarket(tx: Tx, id: string): Promise<LockedMarket | null> {
  const [game] = await rows(
    tx,
    { id: col.text, cap: col.bigint, delaySeconds: col.number.orNull },
    sql`
      select g.id, g.cap, g.delay_seconds from games g
      where g.id = (select m.game_id from markets m where m.id = ${id})
      for update`,
  );
  if (game === undefined) return null;
  // A separate statement after the lock of the game: the debts of its other markets can't change any more.
  return lockAndRead(
    tx,
    sql`m.id = ${id} and m.game_id = ${game.id} and m.deleted_at is null`,
    sql`${game.cap}::bigint as game_cap, (${riskOfOtherMarkets}) as other_risk, m.loss_budget as pool,
      ${game.delaySeconds}::int as delay_seconds`,
  );
}

async function lockAndRead(tx: Tx, condition: SQL, facts: SQL): Promise<LockedMarket | null> {
  // One flat statement: locked rows are read in their newest version, but joined rows without a lock would be read as
  // they were before the wait.
  const locked = await rows(
    tx,
    LOCKED,
    sql`${KEPT_PLAN}
      select ${stateOfMarket} as state, m.closes_at, m.version, m.pricing, m.fill_rule, m.winners, ${isOneSided} as is_one_sided, m.priced_at,
        m.loss_budget, m.funded, m.received, m.open_stakes, ${facts},
        o.id as outcome_id, o.initial_probability, o.open_returns, o.feed_odds,
        nullif(o.pending_returns, 0) as pending_returns, nullif(o.pending_stakes, 0) as pending_stakes
      from markets m join outcomes o on o.market_id = m.id
      where ${condition}
      order by o.position
      for update of m, o`,
  );
  const [market] = locked;
  return market === undefined ? null : bettableMarket(market, locked);
}

/** The columns of a market that bets are decided on, without its outcomes. */
export const bettableColumns = {
  ...bookColumns,
  state: col.oneOf(markets.state),
  closesAt: col.date,
  version: col.whole,
  delaySeconds: col.number.orNull,
};

/** An outcome of such a market. */
export const bettableOutcome = { ...outcomeColumns, outcomeId: col.text };

/** @param outcomes in their order */
export function bettableMarket(
  market: Row<typeof bettableColumns>,
  outcomes: readonly Row<typeof bettableOutcome>[],
): LockedMarket {
  const { state, closesAt, version, funded, delaySeconds } = market;
  return {
    state,
    closesAt,
    version,
    isFunded: funded !== 0n,
    funded,
    delaySeconds,
    outcomeIds: outcomes.map(({ outcomeId }) => outcomeId),
    book: bookOf(market, outcomes),
  };
}

const LOCKED = { ...bettableColumns, ...bettableOutcome };
