import type { WireAnalytics } from '@tallystone/core/http-api/admin';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const MARKETS = 20;
/** In display order. The last one counts bets whose session named no network. */
const CHAINS = ['Ethereum', 'BSC', 'Polygon', 'Solana', 'Other EVM'];

/** Guests only claim a network, so their bets are counted separately. */
const GUESTS = 'Guests';

/** The data behind the dashboard's charts. */
export async function analytics(db: Db, now: Date): Promise<WireAnalytics> {
  return {
    volumePerDay: await volumePerDay(db, now),
    betsByChain: await betsByChain(db),
    exposureByMarket: await exposureByMarket(db),
  };
}

async function volumePerDay(db: Db, now: Date): Promise<WireAnalytics['volumePerDay']> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const days = Array.from({ length: DAYS }, (_, i) =>
    new Date(today - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  );
  const first = sql`${days[0]}::timestamp at time zone 'UTC'`;
  const found = await rows(
    db,
    { day: col.text, volume: col.wireUsdc, bets: col.whole, guestVolume: col.wireUsdc, guestBets: col.whole },
    // As in `betsByChain`, start from the users to find guests' bets: there are few guests.
    sql`
      with counted as (
        select (placed_at at time zone 'UTC')::date as day, sum(stake) as volume, count(*) as bets,
          0 as guest_volume, 0 as guest_bets
        from bets
        where placed_at >= ${first}
        group by 1
        union all
        select (b.placed_at at time zone 'UTC')::date, -sum(b.stake), -count(*), sum(b.stake), count(*)
        from users u join bets b on b.user_id = u.id
        where u.guest and b.placed_at >= ${first}
        group by 1
      )
      select to_char(day, 'YYYY-MM-DD') as day, sum(volume)::text as volume, sum(bets)::text as bets,
        sum(guest_volume)::text as guest_volume, sum(guest_bets)::text as guest_bets
      from counted group by counted.day`,
  );
  const byDay = new Map(found.map((row) => [row.day, row]));
  return days.map((day) => ({ day, volume: 0, bets: 0, guestVolume: 0, guestBets: 0, ...byDay.get(day) }));
}

async function betsByChain(db: Db): Promise<WireAnalytics['betsByChain']> {
  const found = await rows(
    db,
    { chain: col.text.orNull, bets: col.whole, volume: col.wireUsdc },
    // Only bets without a network need their user looked up. Guests are few, so their bets are found through the
    // users, subtracted from the networks they named and counted separately.
    sql`
      with of_guests as materialized (
        select b.chain, b.stake from users u join bets b on b.user_id = u.id where u.guest
      ), counted as (
        select chain, count(*) as bets, sum(stake) as volume from bets where chain is not null group by chain
        union all
        select case u.family when 'solana' then 'Solana' else 'Other EVM' end, count(*), sum(b.stake)
        from bets b join users u on u.id = b.user_id
        where b.chain is null
        group by 1
        union all
        select chain, -count(*), -sum(stake) from of_guests group by chain
        union all
        select ${GUESTS}, count(*), sum(stake) from of_guests having count(*) > 0
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

async function exposureByMarket(db: Db): Promise<WireAnalytics['exposureByMarket']> {
  return rows(
    db,
    {
      marketId: col.text,
      title: col.text,
      exposure: col.wireUsdc,
      stakes: col.wireUsdc,
      lossBudget: col.wireUsdc,
    },
    sql`
      with exposed as (
        select m.id, m.title, m.staked, m.loss_budget,
          greatest(0, max(o.open_returns + o.pending_returns - o.pending_stakes) - m.received,
            m.open_stakes - m.received) as exposure
        from markets m join outcomes o on o.market_id = m.id
        -- Includes closed markets: stakes are owed until the market is settled. Counts the pending bets that
        -- would cost the most.
        where m.deleted_at is null and m.staked > 0 and m.state not in ('settled', 'void')
        group by m.id
      )
      select id as market_id, title, exposure, staked as stakes, loss_budget
      from exposed
      order by exposed.exposure desc, exposed.staked desc, id
      limit ${MARKETS}`,
  );
}
