import type { MarketNews } from '@tallystone/core/http-api/stream';
import { isListed } from './is-listed.ts';
import type { StoredMarket } from './stored-market.ts';
import { wireListedMarket } from './wire-listed-market.ts';
import { wireWinners } from './wire-winners.ts';

/** What changes about a listed market, and the winner once there is one, as the stream publishes it. */
export function marketNews(market: StoredMarket, at: Date): MarketNews {
  const wire = wireListedMarket(market);
  return {
    id: wire.id,
    version: wire.version,
    state: wire.state,
    ...(wire.suspension !== undefined && { suspension: wire.suspension }),
    listed: isListed(market, at),
    ...(wire.more !== undefined && { more: wire.more }),
    ...(wire.inPlay !== undefined && { inPlay: wire.inPlay }),
    ...(!market.isMain && wire.gameId !== undefined && { sideOf: wire.gameId }),
    volume: wire.volume,
    ...(wire.margin !== undefined && { margin: wire.margin }),
    ...(wire.startsAt !== undefined && { startsAt: wire.startsAt }),
    endsAt: wire.endsAt,
    closesAt: market.closesAt.toISOString(),
    settlesBy: wire.settlesBy,
    ...wireWinners(market),
    outcomes: wire.outcomes.map(({ odds, probability, maxAtOdds }) => [odds, probability, maxAtOdds]),
  };
}
