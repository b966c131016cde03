import { sql } from 'drizzle-orm';

/**
 * For a market `m` and its resolution `r`: nothing on the chain prevents paying it in the books. Either the contract never
 * had the market, or it has ended it for good with the same result; and no bet is pending that could still be placed.
 * All these facts come from final blocks.
 */
export const hasEndedOnChain = sql`not exists (
    select from chain_markets c
    where c.market_id = m.id and c.state <> 'refused' and not (
      c.state = 'void' and r.outcome_id is null
      or c.state = 'resolved' and r.outcome_id = (
        select o.id from outcomes o where o.market_id = m.id and o.position = c.result))
  ) and not exists (select from only live_bets l where l.market_id = m.id and l.state = 'pending')`;
