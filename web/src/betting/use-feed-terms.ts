import type { WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { useRef } from 'react';
import { shownNumber } from '../markets/shown-number.ts';
import type { KnownLimit } from './use-slip-odds.ts';

export interface FeedTerms {
  /** Percent. */
  margin: number | null;
  /** USDC. */
  maxStake: number | null;
}

/**
 * What the receipt of a market of the feed says beside its odds: only figures that were known together with them.
 * Once the odds have moved, the list and the quotes bring those of the new ones, which wait for the bettor's yes.
 *
 * @param market as the list has it now
 * @param shown the odds on the receipt
 * @param limit the latest, whatever odds it came with
 */
export function useFeedTerms({
  market,
  outcome,
  shown,
  limit,
}: {
  market: WireMarket;
  outcome: WireOutcome;
  shown: number;
  limit: KnownLimit | null;
}): FeedTerms {
  const listed = useRef<{ odds: number; margin: number | null; maxStake: number | null } | null>(null);
  const limited = useRef<KnownLimit | null>(null);
  const current = market.outcomes.find(({ id }) => id === outcome.id) ?? outcome;
  if (current.odds === shown) {
    listed.current = {
      odds: shown,
      margin: shownNumber(market.margin),
      maxStake: shownNumber(current.maxAtOdds),
    };
  }
  if (limit?.odds === shown) limited.current = limit;
  const ofList = listed.current?.odds === shown ? listed.current : null;
  const ofQuote = limited.current?.odds === shown ? limited.current : null;
  return { margin: ofList?.margin ?? null, maxStake: ofQuote?.maxStake ?? ofList?.maxStake ?? null };
}
