import type { WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';

/** A market as the list has it. */
export function listedOf(market: WireMarket): WireListedMarket {
  const { azuroMarketId: _, turnover: __, draw: ___, isSide: ____, ...rest } = market;
  const { closesAt, wonOutcomeId: _____, alsoWonIds: ______, ...listed } = rest;
  return closesAt === market.endsAt ? listed : { ...listed, closesAt };
}
