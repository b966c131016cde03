import type { WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';

/** A market as the list has it. */
export function listedOf(market: WireMarket): WireListedMarket {
  const { azuroMarketId: _, turnover: __, wonOutcomeId: ___, draw: ____, isSide: _____, ...rest } = market;
  const { closesAt, ...listed } = rest;
  return closesAt === market.endsAt ? listed : { ...listed, closesAt };
}
