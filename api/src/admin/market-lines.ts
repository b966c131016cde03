import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';

interface MarketRow {
  id: string;
  state: string;
  archived: boolean;
  ends_at: string;
  received: string;
  exposure: string;
  title: string;
}

/** The markets as lines of text: id, state, end, stakes, exposure and title. The next to end comes first. */
export async function marketLines(
  db: Db,
  { now, archived }: { now: Date; archived: boolean },
): Promise<string[]> {
  const found = await rows<MarketRow>(
    db,
    sql`
      select m.id, m.state, m.archived_at is not null as archived, m.ends_at, m.received::text, m.title,
        greatest(0, (select max(o.open_returns) from outcomes o where o.market_id = m.id) - m.received)::text
          as exposure
      from markets m
      where m.deleted_at is null ${archived ? sql`` : sql`and m.archived_at is null`}
      order by m.ends_at <= ${now.toISOString()}::timestamptz, m.ends_at, m.id`,
  );
  const usdc = (micro: string) => formatUsdc(microUsdc(BigInt(micro))).padStart(12);
  const lines = found.map((market) => {
    const endsAt = new Date(market.ends_at);
    const state = market.archived ? 'archived' : endsAt <= now ? 'ended' : market.state;
    const stakes = `stakes ${usdc(market.received)}`;
    const exposure = `exposure ${usdc(market.exposure)}`;
    return [market.id, state.padEnd(9), endsAt.toISOString(), stakes, exposure, market.title].join('  ');
  });
  return [...lines, lines.length === 1 ? '1 market.' : `${lines.length} markets.`];
}
