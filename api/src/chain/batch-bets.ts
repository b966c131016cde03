import type { Db, Tx } from '../db/db.ts';
import { tryLock } from '../db/named-lock.ts';
import { transaction } from '../db/transaction.ts';
import { type AcceptedBet, MOST_BETS, placeCall } from './place-call.ts';
import { queueCall } from './queue-call.ts';
import { aloneKey, carryBets, countPlacing, listWaitingBets, placeKey, readWaiting } from './relay-store.ts';

/** How long a batch that isn't full waits for more bets. */
const GATHER_MS = 400;
/** An acceptance must be valid for at least this long, or the batch would probably be too late. */
const LEFT_MS = 10_000;
/** Batches that may be on their way into a block at a time; more would only wait there. */
const MOST_PLACING = 8;

/**
 * Queues a call for accepted bets that no call carries yet, oldest first. Several processes may run this; each bet is put
 * into one call.
 *
 * @returns whether there may be more to do
 */
export async function batchBets(db: Db): Promise<boolean> {
  const { bets, waitedMs } = await readWaiting(db, { limit: MOST_BETS, leftMs: LEFT_MS });
  if (bets === 0 || (bets < MOST_BETS && waitedMs < GATHER_MS)) return false;
  return await transaction(
    db,
    async (tx) => {
      if (!(await tryLock(tx, 'chain batches'))) return false;
      if ((await countPlacing(tx)) >= MOST_PLACING) return false;
      const waiting = await listWaitingBets(tx, { limit: MOST_BETS, leftMs: LEFT_MS });

      // A bet whose batch failed goes alone, so that it can't make other bets fail again.
      for (const bet of waiting.filter(({ isAlone }) => isAlone))
        await queueBatch(tx, aloneKey(bet.seq), [bet]);
      const together = waiting.filter(({ isAlone }) => !isAlone);
      const [oldest] = together;
      if (oldest !== undefined) await queueBatch(tx, placeKey(oldest.seq), together);
      return waiting.length === MOST_BETS;
    },
    'relay-batch',
  );
}

async function queueBatch(tx: Tx, key: string, bets: readonly AcceptedBet[]): Promise<void> {
  await queueCall(tx, { key, role: 'relayer', ...placeCall(bets) });
  await carryBets(tx, { key, betIds: bets.map(({ id }) => id) });
}
