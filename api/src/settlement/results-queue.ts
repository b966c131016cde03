import type { MarketSource, Review, WireResultsQueue, WireWaitingMarket } from '@tallystone/core/http-api';
import type { MarketState } from '@tallystone/core/markets/market-state';
import { settlesBy } from '@tallystone/core/markets/settles-by';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type Message, say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { stateOfMarket } from '../markets/stored-market.ts';
import { chainPayouts } from './chain-payouts.ts';
import { differenceMessage } from './difference-message.ts';
import { selectResolutions } from './resolution-store.ts';
import { wireResolution } from './wire-resolution.ts';

const MOST_WAITING = 500;
const LATEST_ENDED = 20;
/** Of markets with more bets than these the bets of each outcome are not counted: the rehearsal does. */
const COUNTED_BETS = 20_000;

/** The results that wait for an admin: to be given, to be approved, and odd answers of the feed. */
export async function getResultsQueue(db: Db): Promise<Omit<WireResultsQueue, 'changes'>> {
  const waiting = await waitingMarkets(db);
  const underWay = await selectResolutions(db, sql`r.ended_at is null`);
  const ended = await selectResolutions(
    db,
    sql`r.ended_at is not null`,
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
 * Markets whose betting is over and that have no result, and those that something is odd about, also when they have
 * ended within the last week. Practice markets draw theirs by themselves, so only one that is late or whose draw was
 * taken back is here.
 */
async function waitingMarkets(db: Db): Promise<WireWaitingMarket[]> {
  const found = await rows<WaitingRow>(
    db,
    sql`
      select m.id, m.title, m.source, ${stateOfMarket} as state, m.closes_at, m.auto_resolve, m.review,
        m.closes_at <= clock_timestamp() - interval '48 hours' and m.state not in ('settled', 'void') as overdue,
        m.staked::text, counted.bets,
        (
          select json_agg(json_strip_nulls(json_build_object('id', o.id, 'name', o.name, 'bets',
            case when counted.bets <= ${COUNTED_BETS} then coalesce(b.bets, 0) end)) order by o.position)
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
      cross join lateral (select count(*)::int as bets from bets b where b.market_id = m.id) counted
      where m.deleted_at is null and m.archived_at is null and (
        m.review is not null and (m.ended_at is null or m.ended_at > clock_timestamp() - interval '7 days')
        or m.state in ('open', 'suspended', 'closed') and m.closes_at <= clock_timestamp()
          and (m.source <> 'practice' or m.closes_at <= clock_timestamp() - interval '48 hours' or exists (
            select from resolutions r where r.market_id = m.id and r.source = 'practice'))
      )
      order by m.review is null, m.closes_at, m.id
      limit ${MOST_WAITING}`,
  );
  const differences = new Map<string, Message | null>();
  for (const { id, review } of found) {
    if (review === 'rehearsal-differs') differences.set(id, await differenceMessage(db, id));
  }
  return found.map((row) => {
    const closesAt = new Date(row.closes_at);
    const difference = differences.get(row.id) ?? null;
    const review = whyOf(row);
    const why = difference === null ? review : say('review-with-difference', { review, difference });
    return {
      id: row.id,
      title: row.title,
      source: row.source,
      state: row.state,
      closesAt: closesAt.toISOString(),
      settlesBy: settlesBy({ closesAt, source: row.source }).toISOString(),
      overdue: row.overdue,
      bets: row.bets,
      stakes: usdcToNumber(microUsdc(BigInt(row.staked))),
      outcomes: row.outcomes,
      ...(row.review !== null && { review: row.review }),
      why: why.sentence,
      whyReason: why.reason,
    };
  });
}

interface WaitingRow {
  id: string;
  title: string;
  source: MarketSource;
  state: MarketState;
  closes_at: string;
  auto_resolve: boolean;
  review: Review | null;
  overdue: boolean;
  staked: string;
  bets: number;
  outcomes: { id: string; name: string; bets?: number }[];
}

function whyOf({ review, overdue, source, auto_resolve: isReminded }: WaitingRow): Message {
  if (review !== null) return say(`review-${review}`);
  if (overdue) return say('review-no-result');
  if (source === 'azuro') return say('waits-for-feed');
  return isReminded ? say('waits-reminded') : say('waits-by-hand');
}
