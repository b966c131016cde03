import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { TypedData } from '@tallystone/core/escrow/typed-data';
import { checkMismatch } from './check-mismatch.ts';
import { mismatchSentence } from './find-mismatch.ts';
import { requireSameAccount } from './require-same-account.ts';
import type { SessionParts } from './session-parts.ts';
import { noWalletConnected, signingNotSupported, toWalletError, WalletError } from './wallet-error.ts';

/** Signature of the connected address over typed data. Rejects with a `WalletError`. */
export async function signTypedData(parts: SessionParts, data: TypedData): Promise<Hex> {
  const { store, link } = parts;
  const { connected, publicKey, chain } = store.state;
  if (!connected || publicKey === null || chain === null) throw noWalletConnected();
  if (chain === 'Solana') throw signingNotSupported();
  try {
    const connector = await link.require();
    await requireSameAccount(parts, { connector, expected: publicKey });
    await checkMismatch(parts);
    const { mismatch } = store.state;
    if (mismatch) throw new WalletError(mismatchSentence(mismatch));
    return await connector.signTypedData({ data, address: publicKey });
  } catch (error) {
    throw toWalletError(error);
  }
}
