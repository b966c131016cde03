import type { WireMarket } from '@tallystone/core/http-api/markets';
import type { MarketNews } from '@tallystone/core/markets/market-news';

/** A market as the stream sends it. */
export function newsOf(market: WireMarket, isListed: boolean): MarketNews {
  const { id, version, state, volume, endsAt, closesAt, settlesBy, outcomes } = market;
  const { suspension, margin, startsAt, wonOutcomeId, alsoWonIds, more, isSide, gameId, inPlay } = market;
  return {
    id,
    version,
    state,
    listed: isListed,
    volume,
    endsAt,
    closesAt,
    settlesBy,
    ...(suspension !== undefined && { suspension }),
    ...(margin !== undefined && { margin }),
    ...(startsAt !== undefined && { startsAt }),
    ...(more !== undefined && { more }),
    ...(inPlay !== undefined && { inPlay }),
    ...(isSide && gameId !== undefined && { sideOf: gameId }),
    ...(wonOutcomeId !== undefined && { wonOutcomeId }),
    ...(alsoWonIds !== undefined && { alsoWonIds }),
    outcomes: outcomes.map(({ odds, probability, maxAtOdds }) => [odds, probability, maxAtOdds]),
  };
}
