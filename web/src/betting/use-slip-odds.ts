import type { WireQuote } from '@tallystone/core/http-api/betting';
import type { WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { ApiError } from '../data/api-error.ts';
import { databaseServer } from '../data/database-server.ts';
import { marketsQuery } from '../data/queries.ts';
import { isStreamLive } from '../stream/stream-state.ts';
import { t } from '../texts/t-bet.ts';
import { type CardOdds, followOdds, offeredOdds, type SlipOdds, shownOdds, slipOddsAt } from './slip-odds.ts';
import { useQuoteSoon, useQuoteWhenPossible } from './use-quote-again.ts';
import { REFERENCE_AMOUNT, type StakeQuote, useQuotes } from './use-quotes.ts';

/** Quotes are valid for 2 minutes, and the wallet's prompt has to fit in: older ones are renewed before signing. */
const QUOTE_FRESH_MS = 60_000;
/** Refusals that mean the list behind the dialog is untrue as well. */
const STOPPED: ReadonlySet<string> = new Set(['feed-stale', 'market-suspended', 'market-closed']);

export interface SlipOddsView {
  odds: SlipOdds;
  /** The most the market takes on the outcome, in USDC; null until a quote brought it. */
  maxStake: number | null;
  /** The same with the odds it came with. */
  limit: KnownLimit | null;
  /** A quote for the typed stake is on its way. */
  quoting: boolean;
  /** Why there is no quote for the typed stake; null when there is one, or nothing was typed. */
  problem: QuoteProblem | null;
  /** "Use 1.82"; null while what is offered has not been quoted for the typed stake. */
  takeOffer: (() => void) | null;
  /** Asks for the quote of the typed stake again, at once. */
  quoteAgain: () => void;
  /** Takes the quote of a refusal as the latest odds. */
  takeQuote: (quote: WireQuote) => void;
  /**
   * The quote to sign, asked for anew on a market of the feed and for a live bet, and renewed elsewhere when it is old;
   * null when there is none at the shown odds for what is typed.
   */
  quoteToSign: () => Promise<WireQuote | null>;
}

export interface KnownLimit {
  /** USDC. */
  maxStake: number;
  odds: number;
}

export interface QuoteProblem {
  sentence: string;
  code: string;
}

/**
 * The odds of the open dialog: quotes the typed stake, reads the card odds anew when the market has moved since,
 * and follows the market list.
 *
 * @param amount the typed stake as it is signed; null while there is none
 * @param authToken signed in, a quote carries the token that makes retries safe, so signing in asks again
 * @param quoteDelayMs how long typing has to rest before the stake is quoted
 * @param placing a bet on these odds is under way: nothing is asked that could change what it shows
 */
export function useSlipOdds({
  market,
  outcome,
  amount,
  authToken,
  placing,
  quoteDelayMs,
}: {
  market: WireMarket;
  outcome: WireOutcome;
  amount: string | null;
  authToken: string | null;
  placing: boolean;
  quoteDelayMs: number;
}): SlipOddsView {
  const queryClient = useQueryClient();
  const [odds, dispatch] = useReducer(followOdds, slipOddsAt(cardOf(market, outcome)));
  const [limit, setLimit] = useState<KnownLimit | null>(null);
  const [problem, setProblem] = useState<QuoteProblem | null>(null);
  const [quoting, setQuoting] = useState(false);
  const [round, setRound] = useState(0);
  const lastRound = useRef(round);
  const quotedAt = useRef(Number.NEGATIVE_INFINITY);
  // What an answer is compared with is what is known when it arrives, not when it was asked for.
  const known = useRef(odds);
  known.current = odds;
  const typed = useRef<string | null>(null);
  const pressing = useRef(false);

  const { isOfFeed, quote, quoteStake } = useQuotes(market, outcome, known);

  const take = useCallback((answer: StakeQuote) => {
    quotedAt.current = Date.now();
    setLimit(answer.quote);
    setProblem(null);
    dispatch({ kind: 'quote-arrived', ...answer });
  }, []);

  const report = useCallback(
    (error: unknown) => {
      const found = problemOf(error);
      setProblem(found);
      if (error instanceof ApiError && error.body.maxStake !== undefined) {
        const latest = offeredOdds(known.current) ?? shownOdds(known.current);
        setLimit({ maxStake: error.body.maxStake, odds: latest });
      }
      // The card says why no bets are taken, and so does the button. The stream brings it by itself.
      if (STOPPED.has(found.code) && !isStreamLive())
        void queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
    },
    [queryClient],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in and `round` ask anew for the same stake
  useEffect(() => {
    typed.current = amount;
    dispatch({ kind: 'retyped', amount: amount === null ? null : Number(amount) });
    // What is asked for again keeps its refusal until there is another answer, or it would come and go.
    if (round === lastRound.current) setProblem(null);
    setQuoting(amount !== null);
    if (amount === null) return;
    const stop = new AbortController();
    const ask = async () => {
      try {
        take(await quoteStake(amount, stop.signal));
      } catch (error) {
        if (stop.signal.aborted) return;
        report(error);
      }
      setQuoting(false);
    };
    // Only typing waits: what is asked for again is asked for at once.
    const delayMs = round === lastRound.current ? quoteDelayMs : 0;
    lastRound.current = round;
    const timer = setTimeout(ask, delayMs);
    return () => {
      typed.current = null;
      clearTimeout(timer);
      stop.abort();
    };
  }, [amount, authToken, round, quoteDelayMs, quoteStake, take, report]);

  // The first look tells at once whether the odds of the card still hold, and what the market takes; so do later ones
  // while nothing is typed.
  useEffect(() => {
    if (round > 0 && typed.current !== null) return;
    const stop = new AbortController();
    quote(REFERENCE_AMOUNT, stop.signal).then(
      (reference) => {
        setLimit(reference);
        dispatch({ kind: 'card-arrived', card: reference });
      },
      () => {
        // The typed stake is quoted as well, and says what is wrong.
      },
    );
    return () => stop.abort();
  }, [quote, round]);

  const quoteAgain = useCallback(() => setRound((last) => last + 1), []);

  const quoteSoon = useQuoteSoon({ quotedAt, placing, quoteAgain });

  // What is known of another database server than the one that answers now may never have been there: it is asked again.
  const era = databaseServer.era(queryClient);
  const knownEra = useRef(era);
  useEffect(() => {
    if (era === knownEra.current) return;
    knownEra.current = era;
    dispatch({ kind: 'versions-forgotten' });
    quoteSoon();
  }, [era, quoteSoon]);

  // The stream, or the list when it is read again, brings other card odds.
  const listed = cardOf(market, outcome);
  useEffect(() => {
    const newest = known.current.offer?.card ?? known.current.card;
    if (placing || listed.version <= newest.version) return;
    dispatch({ kind: 'card-arrived', card: { odds: listed.odds, version: listed.version } });
  }, [listed.odds, listed.version, placing]);

  // Whoever brought them, the typed stake is quoted at the newest odds, before anybody can agree to them.
  const isUnquoted = amount !== null && (odds.offer ?? odds).quote === null && problem === null;
  const isLost = isUnquoted && !quoting && !placing;
  useEffect(() => {
    if (isLost) quoteSoon();
  }, [isLost, quoteSoon]);

  useQuoteWhenPossible({
    problem,
    isBusy: quoting || placing,
    isOpen: market.state === 'open',
    quoteAgain,
  });

  // Odds that moved make the list behind the dialog untrue as well. The stream brings them by itself.
  const moved = offeredOdds(odds) !== null;
  useEffect(() => {
    if (moved && !isStreamLive()) void queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
  }, [moved, queryClient]);

  const quoteToSign = async () => {
    const agreed = odds.quote;
    if (agreed === null || odds.offer !== null || amount === null || pressing.current) return null;
    // A live bet is signed twice: whether it would still be taken is asked before the first.
    const isKept = !isOfFeed && agreed.live === undefined;
    if (isKept && Date.now() - quotedAt.current < QUOTE_FRESH_MS) return agreed;
    pressing.current = true;
    setQuoting(true);
    // The bettor may type on, or close the dialog: then nobody asks for this bet any more.
    const isWanted = () => typed.current === amount;
    try {
      const answer = await quoteStake(amount);
      if (!isWanted()) return null;
      // What is signed is what was shown: a market that moved meanwhile suggests other lowest odds.
      const isSame = answer.quote.odds === agreed.odds;
      const quote =
        isSame && agreed.minOdds !== undefined ? { ...answer.quote, minOdds: agreed.minOdds } : answer.quote;
      take({ ...answer, quote });
      return isSame ? quote : null;
    } catch (error) {
      if (isWanted()) report(error);
      return null;
    } finally {
      pressing.current = false;
      if (isWanted()) setQuoting(false);
    }
  };

  return {
    odds,
    maxStake: limit?.maxStake ?? null,
    limit,
    quoting,
    problem,
    takeOffer: quoting || isUnquoted ? null : () => dispatch({ kind: 'offer-used' }),
    quoteAgain,
    takeQuote: (fresh) => take({ quote: fresh, card: null }),
    quoteToSign,
  };
}

function cardOf(market: WireMarket, outcome: WireOutcome): CardOdds {
  const current = market.outcomes.find(({ id }) => id === outcome.id);
  return { odds: current?.odds ?? outcome.odds ?? 0, version: market.version };
}

function problemOf(error: unknown): QuoteProblem {
  const words = error instanceof ApiError ? error.words : undefined;
  return {
    sentence: words ?? t('transaction.oddsUnchecked'),
    code: error instanceof ApiError ? error.code : 'unreachable',
  };
}
