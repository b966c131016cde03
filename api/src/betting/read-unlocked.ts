import type { AnyBet } from '@tallystone/core/betting/decide-bet';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { row } from '../db/rows.ts';
import { bettableMarket } from '../markets/lock-market.ts';
import { stateOfMarket } from '../markets/stored-market.ts';
import { accountsOf, factsOf, factsSql } from './batch-store.ts';
import type { BetRequest } from './bet-request.ts';
import type { Stakes } from './stakes.ts';

/**
 * Reads what a batch is decided on in one statement, in one state of the books, and locks nothing. Only for a market of our
 * own: a bet on a market of the feed also depends on the other markets of its game.
 *
 * @returns null if there is no such market of our own, or if such stakes are always decided under locks
 */
export async function readUnlocked<B extends AnyBet, R extends BetRequest<B>>(
  db: Db,
  stakes: Stakes<B, R>,
  { marketId, bets }: { marketId: string; bets: readonly R[] },
) {
  if (stakes.seenFacts === null) return null;
  const more = sql`, (${readMarket(marketId)}) as market, (${readAccounts(marketId)}) as accounts`;
  const { market, accounts, ...found } = await row(
    db,
    stakes.seenFacts,
    factsSql(stakes, { feedMarketId: null, bets }, more),
  );
  if (market === null) return null;
  const { ids, balances } = accountsOf(accounts);
  const seen = {
    market: market.epoch,
    accounts: accounts.map(({ id, epoch }) => ({ id, epoch })),
  };
  return {
    market: bettableMarket(market, market.outcomes),
    facts: factsOf(found, { stakes, bets, balances }),
    ids,
    seen,
  };
}

const readMarket = (id: string): SQL => sql`
  select json_build_object('state', ${stateOfMarket}, 'closesAt', m.closes_at, 'version', m.version,
    'epoch', m.epoch::text, 'pricing', m.pricing, 'fillRule', m.fill_rule, 'winners', m.winners, 'isOneSided', false, 'pricedAt', m.priced_at,
    'lossBudget', m.loss_budget::text, 'funded', m.funded::text, 'received', m.received::text,
    'openStakes', m.open_stakes::text, 'gameCap', null, 'otherRisk', null, 'pool', null, 'delaySeconds', null,
    'outcomes', (
      select json_agg(json_build_object('outcomeId', o.id, 'initialProbability', o.initial_probability,
        'openReturns', o.open_returns::text, 'feedOdds', o.feed_odds::text,
        'pendingReturns', nullif(o.pending_returns, 0)::text, 'pendingStakes', nullif(o.pending_stakes, 0)::text)
        order by o.position)
      from outcomes o where o.market_id = m.id))
  from markets m where m.id = ${id} and m.pricing = 'lmsr' and m.deleted_at is null`;

const readAccounts = (marketId: string): SQL => sql`
  select json_agg(json_build_object('id', a.id::text, 'kind', a.kind, 'userId', a.user_id, 'marketId', a.market_id,
    'balance', a.balance::text, 'epoch', a.epoch::text))
  from accounts a where a.user_id = any(array(select user_id from asked)) or a.market_id = ${marketId}`;
