import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { t } from '../texts/t.ts';
import type { WalletConnector } from './wallet-connector.ts';
import { noNode, signingNotSupported, toWalletError, WalletError } from './wallet-error.ts';

/** What Solana wallets differ in. */
export interface SolanaWallet extends Pick<WalletConnector, 'connectSilently' | 'disconnect' | 'watch'> {
  /** How people know it. */
  name: string;
  /** The account that it shows now; opens nothing. */
  shown(): string | null;
  /** Asks for an account, and may open the wallet; null where it answers with none. */
  ask(): Promise<string | null>;
  /** The signature of the account over a message; null where the wallet answers with none. */
  signMessage(message: Uint8Array, address: string): Promise<Uint8Array | null>;
}

/** A Solana wallet has no chain to switch, signs no typed data, and offers no node to ask. */
export function solanaConnector(wallet: SolanaWallet): WalletConnector {
  const { name, shown, ask, signMessage, connectSilently, disconnect, watch } = wallet;
  const requestAccount = async (): Promise<string> => {
    try {
      const address = shown() ?? (await ask());
      if (!address) throw new WalletError(t('wallet.noPublicKey', { name }));
      return address;
    } catch (error) {
      throw toWalletError(error);
    }
  };
  return {
    family: 'solana',
    connect({ onStep }) {
      onStep('connect');
      return requestAccount();
    },
    requestAccount,
    async look() {
      return { address: shown(), chainId: null };
    },
    connectSilently,
    async switchChain() {},
    async sign({ text, address }) {
      try {
        const signature = await signMessage(utf8ToBytes(text), address);
        if (!signature) throw new WalletError(t('wallet.noSignature', { name }));
        return bytesToHex(signature);
      } catch (error) {
        throw toWalletError(error);
      }
    },
    async signTypedData() {
      throw signingNotSupported();
    },
    async askNode() {
      throw noNode();
    },
    disconnect,
    watch,
  };
}
