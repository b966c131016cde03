import type { Review, WireAdminMarket } from '@tallystone/core/http-api';
import { hasEnded } from '@tallystone/core/markets/lifecycle';
import { overdueFrom } from '@tallystone/core/markets/settles-by';
import { type ChainHalt, type FeedHalt, suspensionOf } from '@tallystone/core/markets/suspension';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { exposureOf, worstCaseOf } from '@tallystone/core/odds/exposure';
import { FRESH_PRICE_MS } from '@tallystone/core/odds/feed';
import { type Message, say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { chainHaltOfMarket, withChainMarket } from '../markets/joined-to-chain.ts';
import { createListSnapshot, type ListedMarket, type MarketList } from '../markets/list-snapshot.ts';
import { stateWithChain } from '../markets/stored-market.ts';

/** That the feed confirms odds is announced only when they change, so it is looked for as often as this. */
const RECHECK_MS = 30_000;

/**
 * Keeps the list that admins read: all markets that were not deleted, the newest first, so that what was just
 * made or imported is on top; with what the house owes on each.
 */
export function createAdminMarketList({ db, now }: { db: Db; now: () => Date }): MarketList {
  return createListSnapshot({ load: ({ ids, at }) => listAdminMarkets(db, { ids, now: at }), now });
}

async function listAdminMarkets(
  db: Db,
  { ids, now }: { ids: readonly string[] | null; now: Date },
): Promise<ListedMarket[]> {
  // Said of each table: the planner does not carry it into what is grouped.
  const isChosen = (id: string) =>
    ids === null
      ? sql`true`
      : sql`${sql.raw(id)} = any(array(select json_array_elements_text(${JSON.stringify(ids)}::json)))`;
  const found = await rows<AdminMarketRow>(
    db,
    sql`
      select m.id, m.title, m.category, m.subcategory, m.source, ${stateWithChain} as state, m.disabled, m.feed_halt, ${chainHaltOfMarket} as chain_halt,
        m.archived_at is not null as archived, m.auto_resolve, m.priced_at, m.created_at, m.starts_at, m.ends_at, m.closes_at,
        m.received::text, m.open_stakes::text, m.staked::text, m.won_outcome_id, m.review, m.loss_budget::text, m.version::text, coalesce(placed.bets, 0) as bets,
        owed.most::text as most_owed, owed.most_lost::text as most_lost, owed.outcomes, (extract(epoch from m.created_at) * 1000000)::bigint::text as created_us
      from markets m
      join (
        select o.market_id, max(o.open_returns) as most,
          max(o.open_returns + o.pending_returns - o.pending_stakes) as most_lost,
          json_agg(json_build_array(o.id, o.name) order by o.position) as outcomes
        from outcomes o where ${isChosen('o.market_id')} group by o.market_id
      ) owed on owed.market_id = m.id
      left join (
        select b.market_id, count(*)::int as bets from bets b where ${isChosen('b.market_id')} group by b.market_id
      ) placed on placed.market_id = m.id
      ${withChainMarket}
      where m.deleted_at is null and ${isChosen('m.id')}`,
  );
  return found.map((row) => ({
    id: row.id,
    version: Number(row.version),
    // Microseconds, so that those made in one go keep their order.
    rank: -Number(row.created_us),
    staleAt: staleAt(row, now),
    json: JSON.stringify(wireAdminMarket(row, now)),
  }));
}

interface AdminMarketRow
  extends Pick<
    WireAdminMarket,
    'id' | 'title' | 'category' | 'subcategory' | 'source' | 'state' | 'archived'
  > {
  disabled: boolean;
  feed_halt: FeedHalt | null;
  chain_halt: ChainHalt | null;
  auto_resolve: boolean;
  priced_at: string | null;
  created_at: string;
  starts_at: string | null;
  ends_at: string;
  closes_at: string;
  review: Review | null;
  received: string;
  open_stakes: string;
  staked: string;
  won_outcome_id: string | null;
  outcomes: [id: string, name: string][];
  loss_budget: string;
  version: string;
  bets: number;
  /** The largest of all payouts of one outcome, and the most that one may cost with its pending bets. */
  most_owed: string;
  most_lost: string;
  created_us: string;
}

function wireAdminMarket(row: AdminMarketRow, now: Date): WireAdminMarket {
  const {
    id,
    title,
    category,
    subcategory,
    source,
    archived,
    disabled,
    feed_halt: feedHalt,
    chain_halt: chainHalt,
  } = row;
  const staked = microUsdc(BigInt(row.staked));
  const received = microUsdc(BigInt(row.received));
  const book = {
    openReturns: [microUsdc(BigInt(row.most_owed))],
    received,
    openStakes: microUsdc(BigInt(row.open_stakes)),
  };
  const suspension = suspensionOf({ disabled, feedHalt, chainHalt, isArchived: archived });
  const flag = flagOf(row, now);
  // What it owed and took is kept as it was when its bets were paid.
  const isOver = hasEnded(row.state);
  return {
    id,
    title,
    category,
    subcategory,
    source,
    state: row.state,
    ...(suspension !== null && { suspension }),
    archived,
    outcomes: row.outcomes.map(([id, name]) => ({ id, name })),
    ...(row.won_outcome_id !== null && { wonOutcomeId: row.won_outcome_id }),
    ...(flag !== null && { flag: flag.sentence, flagReason: flag.reason }),
    createdAt: new Date(row.created_at).toISOString(),
    ...(row.starts_at !== null && { startsAt: new Date(row.starts_at).toISOString() }),
    endsAt: new Date(row.ends_at).toISOString(),
    bets: row.bets,
    stakes: usdcToNumber(staked),
    exposure: isOver
      ? 0
      : usdcToNumber(exposureOf({ ...book, openReturns: [microUsdc(BigInt(row.most_lost))] })),
    worstCase: isOver ? 0 : usdcToNumber(worstCaseOf(book)),
    lossBudget: usdcToNumber(microUsdc(BigInt(row.loss_budget))),
  };
}

/** What an admin should look at; null when there is nothing. */
function flagOf(row: AdminMarketRow, now: Date): Message | null {
  // Of one whose end is proposed the queue of results speaks.
  if (row.archived || hasEnded(row.state)) return null;
  if (row.review !== null) return say(`review-${row.review}`);
  if (row.state === 'resolving') return null;
  if (row.feed_halt === 'canceled') {
    return row.bets === 0 ? say('flag-canceled') : say('flag-canceled-waits');
  }
  if (!isClosed(row, now)) {
    return isStale(row, now) ? say('flag-unconfirmed') : null;
  }
  if (overdueFrom(new Date(row.closes_at)) <= now) return say('review-no-result');
  if (row.source !== 'custom') return null;
  return row.auto_resolve ? say('flag-reminder') : say('flag-ended');
}

const isClosed = (row: AdminMarketRow, now: Date): boolean =>
  row.state === 'closed' || new Date(row.closes_at) <= now;

function isStale(row: AdminMarketRow, now: Date): boolean {
  if (row.feed_halt === 'stale') return true;
  return row.feed_halt === null && now.getTime() - pricedAt(row) > FRESH_PRICE_MS;
}

/** When its flag may be another though nobody announced a change. */
function staleAt(row: AdminMarketRow, now: Date): number {
  if (row.archived || hasEnded(row.state) || row.state === 'resolving') return Number.POSITIVE_INFINITY;
  const closesAt = new Date(row.closes_at);
  if (isClosed(row, now)) {
    const overdueAt = overdueFrom(closesAt);
    return overdueAt > now ? overdueAt.getTime() : Number.POSITIVE_INFINITY;
  }
  // What halts it is announced, and so is the end of that.
  if (row.feed_halt !== null) return closesAt.getTime();
  return Math.min(
    closesAt.getTime(),
    isStale(row, now) ? now.getTime() + RECHECK_MS : pricedAt(row) + FRESH_PRICE_MS + 1,
  );
}

/** Of a market of our own, never: its odds need nobody's word. */
const pricedAt = ({ priced_at: at }: AdminMarketRow): number =>
  at === null ? Number.POSITIVE_INFINITY : new Date(at).getTime();
