import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import type { AccountChange } from '../realtime/follow-accounts.ts';
import type { ChangedMarket } from '../realtime/market-board.ts';
import { isWrittenSince, type Position } from '../realtime/position.ts';

/** Of a user so many of the newest bets are looked at: those that the list of bets shows. */
const MOST_LOOKED_AT = 500;

/**
 * What changed since a position of these users' funds, limits and bets. A bet changes the bettor's account, and so does
 * each end of a bet that is paid; a live bet is looked for by itself until its stake is there. For a bet that lost nothing is written: it ends with its market, so among those who
 * are asked for the bettors of the markets that are over are looked up.
 */
export async function accountChanges(
  db: Db,
  since: Position,
  asked: { userIds: readonly string[]; over: readonly ChangedMarket[] },
): Promise<AccountChange[]> {
  const { userIds, over } = asked;
  const changed = await changedAccounts(db, since, asked);
  return over.length === 0 ? changed : [...changed, ...(await bettorsOf(db, over, userIds))];
}

async function changedAccounts(
  db: Db,
  since: Position,
  { userIds }: { userIds: readonly string[] },
): Promise<AccountChange[]> {
  const isChanged = (table: string) => isWrittenSince(sql.raw(`${table}.changed_in`), since);
  return rows(
    db,
    { userId: col.text, what: col.text, mark: col.text },
    sql`
      with asked as materialized (
        select user_id from json_array_elements_text(${JSON.stringify(userIds)}::json) as a(user_id)
      ), changed as (
        select a.user_id, 'account' as what, a.changed_in from accounts a where ${isChanged('a')}
        union all
        select l.user_id, 'limits', l.changed_in from user_limits l where ${isChanged('l')}
        union all
        select u.id, 'user', u.changed_in from users u where ${isChanged('u')}
        union all
        select b.user_id, 'live-bets', b.changed_in from live_bets b where ${isChanged('b')}
      )
      select c.user_id, c.what, c.changed_in::text as mark from changed c join asked using (user_id)
      union all
      -- They hold the caps of the levels.
      select a.user_id, 'settings', s.changed_in::text from asked a cross join settings s where ${isChanged('s')}`,
  );
}

/** Those of the users who have bets on a market that is over. */
async function bettorsOf(
  db: Db,
  over: readonly ChangedMarket[],
  userIds: readonly string[],
): Promise<AccountChange[]> {
  const found = await rows(
    db,
    { userId: col.text, what: col.text },
    sql`
      select distinct a.user_id, b.market_id as what
      from json_array_elements_text(${JSON.stringify(userIds)}::json) as a(user_id)
      -- By the bettor: a market may have a million bets, of which few are of those who are asked for.
      cross join lateral (
        select b.market_id from bets b where b.user_id = a.user_id order by b.seq desc limit ${MOST_LOOKED_AT}
      ) b
      where b.market_id in (
        select json_array_elements_text(${JSON.stringify(over.map(({ id }) => id))}::json))`,
  );
  const versions = new Map(over.map(({ id, version }) => [id, String(version)]));
  return found.map((bettor) => ({ ...bettor, mark: versions.get(bettor.what) ?? '' }));
}
