import { evmChainOf } from './evm-chains.ts';
import { findOffered } from './find-wallet.ts';
import type { SessionParts } from './session-parts.ts';
import type { FoundWallet } from './wallet-discovery.ts';
import type { WalletOption } from './wallet-state.ts';

/** A wallet that connects without a prompt, and its account. */
export interface AuthorisedWallet {
  option: WalletOption;
  address: string;
}

/** The installed wallets that already allow this site. Opens none of them. */
export async function findAuthorisedWallets({ world, store }: SessionParts): Promise<AuthorisedWallet[]> {
  const found = world.discovery.found();
  const options = store.getOptions();
  const ask = async (wallet: FoundWallet): Promise<AuthorisedWallet[]> => {
    try {
      const connector = await world.open(wallet);
      const address = await connector.connectSilently();
      if (address === null) return [];
      const { chainId } = await connector.look();
      const chain = wallet.kind === 'evm' ? (evmChainOf(chainId ?? '') ?? 'Ethereum') : 'Solana';
      const option = options.find((each) => each.chain === chain && findOffered(found, each) === wallet);
      return option ? [{ option, address }] : [];
    } catch (error) {
      world.log('A wallet did not say whether it allows this site', error);
      return [];
    }
  };
  const real = found.filter(({ info }) => !info.isPractice);
  return (await Promise.all(real.map(ask))).flat();
}
