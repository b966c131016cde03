import { setTimeout as wait } from 'node:timers/promises';
import { TransactionReceiptNotFoundError } from 'viem';

/** What no block takes for so long offers too little for its gas, or another transaction took its place. */
const LONGEST_MS = 180_000;

/**
 * Waits until a transaction is in a block, and asks for its receipt until then. viem's own wait asks when a block comes,
 * and misses one that comes while it still looks at the block before: on a chain whose next block waits for the next
 * transaction it never asks again.
 *
 * @param {import('viem').PublicClient} client asks as often as it polls
 * @param {`0x${string}`} hash
 * @returns {Promise<import('viem').TransactionReceipt>} also of one that was reverted
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
