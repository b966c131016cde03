import type { ChainName } from '@tallystone/core/http-api/identity';
import { t } from '../texts/t.ts';
import { evmChainOf } from './evm-chains.ts';
import { sameAddress } from './same-address.ts';
import type { SessionParts } from './session-parts.ts';
import type { WalletConnector, WalletView } from './wallet-connector.ts';
import { WalletError } from './wallet-error.ts';
import type { WalletMismatch } from './wallet-state.ts';

/** Compares the wallet's account and chain with the session's. Does nothing while an attempt may be changing them. */
export async function checkMismatch({ store, attempts, link, world }: SessionParts): Promise<void> {
  const { connector } = link;
  if (connector === null || attempts.running || !store.state.connected) return;
  try {
    const shown = await connector.look();
    const { publicKey, chain } = store.state;
    if (connector !== link.connector || attempts.running || publicKey === null || chain === null) return;
    const mismatch = findMismatch(shown, publicKey, chain);
    if (JSON.stringify(mismatch) !== JSON.stringify(store.state.mismatch)) store.set({ mismatch });
  } catch (error) {
    world.log('The wallet did not say what it shows', error);
  }
}

/** Asks the wallet for its account, which may open the wallet. Throws if it isn't the expected one. */
export async function requireSameAccount(
  { store }: SessionParts,
  connector: WalletConnector,
  expected: string,
): Promise<void> {
  const actual = await connector.requestAccount();
  if (sameAddress(actual, expected)) return;
  const mismatch: WalletMismatch = { kind: 'account', expected, actual };
  if (store.state.connected) store.set({ mismatch });
  throw new WalletError(mismatchSentence(mismatch));
}

/** Compares the account and chain that the wallet shows with those that signed in. */
function findMismatch(
  { address, chainId }: WalletView,
  publicKey: string,
  chain: ChainName,
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
