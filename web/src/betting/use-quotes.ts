import type { WireQuote } from '@tallystone/core/http-api/betting';
import { type RefObject, useCallback } from 'react';
import { callApi } from '../data/api-client.ts';
import type { BetSlip } from './bet-slip-context.tsx';
import type { CardOdds, SlipOdds } from './slip-odds.ts';

/** Cards show the odds for this stake, in USDC. */
const REFERENCE_AMOUNT = '1';

export type Quotes = ReturnType<typeof useQuotes>;

export interface StakeQuote {
  quote: WireQuote;
  /** The current card odds if the market has moved; null if it hasn't. */
  card: CardOdds | null;
}

/**
 * Functions that request quotes for an outcome.
 *
 * @param known the odds known when a response arrives, which may be newer than when it was requested
 */
export function useQuotes({ market, outcome }: BetSlip, known: RefObject<SlipOdds>) {
  const isOfFeed = market.source === 'azuro';

  const quote = useCallback(
    (amount: string, signal?: AbortSignal) =>
      callApi('getQuote', {
        params: { id: market.id },
        query: { outcomeId: outcome.id, amount },
        ...(signal && { signal }),
      }),
    [market.id, outcome.id],
  );

  const quoteReference = useCallback((signal?: AbortSignal) => quote(REFERENCE_AMOUNT, signal), [quote]);

  /** Quotes a stake, and also the reference stake if the market has moved since its card was read. */
  const quoteStake = useCallback(
    async (amount: string, signal?: AbortSignal): Promise<StakeQuote> => {
      const fresh = await quote(amount, signal);
      const { version } = known.current.newer?.card ?? known.current.card;
      if (fresh.version === version) return { quote: fresh, card: null };
      // A feed market has the same odds for every stake.
      const isReference = isOfFeed || amount === REFERENCE_AMOUNT;
      return { quote: fresh, card: isReference ? fresh : await quoteReference(signal) };
    },
    [quote, quoteReference, isOfFeed, known],
  );

  return { isOfFeed, quoteReference, quoteStake };
}
