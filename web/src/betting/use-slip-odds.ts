import type { WireQuote } from '@tallystone/core/http-api/betting';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { databaseServer } from '../data/database-server.ts';
import { marketsQuery } from '../data/queries.ts';
import { isStreamLive } from '../stream/stream-state.ts';
import type { BetSlip } from './bet-slip-context.tsx';
import type { PriceProtection } from './price-protection.ts';
import { type CardOdds, followOdds, type KnownLimit, offeredOdds, slipOddsAt } from './slip-odds.ts';
import { useQuoteSoon, useQuoteWhenPossible } from './use-quote-again.ts';
import { useQuotes } from './use-quotes.ts';
import { useStakeQuote } from './use-stake-quote.ts';

export type SlipOddsView = ReturnType<typeof useSlipOdds>;

/**
 * The odds of an open form. Quotes the typed stake, reads the card odds again if the market has moved, and follows the
 * market list.
 *
 * @param amount the typed stake as it is signed; null while there is none
 * @param protection how far below the shown odds the bet may be filled
 * @param quoteDelayMs the stake is quoted once typing has paused for this long
 * @param placing a bet at these odds is being placed, so nothing may change them
 */
export function useSlipOdds(
  slip: BetSlip,
  {
    amount,
    protection,
    placing,
    quoteDelayMs,
  }: { amount: string | null; protection: PriceProtection; placing: boolean; quoteDelayMs: number },
) {
  const { market } = slip;
  const queryClient = useQueryClient();
  const [odds, dispatch] = useReducer(followOdds, slipOddsAt(cardOf(slip), protection));
  const [limit, setLimit] = useState<KnownLimit | null>(null);
  // A response is compared with the odds known when it arrives, not when it was requested.
  const known = useRef(odds);
  known.current = odds;

  useEffect(() => dispatch({ kind: 'protection-chosen', protection }), [protection]);

  const quotes = useQuotes(slip, known);
  const stakeQuote = useStakeQuote(quotes, { amount, quoteDelayMs, odds, known, dispatch, setLimit });
  const { typed, quotedAt, round, quoting, problem, quoteAgain } = stakeQuote;

  // A quote for the reference stake shows whether the card's odds are current and how much the market takes. It is
  // requested when the dialog opens, and again later while no stake is typed.
  const { quoteReference } = quotes;
  useEffect(() => {
    if (round > 0 && typed.current !== null) return;
    const stop = new AbortController();
    quoteReference(stop.signal).then(
      (reference) => {
        setLimit(reference);
        dispatch({ kind: 'card-arrived', card: reference });
      },
      () => {
        // The quote of the typed stake reports the problem.
      },
    );
    return () => stop.abort();
  }, [quoteReference, round, typed]);

  const quoteSoon = useQuoteSoon(quotedAt, placing, quoteAgain);

  // If another database server answers now, it may never have had the known odds, so they are requested again.
  const era = databaseServer.era(queryClient);
  const knownEra = useRef(era);
  useEffect(() => {
    if (era === knownEra.current) return;
    knownEra.current = era;
    dispatch({ kind: 'versions-forgotten' });
    quoteSoon();
  }, [era, quoteSoon]);

  // The stream or a refreshed list brings new card odds.
  const listed = cardOf(slip);
  useEffect(() => {
    const newest = known.current.newer?.card ?? known.current.card;
    if (placing || listed.version <= newest.version) return;
    dispatch({ kind: 'card-arrived', card: { odds: listed.odds, version: listed.version } });
  }, [listed.odds, listed.version, placing]);

  // The typed stake is quoted at the newest odds before the bettor can accept them, whatever their source.
  const isUnquoted = amount !== null && (odds.newer ?? odds).quote === null && problem === null;
  const isLost = isUnquoted && !quoting && !placing;
  useEffect(() => {
    if (isLost) quoteSoon();
  }, [isLost, quoteSoon]);

  const isOpen = market.state === 'open';
  useQuoteWhenPossible(problem, { isBusy: quoting || placing, isOpen }, quoteAgain);

  // If the odds moved, the market list is out of date too. A live stream updates it anyway.
  const moved = offeredOdds(odds) !== null;
  useEffect(() => {
    if (moved && !isStreamLive()) void queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
  }, [moved, queryClient]);

  return {
    odds,
    /** Null until a quote brought it. */
    limit,
    /** A quote that the bet needs has been requested. */
    quoting,
    /** Why there is no quote for the typed stake; null if there is one or no stake is typed. */
    problem,
    /** "Use 1.82"; null until the offer has been quoted for the typed stake. */
    takeOffer: quoting || isUnquoted ? null : () => dispatch({ kind: 'offer-used' }),
    /** Requests the quote of the typed stake again, at once. */
    quoteAgain,
    /** Takes the quote of a refusal as the latest odds. */
    takeQuote: (fresh: WireQuote) => stakeQuote.take({ quote: fresh, card: null }),
    quoteToSign: stakeQuote.quoteToSign,
  };
}

function cardOf({ market, outcome }: BetSlip): CardOdds {
  const current = market.outcomes.find(({ id }) => id === outcome.id);
  return { odds: current?.odds ?? outcome.odds ?? 0, version: market.version };
}
