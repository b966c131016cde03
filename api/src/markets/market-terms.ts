import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import type { Difference } from '../ledger/difference.ts';
import { SINCE_NOTHING, type Since } from '../ledger/since.ts';

const MOST_SHOWN = 20;
/** Longest time between an admin's closing of a market and its row in the audit, in one transaction. */
const CLOSED_WITHIN = '1 minute';

/**
 * The terms of a row `m` of markets: what people bet on, and what the house may lose on it. Numbers as the database writes
 * them, micro-USDC as text, times in milliseconds since 1970.
 */
const termsOf = (m: SQL): SQL => {
  const fields = sql`
    'market', ${m}.id, 'title', ${m}.title, 'description', ${m}.description, 'category', ${m}.category,
    'subcategory', ${m}.subcategory, 'source', ${m}.source, 'pricing', ${m}.pricing, 'fillRule', ${m}.fill_rule,
    'condition', ${m}.azuro_condition_id, 'game', ${m}.game_id, 'lossBudget', ${m}.loss_budget::text,
    'outcomes', (
      select json_agg(json_build_object('id', o.id, 'name', o.name, 'feedId', o.azuro_outcome_id,
        'initialProbability', o.initial_probability) order by o.position)
      from outcomes o where o.market_id = ${m}.id),
    'closesAt', (extract(epoch from ${m}.closes_at) * 1000)::bigint`;
  // Servers of 0.1.0 compare what they know of: only markets that they never see say how many outcomes win, or which one they ask.
  return sql`case when ${m}.winners <> 1 then json_build_object(${fields}, 'winners', ${m}.winners)
    when ${m}.azuro_outcome_id is not null then json_build_object(${fields}, 'outcome', ${m}.azuro_outcome_id)
    else json_build_object(${fields}) end`;
};

/**
 * Stores the terms of new markets. The SHA-256 of the text is sealed with the entry that moves the budget into escrow, as
 * proof of the question that was asked.
 */
export async function keepTerms(tx: Tx, marketIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into market_terms (market_id, terms)
    select m.id, ${termsOf(sql`m`)}::text
    from markets m where m.id in (select json_array_elements_text(${JSON.stringify(marketIds)}::json))`);
}

/**
 * Compares each market with its terms at opening. Betting may end earlier if the audit says that an admin closed the
 * market, and at a whole second if the contract has the market. On a feed market the end moves with the game; the leaf of
 * each bet records it. The seed of a draw must match its commitment.
 */
export async function replayTerms(db: Db, { audit, isMarket }: Since = SINCE_NOTHING): Promise<Difference[]> {
  const found = await rows(
    db,
    { id: col.text, field: col.text, expected: col.text.orNull, found: col.text.orNull },
    sql`
      with closed as materialized (
        select c.id, a.at from ${audit.rows} a cross join lateral jsonb_array_elements_text(a.after -> 'closed') as c(id)
        where a.action = 'markets.close'
      )
      select t.market_id as id, said.key as field, said.value #>> '{}' as expected,
        now.terms -> said.key #>> '{}' as found
      from market_terms t
      left join markets m on m.id = t.market_id and ${isMarket(sql`m.id`)}
      cross join lateral (select (${termsOf(sql`m`)})::jsonb as terms) now
      cross join lateral jsonb_each(t.terms::jsonb) said
      where ${isMarket(sql`t.market_id`)} and said.value is distinct from now.terms -> said.key
        and not (said.key = 'closesAt' and m.id is not null and (
          m.pricing = 'feed'
          -- The contract counts whole seconds.
          or exists (select from chain_markets k where k.market_id = m.id and k.close_at = m.closes_at
            and floor((said.value #>> '{}')::numeric / 1000) = extract(epoch from k.close_at))
          or exists (select from closed c where c.id = m.id
            and c.at - m.closes_at between interval '0' and ${CLOSED_WITHIN}::interval)))
      union all
      select t.market_id, 'winners', '1', m.winners::text
      from market_terms t join markets m on m.id = t.market_id
      where ${isMarket(sql`t.market_id`)} and m.winners <> 1 and not t.terms::jsonb ? 'winners'
      union all
      select t.market_id, 'outcome', 'none', m.azuro_outcome_id
      from market_terms t join markets m on m.id = t.market_id
      where ${isMarket(sql`t.market_id`)} and m.azuro_outcome_id is not null and not t.terms::jsonb ? 'outcome'
      union all
      select d.market_id, 'draw', encode(d.commitment, 'hex'), encode(sha256(d.seed), 'hex')
      from practice_draws d where ${isMarket(sql`d.market_id`)} and sha256(d.seed) <> d.commitment
      union all
      select d.market_id, 'draw', 'a market', null
      from practice_draws d
      where ${isMarket(sql`d.market_id`)} and not exists (select from markets m where m.id = d.market_id)
      order by id, field
      limit ${MOST_SHOWN}`,
  );
  return found.map(({ id, field, expected, found: stored }) => ({
    entryId: null,
    what: `the ${field} of market ${id}`,
    expected: expected ?? 'none',
    found: stored ?? 'none',
  }));
}
