import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { ChainName } from '@tallystone/core/http-api/identity';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { configQuery } from '../data/queries.ts';
import { type AskNode, firstThatAnswers, nodeAt } from './chain-node.ts';
import { useWallet } from './wallet-context.tsx';

/** The query key of everything read from the chain. */
export const CHAIN_KEY = ['chain'] as const;

/** Where live bets are placed. */
export type LiveTerms = NonNullable<WireConfig['live']>;

/** Where live bets are placed; null in the demo, and until the settings have loaded. */
export function useLiveTerms(): LiveTerms | null {
  return useQuery(configQuery).data?.live ?? null;
}

/**
 * Asks the chain of live bets. Tries the connected wallet's node first, which the bettor chose, then the operator's node.
 * Null in the demo.
 */
export function useLiveNode(): AskNode | null {
  const live = useLiveTerms();
  const { askWalletNode } = useWallet();
  const chainId = live?.chainId;
  const rpcUrl = live?.rpcUrl ?? null;
  return useMemo(
    () =>
      chainId === undefined
        ? null
        : firstThatAnswers([
            (question) => askWalletNode({ chainId, question }),
            ...(rpcUrl === null ? [] : [nodeAt(rpcUrl)]),
          ]),
    [chainId, rpcUrl, askWalletNode],
  );
}

/** Types an EVM address as hex. Our addresses come from wallets and from validated settings. */
export function asHex(address: string): Hex {
  return address as Hex;
}

/** Whether a wallet on this chain can place live bets. */
export function isLiveChain(live: LiveTerms, chain: ChainName | null): boolean {
  return chain === live.chainName;
}
