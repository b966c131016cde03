import { microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { type Difference, exactUsdc } from '../ledger/difference.ts';
import { FULL_FUNDS, LOW_FUNDS } from './faucet.ts';

export const FAUCET_PROMISE =
  'the faucet filled up the low funds of a user at first and at most once a day, and only in a demo';

const MOST_SHOWN = 20;

const GRANT = {
  id: col.text,
  key: col.text,
  /** Null where it went to no user. */
  userId: col.text.orNull,
  amount: col.usdc.orNull,
  /** What the user had just before. */
  before: col.usdc,
  /** Which day the grant may name: that of its moment, and of an hour before and after, for a server whose clock is off. */
  days: col.list(col.text),
  isLater: col.bool,
  /** The books follow a chain, so that their stakes are real. */
  isLive: col.bool,
};

/** Compares each grant of the faucet with the rule: its key, whose it is, what was there before, and how much it gave. */
export async function replayFaucet(db: Db): Promise<Difference[]> {
  // One pass over the postings: nearly all grants are the first of what moved on their account.
  const grants = await rows(
    db,
    GRANT,
    sql`
      with granted as materialized (
        select e.id, e.key, e.recorded_at, p.amount, p.to_account, u.id as user_id
        from entries e
        left join postings p on p.entry_id = e.id
        left join accounts a on a.id = p.to_account
        left join users u on u.id = a.user_id
        where e.kind = 'faucet-grant'
      ), moved as (
        select g.id, sum(s.change) as before
        from granted g
        join (
          select p.to_account as account, p.entry_id, p.amount as change from postings p
          union all
          select p.from_account, p.entry_id, -p.amount from postings p
        ) s on s.account = g.to_account and s.entry_id < g.id
        group by g.id
      ), judged as (
        select g.*, coalesce(m.before, 0) as before, array(
            select distinct to_char((g.recorded_at + n * interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD')
            from generate_series(-1, 1) n) as days,
          row_number() over (partition by g.to_account order by g.id) > 1 as is_later,
          exists (select from chain_cursor) as is_live
        from granted g left join moved m on m.id = g.id
      )
      select j.id::text, j.key, j.user_id, j.amount::text, j.before::text, to_json(j.days) as days, j.is_later, j.is_live
      from judged j
      where j.is_live or j.user_id is null or j.before < 0 or j.before >= ${LOW_FUNDS.toString()}::bigint
        or j.amount <> ${FULL_FUNDS.toString()}::bigint - j.before
        or not case when j.is_later then j.key = any(select 'faucet-grant:' || j.user_id || ':' || d from unnest(j.days) d)
          else j.key = 'faucet-grant:' || j.user_id || ':first' end
      order by j.id limit ${MOST_SHOWN}`,
  );
  return grants.map(problemOf);
}

function problemOf({
  id,
  key,
  userId,
  amount,
  before: held,
  days,
  isLater,
  isLive,
}: Row<typeof GRANT>): Difference {
  const tell = (what: string, expected: string, found: string): Difference => ({
    entryId: id,
    what: `${what} of a grant of the faucet`,
    expected,
    found,
  });
  if (isLive) return tell('the place', 'a demo', 'books of real stakes');
  if (userId === null) return tell('the account', 'that of a user', 'another');
  const names = (isLater ? days : ['first']).map((period) => `faucet-grant:${userId}:${period}`);
  if (!names.includes(key)) return tell('the key', names.join(' or '), key);
  if (held < 0n || held >= LOW_FUNDS)
    return tell('the funds before', `less than ${exactUsdc(LOW_FUNDS)}`, exactUsdc(held));
  const due = microUsdc(FULL_FUNDS - held);
  return tell('the amount', exactUsdc(due), exactUsdc(amount ?? ZERO_USDC));
}
