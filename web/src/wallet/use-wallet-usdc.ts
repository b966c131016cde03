import type { WireBet } from '@tallystone/core/http-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { betsQuery } from '../data/queries.ts';
import { addUsdc } from '../format/dollars.ts';
import { asHex, CHAIN_KEY, isLiveChain, useLiveNode, useLiveTerms } from './live-chain.ts';
import { useWallet } from './wallet-context.tsx';

/** What the connected wallet has for live bets. */
export interface WalletUsdc {
  /** On the chain now, USDC; null while it is read, or where nobody could be asked. */
  held: number | null;
  /** Stakes of bets that the wallet still held when it was read, USDC. */
  pending: number;
  /** What another bet can be staked with: what is held without the pending stakes. Null while unknown. */
  free: number | null;
  /** The last reading failed. */
  failed: boolean;
  /** Reads it anew; what came of it, null when it could not be read. */
  readAgain: () => Promise<number | null>;
}

/** The wallet's USDC on the chain of live bets. Null in the demo, and for wallets of other chains. */
export function useWalletUsdc(): WalletUsdc | null {
  const live = useLiveTerms();
  const ask = useLiveNode();
  const { connected, publicKey, chain, signedIn } = useWallet();
  const address = live !== null && connected && isLiveChain(live, chain) ? publicKey : null;
  const token = live?.usdc.address ?? '';
  const queryClient = useQueryClient();

  const { data, isError, refetch } = useQuery({
    queryKey: [...CHAIN_KEY, 'usdc', token, address],
    queryFn: async (): Promise<Reading | null> => {
      if (ask === null || address === null) return null;
      const { readUsdc } = await import('./read-usdc.ts');
      const taken = takenOf(queryClient.getQueryData(betsQuery.queryKey) ?? []);
      return { held: await readUsdc(ask, { token: asHex(token), address: asHex(address) }), taken };
    },
    enabled: ask !== null && address !== null,
    // It moves without anything being done here.
    refetchOnMount: 'always',
  });

  const bets = useQuery({ ...betsQuery, enabled: address !== null && signedIn }).data;
  const moves = movesOf(bets ?? []);
  const seen = useRef(moves);
  useEffect(() => {
    if (seen.current === moves || address === null) return;
    seen.current = moves;
    void refetch();
  }, [moves, address, refetch]);

  if (address === null) return null;
  // What was read before is not what is there now.
  const reading = isError ? null : (data ?? null);
  const pending = pendingIn(bets ?? [], reading);
  return {
    held: reading?.held ?? null,
    pending,
    free: reading === null ? null : freeOf(reading.held, pending),
    failed: isError,
    readAgain: async () => {
      const answer = await refetch();
      if (answer.isError || answer.data === undefined || answer.data === null) return null;
      return freeOf(answer.data.held, pendingIn(bets ?? [], answer.data));
    },
  };
}

/** What a wallet held, and which bets' stakes were gone from it by then: each stake counts once. */
interface Reading {
  /** USDC. */
  readonly held: number;
  /** Ids of bets whose stakes were in a block before the wallet was read. */
  readonly taken: readonly string[];
}

const takenOf = (bets: readonly WireBet[]): string[] =>
  bets.filter(({ chain }) => chain?.state === 'included').map(({ id }) => id);

/** Stakes that are still to come from what was read, USDC. */
function pendingIn(bets: readonly WireBet[], reading: Reading | null): number {
  const taken = new Set(reading?.taken);
  return addUsdc(
    bets.filter(({ id, status }) => status === 'pending' && !taken.has(id)).map(({ amount }) => amount),
  );
}

const freeOf = (held: number, pending: number): number => Math.max(addUsdc([held, -pending]), 0);

/** What of the bets moves USDC on the chain: another value means another balance. */
function movesOf(bets: readonly WireBet[]): string {
  return bets
    .filter(({ chain }) => chain !== undefined)
    .map(({ id, chain }) => `${id} ${chain?.state} ${chain?.payoutTxHash ?? ''}`)
    .join();
}
