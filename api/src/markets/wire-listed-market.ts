import type { WireListedMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { settlesBy } from '@tallystone/core/markets/settles-by';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { leagueName } from './league-name.ts';
import type { StoredMarket } from './stored-market.ts';
import {
  wireInPlay,
  wireMargin,
  wireMore,
  wirePrices,
  wireStart,
  wireSuspension,
} from './wire-moving-market.ts';

/**
 * The wire form of a market in the list. In this order the list compresses best: what many markets have in common is side
 * by side, and the id is before the outcomes, whose ids repeat it.
 */
export function wireListedMarket(market: StoredMarket): WireListedMarket {
  return {
    category: market.category,
    subcategory: market.subcategory,
    ...wireLeague(market),
    ...(market.gameId !== null && { gameId: market.gameId }),
    ...wireMore(market),
    state: market.state,
    source: market.source,
    ...wireSuspension(market),
    title: market.title,
    description: market.description,
    premium: market.premium,
    tags: [...market.tags],
    ...wireMargin(market),
    version: market.version,
    volume: usdcToNumber(market.staked),
    ...wireStart(market),
    endsAt: market.endsAt.toISOString(),
    ...(market.closesAt.getTime() === market.endsAt.getTime()
      ? {}
      : { closesAt: market.closesAt.toISOString() }),
    settlesBy: settlesBy(market).toISOString(),
    ...wireRule(market),
    ...wireInPlay(market),
    id: market.id,
    outcomes: wireOutcomes(market),
  };
}

/** Only in sports: the list's filter by league is for them. */
function wireLeague({ category, league, country }: StoredMarket): Pick<WireListedMarket, 'league'> {
  if (category !== 'sports' || league === null || country === null || league === '') return {};
  return { league: leagueName({ league, country }) };
}

/** How many outcomes win, unless it is one, and whether one side is never priced. */
function wireRule({ winners, isOneSided }: StoredMarket): Pick<WireListedMarket, 'winners' | 'oneSided'> {
  return { ...(winners !== 1 && { winners }), ...(isOneSided && { oneSided: true }) };
}

function wireOutcomes({ book, outcomeIds, outcomeNames }: StoredMarket): WireOutcome[] {
  return wirePrices(book).map((price, outcome) => ({
    id: outcomeIds[outcome] ?? '',
    name: outcomeNames[outcome] ?? '',
    ...price,
  }));
}
