import type { WireConfig } from '@tallystone/core/http-api/config';
import { openConnector } from './open-connector.ts';
import { practiceKeys } from './practice-keys.ts';
import type { WalletConnector } from './wallet-connector.ts';
import type { FoundWallet, WalletDiscovery } from './wallet-discovery.ts';

/** What the session needs from the world; tests replace parts of it. */
export interface WalletWorld {
  discovery: WalletDiscovery;
  loadConfig: () => Promise<WireConfig>;
  open?: (found: FoundWallet) => Promise<WalletConnector>;
  readSolBalance?: (request: { address: string; rpcUrl: string }) => Promise<number>;
  announcePractice?: (config: WireConfig) => Promise<void>;
  openPage?: (href: string) => void;
  reload?: () => void;
  /** Failures that are logged and not shown. */
  log?: (message: string, error: unknown) => void;
  onPhone?: boolean;
}

/** Fills what was left out with the browser's own. */
export function completeWorld(world: WalletWorld): Required<WalletWorld> {
  return {
    open: openConnector,
    readSolBalance: readSolBalanceLazily,
    announcePractice: announcePracticeLazily,
    openPage: (href) => void window.open(href, '_blank', 'noopener'),
    reload: () => window.location.reload(),
    log: (message, error) => console.warn(message, error),
    onPhone: /Android|iPhone|iPad|iPod/i.test(navigator.userAgent),
    ...world,
  };
}

async function readSolBalanceLazily(request: { address: string; rpcUrl: string }): Promise<number> {
  const { readSolBalance } = await import('./read-sol-balance.ts');
  return readSolBalance(request);
}

async function announcePracticeLazily(config: WireConfig): Promise<void> {
  const isOffered = config.mode === 'demo' && config.practiceWallets;
  if (!isOffered && practiceKeys.read().length === 0) return;
  const { announcePracticeWallets } = await import('./announce-practice-wallets.ts');
  await announcePracticeWallets(config);
}
