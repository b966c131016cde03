import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { TypedData } from '@tallystone/core/escrow/typed-data';
import type { ChainName } from '@tallystone/core/http-api/identity';
import { familyOfChain, familyOfWalletType } from '@tallystone/core/identity/wallet-family';
import { checkMismatch, mismatchSentence, requireSameAccount } from './check-mismatch.ts';
import type { SessionParts } from './session-parts.ts';
import type { WalletConnector } from './wallet-connector.ts';
import { WalletError } from './wallet-error.ts';
import { noWalletConnected, signingNotSupported, toWalletError } from './wallet-failures.ts';

/** Hex signature of the connected address over the text. Rejects with a `WalletError`. */
export function signText(parts: SessionParts, text: string): Promise<string> {
  const { walletType } = parts.store.state;
  return signByWallet(parts, {
    canSign: (chain) => walletType !== null && familyOfWalletType(walletType) === familyOfChain(chain),
    sign: (connector, address) => connector.sign({ text, address }),
  });
}

/** Signature of the connected address over typed data. Rejects with a `WalletError`. */
export function signTypedData(parts: SessionParts, data: TypedData): Promise<Hex> {
  return signByWallet(parts, {
    canSign: (chain) => chain !== 'Solana',
    sign: (connector, address) => connector.signTypedData({ data, address }),
  });
}

/** Asks the wallet to sign, after checking that its account and chain are those signed in. Rejects with a `WalletError`. */
async function signByWallet<S>(
  parts: SessionParts,
  does: {
    canSign: (chain: ChainName) => boolean;
    sign: (connector: WalletConnector, address: string) => Promise<S>;
  },
): Promise<S> {
  const { store, link } = parts;
  const { connected, publicKey: address, chain } = store.state;
  if (!connected || address === null || chain === null) throw noWalletConnected();
  if (!does.canSign(chain)) throw signingNotSupported();
  try {
    const connector = await link.require();
    await requireSameAccount(parts, connector, address);
    await checkMismatch(parts);
    const { mismatch } = store.state;
    if (mismatch) throw new WalletError(mismatchSentence(mismatch));
    return await does.sign(connector, address);
  } catch (error) {
    throw toWalletError(error);
  }
}
