import type { ChainName, WalletType } from '@tallystone/core/http-api/identity';
import { rememberedWallet } from './remembered-wallet.ts';
import type { FoundWallet, WalletDiscovery } from './wallet-discovery.ts';
import type { WalletOption } from './wallet-state.ts';

/** The installed wallet behind a row of the menu. */
export function findOffered(found: readonly FoundWallet[], option: WalletOption): FoundWallet | undefined {
  return found.find(
    ({ info, kind }) =>
      (kind === 'evm') === (option.chain !== 'Solana') &&
      info.rdns === option.rdns &&
      info.walletType === option.walletType,
  );
}

/** The installed wallet that this or an earlier visit connected. */
export function findConnected(
  found: readonly FoundWallet[],
  { chain, walletType }: { chain: ChainName | null; walletType: WalletType | null },
): FoundWallet | undefined {
  const wallets = found.filter(({ kind }) => (kind === 'evm') === (chain !== 'Solana'));
  if (chain === 'Solana') return wallets.find(({ info }) => info.walletType === walletType);
  const remembered = rememberedWallet.read();
  if (remembered) {
    const same = wallets.find(({ info }) => info.rdns === remembered.rdns);
    if (same || remembered.rdns !== null) return same;
  }
  // Nothing was stored about the wallet. If exactly one real wallet is installed, it must be that one.
  const real = wallets.filter(({ info }) => !info.isPractice);
  return real.length === 1 ? real[0] : undefined;
}

/** Waits until the wallet has announced itself, or until the timeout. */
export function waitForWallet(
  discovery: WalletDiscovery,
  { isThere, timeoutMs }: { isThere: () => boolean; timeoutMs: number },
): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, timeoutMs);
    const unsubscribe = discovery.subscribe(() => isThere() && done());
  });
}
