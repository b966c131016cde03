import type { WireMarket, WireOutcome } from '@tallystone/core/http-api';
import { MICRO, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { maxStakeAtOdds, oddsFor, probabilitiesOf } from '@tallystone/core/odds/lmsr';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import type { StoredMarket } from './stored-market.ts';

/** Cards show the odds of this stake. */
const CARD_STAKE = microUsdc(MICRO);

/** A market as it crosses the wire. */
export function wireMarket(market: StoredMarket): WireMarket {
  return {
    id: market.id,
    title: market.title,
    description: market.description,
    category: market.category,
    subcategory: market.subcategory,
    state: market.state,
    version: market.version,
    source: market.source,
    premium: market.premium,
    ...(market.startsAt === null ? {} : { startsAt: market.startsAt.toISOString() }),
    endsAt: market.endsAt.toISOString(),
    closesAt: market.closesAt.toISOString(),
    volume: usdcToNumber(market.book.received),
    outcomes: wireOutcomes(market),
  };
}

function wireOutcomes({ book, outcomeIds, outcomeNames }: StoredMarket): WireOutcome[] {
  const probabilities = probabilitiesOf(book);
  return outcomeIds.map((id, outcome) => {
    const odds = oddsFor(book, { outcome, stake: CARD_STAKE });
    return {
      id,
      name: outcomeNames[outcome] ?? '',
      probability: percentOf(probabilities[outcome] ?? 0),
      odds: odds === null ? null : oddsToNumber(odds),
      maxAtOdds: odds === null ? null : usdcToNumber(maxStakeAtOdds(book, { outcome, odds })),
    };
  });
}

/** In percent, to four decimals: what lies below is noise of the arithmetic. */
function percentOf(probability: number): number {
  return Math.round(probability * 1_000_000) / 10_000;
}
