import type { WireResultsQueue, WireWaitingMarket } from '@tallystone/core/http-api/settlement';
import { settlesBy } from '@tallystone/core/markets/settles-by';
import { type Message, say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import { countOpenLegs } from '../combos/open-legs.ts';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { stateOfMarket } from '../markets/stored-market.ts';
import { chainPayouts } from './chain-payouts.ts';
import { differenceMessage } from './difference-message.ts';
import { selectResolutions } from './resolution-store.ts';
import { wireResolution } from './wire-resolution.ts';

const MOST_WAITING = 500;
const LATEST_ENDED = 20;
/** The bets of each outcome are not counted if the market has more bets than this: its rehearsal counts them. */
const COUNTED_BETS = 20_000;

/** Markets that wait for an admin: for a result, for an approval, or because of an odd answer of the feed. */
export async function getResultsQueue(db: Db): Promise<Omit<WireResultsQueue, 'changes'>> {
  const waiting = await waitingMarkets(db);
  const underWay = await selectResolutions(db, sql`r.ended_at is null`);
  const ended = await selectResolutions(
    db,
    // One game has dozens of side markets, which would crowd out all others.
    sql`r.ended_at is not null and (m.is_main or h.bets > 0 or (r.rehearsal ->> 'comboLegs')::int > 0 or r.source <> 'feed' or r.ended_as <> 'paid')`,
    sql`order by r.ended_at desc, r.id desc limit ${LATEST_ENDED}`,
  );
  const payouts = await chainPayouts(db);
  return {
    waiting,
    resolutions: [...underWay, ...ended].map(wireResolution),
    ...(payouts !== null && { payouts }),
  };
}

/**
 * Markets whose betting is over and that have no result, and markets under review, even if they ended within the last week.
 * The server draws the results of practice markets, so those are listed only if they are late or their draw was taken back.
 * A game's side markets without bets and selections of combos are listed only if they are late, under review or had a result.
 */
async function waitingMarkets(db: Db): Promise<WireWaitingMarket[]> {
  const found = await rows(
    db,
    WAITING,
    sql`
      select m.id, m.title, m.source, ${stateOfMarket} as state, m.closes_at, m.auto_resolve as is_reminded, m.review, m.winners,
        m.closes_at <= clock_timestamp() - interval '48 hours' and m.state not in ('settled', 'void') as overdue,
        m.staked as stakes, counted.bets, counted.combo_legs,
        (
          select json_agg(json_build_object('id', o.id, 'name', o.name, 'bets',
            case when counted.bets <= ${COUNTED_BETS} then coalesce(b.bets, 0) end) order by o.position)
          from outcomes o
          left join (
            select b.outcome_id, count(*) as bets
            from bets b
            where b.market_id = m.id and counted.bets <= ${COUNTED_BETS} and not exists (
              select from bet_endings e
              where e.bet_id = b.id and e.market_id = m.id and e.market_version is not null
            )
            group by b.outcome_id
          ) b on b.outcome_id = o.id
          where o.market_id = m.id
        ) as outcomes
      from markets m
      cross join lateral (
        select (select count(*)::int from bets b where b.market_id = m.id) as bets, (${countOpenLegs(sql`m`)}) as combo_legs
      ) counted
      where m.deleted_at is null and m.archived_at is null and (
        m.review is not null and (m.ended_at is null or m.ended_at > clock_timestamp() - interval '7 days')
        or m.state in ('open', 'suspended', 'closed') and m.closes_at <= clock_timestamp()
          and (m.source <> 'practice' or m.closes_at <= clock_timestamp() - interval '48 hours' or exists (
            select from resolutions r where r.market_id = m.id and r.source = 'practice'))
          and (m.is_main or counted.bets > 0 or counted.combo_legs > 0 or m.closes_at <= clock_timestamp() - interval '48 hours' or exists (
            select from resolutions r where r.market_id = m.id))
      )
      order by m.review is null, m.closes_at, m.id
      limit ${MOST_WAITING}`,
  );
  const waiting: WireWaitingMarket[] = [];
  for (const row of found) {
    const { isReminded, review, closesAt, winners, outcomes, comboLegs, ...market } = row;
    const difference = review === 'rehearsal-differs' ? await differenceMessage(db, market.id) : null;
    const message = whyOf(row);
    const why =
      difference === null ? message : say('review-with-difference', { review: message, difference });
    waiting.push({
      ...market,
      closesAt: closesAt.toISOString(),
      settlesBy: settlesBy({ closesAt, source: market.source }).toISOString(),
      ...(comboLegs > 0 && { comboLegs }),
      ...(winners > 1 && { winners }),
      outcomes: outcomes.map(({ bets, ...outcome }) => ({ ...outcome, ...(bets !== null && { bets }) })),
      ...(review !== null && { review }),
      why: why.sentence,
      whyReason: why.reason,
    });
  }
  return waiting;
}

const WAITING = {
  id: col.text,
  title: col.text,
  source: col.oneOf(markets.source),
  state: col.oneOf(markets.state),
  closesAt: col.date,
  isReminded: col.bool,
  review: col.oneOf(markets.review).orNull,
  overdue: col.bool,
  stakes: col.wireUsdc,
  bets: col.number,
  comboLegs: col.number,
  winners: col.number,
  outcomes: col.list(col.object({ id: col.text, name: col.text, bets: col.number.orNull })),
};

function whyOf({ review, overdue, source, isReminded }: Row<typeof WAITING>): Message {
  if (review !== null) return say(`review-${review}`);
  if (overdue) return say('review-no-result');
  if (source === 'azuro') return say('waits-for-feed');
  return isReminded ? say('waits-reminded') : say('waits-by-hand');
}
