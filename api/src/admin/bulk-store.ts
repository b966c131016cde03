import { accountKey } from '@tallystone/core/ledger/account';
import type { BulkChange, ManagedMarket } from '@tallystone/core/markets/decide-bulk-action';
import { ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, rows, values } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import type { AccountIds } from '../ledger/account-ids.ts';
import { type LockedPool, lockSlices } from '../ledger/lock-pool.ts';
import { announceMarketChanges } from '../markets/market-changes.ts';
import { recordHalts } from '../markets/record-halts.ts';

/** A locked market with everything that an admin's action needs to know about it. */
export interface LockedManagedMarket extends ManagedMarket {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

const MANAGED = {
  id: col.text,
  title: col.text,
  version: col.whole,
  state: col.oneOf(markets.state),
  pricing: col.oneOf(markets.pricing),
  disabled: col.bool,
  feedHalt: col.oneOf(markets.feedHalt).orNull,
  opening: col.bool,
  isArchived: col.bool,
  closesAt: col.date,
  lossBudget: col.usdc,
  funded: col.usdc,
};

/**
 * Locks the markets that exist, ordered by id. Until the transaction ends no bet can be placed on them, and bets that
 * were in progress are already recorded.
 */
export async function lockManagedMarkets(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, LockedManagedMarket>> {
  const locked = await rows(
    tx,
    MANAGED,
    sql`
      select m.id, m.title, m.version, m.state, m.pricing, m.disabled, m.feed_halt, m.opening,
        m.archived_at is not null as is_archived, m.closes_at, m.loss_budget, m.funded
      from markets m
      where m.id = any(array(select json_array_elements_text(${JSON.stringify(ids)}::json)))
        and m.deleted_at is null
      order by m.id
      for update`,
  );
  // A separate statement after the locks, so it sees the bets that the locks waited for.
  const withBets = await values(
    tx,
    col.text,
    sql`
      select given.id from (select json_array_elements_text(${JSON.stringify(ids)}::json) as id) given
      where exists (select from bets b where b.market_id = given.id)
        or exists (select from live_bets l where l.market_id = given.id and l.state = 'pending')
        or exists (select from combo_legs l where l.market_id = given.id)
        or exists (select from orders o where o.market_id = given.id)`,
  );
  const bet = new Set(withBets);
  return new Map(locked.map((market) => [market.id, { ...market, hasBets: bet.has(market.id) }]));
}

/** Locks the pool and the markets' escrows, ordered by account id. The markets must be locked already. */
export async function lockHouseAccounts(
  tx: Tx,
  marketIds: readonly string[],
): Promise<{ ids: AccountIds; pool: LockedPool }> {
  const locked = await rows(
    tx,
    { id: col.text, marketId: col.text.orNull, balance: col.usdc },
    sql`
      select a.id::text, a.market_id, a.balance::text from accounts a
      where a.kind = 'pool'
        or a.market_id = any(array(select json_array_elements_text(${JSON.stringify(marketIds)}::json)))
      -- Qualified, because the bare name would mean the selected text.
      order by a.id
      for update`,
  );
  const pool = locked.find((account) => account.marketId === null);
  return {
    ids: new Map(
      locked.map(({ id, marketId }) => [
        accountKey(marketId === null ? { kind: 'pool' } : { kind: 'escrow', marketId }),
        id,
      ]),
    ),
    pool: await lockSlices(tx, pool?.balance ?? ZERO_USDC),
  };
}

/** Saves the changed markets and announces each. */
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
  const written = await values(
    tx,
    col.text,
    sql`
      with given as materialized (
        select * from json_to_recordset(${JSON.stringify(given)}::json) as g(
          id text, version bigint, disabled boolean, is_archived boolean, is_deleted boolean, is_closed boolean,
          funding bigint)
      ), clock as materialized (
        -- Read under the locks, so it is later than every bet.
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
  await recordHalts(
    tx,
    changed
      .filter(({ market, change }) => change.disabled && !market.disabled)
      .map(({ market }) => market.id),
  );
  await announceMarketChanges(tx, written);
}
