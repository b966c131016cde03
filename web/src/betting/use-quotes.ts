import type { WireQuote } from '@tallystone/core/http-api/betting';
import type { WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { type RefObject, useCallback } from 'react';
import { callApi } from '../data/api-client.ts';
import type { CardOdds, SlipOdds } from './slip-odds.ts';

/** Card odds are those for this stake. */
export const REFERENCE_AMOUNT = '1';

export interface StakeQuote {
  quote: WireQuote;
  /** The card odds of now, when they are other ones. */
  card: CardOdds | null;
}

/**
 * What asks for the quotes of an outcome.
 *
 * @param known what an answer is compared with: what is known when it arrives, not when it was asked for
 */
export function useQuotes(market: WireMarket, outcome: WireOutcome, known: RefObject<SlipOdds>) {
  const isOfFeed = market.source === 'azuro';

  const quote = useCallback(
    (asked: string, signal?: AbortSignal) =>
      callApi('getQuote', {
        params: { id: market.id },
        query: { outcomeId: outcome.id, amount: asked },
        ...(signal && { signal }),
      }),
    [market.id, outcome.id],
  );

  /** Quotes a stake, and the reference stake as well when the market is not the one whose card was seen. */
  const quoteStake = useCallback(
    async (asked: string, signal?: AbortSignal): Promise<StakeQuote> => {
      const fresh = await quote(asked, signal);
      const { version } = known.current.offer?.card ?? known.current.card;
      if (fresh.version === version) return { quote: fresh, card: null };
      // The feed has the same odds for every stake.
      const isReference = isOfFeed || asked === REFERENCE_AMOUNT;
      return { quote: fresh, card: isReference ? fresh : await quote(REFERENCE_AMOUNT, signal) };
    },
    [quote, isOfFeed, known],
  );

  return { isOfFeed, quote, quoteStake };
}
