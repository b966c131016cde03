import { t } from '../texts/t.ts';
import { inTime } from './in-time.ts';
import { WalletError } from './wallet-error.ts';

const patienceMs = 15_000;

/**
 * Loads code that is not in the first chunk.
 *
 * @throws WalletError if it fails or takes longer than 15 seconds; the message says what the person can do
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await inTime(load(), { ms: patienceMs, late: new Error(`Not loaded after ${patienceMs} ms`) });
  } catch (cause) {
    throw new WalletError(t('wallet.partMissing'), { cause });
  }
}
