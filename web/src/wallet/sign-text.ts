import { familyOfChain, familyOfWalletType } from '@tallystone/core/identity/wallet-family';
import { checkMismatch } from './check-mismatch.ts';
import { mismatchSentence } from './find-mismatch.ts';
import { requireSameAccount } from './require-same-account.ts';
import type { SessionParts } from './session-parts.ts';
import { noWalletConnected, signingNotSupported, toWalletError, WalletError } from './wallet-error.ts';

/** Hex signature of the connected address over the text. Rejects with a `WalletError`. */
export async function signText(parts: SessionParts, text: string): Promise<string> {
  const { store, link } = parts;
  const { connected, publicKey, chain, walletType } = store.state;
  if (!connected || publicKey === null || chain === null) throw noWalletConnected();
  if (walletType === null || familyOfWalletType(walletType) !== familyOfChain(chain))
    throw signingNotSupported();
  try {
    const connector = await link.require();
    await requireSameAccount(parts, { connector, expected: publicKey });
    await checkMismatch(parts);
    const { mismatch } = store.state;
    if (mismatch) throw new WalletError(mismatchSentence(mismatch));
    return await connector.sign({ text, address: publicKey });
  } catch (error) {
    throw toWalletError(error);
  }
}
