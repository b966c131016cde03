import type { WireStatementRow } from '@tallystone/core/http-api/account';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';

const PAGE = 100;
/** How many of an entry's bets are named. */
const BETS_NAMED = 20;
const ENTRY_ID = /^[1-9]\d{0,15}$/;

/**
 * Every entry that changed a user's funds, newest first, a page at a time, with the balance after it. All balances are added
 * up from the postings, so the first row shows the present balance. A lost combo has no row, because its end pays nothing.
 *
 * @param before id of the last entry seen
 * @throws HttpError `invalid-request` if `before` is not a number
 */
export async function statement(
  db: Db,
  { userId, before }: { userId: string; before: string | null },
): Promise<WireStatementRow[]> {
  if (before !== null && !ENTRY_ID.test(before)) {
    throw new HttpError('invalid-request', '`before` must be the number of an entry, such as 120.');
  }
  return rows(
    db,
    STATEMENT,
    sql`
      with own as materialized (
        select a.id from accounts a where a.kind = 'user' and a.user_id = ${userId}
      ), moved as (
        select p.entry_id, p.amount from postings p where p.to_account = (select id from own)
        union all
        select p.entry_id, -p.amount from postings p where p.from_account = (select id from own)
      ), of_entries as (
        select entry_id, sum(amount) as amount from moved group by entry_id
      ), running as (
        select entry_id, amount, sum(amount) over (order by entry_id) as balance from of_entries
      ), page as materialized (
        select * from running
        where ${before === null ? sql`true` : sql`entry_id < ${before}::bigint`}
        order by entry_id desc
        limit ${PAGE}
      ), touched as (
        select page.entry_id, b.id, b.seq, b.market_id, b.outcome_id, -b.stake as amount
        from page join bets b on b.entry_id = page.entry_id
        where b.user_id = ${userId}
        union all
        select page.entry_id, b.id, b.seq, b.market_id, b.outcome_id, e.amount
        from page
        -- An entry may end thousands of bets: only those shown are read, the others are counted in the index.
        cross join lateral (
          select n.bet_id, n.amount from bet_endings n
          where n.entry_id = page.entry_id and n.user_id = ${userId}
          limit ${BETS_NAMED}
        ) e
        join bets b on b.id = e.bet_id
        union all
        select page.entry_id, b.id, b.seq, b.market_id, b.outcome_id, s.amount
        from page join sold_parts s on s.entry_id = page.entry_id join bets b on b.id = s.bet_id
        where s.user_id = ${userId}
        union all
        select page.entry_id, b.id, b.seq, b.market_id, b.outcome_id, b.stake
        from page
        join entries r on r.id = page.entry_id and r.kind = 'stake-received'
        join bets b on b.id = split_part(r.key, ':', 2)
        union all
        select page.entry_id, b.id, b.seq, b.market_id, b.outcome_id, -x.amount
        from page join chain_outflows x on x.entry_id = page.entry_id join bets b on b.id = x.bet_id
      ), named as (
        select t.entry_id, greatest(count(*), (
            select count(*) from bet_endings n where n.entry_id = t.entry_id and n.user_id = ${userId}
          ))::int as bet_count,
          json_agg(json_build_object('betId', t.id, 'marketTitle', m.title, 'outcomeName', o.name,
            'amount', t.amount::text) order by t.seq) as bets
        from touched t
        join markets m on m.id = t.market_id
        join outcomes o on o.id = t.outcome_id
        group by t.entry_id
        union all
        select t.entry_id, 1, json_build_array(json_build_object('betId', t.id, 'marketTitle', legs.title,
          'outcomeName', legs.names, 'selections', legs.count, 'result', t.result, 'amount', t.amount::text))
        from (
          select page.entry_id, c.id, null as result, -c.stake as amount
          from page join combos c on c.entry_id = page.entry_id
          where c.user_id = ${userId}
          union all
          select page.entry_id, n.combo_id,
            case n.kind when 'payout' then 'won' when 'refund' then 'void' when 'cash-out' then 'cashed-out' end, n.amount
          from page join combo_endings n on n.entry_id = page.entry_id
          where n.user_id = ${userId}
        ) t
        cross join lateral (
          select (array_agg(m.title order by l.place))[1] as title, string_agg(o.name, ' + ' order by l.place) as names,
            count(*)
          from combo_legs l join markets m on m.id = l.market_id join outcomes o on o.id = l.outcome_id
          where l.combo_id = t.id
        ) legs
        union all
        select t.entry_id, 1, json_build_array(json_build_object('betId', t.id, 'marketTitle', m.title,
          'outcomeName', o.name, 'amount', t.amount::text))
        from (
          select page.entry_id, w.id, w.market_id, w.outcome_id, -w.stake as amount
          from page join orders w on w.entry_id = page.entry_id
          where w.user_id = ${userId}
          union all
          select page.entry_id, w.id, w.market_id, w.outcome_id, w.stake
          from page join order_ends n on n.entry_id = page.entry_id join orders w on w.id = n.order_id
          where n.user_id = ${userId}
        ) t
        join markets m on m.id = t.market_id
        join outcomes o on o.id = t.outcome_id
      )
      select n.id, n.recorded_at as at, n.kind, page.amount, page.balance,
        coalesce(named.bet_count, 0) as bet_count, named.bets
      from page
      join entries n on n.id = page.entry_id
      left join named on named.entry_id = page.entry_id
      order by page.entry_id desc`,
  );
}

const STATEMENT = {
  id: col.whole,
  at: col.iso,
  kind: col.oneOf([
    'bet',
    'cash-out',
    'combo',
    'combo-end',
    'faucet-grant',
    'order',
    'order-end',
    'payout-sent',
    'refund',
    'settlement',
    'stake-received',
  ]),
  amount: col.wireUsdc,
  balance: col.wireUsdc,
  bets: col.all(
    col.object({
      betId: col.text,
      marketTitle: col.text,
      outcomeName: col.text,
      selections: col.number.orUndefined,
      result: col.oneOf(['won', 'void', 'cashed-out']).orUndefined,
      amount: col.wireUsdc,
    }),
  ),
  betCount: col.number,
};
