import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { betsQuery } from '../data/queries.ts';
import { addUsdc } from '../format/dollars.ts';
import { asHex, CHAIN_KEY, isLiveChain, useLiveNode, useLiveTerms } from './live-chain.ts';
import type { UsdcReading } from './read-usdc.ts';
import { useWallet } from './wallet-context.tsx';

const NONE: readonly WireBet[] = [];

/** A node that doesn't have the newest block of a bet yet is asked again this often. */
const BEHIND_MS = 2_000;

export type WalletUsdc = NonNullable<ReturnType<typeof useWalletUsdc>>;

/** The wallet's USDC on the chain of live bets; null in the demo, and for wallets on other chains. */
export function useWalletUsdc() {
  const live = useLiveTerms();
  const ask = useLiveNode();
  const { connected, publicKey, chain, signedIn } = useWallet();
  const address = live !== null && connected && isLiveChain(live, chain) ? publicKey : null;
  const token = live?.usdc.address ?? '';

  const { data: bets = NONE } = useQuery({ ...betsQuery, enabled: address !== null && signedIn });
  const { data, isError, refetch } = useQuery({
    queryKey: [...CHAIN_KEY, 'usdc', token, address],
    queryFn: async (): Promise<UsdcReading | null> => {
      if (ask === null || address === null) return null;
      const { readUsdc } = await import('./read-usdc.ts');
      return readUsdc(ask, { token: asHex(token), address: asHex(address) });
    },
    enabled: ask !== null && address !== null,
    // The wallet can move USDC outside this page.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data != null && isBehind(bets, state.data) ? BEHIND_MS : false),
  });

  const moves = movesOf(bets);
  const seen = useRef(moves);
  useEffect(() => {
    if (seen.current === moves || address === null) return;
    seen.current = moves;
    void refetch();
  }, [moves, address, refetch]);

  if (address === null) return null;
  // After a failure the earlier reading is out of date.
  const reading = isError ? null : (data ?? null);
  const pending = pendingIn(bets, reading);
  return {
    /** On the chain now, USDC; null while it is being read or if no node answered. */
    balance: reading?.balance ?? null,
    /** USDC of pending stakes that were still in the wallet when it was read. */
    pending,
    /** USDC available for another bet, that is without the pending stakes; null while unknown. */
    free: reading === null ? null : freeOf(reading.balance, pending),
    /** The last reading failed. */
    failed: isError,
    /** Reads the balance again and returns what is free; null if that failed. */
    readAgain: async () => {
      const answer = await refetch();
      if (answer.isError || answer.data === undefined || answer.data === null) return null;
      return freeOf(answer.data.balance, pendingIn(bets, answer.data));
    },
  };
}

/** USDC of stakes that have not left the wallet as of this reading; each counts once. */
function pendingIn(bets: readonly WireBet[], reading: UsdcReading | null): number {
  return addUsdc(
    bets.filter((bet) => bet.status === 'pending' && !isTaken(bet, reading)).map(({ amount }) => amount),
  );
}

/** Whether the wallet was read after the block that took the bet's stake. */
const isTaken = ({ chain }: WireBet, reading: UsdcReading | null): boolean =>
  chain?.state === 'included' &&
  chain.block !== undefined &&
  reading !== null &&
  chain.block <= reading.block;

/** Whether a stake is in a block that the node didn't have when it was read. */
const isBehind = (bets: readonly WireBet[], reading: UsdcReading): boolean =>
  bets.some((bet) => bet.chain?.state === 'included' && !isTaken(bet, reading));

const freeOf = (balance: number, pending: number): number => Math.max(addUsdc([balance, -pending]), 0);

/** The state of the bets that moves USDC on the chain. When it changes, the balance may have changed. */
function movesOf(bets: readonly WireBet[]): string {
  return bets
    .filter(({ chain }) => chain !== undefined)
    .map(({ id, chain }) => `${id} ${chain?.state} ${chain?.payoutTxHash ?? ''}`)
    .join();
}
