import { setTimeout as wait } from 'node:timers/promises';
import { TransactionReceiptNotFoundError } from 'viem';

/** After this time the transaction pays too little for its gas, or another one replaced it. */
const LONGEST_MS = 180_000;

/**
 * Waits until a transaction is in a block by polling for its receipt. viem's own wait polls only on new blocks and
 * can miss one that arrives while it still handles the previous block. On a chain that makes a block only for a
 * transaction it would then wait forever.
 *
 * @param {import('viem').PublicClient} client its polling interval is used
 * @param {`0x${string}`} hash
 * @returns {Promise<import('viem').TransactionReceipt>} also for a reverted transaction
 * @throws Error when no block takes it for three minutes
 */
export async function awaitReceipt(client, hash) {
  const untilMs = performance.now() + LONGEST_MS;
  for (;;) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
      if (performance.now() > untilMs)
        throw new Error(`no block has taken the transaction ${hash} for three minutes`, { cause: error });
    }
    await wait(client.pollingInterval);
  }
}
