import type { WalletType } from '@tallystone/core/http-api/identity';
import { localStore } from '../data/local-store.ts';
import { storedSession } from '../data/stored-session.ts';
import { isPracticeRdns } from './practice-rdns.ts';
import {
  isChain,
  type RememberedWallet,
  rememberedWallet,
  rememberedWalletKey,
} from './remembered-wallet.ts';
import { disconnectedState, type WalletState } from './wallet-state.ts';

const addressKey = 'walletAddress';
const chainKey = 'walletChain';

/** A connection in localStorage. A stored address and chain count as connected. */
export const storedWallet = {
  readState(): WalletState {
    const { token, user } = storedSession.read();
    const address = localStore.read(addressKey);
    const chain = localStore.read(chainKey);
    const session = { ...disconnectedState, authToken: token, user };
    if (!address || !isChain(chain)) return session;

    const remembered = rememberedWallet.read();
    const same = remembered?.chain === chain ? remembered : null;
    const fallback: WalletType = chain === 'Solana' ? 'phantom' : 'evm';
    return {
      ...session,
      connected: true,
      publicKey: address,
      chain,
      walletType: same?.walletType ?? user?.walletType ?? fallback,
      walletName: same?.name ?? null,
      isPractice: isPracticeRdns(same?.rdns ?? null),
    };
  },

  save({ address, ...wallet }: Omit<RememberedWallet, 'left'> & { address: string }): void {
    localStore.write(addressKey, address);
    localStore.write(chainKey, wallet.chain);
    rememberedWallet.write({ ...wallet, left: false });
  },

  /** Keeps the last used wallet, marked as left. */
  clear(): void {
    localStore.remove(addressKey);
    localStore.remove(chainKey);
    const remembered = rememberedWallet.read();
    if (remembered) rememberedWallet.write({ ...remembered, left: true });
  },

  /** Whether a storage event's key may change this state; a null key means that everything was cleared. */
  concerns(key: string | null): boolean {
    return key === null || [addressKey, chainKey, 'authToken', 'user', rememberedWalletKey].includes(key);
  },
};
