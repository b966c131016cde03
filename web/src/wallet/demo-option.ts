import { practiceRdnsPrefix } from './practice-rdns.ts';
import type { WalletOption } from './wallet-state.ts';

/**
 * What "Try demo mode" connects at once: the browser's own practice wallet, on Polygon. Null if links have brought other
 * practice wallets into the tab, because then the person must choose.
 */
export function demoOption(options: readonly WalletOption[]): WalletOption | null {
  const practice = options.filter(({ isPractice }) => isPractice);
  if (practice.some(({ rdns }) => rdns !== practiceRdnsPrefix)) return null;
  return practice.find(({ chain }) => chain === 'Polygon') ?? null;
}
