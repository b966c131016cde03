import type { ChainHalt } from '@tallystone/core/markets/suspension';
import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { chainHalt, haltBy } from '../markets/joined-to-chain.ts';
import type { LockedMarket } from '../markets/lock-market.ts';

/**
 * Limits a market to what the contract accepts: a market that is not open there takes no bets here, and the house risks no
 * more on it than the contract allows, which rises only once a raised budget is final. A bet that the contract would refuse
 * would reserve the bettor's stake and the pool's money for nothing.
 *
 * A separate statement after the market's lock, under which the watcher writes the contract's state.
 */
export async function withinChain<M extends Pick<LockedMarket, 'state'>>(
  tx: Tx,
  { marketId, market }: { marketId: string; market: M },
): Promise<M & { readonly chainHalt: ChainHalt | null; readonly chainLimit: MicroUsdc }> {
  const [there] = await rows(
    tx,
    { halt: chainHalt, limit: col.usdc },
    sql`
      select ${haltBy(sql`c.state`, sql`c.market_id`)} as halt, c.max_house_loss as limit
      from chain_markets c where c.market_id = ${marketId}`,
  );
  const chainLimit = there === undefined ? ZERO_USDC : there.limit;
  const halt = there === undefined ? 'opening' : there.halt;
  const state = market.state === 'open' && halt !== null ? 'suspended' : market.state;
  return { ...market, state, chainHalt: halt, chainLimit };
}
