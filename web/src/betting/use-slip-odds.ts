import type { WireQuote } from '@tallystone/core/http-api/betting';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { databaseServer } from '../data/database-server.ts';
import { marketsQuery } from '../data/queries.ts';
import { isStreamLive } from '../stream/stream-state.ts';
import { t } from '../texts/t-bet.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import type { BetSlip } from './bet-slip-context.tsx';
import { type CardOdds, followOdds, offeredOdds, type SlipOdds, shownOdds, slipOddsAt } from './slip-odds.ts';
import { useQuoteSoon, useQuoteWhenPossible } from './use-quote-again.ts';

/** Quotes are valid for 2 minutes, and the wallet's prompt takes time, so an older quote is renewed before signing. */
const QUOTE_FRESH_MS = 60_000;
/** Cards show the odds for this stake, in USDC. */
const REFERENCE_AMOUNT = '1';
/** Codes of refusals which show that the market list is out of date too. */
const STOPPED: ReadonlySet<string> = new Set(['feed-stale', 'market-suspended', 'market-closed']);

export type SlipOddsView = ReturnType<typeof useSlipOdds>;

/** The most the market takes on the outcome, and the odds this came with. */
export interface KnownLimit {
  /** USDC. */
  maxStake: number;
  odds: number;
}

export interface QuoteProblem {
  sentence: string;
  code: string;
}

interface StakeQuote {
  quote: WireQuote;
  /** The current card odds if the market has moved; null if it hasn't. */
  card: CardOdds | null;
}

/**
 * The odds of the open dialog. Quotes the typed stake, reads the card odds again if the market has moved, and follows
 * the market list.
 *
 * @param amount the typed stake as it is signed; null while there is none
 * @param quoteDelayMs the stake is quoted once typing has paused for this long
 * @param placing a bet at these odds is being placed, so nothing may change them
 */
export function useSlipOdds(
  slip: BetSlip,
  { amount, placing, quoteDelayMs }: { amount: string | null; placing: boolean; quoteDelayMs: number },
) {
  const { market } = slip;
  const queryClient = useQueryClient();
  // A quote made while signed in carries an id that makes retries safe, so the stake is quoted again then.
  const { authToken } = useWallet();
  const [odds, dispatch] = useReducer(followOdds, slipOddsAt(cardOf(slip)));
  const [limit, setLimit] = useState<KnownLimit | null>(null);
  const [problem, setProblem] = useState<QuoteProblem | null>(null);
  const [quoting, setQuoting] = useState(false);
  const [round, setRound] = useState(0);
  const lastRound = useRef(round);
  const quotedAt = useRef(Number.NEGATIVE_INFINITY);
  // A response is compared with the odds known when it arrives, not when it was requested.
  const known = useRef(odds);
  known.current = odds;
  const typed = useRef<string | null>(null);
  const pressing = useRef(false);

  const { isOfFeed, quote, quoteStake } = useQuotes(slip, known);

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
      // The card and the button say why the market takes no bets. A live stream updates the list anyway.
      if (STOPPED.has(found.code) && !isStreamLive())
        void queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
    },
    [queryClient],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in and `round` request the same stake again
  useEffect(() => {
    typed.current = amount;
    dispatch({ kind: 'retyped', amount: amount === null ? null : Number(amount) });
    // A repeated request keeps the last refusal on the screen until it is answered, or the message would flicker.
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
    // Only typing is debounced; a repeated request goes out at once.
    const delayMs = round === lastRound.current ? quoteDelayMs : 0;
    lastRound.current = round;
    const timer = setTimeout(ask, delayMs);
    return () => {
      typed.current = null;
      clearTimeout(timer);
      stop.abort();
    };
  }, [amount, authToken, round, quoteDelayMs, quoteStake, take, report]);

  // A quote for the reference stake shows whether the card's odds are current and how much the market takes. It is
  // requested when the dialog opens, and again later while no stake is typed.
  useEffect(() => {
    if (round > 0 && typed.current !== null) return;
    const stop = new AbortController();
    quote(REFERENCE_AMOUNT, stop.signal).then(
      (reference) => {
        setLimit(reference);
        dispatch({ kind: 'card-arrived', card: reference });
      },
      () => {
        // The quote of the typed stake reports the problem.
      },
    );
    return () => stop.abort();
  }, [quote, round]);

  const quoteAgain = useCallback(() => setRound((last) => last + 1), []);

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
    const newest = known.current.offer?.card ?? known.current.card;
    if (placing || listed.version <= newest.version) return;
    dispatch({ kind: 'card-arrived', card: { odds: listed.odds, version: listed.version } });
  }, [listed.odds, listed.version, placing]);

  // The typed stake is quoted at the newest odds before the bettor can accept them, whatever their source.
  const isUnquoted = amount !== null && (odds.offer ?? odds).quote === null && problem === null;
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

  /**
   * Returns the quote to sign: a new one for feed markets and live bets, otherwise the current one unless it is old.
   * Null if there is no quote at the shown odds for the typed stake.
   */
  const quoteToSign = async () => {
    const agreed = odds.quote;
    if (agreed === null || odds.offer !== null || amount === null || pressing.current) return null;
    // A live bet is signed twice, so check that the server still takes it before the first signature.
    const isKept = !isOfFeed && agreed.live === undefined;
    if (isKept && Date.now() - quotedAt.current < QUOTE_FRESH_MS) return agreed;
    pressing.current = true;
    setQuoting(true);
    // The bettor may change the stake or close the dialog in the meantime.
    const isWanted = () => typed.current === amount;
    try {
      const answer = await quoteStake(amount);
      if (!isWanted()) return null;
      // Sign the minimum odds that were shown, even if the market now suggests others.
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
    /** Null until a quote brought it. */
    limit,
    /** A quote for the typed stake has been requested. */
    quoting,
    /** Why there is no quote for the typed stake; null if there is one or no stake is typed. */
    problem,
    /** "Use 1.82"; null until the offer has been quoted for the typed stake. */
    takeOffer: quoting || isUnquoted ? null : () => dispatch({ kind: 'offer-used' }),
    /** Requests the quote of the typed stake again, at once. */
    quoteAgain,
    /** Takes the quote of a refusal as the latest odds. */
    takeQuote: (fresh: WireQuote) => take({ quote: fresh, card: null }),
    quoteToSign,
  };
}

/**
 * Functions that request quotes for an outcome.
 *
 * @param known the odds known when a response arrives, which may be newer than when it was requested
 */
function useQuotes({ market, outcome }: BetSlip, known: RefObject<SlipOdds>) {
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

  /** Quotes a stake, and also the reference stake if the market has moved since its card was read. */
  const quoteStake = useCallback(
    async (amount: string, signal?: AbortSignal): Promise<StakeQuote> => {
      const fresh = await quote(amount, signal);
      const { version } = known.current.offer?.card ?? known.current.card;
      if (fresh.version === version) return { quote: fresh, card: null };
      // A feed market has the same odds for every stake.
      const isReference = isOfFeed || amount === REFERENCE_AMOUNT;
      return { quote: fresh, card: isReference ? fresh : await quote(REFERENCE_AMOUNT, signal) };
    },
    [quote, isOfFeed, known],
  );

  return { isOfFeed, quote, quoteStake };
}

function cardOf({ market, outcome }: BetSlip): CardOdds {
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
