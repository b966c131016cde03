import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMarketSignal } from '../data/use-market-signal.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { marketsOf, offerQuery, type Sold } from './sold.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** The market may change ten times a second; its cash-out amount is read at most this often. */
const REQUOTE_EVERY_MS = 1_000;

export type Offer = ReturnType<typeof useOffer>;

/**
 * What a bet is worth now, read again when its market changes.
 *
 * @param is.paused a signed amount stays until the server answers
 */
export function useOffer(bet: Sold, { paused }: { paused: boolean }) {
  const { signedIn } = useWallet();
  // The server answers only a signed-in bettor; the last amount stays on the screen.
  const quote = useQuery({ ...offerQuery(bet), enabled: signedIn });
  const { refetch } = quote;
  useMarketSignal(marketsOf(bet), {
    everyMs: REQUOTE_EVERY_MS,
    onChange: () => signedIn && !paused && void refetch(),
  });
  const left = useSecondsUntil(quote.data?.availableAt);
  useEffect(() => {
    if (left === 0) void refetch();
  }, [left, refetch]);
  return {
    /** Undefined until it was answered. */
    quote: quote.data,
    error: quote.error,
    /** Seconds until the bet can be sold, if only time prevents it; otherwise null. */
    left,
    ask: () => void refetch(),
  };
}
