import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { betsQuery } from '../data/queries.ts';
import { addUsdc } from '../format/dollars.ts';
import { asHex, CHAIN_KEY, isLiveChain, useLiveNode, useLiveTerms } from './live-chain.ts';
import type { HeldUsdc } from './read-usdc.ts';
import { useWallet } from './wallet-context.tsx';

const NONE: readonly WireBet[] = [];

/** How often a node is asked again that does not have a block yet. */
const BEHIND_MS = 2_000;

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

  const { data: bets = NONE } = useQuery({ ...betsQuery, enabled: address !== null && signedIn });
  const { data, isError, refetch } = useQuery({
    queryKey: [...CHAIN_KEY, 'usdc', token, address],
    queryFn: async (): Promise<HeldUsdc | null> => {
      if (ask === null || address === null) return null;
      const { readUsdc } = await import('./read-usdc.ts');
      return readUsdc(ask, { token: asHex(token), address: asHex(address) });
    },
    enabled: ask !== null && address !== null,
    // It moves without anything being done here.
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
  // What was read before is not what is there now.
  const reading = isError ? null : (data ?? null);
  const pending = pendingIn(bets, reading);
  return {
    held: reading?.held ?? null,
    pending,
    free: reading === null ? null : freeOf(reading.held, pending),
    failed: isError,
    readAgain: async () => {
      const answer = await refetch();
      if (answer.isError || answer.data === undefined || answer.data === null) return null;
      return freeOf(answer.data.held, pendingIn(bets, answer.data));
    },
  };
}

/** Stakes that are still to come from what was read, USDC: each counts once. */
function pendingIn(bets: readonly WireBet[], reading: HeldUsdc | null): number {
  return addUsdc(
    bets.filter((bet) => bet.status === 'pending' && !isTaken(bet, reading)).map(({ amount }) => amount),
  );
}

/** Whether the wallet was read after the block that took a bet's stake from it. */
const isTaken = ({ chain }: WireBet, reading: HeldUsdc | null): boolean =>
  chain?.state === 'included' &&
  chain.block !== undefined &&
  reading !== null &&
  chain.block <= reading.block;

/** A stake is in a block that the node had not when it was asked. */
const isBehind = (bets: readonly WireBet[], reading: HeldUsdc): boolean =>
  bets.some((bet) => bet.chain?.state === 'included' && !isTaken(bet, reading));

const freeOf = (held: number, pending: number): number => Math.max(addUsdc([held, -pending]), 0);

/** What of the bets moves USDC on the chain: another value means another balance. */
function movesOf(bets: readonly WireBet[]): string {
  return bets
    .filter(({ chain }) => chain !== undefined)
    .map(({ id, chain }) => `${id} ${chain?.state} ${chain?.payoutTxHash ?? ''}`)
    .join();
}
