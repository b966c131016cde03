import type { BettableMarket } from '@tallystone/core/betting/decide-bet';
import type { MarketState } from '@tallystone/core/markets/market-state';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { bookOf } from './stored-market.ts';

/** A market under lock: until the transaction ends nobody else places a bet on it or changes it. */
export interface LockedMarket extends BettableMarket {
  readonly version: number;
}

/** Locks a market and its outcomes and reads them as they are then; null when there is no such market. */
export async function lockMarket(tx: Tx, id: string): Promise<LockedMarket | null> {
  // One flat statement: rows that are locked come in their newest version, joined rows that are not
  // locked would come from before the wait.
  const locked = await rows<LockedRow>(
    tx,
    sql`
      select m.state, m.closes_at, m.version::text, m.loss_budget::text, m.received::text,
        o.id as outcome_id, o.initial_probability, o.open_returns::text
      from markets m join outcomes o on o.market_id = m.id
      where m.id = ${id}
      order by o.position
      for update`,
  );
  const [market] = locked;
  if (market === undefined) return null;
  return {
    state: market.state,
    closesAt: new Date(market.closes_at),
    version: Number(market.version),
    outcomeIds: locked.map((row) => row.outcome_id),
    book: bookOf(
      market,
      locked.map((row) => [row.initial_probability, row.open_returns]),
    ),
  };
}

interface LockedRow {
  state: MarketState;
  closes_at: string;
  version: string;
  loss_budget: string;
  received: string;
  outcome_id: string;
  initial_probability: number;
  open_returns: string;
}
