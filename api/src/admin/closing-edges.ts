import {
  CLOSING_DAYS,
  type ClosedBets,
  type ClosingEdge,
  closingEdge,
  LEAST_BETS,
} from '@tallystone/core/odds/closing-edge';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { feedPrice } from './feed-price.ts';

/**
 * How the odds of users compare with the closing prices of the last 90 days, by user. Those with too few bets, and simulated
 * traders, aren't among them. Reads without locks.
 *
 * @param among a query that selects ids of users; null for everyone
 */
export async function closingEdges(
  db: Db,
  { now, among }: { now: Date; among: SQL | null },
): Promise<Map<string, ClosingEdge>> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const found = await rows(
    db,
    {
      userId: col.text,
      gameId: col.text,
      outcome: col.number,
      winners: col.number,
      bets: col.whole,
      odds: col.bigint,
      closing: feedPrice,
    },
    // In play the last price is about the result. A late bet was refunded. The feed may stop betting before the close, so the
    // last price is the last one with odds for every outcome.
    sql`
      with recent as materialized (
        select b.user_id, b.market_id, b.outcome_id, b.odds, b.placed_at from bets b
        where b.placed_at >= ${at} - ${CLOSING_DAYS} * interval '1 day' and b.priced_at is not null
          ${among === null ? sql`` : sql`and b.user_id in (${among})`}
      ), judged as materialized (
        select r.user_id from recent r join users u on u.id = r.user_id
        where not u.simulated group by r.user_id having count(*) >= ${LEAST_BETS}
      ), taken as materialized (
        select r.user_id, r.market_id, r.outcome_id, count(*) as bets, sum(r.odds) as odds
        from recent r join judged j on j.user_id = r.user_id
        join markets m on m.id = r.market_id
        join games g on g.id = m.game_id
        where g.in_play_of is null and (m.closes_at <= ${at} or m.state not in ('open', 'suspended'))
          and (m.late_from is null or r.placed_at < m.late_from)
        group by r.user_id, r.market_id, r.outcome_id
      ), closed as materialized (
        select k.market_id, p.odds from (select distinct t.market_id from taken t) k
        join markets m on m.id = k.market_id
        cross join lateral (
          select f.odds from feed_prices f
          where f.market_id = k.market_id and f.at < least(m.closes_at, m.late_from) and not f.odds @> '[null]'
          order by f.version desc limit 1
        ) p
      )
      select t.user_id, m.game_id, o.position::int as outcome, m.winners, t.bets, t.odds, c.odds as closing
      from taken t
      join closed c on c.market_id = t.market_id
      join markets m on m.id = t.market_id
      join outcomes o on o.id = t.outcome_id`,
  );
  const byUser = new Map<string, ClosedBets[]>();
  for (const { userId, closing, winners, ...bets } of found) {
    const known = byUser.get(userId) ?? [];
    known.push({ ...bets, closing: { odds: closing, winners } });
    byUser.set(userId, known);
  }
  const edges = [...byUser].map(([userId, closed]) => [userId, closingEdge(closed)] as const);
  return new Map(edges.filter((each): each is [string, ClosingEdge] => each[1] !== null));
}
