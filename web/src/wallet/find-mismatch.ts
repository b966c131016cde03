import type { ChainName } from '@tallystone/core/http-api/identity';
import { t } from '../texts/t.ts';
import { evmChainOf } from './evm-chains.ts';
import type { WalletView } from './wallet-connector.ts';
import type { WalletMismatch } from './wallet-state.ts';

/** Compares the account and chain that the wallet shows with those that signed in. */
export function findMismatch(
  { address, chainId }: WalletView,
  { publicKey, chain }: { publicKey: string; chain: ChainName },
): WalletMismatch | null {
  // A locked wallet shows no account. It asks to be unlocked when a signature is needed.
  if (address !== null && !sameAddress(address, publicKey)) {
    return { kind: 'account', expected: publicKey, actual: address };
  }
  if (chain === 'Solana' || chainId === null) return null;
  const actual = evmChainOf(chainId);
  return actual === chain ? null : { kind: 'chain', expected: chain, actual, actualChainId: chainId };
}

export function mismatchSentence(mismatch: WalletMismatch): string {
  return mismatch.kind === 'account'
    ? t('wallet.otherAccount')
    : t('wallet.otherChain', { chain: mismatch.expected });
}

/** EVM addresses differ only in the case of their letters; base58 is case-sensitive. */
export function sameAddress(a: string, b: string): boolean {
  return a.startsWith('0x') ? a.toLowerCase() === b.toLowerCase() : a === b;
}
