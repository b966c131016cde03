import type { WireMarket, WireOutcome, WireQuote } from '@tallystone/core/http-api';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { marketsQuery } from '../data/queries.ts';
import { useOnline } from '../markets/use-online.ts';
import { t } from '../texts/t.ts';
import { type CardOdds, followOdds, offeredOdds, type SlipOdds, shownOdds, slipOddsAt } from './slip-odds.ts';
import { usePageHidden } from './use-page-hidden.ts';

/** How long typing has to rest before the stake is quoted. */
const QUOTE_DELAY_MS = 250;
/** Quotes are valid for 2 minutes, and the wallet's prompt has to fit in: older ones are renewed before signing. */
const QUOTE_FRESH_MS = 60_000;
/** Nobody says when a feed moves its odds or stops, so an open dialog looks for itself. */
const FEED_QUOTE_EVERY_MS = 10_000;
/** Card odds are those for this stake. */
const REFERENCE_AMOUNT = '1';

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
  useOffer: () => void;
  /** Asks for the quote of the typed stake again, at once. */
  quoteAgain: () => void;
  /** Takes the quote of a refusal as the latest odds. */
  takeQuote: (quote: WireQuote) => void;
  /**
   * The quote to sign, asked for anew on a market of the feed and renewed elsewhere when it is old; null when there
   * is none at the shown odds for what is typed.
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
 * @param placing a bet on these odds is under way: nothing is asked that could change what it shows
 */
export function useSlipOdds({
  market,
  outcome,
  amount,
  authToken,
  placing,
}: {
  market: WireMarket;
  outcome: WireOutcome;
  amount: string | null;
  authToken: string | null;
  placing: boolean;
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
  const isOfFeed = market.source === 'azuro';
  const typed = useRef<string | null>(null);
  const pressing = useRef(false);

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
    async (asked: string, signal?: AbortSignal) => {
      const fresh = await quote(asked, signal);
      const { version } = known.current.offer?.card ?? known.current.card;
      if (fresh.version === version) return { quote: fresh, card: null };
      // The feed has the same odds for every stake.
      const isReference = isOfFeed || asked === REFERENCE_AMOUNT;
      return { quote: fresh, card: isReference ? fresh : await quote(REFERENCE_AMOUNT, signal) };
    },
    [quote, isOfFeed],
  );

  const take = useCallback((answer: { quote: WireQuote; card: CardOdds | null }) => {
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
      // The card says why no bets are taken, and so does the button.
      if (STOPPED.has(found.code)) void queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
    },
    [queryClient],
  );

  // A list can be hours old: the first look tells at once whether its odds still hold, and what the market takes.
  useEffect(() => {
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
  }, [quote]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in and `round` ask anew for the same stake
  useEffect(() => {
    typed.current = amount;
    dispatch({ kind: 'retyped', amount: amount === null ? null : Number(amount) });
    setProblem(null);
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
    const delayMs = round === lastRound.current ? QUOTE_DELAY_MS : 0;
    lastRound.current = round;
    const timer = setTimeout(ask, delayMs);
    return () => {
      typed.current = null;
      clearTimeout(timer);
      stop.abort();
    };
  }, [amount, authToken, round, quoteStake, take, report]);

  const online = useOnline();
  const hidden = usePageHidden();
  const isWatched = isOfFeed && online && !hidden && !placing && !quoting;
  const lookedAt = useRef(Date.now());
  useEffect(() => {
    if (!isWatched) return;
    const stop = new AbortController();
    const look = async () => {
      lookedAt.current = Date.now();
      try {
        if (amount !== null) {
          take(await quoteStake(amount, stop.signal));
        } else {
          const reference = await quote(REFERENCE_AMOUNT, stop.signal);
          setLimit(reference);
          setProblem(null);
          dispatch({ kind: 'card-arrived', card: reference });
        }
        // There are odds again, and the list has not heard of it.
        if (market.state !== 'open') void queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
      } catch (error) {
        // Only what the server refuses is news: without an answer the next look, or the press itself, will tell.
        if (!stop.signal.aborted && isRefusal(error)) report(error);
      }
    };
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const since = Date.now() - Math.max(lookedAt.current, quotedAt.current);
      timer = setTimeout(
        async () => {
          await look();
          if (!stop.signal.aborted) wait();
        },
        Math.max(FEED_QUOTE_EVERY_MS - since, 0),
      );
    };
    wait();
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isWatched, amount, market.state, quote, quoteStake, take, report, queryClient]);

  const quoteAgain = useCallback(() => setRound((last) => last + 1), []);

  // The market list brings other card odds: then the typed stake needs a new quote as well.
  const listed = cardOf(market, outcome);
  useEffect(() => {
    const newest = known.current.offer?.card ?? known.current.card;
    if (listed.version <= newest.version) return;
    dispatch({ kind: 'card-arrived', card: { odds: listed.odds, version: listed.version } });
    if (listed.odds !== newest.odds) quoteAgain();
  }, [listed.odds, listed.version, quoteAgain]);

  // Odds that moved make the list behind the dialog untrue as well.
  const moved = offeredOdds(odds) !== null;
  useEffect(() => {
    if (moved) void queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
  }, [moved, queryClient]);

  const quoteToSign = async () => {
    const agreed = odds.quote;
    if (agreed === null || odds.offer !== null || amount === null || pressing.current) return null;
    if (!isOfFeed && Date.now() - quotedAt.current < QUOTE_FRESH_MS) return agreed;
    pressing.current = true;
    setQuoting(true);
    // The bettor may type on, or close the dialog: then nobody asks for this bet any more.
    const isWanted = () => typed.current === amount;
    try {
      const answer = await quoteStake(amount);
      if (!isWanted()) return null;
      take(answer);
      return answer.quote.odds === agreed.odds ? answer.quote : null;
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
    useOffer: () => dispatch({ kind: 'offer-used' }),
    quoteAgain,
    takeQuote: (fresh) => take({ quote: fresh, card: null }),
    quoteToSign,
  };
}

function cardOf(market: WireMarket, outcome: WireOutcome): CardOdds {
  const current = market.outcomes.find(({ id }) => id === outcome.id);
  return { odds: current?.odds ?? outcome.odds ?? 0, version: market.version };
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

function problemOf(error: unknown): QuoteProblem {
  const said = error instanceof ApiError ? error.body.error : undefined;
  return {
    sentence: said ?? t('placing.oddsUnchecked'),
    code: error instanceof ApiError ? error.code : 'unreachable',
  };
}
