import type { WalletType } from '@tallystone/core/http-api/identity';
import { getWallets } from '@wallet-standard/app';
import type { Wallet } from '@wallet-standard/base';
import { createStore } from 'mipd';
import { signal } from '../signals/signal.ts';
import { t } from '../texts/t.ts';
import { type Eip1193Provider, isEip1193Provider } from './eip1193.ts';
import { type InjectedSolana, isInjectedSolana } from './injected-solana.ts';
import { isRecord } from './is-record.ts';
import { isPracticeRdns } from './practice-rdns.ts';

/** A wallet in this browser, and the object to call it by. */
export type FoundWallet =
  | { kind: 'evm'; info: WalletInfo; provider: Eip1193Provider }
  | { kind: 'wallet-standard'; info: WalletInfo; wallet: Wallet }
  | { kind: 'injected-solana'; info: WalletInfo; provider: InjectedSolana };

export interface WalletInfo {
  walletType: WalletType;
  name: string;
  icon: string | null;
  rdns: string | null;
  isPractice: boolean;
}

export type WalletDiscovery = ReturnType<typeof createWalletDiscovery>;

type SolanaWalletType = 'phantom' | 'backpack';
const solanaNames: Record<SolanaWalletType, string> = { phantom: 'Phantom', backpack: 'Backpack' };

/** Listens for wallets until the page closes; they may announce themselves at any time. */
export function createWalletDiscovery(target: Window = window) {
  const evm = createStore();
  const standard = getWallets();
  const { emit, subscribe } = signal();
  let current: readonly FoundWallet[] | null = null;

  const changed = () => {
    current = null;
    emit();
  };
  evm.subscribe(changed);
  standard.on('register', changed);
  standard.on('unregister', changed);
  // Wallets that don't announce themselves are injected some time before the page has loaded.
  target.addEventListener('ethereum#initialized', changed, { once: true });
  if (target.document.readyState !== 'complete') target.addEventListener('load', changed, { once: true });

  return {
    /** Every wallet found so far; the array is new only if something changed. */
    found(): readonly FoundWallet[] {
      current ??= [...findEvm(evm.getProviders(), target), ...findSolana(standard.get(), target)];
      return current;
    },
    subscribe,
  };
}

type Announced = ReturnType<ReturnType<typeof createStore>['getProviders']>;

function findEvm(announced: Announced, target: Window): FoundWallet[] {
  const wallets = new Map<string, FoundWallet>();
  for (const { info, provider } of announced) {
    if (!isEip1193Provider(provider) || wallets.has(info.rdns)) continue;
    const walletType = info.rdns.startsWith('io.metamask') ? 'metamask' : 'evm';
    const { rdns, name } = info;
    const isPractice = isPracticeRdns(rdns);
    wallets.set(rdns, {
      kind: 'evm',
      info: { walletType, name, icon: safeIcon(info.icon), rdns, isPractice },
      provider,
    });
  }
  const real = [...wallets.values()].some((wallet) => !wallet.info.isPractice);
  const injected: unknown = 'ethereum' in target ? target.ethereum : undefined;
  if (real || !isEip1193Provider(injected)) return [...wallets.values()];

  const isMetaMask = injected.isMetaMask === true;
  return [
    {
      kind: 'evm',
      info: {
        walletType: isMetaMask ? 'metamask' : 'evm',
        name: isMetaMask ? 'MetaMask' : t('wallet.browserWallet'),
        icon: null,
        rdns: null,
        isPractice: false,
      },
      provider: injected,
    },
    ...wallets.values(),
  ];
}

function findSolana(registered: readonly Wallet[], target: Window): FoundWallet[] {
  return (['phantom', 'backpack'] as const).flatMap((walletType): FoundWallet[] => {
    const name = solanaNames[walletType];
    const info: WalletInfo = { walletType, name, icon: null, rdns: null, isPractice: false };
    const wallet = registered.find(
      (candidate) => candidate.name === name && 'solana:signMessage' in candidate.features,
    );
    if (wallet) return [{ kind: 'wallet-standard', info: { ...info, icon: safeIcon(wallet.icon) }, wallet }];

    const provider = injectedSolana(walletType, target);
    return provider ? [{ kind: 'injected-solana', info, provider }] : [];
  });
}

function injectedSolana(walletType: SolanaWalletType, target: Window): InjectedSolana | null {
  const place: unknown = Reflect.get(target, walletType);
  const provider = walletType === 'phantom' && isRecord(place) ? place.solana : place;
  return isInjectedSolana(provider) ? provider : null;
}

/** Icons come from third parties, so only image types that the page's content policy allows are shown. */
function safeIcon(icon: string | undefined): string | null {
  return icon && /^data:image\/(svg\+xml|png|jpeg|gif|webp)[;,]/.test(icon) ? icon : null;
}
