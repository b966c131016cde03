import type { WalletType } from '@tallystone/core/http-api/identity';
import { t } from '../texts/t.ts';

/** EIP-1193: the person said no. */
export const userRejected = 4001;
/** EIP-1193: the wallet does not know the chain and has to be told about it first. */
const chainUnknown = 4902;
/** JSON-RPC: an earlier request is still open in the wallet. */
export const requestPending = -32002;

/** Anything a wallet does not do. `message` is what a person may read. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  /** The wallet's own number where it gave one. */
  readonly code: number | null;

  constructor(message: string, { code = null, cause }: { code?: number | null; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** The wallet is not in this browser. `name` is how people know it. */
export function walletNotFound({ walletType, name }: { walletType: WalletType; name: string }): WalletError {
  return new WalletError(
    walletType === 'phantom' || walletType === 'backpack'
      ? t('wallet.notFoundInstall', { name })
      : t('wallet.notFound', { name }),
  );
}

export const signingNotSupported = () => new WalletError(t('wallet.signingNotSupported'));
export const noWalletConnected = () => new WalletError(t('wallet.noneConnected'));
/** Nobody is shown this: what was to be read is asked elsewhere, or said to be unknown. */
export const noNode = () => new Error('The wallet has no node of this chain');
export const noAccounts = () => new WalletError(t('wallet.noEthereumAccounts'));
export const noSupportedWallet = () => new WalletError(t('wallet.noneSupported'));

/** Translates whatever a wallet threw into the sentence for people. */
export function toWalletError(error: unknown): WalletError {
  if (error instanceof WalletError) return error;
  const code = errorCode(error);
  if (code === userRejected) return new WalletError(t('wallet.rejected'), { code, cause: error });
  if (code === requestPending) {
    return new WalletError(t('wallet.requestOpen'), { code, cause: error });
  }
  return new WalletError(errorText(error) || t('wallet.failed'), { code, cause: error });
}

/** True for "I do not know this chain", which some wallets wrap in another error. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
