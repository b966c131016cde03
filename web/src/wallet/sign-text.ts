import { familyOfChain, familyOfWalletType } from '@tallystone/core/identity/wallet-family';
import type { SessionParts } from './session-parts.ts';
import { signByWallet } from './sign-by-wallet.ts';
import { noWalletConnected, signingNotSupported } from './wallet-error.ts';

/** Hex signature of the connected address over the text. Rejects with a `WalletError`. */
export async function signText(parts: SessionParts, text: string): Promise<string> {
  const { connected, publicKey: address, chain, walletType } = parts.store.state;
  if (!connected || address === null || chain === null) throw noWalletConnected();
  if (walletType === null || familyOfWalletType(walletType) !== familyOfChain(chain))
    throw signingNotSupported();
  return signByWallet(parts, { address, sign: (connector) => connector.sign({ text, address }) });
}
