import { WalletProvider } from '@tallystone/web/wallet/wallet-context.tsx';
import type { WalletSession } from '@tallystone/web/wallet/wallet-session.ts';
import {
  disconnectedState,
  type WalletOption,
  type WalletState,
} from '@tallystone/web/wallet/wallet-state.ts';
import type { ReactNode } from 'react';
import { vi } from 'vitest';

/** A connected, signed-in wallet for tests of what is shown for signing. It signs everything by default. */
export function aTestSigner(publicKey: string) {
  const state: WalletState = {
    ...disconnectedState,
    connected: true,
    publicKey,
    chain: 'Polygon',
    walletType: 'evm',
    authToken: 'token',
    user: { publicKey, walletType: 'evm', kycLevel: 2, dailyStakeCap: 100, verified: true },
  };
  const options: WalletOption[] = [];
  const signMessage = vi.fn(async (_text: string) => 'ab'.repeat(65));
  const nothing = () => undefined;
  const never = async () => {
    throw new Error('The wallet is asked for a signature alone');
  };
  const session: WalletSession = {
    getState: () => state,
    getOptions: () => options,
    subscribe: () => nothing,
    start: () => nothing,
    connect: never,
    cancelConnect: nothing,
    disconnect: nothing,
    signIn: never,
    goOnAsGuest: never,
    signOut: never,
    signMessage,
    signTypedData: never,
    askWalletNode: never,
    moveToChain: never,
    switchBack: never,
    adoptWallet: never,
    findAuthorised: async () => [],
  };
  return {
    /** Texts in, signatures out. */
    signMessage,
    around: (children: ReactNode) => <WalletProvider session={session}>{children}</WalletProvider>,
  };
}
