import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import type { Difference } from '../ledger/difference.ts';
import { SINCE_NOTHING, type Since } from '../ledger/since.ts';
import { rawHash } from './resolution-store.ts';

const MOST_SHOWN = 20;
/** At most this long after a proposal its audit row may come, for older rows, which don't name the proposal's moment. */
const WITHIN_SECONDS = 60;

/** The winners of a row of the audit, in one text; null for a void. */
const auditedWinners = (a: SQL): SQL => sql`${a}.after ->> 'outcomeId' || coalesce((
  select string_agg(' ' || w.id, '' order by w.place)
  from jsonb_array_elements_text(case jsonb_typeof(${a}.after -> 'alsoWonIds')
    when 'array' then ${a}.after -> 'alsoWonIds' else '[]' end) with ordinality w (id, place)), '')`;

/** The same of stored winners; anything that no server stores differs from it. */
const storedWinners = (first: SQL, others: SQL): SQL => sql`case
  when ${first} is null and coalesce(cardinality(${others}), 0) = 0 then null
  else array_to_string(array_prepend(coalesce(${first}, '-'), ${others}), ' ', '-') end`;

/**
 * Compares each result with the audit row that made it: its outcome, its evidence, the answer of the feed or the draw, the
 * hash of its rehearsal, its source, its proposer and its moment. It also compares the winner of each ended market with the
 * audit of its end, and while the market is being paid with its result: if a market has no bets, nothing else shows which
 * outcome won.
 */
export async function replayResults(
  db: Db,
  { audit, isMarket }: Since = SINCE_NOTHING,
): Promise<Difference[]> {
  const found = await rows(
    db,
    { what: col.text, expected: col.text.orNull, found: col.text.orNull },
    sql`
      select v.what || ' of result ' || r.id as what, v.expected, v.found
      from resolutions r
      left join ${audit.rows} a on a.action in ('market.propose', 'market.void', 'market.object', 'market.follow-chain')
        and a.subject = r.market_id
        -- A second objection makes a void, and keeps its id under that key.
        and a.after ->> (case a.action when 'market.object' then 'void' else 'resolution' end) = r.id::text
      cross join lateral (
        select encode(r.rehearsal_hash, 'hex') as hash, coalesce(${rawHash}, 'none') as raw_hash,
          date_trunc('milliseconds', r.proposed_at) as proposed_at
      ) stored
      cross join lateral (select a.action in ('market.propose', 'market.void') as it) proposes
      cross join lateral (values
        ('the outcome', case when a.id is not null then coalesce(${auditedWinners(sql`a`)}, 'void') end,
          coalesce(${storedWinners(sql`r.outcome_id`, sql`r.also_won`)}, 'void')),
        ('the evidence', a.reason, r.evidence),
        ('the hash of what its source said',
          case
            -- An objection or an end on the chain has no such answer.
            when a.action in ('market.object', 'market.follow-chain') then 'none'
            when a.after ? 'rawHash' then coalesce(a.after ->> 'rawHash', 'none')
            -- Versions before record 61 did not audit this hash.
            else stored.raw_hash
          end, stored.raw_hash),
        ('the hash of the rehearsal',
          case a.action when 'market.object' then stored.hash else a.after ->> 'hash' end, stored.hash),
        ('the source', case when proposes.it then coalesce(a.after ->> 'source', r.source) else r.source end, r.source),
        ('the user who proposed it', case when proposes.it then a.user_id else r.proposed_by end, r.proposed_by),
        ('when it was proposed',
          (case
            when a.after ? 'proposedAt' then (a.after ->> 'proposedAt')::timestamptz
            when abs(extract(epoch from a.at - r.proposed_at)) <= ${WITHIN_SECONDS} then stored.proposed_at
            else a.at
          end)::text,
          stored.proposed_at::text)
      ) as v (what, expected, found)
      where ${isMarket(sql`r.market_id`)} and v.expected is distinct from v.found
      union all
      select 'the row of result ' || (a.after ->> 'resolution'), 'one, as the audit says', null
      from ${audit.rows} a
      where a.action in ('market.propose', 'market.void') and a.after ->> 'resolution' is not null
        and not exists (
          select from resolutions r where r.market_id = a.subject and r.id::text = a.after ->> 'resolution')
      union all
      select 'the outcome that won market ' || m.id, v.expected, v.found
      from markets m
      left join ${audit.rows} e on e.action in ('market.settled', 'market.voided') and e.subject = m.id
      left join resolutions r on r.market_id = m.id and r.started_at is not null and m.settled_through is not null
      cross join lateral (values (
        case
          when e.id is not null then coalesce(${auditedWinners(sql`e`)}, 'none')
          when m.settled_through is not null and r.id is null then 'no payment yet: it has no result to pay'
          else coalesce(${storedWinners(sql`r.outcome_id`, sql`r.also_won`)}, 'none')
        end,
        coalesce(${storedWinners(sql`m.won_outcome_id`, sql`m.also_won`)}, 'none')
      )) as v (expected, found)
      where ${isMarket(sql`m.id`)} and v.expected <> v.found
      limit ${MOST_SHOWN}`,
  );
  return found.map(({ what, expected, found: stored }) => ({
    entryId: null,
    what,
    expected: expected ?? 'a row of the audit',
    found: stored ?? 'none',
  }));
}
