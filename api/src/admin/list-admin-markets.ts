import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import { hasEnded } from '@tallystone/core/markets/lifecycle';
import { overdueFrom } from '@tallystone/core/markets/settles-by';
import { suspensionOf } from '@tallystone/core/markets/suspension';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { exposureOf, worstCaseOf } from '@tallystone/core/odds/exposure';
import { FRESH_PRICE_MS } from '@tallystone/core/odds/feed';
import { type Message, say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import { countOpenLegs } from '../combos/open-legs.ts';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { costOfOutcome, largestTogether } from '../ledger/winners.ts';
import { chainHalt, chainHaltOfMarket, withChainMarket } from '../markets/joined-to-chain.ts';
import { createListSnapshot, type ListedMarket, type MarketList } from '../markets/list-snapshot.ts';
import { stateWithChain } from '../markets/stored-market.ts';
import { wireWinners } from '../markets/wire-winners.ts';

/** The feed's confirmations are announced only when odds change, so stale markets are checked again this often. */
const RECHECK_MS = 30_000;

/**
 * Keeps the list that admins read: all markets except deleted ones, newest first so a new or imported market is on
 * top, with what the house owes on each.
 */
export function createAdminMarketList({ db, now }: { db: Db; now: () => Date }): MarketList {
  return createListSnapshot({ load: ({ ids, at }) => listAdminMarkets(db, { ids, now: at }), now });
}

async function listAdminMarkets(
  db: Db,
  { ids, now }: { ids: readonly string[] | null; now: Date },
): Promise<ListedMarket[]> {
  // Repeated for each table, because the planner doesn't push the condition into grouped subqueries.
  const isChosen = (id: string) =>
    ids === null
      ? sql`true`
      : sql`${sql.raw(id)} = any(array(select json_array_elements_text(${JSON.stringify(ids)}::json)))`;
  const found = await rows(
    db,
    ADMIN_MARKET,
    sql`
      select m.id, m.title, m.category, m.subcategory, m.source, ${stateWithChain} as state, m.disabled, m.feed_halt, ${chainHaltOfMarket} as chain_halt,
        m.archived_at is not null as archived, m.auto_resolve, m.priced_at, m.created_at, m.starts_at, m.ends_at, m.closes_at,
        m.received, m.open_stakes, m.staked as stakes, m.won_outcome_id, to_json(m.also_won) as also_won, m.winners, m.review, m.loss_budget, m.version, coalesce(placed.bets, 0) as bets, (${countOpenLegs(sql`m`)}) as combo_legs,
        case m.winners when 1 then owed.most else ${largestTogether(sql`m`, sql`o.open_returns`)} end as most_owed,
        case m.winners when 1 then owed.most_lost else ${largestTogether(sql`m`, costOfOutcome)} end as most_lost, owed.outcomes, (extract(epoch from m.created_at) * 1000000)::bigint as created_us
      from markets m
      join (
        select o.market_id, max(o.open_returns) as most,
          max(o.open_returns + o.pending_returns - o.pending_stakes) as most_lost,
          json_agg(json_build_object('id', o.id, 'name', o.name) order by o.position) as outcomes
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
    version: row.version,
    // Microseconds keep the order of markets created together.
    rank: -row.createdUs,
    staleAt: staleAt(row, now),
    json: JSON.stringify(wireAdminMarket(row, now)),
  }));
}

const ADMIN_MARKET = {
  id: col.text,
  title: col.text,
  category: col.oneOf(markets.category),
  subcategory: col.text,
  source: col.oneOf(markets.source),
  state: col.oneOf(markets.state),
  disabled: col.bool,
  feedHalt: col.oneOf(markets.feedHalt).orNull,
  chainHalt,
  archived: col.bool,
  autoResolve: col.bool,
  pricedAt: col.date.orNull,
  createdAt: col.iso,
  startsAt: col.iso.orNull,
  endsAt: col.iso,
  closesAt: col.date,
  review: col.oneOf(markets.review).orNull,
  received: col.usdc,
  openStakes: col.usdc,
  stakes: col.wireUsdc,
  winners: col.number,
  wonOutcomeId: col.text.orNull,
  alsoWon: col.list(col.text),
  outcomes: col.list(col.object({ id: col.text, name: col.text })),
  lossBudget: col.wireUsdc,
  version: col.whole,
  bets: col.number,
  /** Selections of combos that wait for its result. */
  comboLegs: col.number,
  /** The largest sum of payouts on outcomes that win together, and the most that they may cost with their pending bets. */
  mostOwed: col.usdc,
  mostLost: col.usdc,
  createdUs: col.whole,
};
type AdminMarketRow = Row<typeof ADMIN_MARKET>;

function wireAdminMarket(row: AdminMarketRow, now: Date): WireAdminMarket {
  const { id, title, category, subcategory, source, state, archived, outcomes, createdAt, endsAt } = row;
  const { startsAt, winners, bets, comboLegs, stakes, lossBudget } = row;
  // The returns of all outcomes that win together, as if they were of one.
  const book = {
    winners: 1,
    openReturns: [row.mostOwed],
    received: row.received,
    openStakes: row.openStakes,
  };
  const suspension = suspensionOf({ ...row, isArchived: archived });
  const flag = flagOf(row, now);
  // An ended market keeps its last sums, so they must not count as exposure.
  const isOver = hasEnded(state);
  return {
    id,
    title,
    category,
    subcategory,
    source,
    state,
    ...(suspension !== null && { suspension }),
    archived,
    ...(winners > 1 && { winners }),
    outcomes,
    ...wireWinners(row),
    ...(flag !== null && { flag: flag.sentence, flagReason: flag.reason }),
    createdAt,
    ...(startsAt !== null && { startsAt }),
    endsAt,
    bets,
    ...(comboLegs > 0 && { comboLegs }),
    stakes,
    exposure: isOver ? 0 : usdcToNumber(exposureOf({ ...book, openReturns: [row.mostLost] })),
    worstCase: isOver ? 0 : usdcToNumber(worstCaseOf(book)),
    lossBudget,
  };
}

/** The warning an admin sees; null without one. */
function flagOf(row: AdminMarketRow, now: Date): Message | null {
  // A market with a proposed result is listed in the results queue instead.
  if (row.archived || hasEnded(row.state)) return null;
  if (row.review !== null) return say(`review-${row.review}`);
  if (row.state === 'resolving') return null;
  if (row.feedHalt === 'canceled') {
    return row.bets + row.comboLegs === 0 ? say('flag-canceled') : say('flag-canceled-waits');
  }
  if (!isClosed(row, now)) {
    return isStale(row, now) ? say('flag-unconfirmed') : null;
  }
  if (overdueFrom(row.closesAt) <= now) return say('review-no-result');
  if (row.source !== 'custom') return null;
  return row.autoResolve ? say('flag-reminder') : say('flag-ended');
}

const isClosed = (row: AdminMarketRow, now: Date): boolean => row.state === 'closed' || row.closesAt <= now;

function isStale(row: AdminMarketRow, now: Date): boolean {
  if (row.feedHalt === 'stale') return true;
  return row.feedHalt === null && now.getTime() - pricedAt(row) > FRESH_PRICE_MS;
}

/** When the flag may change without an announced market change. */
function staleAt(row: AdminMarketRow, now: Date): number {
  if (row.archived || hasEnded(row.state) || row.state === 'resolving') return Number.POSITIVE_INFINITY;
  const { closesAt } = row;
  if (isClosed(row, now)) {
    const overdueAt = overdueFrom(closesAt);
    return overdueAt > now ? overdueAt.getTime() : Number.POSITIVE_INFINITY;
  }
  // The start and end of a feed halt are announced.
  if (row.feedHalt !== null) return closesAt.getTime();
  return Math.min(
    closesAt.getTime(),
    isStale(row, now) ? now.getTime() + RECHECK_MS : pricedAt(row) + FRESH_PRICE_MS + 1,
  );
}

/** Infinity for our own markets: their odds need no confirmation. */
const pricedAt = ({ pricedAt: at }: AdminMarketRow): number => at?.getTime() ?? Number.POSITIVE_INFINITY;
