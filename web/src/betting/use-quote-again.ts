import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useStreamState } from '../stream/stream-state.ts';
import type { QuoteProblem } from './use-slip-odds.ts';

/** A market may change ten times a second; its odds for the typed stake are asked for this often at most. */
const REQUOTE_EVERY_MS = 1_000;
/** What a server cannot do for a while is asked for again this often. */
const PASSING_EVERY_MS = 5_000;
const PASSING: ReadonlySet<string> = new Set(['not-ready', 'too-busy']);

/**
 * Other card odds mean other odds for the typed stake as well. They are not asked for while a bet at the shown ones is
 * under way: it moves the odds itself.
 *
 * @param quotedAt when the stake was last quoted, in ms
 * @returns asks again soon, however often it is called
 */
export function useQuoteSoon({
  quotedAt,
  placing,
  quoteAgain,
}: {
  quotedAt: RefObject<number>;
  placing: boolean;
  quoteAgain: () => void;
}): () => void {
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

/** Asks again once what stood against a quote may be over. */
export function useQuoteWhenPossible({
  problem,
  isBusy,
  isOpen,
  quoteAgain,
}: {
  problem: QuoteProblem | null;
  /** A quote or a bet is under way. */
  isBusy: boolean;
  /** The market takes bets. */
  isOpen: boolean;
  quoteAgain: () => void;
}) {
  // The market takes bets again, or the server is back.
  const isFollowed = useStreamState().kind === 'live';
  const hasProblem = useRef(false);
  hasProblem.current = problem !== null;
  useEffect(() => {
    if (isOpen && isFollowed && hasProblem.current) quoteAgain();
  }, [isOpen, isFollowed, quoteAgain]);

  // What holds all bets for a while ends without any market changing, so nothing tells of it.
  const isPassing = problem !== null && PASSING.has(problem.code) && !isBusy;
  useEffect(() => {
    if (!isPassing) return;
    const timer = setTimeout(quoteAgain, PASSING_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isPassing, quoteAgain]);
}
