import type { WalletType } from '@tallystone/core/http-api/identity';
import { t } from '../texts/t.ts';
import { isRecord } from './is-record.ts';
import { WalletError } from './wallet-error.ts';

/** EIP-1193: the person said no. */
export const userRejected = 4001;
/** EIP-1193: the wallet doesn't know the chain, so it must be added first. */
const chainUnknown = 4902;
/** JSON-RPC: an earlier request is still open in the wallet. */
export const requestPending = -32002;

/** The wallet isn't in this browser. `name` is the name that people know. */
export function walletNotFound({ walletType, name }: { walletType: WalletType; name: string }): WalletError {
  return new WalletError(
    walletType === 'phantom' || walletType === 'backpack'
      ? t('wallet.notFoundInstall', { name })
      : t('wallet.notFound', { name }),
  );
}

export const signingNotSupported = () => new WalletError(t('wallet.signingNotSupported'));
export const noWalletConnected = () => new WalletError(t('wallet.noneConnected'));
/** Not shown to people: the caller asks another node or says that the value is unknown. */
export const noNode = () => new Error('The wallet has no node of this chain');
export const noAccounts = () => new WalletError(t('wallet.noEthereumAccounts'));

/** Turns anything that a wallet throws into a `WalletError` with a sentence for people. */
export function toWalletError(error: unknown): WalletError {
  if (error instanceof WalletError) return error;
  const code = errorCode(error);
  if (code === userRejected) return new WalletError(t('wallet.rejected'), { code, cause: error });
  if (code === requestPending) {
    return new WalletError(t('wallet.requestOpen'), { code, cause: error });
  }
  return new WalletError(errorText(error) || t('wallet.failed'), { code, cause: error });
}

/** Whether the error says that the wallet doesn't know the chain; some wallets wrap this in another error. */
export function isChainUnknown(error: unknown): boolean {
  if (errorCode(error) === chainUnknown) return true;
  const data = isRecord(error) ? error.data : undefined;
  return isRecord(data) && errorCode(data.originalError) === chainUnknown;
}

function errorCode(error: unknown): number | null {
  return isRecord(error) && typeof error.code === 'number' ? error.code : null;
}

function errorText(error: unknown): string {
  if (typeof error === 'string') return error;
  return isRecord(error) && typeof error.message === 'string' ? error.message : '';
}
