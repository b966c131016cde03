import { type SQL, sql } from 'drizzle-orm';

/** Migration 0025 makes as many rows. */
export const SLICES = 16;

/** The slice that holds for a market's pending bets: the same one on every server, from 0 to `SLICES` - 1. */
export function sliceOf(marketId: string): number {
  let hash = 0;
  for (let place = 0; place < marketId.length; place++)
    hash = (hash * 31 + marketId.charCodeAt(place)) % 65_521;
  return hash % SLICES;
}

const inSlices = sql`(select coalesce(sum(s.balance), 0)::bigint from pool_slices s)`;

/**
 * Selects an account's balance: what its row has, and for the pool what its slices have.
 *
 * @param a the row of accounts
 */
export const wholeBalance = (a: SQL): SQL =>
  sql`(${a}.balance + case when ${a}.kind = 'pool' then ${inSlices} else 0 end)`;

/** Selects the pool's balance, micro-USDC; null before the pool is opened. */
export const poolBalance = sql`(select a.balance + ${inSlices} from accounts a where a.kind = 'pool')`;
