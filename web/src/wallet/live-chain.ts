import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { ChainName } from '@tallystone/core/http-api/identity';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { configQuery } from '../data/queries.ts';
import { type AskNode, firstThatAnswers, nodeAt } from './chain-node.ts';
import { useWallet } from './wallet-context.tsx';

/** What was read of the chain is kept under this key. */
export const CHAIN_KEY = ['chain'] as const;

/** Where live bets are placed. */
export type LiveTerms = NonNullable<WireConfig['live']>;

/** Where live bets are placed; null in the demo, and until it is known. */
export function useLiveTerms(): LiveTerms | null {
  return useQuery(configQuery).data?.live ?? null;
}

/**
 * Asks the chain of live bets: the node of the connected wallet first, which is the bettor's own choice, then the one
 * that the operator names. Null in the demo.
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

/** Addresses of EVM chains come from wallets and from settings that were checked. */
export function asHex(address: string): Hex {
  return address as Hex;
}

/** Whether a wallet that is signed in there can bet live. */
export function isLiveChain(live: LiveTerms, chain: ChainName | null): boolean {
  return chain === live.chainName;
}
