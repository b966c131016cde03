import { accountKey } from '@tallystone/core/ledger/account';
import type { BulkChange, ManagedMarket } from '@tallystone/core/markets/decide-bulk-action';
import type { MarketState } from '@tallystone/core/markets/market-state';
import type { FeedHalt } from '@tallystone/core/markets/suspension';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import type { AccountIds } from '../ledger/account-ids.ts';
import { announceMarketChanges } from '../markets/market-changes.ts';

/** A market under lock, with what an admin's action asks of it. */
export interface LockedManagedMarket extends ManagedMarket {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

/**
 * Locks the markets that there are of these, in the order of their ids: until the transaction ends nobody
 * bets on them, and bets that were being placed are in.
 */
export async function lockManagedMarkets(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, LockedManagedMarket>> {
  const locked = await rows<{
    id: string;
    title: string;
    version: string;
    state: MarketState;
    pricing: 'lmsr' | 'feed';
    disabled: boolean;
    feed_halt: FeedHalt | null;
    opening: boolean;
    is_archived: boolean;
    closes_at: string;
    loss_budget: string;
    funded: string;
  }>(
    tx,
    sql`
      select m.id, m.title, m.version::text, m.state, m.pricing, m.disabled, m.feed_halt, m.opening,
        m.archived_at is not null as is_archived, m.closes_at, m.loss_budget::text, m.funded::text
      from markets m
      where m.id = any(array(select json_array_elements_text(${JSON.stringify(ids)}::json)))
        and m.deleted_at is null
      order by m.id
      for update`,
  );
  // A statement of its own after the locks: it sees the bets that were waited for.
  const withBets = await rows<{ id: string }>(
    tx,
    sql`
      select given.id from (select json_array_elements_text(${JSON.stringify(ids)}::json) as id) given
      where exists (select from bets b where b.market_id = given.id)
        or exists (select from live_bets l where l.market_id = given.id and l.state = 'pending')`,
  );
  const bet = new Set(withBets.map(({ id }) => id));
  return new Map(
    locked.map((row) => [
      row.id,
      {
        id: row.id,
        title: row.title,
        version: Number(row.version),
        state: row.state,
        pricing: row.pricing,
        disabled: row.disabled,
        feedHalt: row.feed_halt,
        opening: row.opening,
        isArchived: row.is_archived,
        hasBets: bet.has(row.id),
        closesAt: new Date(row.closes_at),
        lossBudget: microUsdc(BigInt(row.loss_budget)),
        funded: microUsdc(BigInt(row.funded)),
      },
    ]),
  );
}

/** Locks the pool and the escrows of markets, in the order of their ids. The markets are locked already. */
export async function lockHouseAccounts(
  tx: Tx,
  marketIds: readonly string[],
): Promise<{ ids: AccountIds; pool: MicroUsdc }> {
  const locked = await rows<{ id: string; market_id: string | null; balance: string }>(
    tx,
    sql`
      select a.id::text, a.market_id, a.balance::text from accounts a
      where a.kind = 'pool'
        or a.market_id = any(array(select json_array_elements_text(${JSON.stringify(marketIds)}::json)))
      -- By the column: the bare name would be the text that is selected.
      order by a.id
      for update`,
  );
  const pool = locked.find((account) => account.market_id === null);
  return {
    ids: new Map(
      locked.map(({ id, market_id: marketId }) => [
        accountKey(marketId === null ? { kind: 'pool' } : { kind: 'escrow', marketId }),
        id,
      ]),
    ),
    pool: microUsdc(BigInt(pool?.balance ?? 0)),
  };
}

/** Writes what an action makes of locked markets, and announces each. */
export async function saveManagedMarkets(
  tx: Tx,
  changed: readonly { market: LockedManagedMarket; change: BulkChange }[],
  now: Date,
): Promise<void> {
  const given = changed.map(({ market, change }) => ({
    id: market.id,
    version: market.version,
    disabled: change.disabled,
    is_archived: change.isArchived,
    is_deleted: change.isDeleted,
    is_closed: change.isClosed,
    funding: change.funding.toString(),
  }));
  const at = sql`${now.toISOString()}::timestamptz`;
  const written = await rows<{ id: string }>(
    tx,
    sql`
      with given as materialized (
        select * from json_to_recordset(${JSON.stringify(given)}::json) as g(
          id text, version bigint, disabled boolean, is_archived boolean, is_deleted boolean, is_closed boolean,
          funding bigint)
      ), clock as materialized (
        -- Read under the locks: every bet was placed before it.
        select clock_timestamp() as now
      )
      update markets m
      set disabled = g.disabled,
        state = case when m.state not in ('open', 'suspended') then m.state
          when g.is_closed then 'closed'
          when g.disabled or m.opening or m.feed_halt is not null then 'suspended' else 'open' end,
        closes_at = case when g.is_closed then least(m.closes_at, clock.now) else m.closes_at end,
        ends_at = case when g.is_closed then least(m.ends_at, clock.now) else m.ends_at end,
        archived_at = case when g.is_archived then coalesce(m.archived_at, ${at}) end,
        deleted_at = case when g.is_deleted then ${at} end,
        funded = m.funded + g.funding,
        version = m.version + 1
      from given g, clock
      where m.id = g.id and m.version = g.version
      returning m.id`,
  );
  if (written.length !== changed.length) throw new Error('a market changed while it was locked');
  await announceMarketChanges(
    tx,
    written.map(({ id }) => id),
  );
}
