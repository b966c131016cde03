import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { t } from '../texts/t.ts';
import type { Eip1193Provider } from './eip1193.ts';
import { type EvmChainName, evmChainOf, evmChains } from './evm-chains.ts';
import { ofOneKey } from './of-one-key.ts';
import type { WalletConnector } from './wallet-connector.ts';
import { WalletError } from './wallet-error.ts';
import { isChainUnknown, noAccounts, toWalletError } from './wallet-failures.ts';

/** An EVM wallet behind EIP-1193. */
export function createEvmConnector(provider: Eip1193Provider): WalletConnector {
  const ask = async (method: string, params?: readonly unknown[]): Promise<unknown> => {
    try {
      return await provider.request({ method, ...(params && { params }) });
    } catch (error) {
      // "Chain unknown" is handled in switchChain, so it is passed on unchanged.
      throw isChainUnknown(error) ? error : toWalletError(error);
    }
  };

  const askToSign = async (method: string, params: readonly unknown[]): Promise<string> => {
    const signature = await ask(method, params);
    if (typeof signature !== 'string') throw new WalletError(t('wallet.noSignatureAtAll'));
    return signature;
  };

  const connector: WalletConnector = {
    family: 'evm',

    async connect({ chain, onStep }) {
      onStep('connect');
      const address = await connector.requestAccount();
      await connector.switchChain({ chain, onStep });
      return address;
    },

    async requestAccount() {
      const [account] = addresses(await ask('eth_requestAccounts'));
      if (account === undefined) throw noAccounts();
      return account;
    },

    async look() {
      const [account] = addresses(await ask('eth_accounts'));
      const chainId = await ask('eth_chainId');
      return { address: account ?? null, chainId: typeof chainId === 'string' ? chainId : null };
    },

    async connectSilently() {
      return (await connector.look()).address;
    },

    async switchChain({ chain, onStep }) {
      const target = evmChains[chain as EvmChainName]; // EVM options carry EVM chains only
      const there = async () => {
        const chainId = await ask('eth_chainId');
        return typeof chainId === 'string' && evmChainOf(chainId) === chain;
      };
      const goThere = () => ask('wallet_switchEthereumChain', [{ chainId: target.chainId }]);

      if (await there()) return;
      onStep('switch-chain');
      try {
        await goThere();
      } catch (error) {
        if (!isChainUnknown(error)) throw error;
        onStep('add-chain');
        await ask('wallet_addEthereumChain', [target]).catch(rethrow);
        // Some wallets add the chain without switching to it.
        if (!(await there())) await goThere().catch(rethrow);
      }
      if (!(await there())) throw new WalletError(t('wallet.didNotChange', { chain }));
    },

    sign: ({ text, address }) => askToSign('personal_sign', [`0x${bytesToHex(utf8ToBytes(text))}`, address]),

    signTypedData: async ({ data, address }) =>
      ofOneKey(await askToSign('eth_signTypedData_v4', [address, JSON.stringify(data)])),

    askNode: ({ method, params }) => ask(method, params),

    async disconnect() {
      // A page can't revoke an EVM wallet's permission; the person removes it in the wallet.
    },

    watch(onChange) {
      const events = ['accountsChanged', 'chainChanged', 'disconnect'];
      for (const event of events) provider.on?.(event, onChange);
      return () => {
        for (const event of events) provider.removeListener?.(event, onChange);
      };
    },
  };
  return connector;
}

function rethrow(error: unknown): never {
  throw toWalletError(error);
}

function addresses(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((entry): entry is string => typeof entry === 'string' && /^0x[0-9a-fA-F]{40}$/.test(entry))
    : [];
}
