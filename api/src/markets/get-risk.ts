import type { WireMarketRisk } from '@tallystone/core/http-api/markets';
import { marketRisk } from '@tallystone/core/markets/market-risk';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, row } from '../db/rows.ts';
import { poolBalance } from '../ledger/pool-slices.ts';
import { getStoredMarket, type StoredMarket } from './stored-market.ts';

/** What the house may lose on a market, as of one moment; null if there is no such market. */
export function getRisk(db: Db, marketId: string): Promise<WireMarketRisk | null> {
  return db.transaction(
    async (tx) => {
      const market = await getStoredMarket(tx, marketId);
      return market === null ? null : wireRisk(market, await readFunds(tx, marketId));
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

function readFunds(db: Db, marketId: string) {
  return row(
    db,
    { now: col.date, escrow: col.usdc, pool: col.usdc },
    sql`
      select date_trunc('milliseconds', clock_timestamp()) as now,
        coalesce((
          select a.balance from accounts a where a.kind = 'escrow' and a.market_id = ${marketId}), 0) as escrow,
        coalesce(${poolBalance}, 0) as pool`,
  );
}

function wireRisk(
  market: StoredMarket,
  { now, escrow, pool }: Awaited<ReturnType<typeof readFunds>>,
): WireMarketRisk {
  const { wonOutcomeId, alsoWon, outcomeIds } = market;
  const won = wonOutcomeId === null ? null : [wonOutcomeId, ...alsoWon].map((id) => outcomeIds.indexOf(id));
  const risk = marketRisk({ market: { ...market, won }, pool, now });
  return {
    marketId: market.id,
    version: market.version,
    at: now.toISOString(),
    atRisk: usdcToNumber(risk.atRisk),
    escrow: usdcToNumber(escrow),
    worstCase: usdcToNumber(risk.worstCase),
    outcomes: risk.outcomes.map(({ owed, houseResult, maxStake, limitedBy }, outcome) => ({
      id: outcomeIds[outcome] ?? '',
      owed: usdcToNumber(owed),
      houseResult: usdcToNumber(houseResult),
      maxStake: usdcToNumber(maxStake),
      limitedBy,
    })),
    voidResult: usdcToNumber(risk.voidResult),
  };
}
