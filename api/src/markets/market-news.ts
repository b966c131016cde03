import type { MarketNews } from '@tallystone/core/http-api/stream';
import { isListed } from './is-listed.ts';
import type { StoredMarket } from './stored-market.ts';
import { wireMarket } from './wire-market.ts';

/** The part of a market that changes, as the stream publishes it. */
export function marketNews(market: StoredMarket, at: Date): MarketNews {
  const wire = wireMarket(market);
  return {
    id: wire.id,
    version: wire.version,
    state: wire.state,
    ...(wire.suspension !== undefined && { suspension: wire.suspension }),
    listed: isListed(market, at),
    volume: wire.volume,
    ...(wire.turnover !== undefined && { turnover: wire.turnover }),
    ...(wire.margin !== undefined && { margin: wire.margin }),
    ...(wire.startsAt !== undefined && { startsAt: wire.startsAt }),
    endsAt: wire.endsAt,
    closesAt: wire.closesAt,
    settlesBy: wire.settlesBy,
    ...(wire.wonOutcomeId !== undefined && { wonOutcomeId: wire.wonOutcomeId }),
    outcomes: wire.outcomes.map(({ odds, probability, maxAtOdds }) => [odds, probability, maxAtOdds]),
  };
}
