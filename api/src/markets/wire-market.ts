import type { WireMarket } from '@tallystone/core/http-api/markets';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { StoredMarket } from './stored-market.ts';
import { wireListedMarket } from './wire-listed-market.ts';
import { wireWinners } from './wire-winners.ts';

/** The wire form of a market with all of its fields. */
export function wireMarket(market: StoredMarket): WireMarket {
  return {
    ...wireListedMarket(market),
    closesAt: market.closesAt.toISOString(),
    ...wireFeed(market),
    ...wireWinners(market),
    ...(!market.isMain && { isSide: true as const }),
    draw: wireDraw(market),
  };
}

/** The feed's facts about a feed market. */
function wireFeed({ book, azuroConditionId, turnover }: StoredMarket): Partial<WireMarket> {
  if (book.kind !== 'feed') return {};
  return {
    ...(azuroConditionId === null ? {} : { azuroMarketId: azuroConditionId }),
    ...(turnover === null ? {} : { turnover: usdcToNumber(turnover) }),
  };
}

function wireDraw({ draw }: StoredMarket): WireMarket['draw'] {
  if (draw === null) return null;
  return { commitment: draw.commitment, ...(draw.seed !== null && { seed: draw.seed }) };
}
