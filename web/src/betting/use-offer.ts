import { restOf } from '@tallystone/core/betting/rest-of';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { betsQuery, positionsQuery } from '../data/queries.ts';
import { useMarketSignal } from '../data/use-market-signal.ts';
import { useWallet } from '../wallet/wallet-context.tsx';
import { offerQuery } from './sale-requests.ts';
import { isCombo, marketsOf, type Sold } from './sold.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** The market may change ten times a second; its cash-out amount is read at most this often. */
const REQUOTE_EVERY_MS = 1_000;

export type Offer = ReturnType<typeof useOffer>;

/**
 * What a bet or a part of it is worth now, read again when its market changes.
 *
 * @param of.stake of the part, USDC; undefined: all that is open; null: none is chosen, so nothing is read
 * @param of.paused a signed amount stays until the server answers
 */
export function useOffer(
  bet: Sold,
  { stake, paused }: { stake: number | null | undefined; paused: boolean },
) {
  const { signedIn } = useWallet();
  const queryClient = useQueryClient();
  const isAsked = signedIn && stake !== null;
  // The server answers only a signed-in bettor; the last amount stays on the screen.
  const quote = useQuery({ ...offerQuery(bet, stake ?? undefined), enabled: isAsked });
  const { data, refetch } = quote;
  useMarketSignal(marketsOf(bet), {
    everyMs: REQUOTE_EVERY_MS,
    onChange: () => isAsked && !paused && void refetch(),
  });
  // Another part was sold since the bet was read, so the answer is about another stake than the dialog shows.
  const isOfOther = !isCombo(bet) && data?.openStake !== undefined && data.openStake !== restOf(bet).stake;
  useEffect(() => {
    if (data === undefined || !isOfOther) return;
    for (const { queryKey } of [betsQuery, positionsQuery]) void queryClient.invalidateQueries({ queryKey });
  }, [data, isOfOther, queryClient]);
  const left = useSecondsUntil(data?.availableAt);
  useEffect(() => {
    if (left === 0) void refetch();
  }, [left, refetch]);
  return {
    /** Undefined until it was answered. */
    quote: stake === null || (isOfOther && !paused) ? undefined : data,
    error: quote.error,
    /** Seconds until the bet can be sold, if only time prevents it; otherwise null. */
    left,
    ask: () => void refetch(),
  };
}
