import { type SQL, sql } from 'drizzle-orm';

/** For a row of markets, or of resolutions, that is not void: whether an outcome is among its winners. */
export const hasWon = (outcomeId: SQL, { first, others }: { first: SQL; others: SQL }): SQL =>
  sql`(${outcomeId} = ${first} or ${outcomeId} = any(${others}))`;

/** The winners of a row `m` of markets that is settled or being paid. */
export const winnersOfMarket = (m: SQL) => ({ first: sql`${m}.won_outcome_id`, others: sql`${m}.also_won` });

/** For a row `m` of markets: what the winners of a result owe, micro-USDC. */
export const owedToWinners = (m: SQL, winners: { first: SQL; others: SQL }): SQL => sql`(
  select sum(o.open_returns) from outcomes o where o.market_id = ${m}.id and ${hasWon(sql`o.id`, winners)})`;

/**
 * For a row `m` of markets of the feed that is settled or void: what its end cost the house, micro-USDC, below zero if the house
 * gained. The sums of its bets stay as they were when it ended.
 */
export const lossOfEnded = (m: SQL): SQL => sql`(
  case when ${m}.state = 'void' then ${m}.open_stakes else ${owedToWinners(m, winnersOfMarket(m))} end - ${m}.received)`;

/**
 * Selects what the house has lost on the ended markets of some games, as `lost`, by `game_id`. Markets without funds have no bets.
 *
 * @param which a condition on their rows `e` of markets
 */
export const lostOnEnded = (which: SQL): SQL => sql`
  select e.game_id, sum(greatest(0, ${lossOfEnded(sql`e`)})) as lost
  from markets e
  where e.state in ('settled', 'void') and e.deleted_at is null and e.funded > 0 and ${which}
  group by e.game_id`;

/** For a row `o` of outcomes: the most that it may cost, with the pending bets on it. */
export const costOfOutcome = sql`o.open_returns + o.pending_returns - o.pending_stakes`;

/**
 * For a row `m` of markets: the largest sum of an amount over outcomes that may win together, as `sumOfLargest` in core.
 *
 * @param amount of a row `o` of outcomes
 */
export const largestTogether = (m: SQL, amount: SQL): SQL => sql`(
  select sum(w.amount) from (
    select ${amount} as amount from outcomes o where o.market_id = ${m}.id order by 1 desc limit ${m}.winners
  ) w)`;

/**
 * Selects the sets of winners of a market, as core/odds/winner-sets.ts orders them: the `position` of each, and its
 * `outcome_ids`.
 */
export const winnerSetsOf = (marketId: SQL): SQL => sql`
  select o.position::int as position, array[o.id] as outcome_ids
  from markets k join outcomes o on o.market_id = k.id
  where k.id = ${marketId} and k.winners = 1
  union all
  select (row_number() over (order by s.bits) - 1)::int, s.outcome_ids
  from (
    select v.bits, array_agg(o.id) as outcome_ids
    from markets k
    cross join generate_series(1, (1 << (select count(*)::int from outcomes x where x.market_id = k.id)) - 1) v (bits)
    join outcomes o on o.market_id = k.id and (v.bits >> o.position) & 1 = 1
    where k.id = ${marketId} and k.winners > 1
    group by v.bits having count(*) = max(k.winners)
  ) s`;
