import { t } from '../texts/t.ts';
import { WalletError } from './wallet-error.ts';

/** A part of the page that has not arrived by then is not waited for. */
const patienceMs = 15_000;

/** Loads code that is not in the first chunk. With the server away it rejects in time, with what can be done. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not loaded after ${patienceMs} ms`)), patienceMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    throw new WalletError(t('wallet.partMissing'), { cause });
  } finally {
    clearTimeout(timer);
  }
}
