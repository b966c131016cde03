import type { HistoryRange, WireMarketHistory } from '@tallystone/core/http-api/markets';
import { historyLine, leadingOutcomes, type PricePoint } from '@tallystone/core/markets/history-line';
import {
  candleStepOf,
  hasAllChanges,
  MOST_LINES,
  MOST_POINTS,
  type Stretch,
  stretchOf,
} from '@tallystone/core/markets/history-range';
import { priceOf } from '@tallystone/core/markets/price-point';
import type { Db } from '../db/db.ts';
import { changesByCandle, historyFacts, latestChanges, priceHeldAt } from './history-store.ts';
import { getStoredMarket } from './stored-market.ts';

/** How the probabilities of a market moved, as of one moment; null if there is no such market. */
export function getHistory(
  db: Db,
  { marketId, range }: { marketId: string; range: HistoryRange },
): Promise<WireMarketHistory | null> {
  return db.transaction(
    async (tx) => {
      const market = await getStoredMarket(tx, marketId);
      if (market === null) return null;
      const facts = await historyFacts(tx, marketId);
      const stretch = stretchOf(range, { ...facts, closesAt: market.closesAt });
      const { step, changes } = await listChanges(tx, { marketId, stretch, now: facts.now });
      const held = (await priceHeldAt(tx, { marketId, at: stretch.from })) ?? facts.opening;
      const holds = priceOf(market.book);
      const line = historyLine({ stretch, held, changes, holds });
      return {
        marketId,
        range,
        step,
        from: stretch.from.toISOString(),
        to: stretch.to.toISOString(),
        version: market.version,
        at: line.map(({ second }) => second),
        outcomes: leadingOutcomes(holds, MOST_LINES).map((outcome) => ({
          id: market.outcomeIds[outcome] ?? '',
          probability: line.map(({ price }) => percentOf(price[outcome] ?? null)),
        })),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Every change of the stretch if all are kept and there are few, else the last one of each candle. */
async function listChanges(
  db: Db,
  { marketId, stretch, now }: { marketId: string; stretch: Stretch; now: Date },
): Promise<{ step: WireMarketHistory['step']; changes: PricePoint[] }> {
  if (hasAllChanges(stretch, now)) {
    // Leaves room for the points that begin and end the line; includes the last change before the stretch.
    const changes = await latestChanges(db, { marketId, most: MOST_POINTS - 1 });
    const [oldest] = changes;
    const isWhole = changes.length < MOST_POINTS - 1 || (oldest !== undefined && oldest.at <= stretch.from);
    if (isWhole) return { step: 'change', changes };
  }
  const step = candleStepOf(stretch, now);
  return { step, changes: await changesByCandle(db, { marketId, step, after: stretch.from }) };
}

const percentOf = (millionths: number | null) => (millionths === null ? null : millionths / 10_000);
