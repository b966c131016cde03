import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { t } from '../texts/t.ts';
import type { WalletConnector } from './wallet-connector.ts';
import type { WalletInfo } from './wallet-discovery.ts';
import {
  noNode,
  noWalletConnected,
  signingNotSupported,
  toWalletError,
  WalletError,
} from './wallet-error.ts';

/** The features of the Wallet Standard that we use, as the standard names them. */
interface Features {
  'standard:connect'?: {
    connect(input?: { silent?: boolean }): Promise<{ accounts: readonly WalletAccount[] }>;
  };
  'standard:disconnect'?: { disconnect(): Promise<void> };
  'standard:events'?: { on(event: 'change', listener: () => void): () => void };
  'solana:signMessage'?: {
    signMessage(
      ...inputs: { account: WalletAccount; message: Uint8Array }[]
    ): Promise<readonly { signature: Uint8Array }[]>;
  };
}

/** A Solana wallet that registered through the Wallet Standard. */
export function createStandardConnector(wallet: Wallet, { name }: WalletInfo): WalletConnector {
  const features = wallet.features as Features; // the standard fixes these shapes; the wallet claims to follow it

  const connect = async (silent: boolean): Promise<string | null> => {
    const feature = features['standard:connect'];
    if (!feature) throw signingNotSupported();
    try {
      const { accounts } = await feature.connect(silent ? { silent } : undefined);
      return (accounts[0] ?? wallet.accounts[0])?.address ?? null;
    } catch (error) {
      throw toWalletError(error);
    }
  };
  const requestAccount = async (): Promise<string> => {
    const address = wallet.accounts[0]?.address ?? (await connect(false));
    if (!address) throw new WalletError(t('wallet.noPublicKey', { name }));
    return address;
  };

  return {
    family: 'solana',

    connect({ onStep }) {
      onStep('connect');
      return requestAccount();
    },

    requestAccount,

    async look() {
      return { address: wallet.accounts[0]?.address ?? null, chainId: null };
    },

    connectSilently: () => connect(true).catch(() => null),

    async switchChain() {},

    async sign({ text, address }) {
      const feature = features['solana:signMessage'];
      if (!feature) throw signingNotSupported();
      const account = wallet.accounts.find((candidate) => candidate.address === address);
      if (!account) throw noWalletConnected();
      try {
        const [output] = await feature.signMessage({ account, message: utf8ToBytes(text) });
        if (!output) throw new WalletError(t('wallet.noSignature', { name }));
        return bytesToHex(output.signature);
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

    async disconnect() {
      await features['standard:disconnect']?.disconnect();
    },

    watch(onChange) {
      return features['standard:events']?.on('change', onChange) ?? (() => {});
    },
  };
}
