import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import type { Difference } from '../ledger/difference.ts';
import { SINCE_NOTHING, type Since } from '../ledger/since.ts';
import { SESSION_LIFE_MS } from './create-session.ts';

export const GUESTS_PROMISE =
  'who is a guest did nothing that only the user of a wallet can, and who is not was made by a signature';

/** How far clocks may differ: sessions end by a server's clock, while bets have the database's time. */
const CLOCKS_MS = 3_600_000;
/** The longest sign-in transaction: each statement takes at most 3 s, with at most 5 s in between (open-database.ts). */
const SIGN_IN_SECONDS = 90;
const MOST_SHOWN = 20;

/**
 * Checks guests and users of wallets by what only they do. A guest has one session, in a demo only, and never does anything that
 * is audited. A user of a wallet is made by a signature together with an account, in a demo with the first practice money, and
 * is the wallet's only user. A user who could be either isn't reported.
 */
export async function replayGuests(db: Db, since: Since = SINCE_NOTHING): Promise<Difference[]> {
  const wrong = await rows(
    db,
    { id: col.text, guest: col.bool, why: col.text },
    sql`
      with facts as (
        select exists (select from chain_cursor) as is_live
      ), acted as (
        -- When users last acted, by sealed times.
        select m.user_id, max(m.at) as last
        from (
          select b.user_id, b.placed_at as at from bets b where b.entry_id > ${since.entryId}::bigint
          union all
          select n.user_id, n.ended_at from bet_endings n
          where n.kind = 'cash-out' and n.entry_id > ${since.entryId}::bigint
          union all
          select s.user_id, s.sold_at from sold_parts s where s.entry_id > ${since.entryId}::bigint
        ) m
        group by m.user_id
      ), judged as (
        select u.id, u.guest, case
          when u.guest then case
            when f.is_live then 'books of real stakes have none'
            when n.user_id is not null
              then 'the audit names what this user did'
            when (select count(*) from sessions s where s.user_id = u.id) > 1
              then 'this user has more than one session'
            when d.last > u.created_at + ${SESSION_LIFE_MS + CLOCKS_MS}::float8 * interval '1 millisecond'
              then 'this user bet after a session of a guest ends'
            end
          when not exists (select from accounts a where a.kind = 'user' and a.user_id = u.id)
            then 'this user has no account'
          when exists (
            select from users o where o.family = u.family and o.address_bytes = u.address_bytes and not o.guest and o.id <> u.id)
            then 'another user has the same wallet'
          when not f.is_live and exists (
            select from entries e where e.key = 'faucet-grant:' || u.id || ':first'
              and e.recorded_at > u.created_at + ${SIGN_IN_SECONDS}::int * interval '1 second')
            then 'this user got the first practice money later than with signing in'
          end as why
        from users u cross join facts f left join acted d on d.user_id = u.id
          -- Read once, because no index finds a user's rows.
          left join (select distinct user_id from ${since.audit.rows} a where user_id is not null) n on n.user_id = u.id
        where ${since.isUser}
      )
      select id, guest, why from judged where why is not null order by id limit ${MOST_SHOWN}`,
  );
  return wrong.map(({ id, guest, why }) => ({
    entryId: null,
    what: `user ${id}`,
    expected: guest ? `the user of a wallet: ${why}` : `a guest: ${why}`,
    found: guest ? 'a guest' : 'the user of a wallet',
  }));
}
