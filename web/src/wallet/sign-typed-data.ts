import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { TypedData } from '@tallystone/core/escrow/typed-data';
import type { SessionParts } from './session-parts.ts';
import { signByWallet } from './sign-by-wallet.ts';
import { noWalletConnected, signingNotSupported } from './wallet-error.ts';

/** Signature of the connected address over typed data. Rejects with a `WalletError`. */
export async function signTypedData(parts: SessionParts, data: TypedData): Promise<Hex> {
  const { connected, publicKey: address, chain } = parts.store.state;
  if (!connected || address === null || chain === null) throw noWalletConnected();
  if (chain === 'Solana') throw signingNotSupported();
  return signByWallet(parts, { address, sign: (connector) => connector.signTypedData({ data, address }) });
}
