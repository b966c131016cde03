import { microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows, values } from '../db/rows.ts';
import { type Difference, exactUsdc } from '../ledger/difference.ts';
import { SINCE_NOTHING, type Since } from '../ledger/since.ts';
import { FULL_FUNDS, LOW_FUNDS } from './faucet.ts';

export const FAUCET_PROMISE =
  'the faucet filled up the low funds of a user at first and at most once a day, and only in a demo';

const MOST_SHOWN = 20;

const GRANT = {
  id: col.text,
  key: col.text,
  /** Null if it didn't go to a user. */
  userId: col.text.orNull,
  amount: col.usdc.orNull,
  /** The user's balance just before. */
  before: col.usdc,
  /** Days that the key may contain: the day of the grant, and of an hour before and after in case a server's clock is off. */
  days: col.list(col.text),
  isLater: col.bool,
  /** Whether the books follow a chain, so that their stakes are real. */
  isLive: col.bool,
};

/** Checks the key, account, balance before and amount of each grant of the faucet. */
export async function replayFaucet(db: Db, since: Since = SINCE_NOTHING): Promise<Difference[]> {
  const { entryId } = since;
  const known = await knownBalances(db, since);
  // One pass over the postings, because nearly all grants are the first posting of their account.
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
        where e.kind = 'faucet-grant' and e.id > ${entryId}::bigint
      ), moved as (
        select g.id, sum(s.change) as before
        from granted g
        join (
          select k.account, 0 as entry_id, k.balance as change
          from json_to_recordset(${JSON.stringify(known)}::json) as k(account bigint, balance bigint)
          union all
          select p.to_account, p.entry_id, p.amount from postings p where p.entry_id > ${entryId}::bigint
          union all
          select p.from_account, p.entry_id, -p.amount from postings p where p.entry_id > ${entryId}::bigint
        ) s on s.account = g.to_account and s.entry_id < g.id
        group by g.id
      ), judged as (
        select g.*, coalesce(m.before, 0) as before, array(
            select distinct to_char((g.recorded_at + n * interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD')
            from generate_series(-1, 1) n) as days,
          row_number() over (partition by g.to_account order by g.id) > 1 or exists (
            select from entries f
            where f.key = 'faucet-grant:' || g.user_id || ':first' and f.id <= ${entryId}::bigint) as is_later,
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

/** The verified balances of accounts that grants were paid to since. */
async function knownBalances(db: Db, { entryId, balances }: Since) {
  if (balances.length === 0) return [];
  const granted = await values(
    db,
    col.text,
    sql`
      select distinct p.to_account::text as account from entries e join postings p on p.entry_id = e.id
      where e.kind = 'faucet-grant' and e.id > ${entryId}::bigint`,
  );
  const accounts = new Set(granted);
  return balances.flatMap(({ id, balance }) => (accounts.has(id) ? [{ account: id, balance }] : []));
}

function problemOf(grant: Row<typeof GRANT>): Difference {
  const { key, userId, before } = grant;
  const differs = (what: string, expected: string, found: string): Difference => ({
    entryId: grant.id,
    what: `${what} of a grant of the faucet`,
    expected,
    found,
  });
  if (grant.isLive) return differs('the place', 'a demo', 'books of real stakes');
  if (userId === null) return differs('the account', 'that of a user', 'another');
  const names = (grant.isLater ? grant.days : ['first']).map((period) => `faucet-grant:${userId}:${period}`);
  if (!names.includes(key)) return differs('the key', names.join(' or '), key);
  if (before < 0n || before >= LOW_FUNDS)
    return differs('the funds before', `less than ${exactUsdc(LOW_FUNDS)}`, exactUsdc(before));
  const due = microUsdc(FULL_FUNDS - before);
  return differs('the amount', exactUsdc(due), exactUsdc(grant.amount ?? ZERO_USDC));
}
