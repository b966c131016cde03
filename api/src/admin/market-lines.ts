import { formatUsdc } from '@tallystone/core/money/format-usdc';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { costOfOutcome, largestTogether } from '../ledger/winners.ts';
import { stateOfMarket } from '../markets/stored-market.ts';

const MARKET = {
  id: col.text,
  state: col.text,
  archived: col.bool,
  endsAt: col.iso,
  staked: col.usdc,
  exposure: col.usdc,
  title: col.text,
};

/** The markets as lines of text: id, state, end, stakes, exposure and title, sorted by end. */
export async function marketLines(
  db: Db,
  { now, archived }: { now: Date; archived: boolean },
): Promise<string[]> {
  const found = await rows(
    db,
    MARKET,
    sql`
      select m.id, ${stateOfMarket} as state, m.archived_at is not null as archived, m.ends_at, m.staked::text, m.title,
        case when m.state in ('settled', 'void') then 0 else greatest(0, m.open_stakes - m.received,
          ${largestTogether(sql`m`, costOfOutcome)} - m.received) end::text as exposure
      from markets m
      where m.deleted_at is null ${archived ? sql`` : sql`and m.archived_at is null`}
      order by m.ends_at <= ${now.toISOString()}::timestamptz, m.ends_at, m.id`,
  );
  const usdc = (amount: MicroUsdc) => formatUsdc(amount).padStart(12);
  const lines = found.map((market) => {
    const state = market.archived ? 'archived' : market.state;
    const stakes = `stakes ${usdc(market.staked)}`;
    const exposure = `exposure ${usdc(market.exposure)}`;
    return [market.id, state.padEnd(9), market.endsAt, stakes, exposure, market.title].join('  ');
  });
  return [...lines, lines.length === 1 ? '1 market.' : `${lines.length} markets.`];
}
