import type { ChainName } from '@tallystone/core/http-api/identity';
import { evmChainNames } from './evm-chains.ts';
import type { RememberedWallet } from './remembered-wallet.ts';
import type { FoundWallet, WalletInfo } from './wallet-discovery.ts';
import type { WalletOption } from './wallet-state.ts';

/** The download page of a wallet, and the link that opens a page in its phone app. */
const sources = {
  metamask: {
    name: 'MetaMask',
    download: 'https://metamask.io/download/',
    openInApp: (page: URL) => `https://link.metamask.io/dapp/${page.host}${page.pathname}${page.search}`,
  },
  phantom: {
    name: 'Phantom',
    download: 'https://phantom.com/download',
    openInApp: (page: URL) =>
      `https://phantom.app/ul/browse/${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`,
  },
};

/** The order of options in the menu, lowest first. */
export const optionOrder = { recent: 0, installed: 1, 'open-in-app': 2, install: 2 };

/** The menu's options for each chain: last used first, then installed, then those that could be installed. */
export function listWalletOptions({
  found,
  remembered,
  onPhone,
  page,
}: {
  found: readonly FoundWallet[];
  remembered: RememberedWallet | null;
  onPhone: boolean;
  page: URL;
}): WalletOption[] {
  const evm = found.filter((wallet) => wallet.kind === 'evm').map((wallet) => wallet.info);
  const solana = found.filter((wallet) => wallet.kind !== 'evm').map((wallet) => wallet.info);

  const present = (chain: ChainName, info: WalletInfo): WalletOption => ({
    ...info,
    id: `${chain}/${info.rdns ?? info.walletType}`,
    chain,
    status:
      remembered?.chain === chain &&
      remembered.walletType === info.walletType &&
      remembered.rdns === info.rdns
        ? 'recent'
        : 'installed',
    href: null,
    appLink: null,
  });
  const absent = (chain: ChainName, walletType: 'metamask' | 'phantom'): WalletOption => {
    const { name, download, openInApp } = sources[walletType];
    const appLink = openInApp(page);
    return {
      id: `${chain}/${walletType}`,
      chain,
      walletType,
      name,
      icon: null,
      rdns: null,
      status: onPhone ? 'open-in-app' : 'install',
      isPractice: false,
      href: onPhone ? appLink : download,
      appLink,
    };
  };

  const options = [
    ...evmChainNames.flatMap((chain) => [
      ...evm.map((info) => present(chain, info)),
      ...(evm.some((info) => !info.isPractice) ? [] : [absent(chain, 'metamask')]),
    ]),
    ...solana.map((info) => present('Solana', info)),
    ...(solana.some((info) => info.walletType === 'phantom') ? [] : [absent('Solana', 'phantom')]),
  ];
  return options.toSorted((a, b) => optionOrder[a.status] - optionOrder[b.status]);
}
