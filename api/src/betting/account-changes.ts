import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import type { AccountChange } from '../realtime/follow-accounts.ts';
import type { ChangedMarket } from '../realtime/market-board.ts';
import { isWrittenSince, type Position } from '../realtime/position.ts';

/** How many of a user's newest bets are looked at: as many as the list of bets shows. */
const MOST_LOOKED_AT = 500;

/**
 * What changed in these users' funds, limits and bets since a position of the stream. Placing a bet changes the bettor's
 * account, and so does every paid end. A live bet is found by its own row until its stake arrives. A lost bet writes
 * nothing: it ends with its market, so this looks up which of the users have bets on the markets that are over.
 */
export async function accountChanges(
  db: Db,
  since: Position,
  { userIds, over }: { userIds: readonly string[]; over: readonly ChangedMarket[] },
): Promise<AccountChange[]> {
  const isChanged = (table: string) => isWrittenSince(sql.raw(`${table}.epoch`), since);
  const changed = await rows(
    db,
    { userId: col.text, what: col.text, mark: col.text },
    sql`
      with asked as materialized (
        select user_id from json_array_elements_text(${JSON.stringify(userIds)}::json) as a(user_id)
      ), changed as (
        select l.user_id, 'limits' as what, l.epoch from user_limits l where ${isChanged('l')}
        union all
        select u.id, 'user', u.epoch from users u where ${isChanged('u')}
        union all
        select b.user_id, 'live bet ' || b.id, b.epoch from live_bets b where ${isChanged('b')}
        union all
        -- A lost combo pays nothing, so it changes no account.
        select n.user_id, 'combo ' || n.combo_id, n.epoch from combo_endings n where ${isChanged('n')}
        union all
        -- A cash-out that waits holds no money.
        select o.user_id, 'cash-out ' || o.id, o.epoch from cash_out_orders o where ${isChanged('o')}
        union all
        -- The delay of an automatic one began, or it waits for its amount again.
        select o.user_id, 'automatic cash-out ' || o.id, a.epoch
        from open_automatic_cash_outs a join cash_out_orders o on o.id = a.order_id where ${isChanged('a')}
        union all
        select n.user_id, 'decided cash-out ' || n.order_id, n.epoch from cash_out_order_ends n where ${isChanged('n')}
      )
      select c.user_id, c.what, c.epoch::text as mark from changed c join asked using (user_id)
      union all
      -- By the user: an index of the epochs would be written with each change of a balance.
      select a.user_id, 'account', a.epoch::text from asked q join accounts a on a.user_id = q.user_id where ${isChanged('a')}
      union all
      -- The settings have the caps of the levels.
      select a.user_id, 'settings', s.epoch::text from asked a cross join settings s where ${isChanged('s')}`,
  );
  return over.length === 0 ? changed : [...changed, ...(await bettorsOf(db, over, userIds))];
}

/** The users who have bets on a market that is over. */
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
      -- By the bettor: a market may have a million bets, and few of them belong to these users.
      cross join lateral (
        select b.market_id from bets b where b.user_id = a.user_id order by b.placed_at desc limit ${MOST_LOOKED_AT}
      ) b
      where b.market_id in (
        select json_array_elements_text(${JSON.stringify(over.map(({ id }) => id))}::json))`,
  );
  const versions = new Map(over.map(({ id, version }) => [id, String(version)]));
  return found.map((bettor) => ({ ...bettor, mark: versions.get(bettor.what) ?? '' }));
}
