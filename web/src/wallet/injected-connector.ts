import type { InjectedSolana } from './injected-solana.ts';
import { isRecord } from './is-record.ts';
import { solanaConnector } from './solana-connector.ts';
import type { WalletConnector } from './wallet-connector.ts';
import type { WalletInfo } from './wallet-discovery.ts';

/** A Solana wallet that is only an object on the window. */
export function createInjectedConnector(
  provider: InjectedSolana,
  { name, walletType }: WalletInfo,
): WalletConnector {
  const shown = () => provider.publicKey?.toString() ?? null;
  return solanaConnector({
    name,
    shown,
    ask: async () => addressIn(await provider.connect()) ?? shown(),
    signMessage: async (message) => signatureIn(await provider.signMessage(message, 'utf8')),
    async connectSilently() {
      // Only Phantom promises to stay silent on request; other wallets would open their window.
      if (walletType !== 'phantom') return shown();
      try {
        return addressIn(await provider.connect({ onlyIfTrusted: true })) ?? shown();
      } catch {
        // Phantom refuses, without showing anything, if it doesn't trust this site yet.
        return null;
      }
    },
    async disconnect() {
      await provider.disconnect?.();
    },
    watch(onChange) {
      provider.on?.('accountChanged', onChange);
      return () => {
        const off = provider.off ?? provider.removeListener;
        off?.call(provider, 'accountChanged', onChange);
      };
    },
  });
}

/** The public key in the result of a connect; null if the wallet returned none there. */
function addressIn(answer: unknown): string | null {
  return isRecord(answer) && answer.publicKey ? String(answer.publicKey) : null;
}

/** Accepts bytes or `{ signature }`, and plain lists of numbers in place of the bytes. */
function signatureIn(answer: unknown): Uint8Array | null {
  const value = isRecord(answer) && 'signature' in answer ? answer.signature : answer;
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value) && value.every((byte) => Number.isInteger(byte))) return Uint8Array.from(value);
  return null;
}
