import { mismatchSentence, sameAddress } from './find-mismatch.ts';
import type { SessionParts } from './session-parts.ts';
import type { WalletConnector } from './wallet-connector.ts';
import { WalletError } from './wallet-error.ts';
import type { WalletMismatch } from './wallet-state.ts';

/** Asks the wallet for its account, which may open the wallet. Throws if it isn't the expected one. */
export async function requireSameAccount(
  { store }: SessionParts,
  { connector, expected }: { connector: WalletConnector; expected: string },
): Promise<void> {
  const actual = await connector.requestAccount();
  if (sameAddress(actual, expected)) return;
  const mismatch: WalletMismatch = { kind: 'account', expected, actual };
  if (store.state.connected) store.set({ mismatch });
  throw new WalletError(mismatchSentence(mismatch));
}
