import { evmChainOf } from './evm-chains.ts';
import { findOffered } from './find-wallet.ts';
import type { WalletConnector } from './wallet-connector.ts';
import type { FoundWallet } from './wallet-discovery.ts';
import type { WalletOption } from './wallet-state.ts';

/** A wallet that would connect without asking, and the account it shows. */
export interface AuthorisedWallet {
  option: WalletOption;
  address: string;
}

/** The installed wallets that already allow this site, asked without opening any of them. */
export async function findAuthorisedWallets({
  found,
  options,
  open,
  log,
}: {
  found: readonly FoundWallet[];
  options: readonly WalletOption[];
  open: (wallet: FoundWallet) => Promise<WalletConnector>;
  log: (message: string, error: unknown) => void;
}): Promise<AuthorisedWallet[]> {
  const ask = async (wallet: FoundWallet): Promise<AuthorisedWallet[]> => {
    try {
      const connector = await open(wallet);
      const address = await connector.connectSilently();
      if (address === null) return [];
      const { chainId } = await connector.look();
      const chain = wallet.kind === 'evm' ? (evmChainOf(chainId ?? '') ?? 'Ethereum') : 'Solana';
      const option = options.find((each) => each.chain === chain && findOffered(found, each) === wallet);
      return option ? [{ option, address }] : [];
    } catch (error) {
      log('A wallet did not say whether it allows this site', error);
      return [];
    }
  };
  const real = found.filter(({ info }) => !info.isPractice);
  return (await Promise.all(real.map(ask))).flat();
}
