import type { RequestQuery } from '@tallystone/core/http-api';
import type { WireAnalytics } from '@tallystone/core/http-api/admin';
import type { WireExposure } from '@tallystone/core/http-api/admin-risk';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { type DayRange, readDayRange } from './day-range.ts';
import { exposure } from './exposure.ts';

/** The most days that are shown. */
const MOST_DAYS = 1000;
/** In display order. The last one counts bets whose session named no network. */
const CHAINS = ['Ethereum', 'BSC', 'Polygon', 'Solana', 'Other EVM'];

/** Guests only claim a network, so their bets are counted separately. Those of simulated traders aren't counted. */
const GUESTS = 'Guests';

/**
 * The data behind the dashboard's charts.
 *
 * @param from,to first and last UTC day, both included; `from` may be `start`
 * @throws HttpError `invalid-request` when a day is invalid or the days are in the wrong order
 */
export async function analytics(
  db: Db,
  { now, from, to }: { now: Date } & RequestQuery<'getAnalytics'>,
): Promise<WireAnalytics & { exposure: WireExposure }> {
  const range = await readDayRange(db, { now, from, to, most: MOST_DAYS });
  return {
    volumePerDay: await volumePerDay(db, range),
    profitPerDay: await profitPerDay(db, range),
    usersPerDay: await usersPerDay(db, range),
    betsByChain: await betsByChain(db, range),
    ...(await exposure(db)),
  };
}

/** The figures of every day, zeros where nothing was found. */
function everyDay<Figures extends object>(
  days: readonly string[],
  found: readonly (Figures & { day: string })[],
  none: Figures,
): (Figures & { day: string })[] {
  const byDay = new Map(found.map((figures) => [figures.day, figures]));
  return days.map((day) => byDay.get(day) ?? { ...none, day });
}

const utcDayOf = (moment: SQL): SQL => sql`(${moment} at time zone 'UTC')::date`;

async function volumePerDay(db: Db, { days, includes }: DayRange): Promise<WireAnalytics['volumePerDay']> {
  const found = await rows(
    db,
    { day: col.text, volume: col.wireUsdc, bets: col.whole, guestVolume: col.wireUsdc, guestBets: col.whole },
    // As in `betsByChain`, start from the users to find the bets of guests and simulated traders, who are few.
    sql`
      with counted as (
        select ${utcDayOf(sql`placed_at`)} as day, sum(stake) as volume, count(*) as bets,
          0 as guest_volume, 0 as guest_bets
        from bets
        where ${includes(sql`placed_at`)}
        group by 1
        union all
        select ${utcDayOf(sql`b.placed_at`)}, -sum(b.stake), -count(*), coalesce(sum(b.stake) filter (where u.guest), 0),
          count(*) filter (where u.guest)
        from users u join bets b on b.user_id = u.id
        where (u.guest or u.simulated) and ${includes(sql`b.placed_at`)}
        group by 1
        union all
        select ${utcDayOf(sql`c.placed_at`)}, coalesce(sum(c.stake) filter (where not u.guest), 0),
          count(*) filter (where not u.guest), coalesce(sum(c.stake) filter (where u.guest), 0),
          count(*) filter (where u.guest)
        from combos c join users u on u.id = c.user_id
        where not u.simulated and ${includes(sql`c.placed_at`)}
        group by 1
      )
      select to_char(day, 'YYYY-MM-DD') as day, sum(volume)::text as volume, sum(bets)::text as bets,
        sum(guest_volume)::text as guest_volume, sum(guest_bets)::text as guest_bets
      from counted group by counted.day`,
  );
  return everyDay(days, found, { volume: 0, bets: 0, guestVolume: 0, guestBets: 0 });
}

/**
 * What came back to the pool from the escrows of the markets that ended on a day, minus what the pool had put in; and the same
 * for combos, each of which ends by itself: its stake minus what it was paid.
 */
async function profitPerDay(db: Db, { days, includes }: DayRange): Promise<WireAnalytics['profitPerDay']> {
  const found = await rows(
    db,
    { day: col.text, profit: col.wireUsdc, markets: col.whole, comboProfit: col.wireUsdc, combos: col.whole },
    sql`
      with pool as materialized (
        select id from accounts where kind = 'pool'
      ), moved as (
        select p.from_account as escrow, p.amount from postings p where p.to_account = (select id from pool)
        union all
        select p.to_account, -p.amount from postings p where p.from_account = (select id from pool)
      ), ended as (
        select ${utcDayOf(sql`m.ended_at`)} as day, sum(moved.amount) as of_market, null::bigint as of_combo
        from markets m
        join accounts a on a.market_id = m.id and a.kind = 'escrow'
        join moved on moved.escrow = a.id
        where m.state in ('settled', 'void') and m.staked > 0 and ${includes(sql`m.ended_at`)}
        group by m.id
        union all
        select ${utcDayOf(sql`n.ended_at`)}, null, c.stake - n.amount
        from combo_endings n join combos c on c.id = n.combo_id
        where ${includes(sql`n.ended_at`)}
      )
      select to_char(day, 'YYYY-MM-DD') as day, coalesce(sum(of_market), 0) + coalesce(sum(of_combo), 0) as profit,
        count(of_market) as markets, coalesce(sum(of_combo), 0) as combo_profit, count(of_combo) as combos
      from ended group by ended.day`,
  );
  return everyDay(days, found, { profit: 0, markets: 0, comboProfit: 0, combos: 0 });
}

async function usersPerDay(db: Db, { days, includes }: DayRange): Promise<WireAnalytics['usersPerDay']> {
  const found = await rows(
    db,
    { day: col.text, users: col.whole, guests: col.whole },
    sql`
      with active as (
        select ${utcDayOf(sql`b.placed_at`)} as day, b.user_id from bets b where ${includes(sql`b.placed_at`)}
        union
        select ${utcDayOf(sql`c.placed_at`)}, c.user_id from combos c where ${includes(sql`c.placed_at`)}
      )
      select to_char(day, 'YYYY-MM-DD') as day, count(*) filter (where not u.guest and not u.simulated) as users,
        count(*) filter (where u.guest) as guests
      from active join users u on u.id = active.user_id
      group by active.day`,
  );
  return everyDay(days, found, { users: 0, guests: 0 });
}

async function betsByChain(db: Db, { includes }: DayRange): Promise<WireAnalytics['betsByChain']> {
  const found = await rows(
    db,
    { chain: col.text.orNull, bets: col.whole, volume: col.wireUsdc },
    // Only bets without a network need their user looked up. Guests and simulated traders are few, so their bets are
    // found through the users and subtracted from the networks they named. Those of guests are counted separately.
    sql`
      with of_others as materialized (
        select b.chain, b.stake, u.guest from users u join bets b on b.user_id = u.id
        where (u.guest or u.simulated) and ${includes(sql`b.placed_at`)}
      ), counted as (
        select chain, count(*) as bets, sum(stake) as volume from bets
        where chain is not null and ${includes(sql`placed_at`)}
        group by chain
        union all
        select case u.family when 'solana' then 'Solana' else 'Other EVM' end, count(*), sum(b.stake)
        from bets b join users u on u.id = b.user_id
        where b.chain is null and ${includes(sql`b.placed_at`)}
        group by 1
        union all
        select chain, -count(*), -sum(stake) from of_others group by chain
        union all
        select ${GUESTS}, count(*), sum(stake) from of_others where guest having count(*) > 0
        union all
        select case when u.guest then ${GUESTS} when c.chain is not null then c.chain
          when u.family = 'solana' then 'Solana' else 'Other EVM' end, count(*), sum(c.stake)
        from combos c join users u on u.id = c.user_id
        where not u.simulated and ${includes(sql`c.placed_at`)}
        group by 1
      )
      select chain, sum(bets)::text as bets, sum(volume)::text as volume from counted group by chain`,
  );
  const byChain = new Map(found.map(({ chain, ...sums }) => [chain, sums]));
  return [...CHAINS, ...(byChain.has(GUESTS) ? [GUESTS] : [])].map((chain) => ({
    chain,
    bets: 0,
    volume: 0,
    ...byChain.get(chain),
  }));
}
