import { checkMismatch } from './check-mismatch.ts';
import { mismatchSentence } from './find-mismatch.ts';
import { requireSameAccount } from './require-same-account.ts';
import type { SessionParts } from './session-parts.ts';
import type { WalletConnector } from './wallet-connector.ts';
import { toWalletError, WalletError } from './wallet-error.ts';

/** Asks the wallet to sign, after checking that its account and chain are those signed in. Rejects with a `WalletError`. */
export async function signByWallet<S>(
  parts: SessionParts,
  { address, sign }: { address: string; sign: (connector: WalletConnector) => Promise<S> },
): Promise<S> {
  const { store, link } = parts;
  try {
    const connector = await link.require();
    await requireSameAccount(parts, { connector, expected: address });
    await checkMismatch(parts);
    const { mismatch } = store.state;
    if (mismatch) throw new WalletError(mismatchSentence(mismatch));
    return await sign(connector);
  } catch (error) {
    throw toWalletError(error);
  }
}
