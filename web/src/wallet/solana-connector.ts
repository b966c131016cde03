import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { t } from '../texts/t.ts';
import type { WalletConnector } from './wallet-connector.ts';
import { WalletError } from './wallet-error.ts';
import { noNode, signingNotSupported, toWalletError } from './wallet-failures.ts';

/** The parts in which Solana wallets differ. */
export interface SolanaWallet extends Pick<WalletConnector, 'connectSilently' | 'disconnect' | 'watch'> {
  /** The name that people know. */
  name: string;
  /** The account that it shows now. Never opens the wallet. */
  shown(): string | null;
  /** Asks for an account, which may open the wallet; null if the wallet returns none. */
  ask(): Promise<string | null>;
  /** The account's signature over a message; null if the wallet returns none. */
  signMessage(message: Uint8Array, address: string): Promise<Uint8Array | null>;
}

/** A Solana wallet has no chain to switch, can't sign typed data, and has no node to ask. */
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
