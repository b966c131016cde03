import { FEWEST_LEGS, MOST_LEGS } from '@tallystone/core/combos/combo-room';
import { PROMISES } from '@tallystone/core/sentences/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Invariant } from './invariants.ts';
import { isLateLeg } from './late-start-rows.ts';
import { filledOrder, signedAmountFor } from './signed-amount.ts';
import { isNewer, type Scope } from './sums.ts';
import { hasWon, winnersOfMarket } from './winners.ts';

/** The invariants of combos. Each reads little if there are no combos. */
export const COMBO_INVARIANTS: readonly Invariant[] = [
  {
    number: 4,
    promise: PROMISES['promise-combos'],
    offenders: () => sql`
      select kept.balance::text as combos_account, owed.payouts::text as payouts_of_open_combos
      from (select coalesce(sum(a.balance), 0) as balance from accounts a where a.kind = 'combos') kept
      cross join (
        select coalesce(sum(c.payout), 0) as payouts from open_combos o join combos c on c.id = o.combo_id) owed
      where kept.balance <> owed.payouts`,
  },
  {
    number: 6,
    promise: PROMISES['promise-combo'],
    offenders: (scope) => sql`
      select c.id as combo, c.entry_id::text as entry, n.kind, moved.postings::text, moved.stakes::text,
        moved.house_parts::text, legs.count::text as legs
      from combos c
      left join entries n on n.id = c.entry_id
      cross join lateral (
        select count(*) as postings,
          count(*) filter (where t.kind = 'combos' and f.user_id = c.user_id and p.amount = c.stake) as stakes,
          count(*) filter (where t.kind = 'combos' and f.kind = 'pool' and p.amount = c.payout - c.stake) as house_parts
        from postings p
        join accounts f on f.id = p.from_account
        join accounts t on t.id = p.to_account
        where p.entry_id = c.entry_id
      ) moved
      cross join lateral (
        select count(*) as count, min(l.place) as first, max(l.place) as last from combo_legs l where l.combo_id = c.id
      ) legs
      where ${isNewer(sql`c.entry_id`, scope)} and (
        n.kind is distinct from 'combo' or n.key is distinct from 'combo:' || c.id
        or moved.postings <> 2 or moved.stakes <> 1 or moved.house_parts <> 1
        or legs.count not between ${FEWEST_LEGS} and ${MOST_LEGS} or legs.first <> 0 or legs.last <> legs.count - 1)
      union all
      select null, n.id::text, n.kind, null, null, null, null
      from entries n
      where ${isNewer(sql`n.id`, scope)} and n.kind = 'combo'
        and not exists (select from combos c where c.entry_id = n.id)`,
  },
  {
    number: 6,
    promise: PROMISES['promise-combo-end'],
    // Each combo ends at most once, because the combo is the key of its end.
    offenders: (scope) => sql`
      select n.combo_id as combo, n.entry_id::text as entry, n.kind, n.amount::text as paid, c.stake::text as stake,
        worth.amount::text as worth, s.signed_text as signed,
        concat_ws(' ', legs.won, legs.lost, legs.void, legs.open) as won_lost_void_open,
        concat_ws(' ', moved.postings, moved.paid, moved.rest) as postings
      from combo_endings n
      left join combos c on c.id = n.combo_id
      left join entries e on e.id = n.entry_id
      left join combo_cash_outs s on s.combo_id = n.combo_id
      cross join lateral (${legsOf(sql`n.combo_id`)}) legs
      cross join lateral (${worthOf(sql`c`)}) worth
      cross join lateral (select ${signedAmountFor(sql`n.combo_id`, sql`s.signed_text`)} as amount) signed
      cross join lateral (
        select count(*) as postings,
          count(*) filter (where f.kind = 'combos' and t.user_id = n.user_id and p.amount = n.amount) as paid,
          count(*) filter (where f.kind = 'combos' and t.kind = 'pool' and p.amount = c.payout - n.amount) as rest
        from postings p
        join accounts f on f.id = p.from_account
        join accounts t on t.id = p.to_account
        where p.entry_id = n.entry_id
      ) moved
      where ${isNewer(sql`n.entry_id`, scope)} and (
        c.id is null or c.user_id <> n.user_id or c.entry_id >= n.entry_id
        or e.kind is distinct from 'combo-end' or e.key is distinct from 'combo-end:' || n.combo_id
        or (s.combo_id is not null) <> (n.kind = 'cash-out')
        or n.kind <> 'cash-out' and n.amount is distinct from
          case n.kind when 'payout' then worth.amount when 'refund' then c.stake else 0 end
        -- After waiting for running games it is paid at least what was signed, and otherwise exactly that.
        or n.kind = 'cash-out' and (signed.amount is null or n.amount < signed.amount
          or n.amount > signed.amount and not ${hasWaited})
        or not case n.kind
          when 'payout' then legs.lost + legs.open = 0 and legs.won > 0
          when 'refund' then legs.won + legs.lost + legs.open = 0
          when 'loss' then legs.lost > 0
          else true end
        or moved.paid <> (n.amount > 0)::int or moved.rest <> (c.payout > n.amount)::int
        or moved.postings <> moved.paid + moved.rest)
      union all
      select null, e.id::text, e.kind, null, null, null, null, null, null
      from entries e
      where ${isNewer(sql`e.id`, scope)} and e.kind = 'combo-end'
        and not exists (select from combo_endings n where n.entry_id = e.id)
      union all
      select o.combo_id, null, 'open', null, null, null, null,
        concat_ws(' ', legs.won, legs.lost, legs.void, legs.open), null
      from open_combos o cross join lateral (${legsOf(sql`o.combo_id`)}) legs
      where legs.lost > 0 or legs.open = 0
      ${
        scope.kind === 'everything'
          ? sql`
            union all
            select s.combo_id, null, 'cash-out', null, null, null, s.signed_text, null, null
            from combo_cash_outs s where not exists (select from combo_endings n where n.combo_id = s.combo_id)`
          : sql``
      }`,
  },
  {
    number: 6,
    promise: PROMISES['promise-legs'],
    // A leg may lack its result for a moment after its market has ended. Its combo isn't paid meanwhile.
    offenders: (scope) => sql`
      select l.combo_id as combo, l.place::text, l.market_id as market, l.outcome_id as outcome, l.result, r.expected
      from ${legsIn(scope)} l
      join combos c on c.id = l.combo_id
      left join markets m on m.id = l.market_id
      cross join lateral (
        select case
          when m.state = 'void' or ${isLateLeg(scope.kind === 'everything' ? sql`audit` : scope.audit)} then 'void'
          when m.state = 'settled' then
            case when ${hasWon(sql`l.outcome_id`, winnersOfMarket(sql`m`))} then 'won' else 'lost' end
          end as expected
      ) r
      where l.result is not null and l.result is distinct from r.expected`,
  },
  {
    number: 7,
    promise: PROMISES['promise-open-combos'],
    offenders: (scope) => sql`
      select o.combo_id as combo, o.house_part::text, (c.payout - c.stake)::text as of_combo, n.kind as ended
      from open_combos o
      left join combos c on c.id = o.combo_id
      left join combo_endings n on n.combo_id = o.combo_id
      where c.id is null or n.combo_id is not null or c.user_id <> o.user_id or o.house_part <> c.payout - c.stake
      union all
      select c.id, null, (c.payout - c.stake)::text, null
      from combos c
      where ${isNewer(sql`c.entry_id`, scope)} and not exists (select from open_combos o where o.combo_id = c.id)
        and not exists (select from combo_endings n where n.combo_id = c.id)`,
  },
];

/** For a row `n` of combo_endings: whether its cash-out waited for running games. combo-sales.ts checks how. */
const hasWaited = sql`exists (${filledOrder(sql`o.combo_id = n.combo_id`)})`;

/** The legs of all combos, or of those that are open or have ended in the scope. */
function legsIn(scope: Scope): SQL {
  if (scope.kind === 'everything') return sql`combo_legs`;
  return sql`(
    select x.* from combo_legs x where x.combo_id in (
      select o.combo_id from open_combos o
      union
      select n.combo_id from combo_endings n where ${isNewer(sql`n.entry_id`, scope)}))`;
}

/** Selects how many legs of a combo have each result, and how many have none. */
const legsOf = (comboId: SQL): SQL => sql`
  select count(*) filter (where l.result = 'won') as won, count(*) filter (where l.result = 'lost') as lost,
    count(*) filter (where l.result = 'void') as void, count(*) filter (where l.result is null) as open
  from combo_legs l where l.combo_id = ${comboId}`;

/** For a row of combos: selects stake times the odds of the legs that aren't void, the same as `comboReturn` in core. */
const worthOf = (c: SQL): SQL => sql`
  with recursive counting as (
    select l.odds, row_number() over (order by l.place) as nth
    from combo_legs l where l.combo_id = ${c}.id and l.result is distinct from 'void'
  ), product (nth, odds, over) as (
    select 0::bigint, 1::numeric, 1::numeric
    union all
    select k.nth, p.odds * k.odds, p.over * 1000000
    from product p join counting k on k.nth = p.nth + 1
  )
  select case when p.nth = 0 then ${c}.stake
    else div(${c}.stake * div(p.odds * 100, p.over), 100) end as amount
  from product p order by p.nth desc limit 1`;
