import type { BettableMarket } from '@tallystone/core/betting/decide-bet';
import type { Category } from '@tallystone/core/http-api';
import type { MarketState } from '@tallystone/core/markets/market-state';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import type { LmsrBook } from '@tallystone/core/odds/lmsr';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';

/** A market as it is stored, with its outcomes in their order and the book they make. */
export interface StoredMarket extends BettableMarket {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly category: Category;
  readonly subcategory: string;
  readonly source: 'practice' | 'custom';
  readonly premium: boolean;
  readonly startsAt: Date | null;
  readonly endsAt: Date;
  readonly version: number;
  readonly outcomeNames: readonly string[];
}

/** Any market that was ever opened, or null. */
export async function getStoredMarket(db: Db, id: string): Promise<StoredMarket | null> {
  const [market] = await selectMarkets(db, sql`m.id = ${id}`);
  return market ?? null;
}

/**
 * The markets whose end is ahead.
 *
 * @param ids only these, or all for null
 */
export async function listStoredMarkets(
  db: Db,
  { ids, now }: { ids: readonly string[] | null; now: Date },
): Promise<StoredMarket[]> {
  const chosen =
    ids === null ? sql`` : sql` and m.id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  return selectMarkets(db, sql`m.ends_at > ${now.toISOString()}::timestamptz${chosen}`);
}

interface MarketRow {
  id: string;
  title: string;
  description: string;
  category: Category;
  subcategory: string;
  state: MarketState;
  source: 'practice' | 'custom';
  premium: boolean;
  starts_at: string | null;
  ends_at: string;
  closes_at: string;
  version: string;
  loss_budget: string;
  received: string;
  /** Id, name, starting probability and open returns, by position. */
  outcomes: [string, string, number, string][];
}

async function selectMarkets(db: Db, condition: SQL): Promise<StoredMarket[]> {
  const found = await rows<MarketRow>(
    db,
    sql`
      select m.id, m.title, m.description, m.category, m.subcategory, m.state, m.source, m.premium,
        m.starts_at, m.ends_at, m.closes_at, m.version::text, m.loss_budget::text, m.received::text,
        (
          select json_agg(
            json_build_array(o.id, o.name, o.initial_probability, o.open_returns::text) order by o.position)
          from outcomes o where o.market_id = m.id
        ) as outcomes
      from markets m
      where ${condition}
      order by m.ends_at, m.id`,
  );
  return found.map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    subcategory: row.subcategory,
    state: row.state,
    source: row.source,
    premium: row.premium,
    startsAt: row.starts_at === null ? null : new Date(row.starts_at),
    endsAt: new Date(row.ends_at),
    closesAt: new Date(row.closes_at),
    version: Number(row.version),
    outcomeIds: row.outcomes.map(([id]) => id),
    outcomeNames: row.outcomes.map(([, name]) => name),
    book: bookOf(
      row,
      row.outcomes.map(([, , probability, returns]) => [probability, returns]),
    ),
  }));
}

/** The book that stored amounts make, with the outcomes in their order. */
export function bookOf(
  market: { loss_budget: string; received: string },
  outcomes: readonly (readonly [initialProbability: number, openReturns: string])[],
): LmsrBook {
  return {
    kind: 'lmsr',
    initialProbabilities: outcomes.map(([probability]) => probability),
    lossBudget: microUsdc(BigInt(market.loss_budget)),
    openReturns: outcomes.map(([, returns]) => microUsdc(BigInt(returns))),
    received: microUsdc(BigInt(market.received)),
  };
}
