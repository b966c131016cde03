import { sql } from 'drizzle-orm';

/** For a market `m` and its resolution `r`: whether it can still be withdrawn, here and on the chain. */
export const mayBeTakenBack = sql`r.ended_at is null and r.started_at is null and not exists (
  select from chain_markets c where c.market_id = m.id and c.state in ('resolved', 'void'))`;
