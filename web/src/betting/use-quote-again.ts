import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useStreamState } from '../stream/stream-state.ts';
import type { QuoteProblem } from './use-stake-quote.ts';

/** A market may change ten times a second; the typed stake is quoted again at most this often. */
const REQUOTE_EVERY_MS = 1_000;
/** After a temporary refusal the quote is requested again after this time. */
const PASSING_EVERY_MS = 5_000;
const PASSING: ReadonlySet<string> = new Set(['not-ready', 'too-busy']);

/**
 * When the card's odds change, the odds for the typed stake change too. No quote is requested while a bet is being
 * placed, because that bet itself moves the odds.
 *
 * @param quotedAt when the stake was last quoted, in ms
 * @returns a function that schedules one new quote, however often it is called
 */
export function useQuoteSoon(
  quotedAt: RefObject<number>,
  placing: boolean,
  quoteAgain: () => void,
): () => void {
  const isPlacing = useRef(placing);
  isPlacing.current = placing;
  const requote = useRef<ReturnType<typeof setTimeout>>(undefined);
  const quoteSoon = useCallback(() => {
    if (requote.current !== undefined) return;
    const sinceMs = Date.now() - quotedAt.current;
    requote.current = setTimeout(
      () => {
        requote.current = undefined;
        if (isPlacing.current) quoteSoon();
        else quoteAgain();
      },
      Math.max(REQUOTE_EVERY_MS - sinceMs, 0),
    );
  }, [quotedAt, quoteAgain]);
  useEffect(
    () => () => {
      clearTimeout(requote.current);
      requote.current = undefined;
    },
    [],
  );
  return quoteSoon;
}

/**
 * Requests a quote again once the problem with the last one may have passed.
 *
 * @param is.isBusy a quote or a bet is in progress
 * @param is.isOpen the market takes bets
 */
export function useQuoteWhenPossible(
  problem: QuoteProblem | null,
  { isBusy, isOpen }: { isBusy: boolean; isOpen: boolean },
  quoteAgain: () => void,
) {
  // Runs when the market takes bets again or the server is back.
  const isFollowed = useStreamState().kind === 'live';
  const hasProblem = useRef(false);
  hasProblem.current = problem !== null;
  useEffect(() => {
    if (isOpen && isFollowed && hasProblem.current) quoteAgain();
  }, [isOpen, isFollowed, quoteAgain]);

  // When the server can take bets again, no market changes and no event arrives, so a timer has to try.
  const isPassing = problem !== null && PASSING.has(problem.code) && !isBusy;
  useEffect(() => {
    if (!isPassing) return;
    const timer = setTimeout(quoteAgain, PASSING_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isPassing, quoteAgain]);
}
