import type { MarketNews } from '@tallystone/core/http-api/stream';
import { settlesBy } from '@tallystone/core/markets/settles-by';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { isListed } from './is-listed.ts';
import type { MovingMarket } from './stored-market.ts';
import {
  wireInPlay,
  wireMargin,
  wireMore,
  wirePrices,
  wireStart,
  wireSuspension,
} from './wire-moving-market.ts';
import { wireWinners } from './wire-winners.ts';

/** What changes about a listed market, and the winner once there is one, as the stream publishes it. */
export function marketNews(market: MovingMarket, at: Date): MarketNews {
  const { id, version, state, isMain, gameId, staked, endsAt, closesAt, book } = market;
  return {
    id,
    version,
    state,
    ...wireSuspension(market),
    listed: isListed(market, at),
    ...wireMore(market),
    ...wireInPlay(market),
    ...(!isMain && gameId !== null && { sideOf: gameId }),
    volume: usdcToNumber(staked),
    ...wireMargin(market),
    ...wireStart(market),
    endsAt: endsAt.toISOString(),
    closesAt: closesAt.toISOString(),
    settlesBy: settlesBy(market).toISOString(),
    ...wireWinners(market),
    outcomes: wirePrices(book).map(({ odds, probability, maxAtOdds }) => [odds, probability, maxAtOdds]),
  };
}
