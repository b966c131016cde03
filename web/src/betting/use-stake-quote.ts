import type { WireQuote } from '@tallystone/core/http-api/betting';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../data/api-error.ts';
import { marketsQuery } from '../data/queries.ts';
import { isStreamLive } from '../stream/stream-state.ts';
import { t } from '../texts/t-bet.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import {
  isExactOnly,
  type KnownLimit,
  offeredOdds,
  type SlipOdds,
  type SlipOddsEvent,
  shownOdds,
  signedOdds,
} from './slip-odds.ts';
import type { Quotes, StakeQuote } from './use-quotes.ts';

/** Quotes are valid for 2 minutes, and the wallet's prompt takes time, so an older quote is renewed before signing. */
const QUOTE_FRESH_MS = 60_000;
/** Codes of refusals which show that the market list is out of date too. */
const STOPPED: ReadonlySet<string> = new Set(['feed-stale', 'market-suspended', 'market-closed']);

export interface QuoteProblem {
  sentence: string;
  code: string;
}

export interface QuoteToSign {
  quote: WireQuote;
  /** The odds to sign: the lowest at which the bet may be filled, or exactly those it is filled at. */
  least: number;
}

interface StakeToQuote {
  /** The typed stake as it is signed; null while there is none. */
  amount: string | null;
  /** The stake is quoted once typing has paused for this long. */
  quoteDelayMs: number;
  odds: SlipOdds;
  /** The odds known when a response arrives. */
  known: RefObject<SlipOdds>;
  dispatch: Dispatch<SlipOddsEvent>;
  setLimit: (limit: KnownLimit) => void;
}

/** Quotes the typed stake: once typing has paused, when the quote is requested again, and before the bet is signed. */
export function useStakeQuote(
  { isOfFeed, quoteStake }: Quotes,
  { amount, quoteDelayMs, odds, known, dispatch, setLimit }: StakeToQuote,
) {
  const queryClient = useQueryClient();
  // A quote made while signed in carries an id that makes retries safe, so the stake is quoted again then.
  const { authToken } = useWallet();
  const [problem, setProblem] = useState<QuoteProblem | null>(null);
  const [quoting, setQuoting] = useState(false);
  const [round, setRound] = useState(0);
  const lastRound = useRef(round);
  const quotedAt = useRef(Number.NEGATIVE_INFINITY);
  const typed = useRef<string | null>(null);
  const pressing = useRef(false);

  const take = useCallback(
    (answer: StakeQuote) => {
      quotedAt.current = Date.now();
      setLimit(answer.quote);
      setProblem(null);
      dispatch({ kind: 'quote-arrived', ...answer });
    },
    [dispatch, setLimit],
  );

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
    [known, queryClient, setLimit],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in and `round` request the same stake again
  useEffect(() => {
    typed.current = amount;
    dispatch({ kind: 'retyped', amount: amount === null ? null : Number(amount) });
    // A repeated request keeps the last refusal on the screen until it is answered, or the message would flicker.
    if (round === lastRound.current) setProblem(null);
    // A quote that is only renewed keeps the button enabled: the signed minimum protects the bettor meanwhile.
    const { quote } = known.current;
    const isRenewal = quote?.amount === Number(amount) && quote.quoteId !== undefined;
    setQuoting(amount !== null && !isRenewal);
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
  }, [amount, authToken, round, quoteDelayMs, quoteStake, dispatch, take, report]);

  const quoteAgain = useCallback(() => setRound((last) => last + 1), []);

  /**
   * Returns the quote to sign and the odds to sign for it: a new one for feed markets and live bets, otherwise the
   * current one unless it is old. Null if there is no quote, or if the odds fell below those to sign.
   */
  const quoteToSign = async (): Promise<QuoteToSign | null> => {
    const { quote: agreed } = odds;
    const least = signedOdds(odds);
    if (agreed === null || least === null || offeredOdds(odds) !== null) return null;
    if (amount === null || pressing.current) return null;
    // A live bet is signed twice, so check that the server still takes it before the first signature.
    const isKept = !isOfFeed && agreed.live === undefined;
    if (isKept && Date.now() - quotedAt.current < QUOTE_FRESH_MS) return { quote: agreed, least };
    pressing.current = true;
    setQuoting(true);
    // The bettor may change the stake or close the dialog in the meantime.
    const isWanted = () => typed.current === amount;
    try {
      const answer = await quoteStake(amount);
      if (!isWanted()) return null;
      const now = answer.quote.odds;
      const isGood = isExactOnly(odds) ? now === agreed.odds : now >= least;
      // What was shown when the bettor pressed is signed, so a good answer changes nothing on the screen.
      if (!isGood) take(answer);
      return isGood ? { quote: answer.quote, least } : null;
    } catch (error) {
      if (isWanted()) report(error);
      return null;
    } finally {
      pressing.current = false;
      if (isWanted()) setQuoting(false);
    }
  };

  return {
    /** The stake that is quoted; null while there is none. */
    typed,
    /** When the stake was last quoted, in ms. */
    quotedAt,
    /** How often its quote was requested again. */
    round,
    quoting,
    problem,
    quoteAgain,
    /** Takes an answer as the latest quote. */
    take,
    quoteToSign,
  };
}

function problemOf(error: unknown): QuoteProblem {
  if (!(error instanceof ApiError)) return { sentence: t('transaction.oddsUnchecked'), code: 'unreachable' };
  return { sentence: error.words || t('transaction.oddsRefused'), code: error.code };
}
