import type { ChainName, WalletType } from '@tallystone/core/http-api/identity';
import { localStore } from '../data/local-store.ts';
import { isRecord } from './is-record.ts';

/** The wallet used last. It is kept after a disconnect, so that the menu can offer it first. */
export interface RememberedWallet {
  chain: ChainName;
  walletType: WalletType;
  name: string;
  rdns: string | null;
  /** True after an explicit Disconnect: no wallet connects automatically until the person connects again. */
  left: boolean;
}

export const rememberedWalletKey = 'tallystone.wallet';

export const rememberedWallet = {
  read(): RememberedWallet | null {
    const text = localStore.read(rememberedWalletKey);
    if (text === null) return null;
    try {
      const value: unknown = JSON.parse(text);
      if (!isRecord(value)) return null;
      const { chain, walletType, name, rdns, left } = value;
      if (!isChain(chain) || !isWalletType(walletType) || typeof name !== 'string') return null;
      return { chain, walletType, name, rdns: typeof rdns === 'string' ? rdns : null, left: left === true };
    } catch {
      return null;
    }
  },

  write(wallet: RememberedWallet): void {
    localStore.write(rememberedWalletKey, JSON.stringify(wallet));
  },
};

export function isChain(value: unknown): value is ChainName {
  return value === 'Ethereum' || value === 'BSC' || value === 'Polygon' || value === 'Solana';
}

function isWalletType(value: unknown): value is WalletType {
  return value === 'phantom' || value === 'backpack' || value === 'metamask' || value === 'evm';
}
