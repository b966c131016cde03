import type { WireAdminMarket } from '@tallystone/core/http-api';
import { type FeedHalt, suspensionOf } from '@tallystone/core/markets/suspension';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { FRESH_PRICE_MS } from '@tallystone/core/odds/feed';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';

/**
 * All markets that were not deleted, the newest first, so that what was just made or imported is on top;
 * with what the house owes on each.
 */
export async function listAdminMarkets(db: Db, now: Date): Promise<WireAdminMarket[]> {
  const found = await rows<AdminMarketRow>(
    db,
    sql`
      select m.id, m.title, m.category, m.subcategory, m.source, m.state, m.disabled, m.feed_halt,
        m.archived_at is not null as archived, m.auto_resolve, m.priced_at, m.created_at, m.starts_at, m.ends_at,
        m.received::text, m.loss_budget::text, coalesce(placed.bets, 0) as bets, owed.most::text as most_owed
      from markets m
      join (select market_id, max(open_returns) as most from outcomes group by market_id) owed
        on owed.market_id = m.id
      left join (select market_id, count(*)::int as bets from bets group by market_id) placed
        on placed.market_id = m.id
      where m.deleted_at is null
      order by m.created_at desc, m.id`,
  );
  return found.map((row) => wireAdminMarket(row, now));
}

interface AdminMarketRow
  extends Pick<
    WireAdminMarket,
    'id' | 'title' | 'category' | 'subcategory' | 'source' | 'state' | 'archived'
  > {
  disabled: boolean;
  feed_halt: FeedHalt | null;
  auto_resolve: boolean;
  priced_at: string | null;
  created_at: string;
  starts_at: string | null;
  ends_at: string;
  received: string;
  loss_budget: string;
  bets: number;
  /** The largest of all payouts of one outcome. */
  most_owed: string;
}

function wireAdminMarket(row: AdminMarketRow, now: Date): WireAdminMarket {
  const { id, title, category, subcategory, source, archived, disabled, feed_halt: feedHalt } = row;
  const received = BigInt(row.received);
  const mostOwed = BigInt(row.most_owed);
  // One that is put away takes no bets because an admin put it away.
  const suspension = suspensionOf({ disabled, feedHalt }) ?? (archived ? 'admin' : null);
  const flag = archived ? null : flagOf(row, now);
  return {
    id,
    title,
    category,
    subcategory,
    source,
    state: archived ? 'suspended' : row.state,
    ...(suspension !== null && { suspension }),
    archived,
    ...(flag !== null && { flag }),
    createdAt: new Date(row.created_at).toISOString(),
    ...(row.starts_at !== null && { startsAt: new Date(row.starts_at).toISOString() }),
    endsAt: new Date(row.ends_at).toISOString(),
    bets: row.bets,
    stakes: usdcToNumber(microUsdc(received)),
    exposure: usdcToNumber(microUsdc(mostOwed > received ? mostOwed - received : 0n)),
    worstCase: usdcToNumber(microUsdc(mostOwed > received ? mostOwed : received)),
    lossBudget: usdcToNumber(microUsdc(BigInt(row.loss_budget))),
  };
}

/** What an admin should look at, one sentence; null when there is nothing. */
function flagOf(row: AdminMarketRow, now: Date): string | null {
  if (row.feed_halt === 'canceled') return 'The game was canceled: its bets wait to be given back.';
  const hasEnded = new Date(row.ends_at) <= now;
  if (hasEnded && row.source === 'custom') {
    return row.auto_resolve
      ? 'It has ended and waits for its result, as you asked to be reminded.'
      : 'It has ended and waits for its result.';
  }
  return !hasEnded && isStale(row, now) ? 'The feed has not confirmed its odds for too long.' : null;
}

function isStale({ feed_halt: halt, priced_at: pricedAt }: AdminMarketRow, now: Date): boolean {
  if (halt === 'stale') return true;
  return halt === null && pricedAt !== null && now.getTime() - new Date(pricedAt).getTime() > FRESH_PRICE_MS;
}
