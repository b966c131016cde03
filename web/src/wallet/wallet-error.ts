import { t } from '../texts/t.ts';

/** A failure of a wallet. `message` is written for people. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  /** The wallet's error code; null if it gave none. */
  readonly code: number | null;

  constructor(message: string, { code = null, cause }: { code?: number | null; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

export const noSupportedWallet = () => new WalletError(t('wallet.noneSupported'));
