import { tryAdvisoryLock } from '../db/advisory-lock.ts';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { MOST_BETS, placeCall } from './place-call.ts';
import { queueCall } from './queue-call.ts';
import {
  aloneKey,
  carryBets,
  countPlacing,
  listWaitingBets,
  placeKey,
  readWaiting,
  type WaitingBet,
} from './relay-store.ts';

/** Others who come meanwhile go along. */
const GATHER_MS = 400;
/** So much of an acceptance must be left, or a batch is likely to come too late. */
const LEFT_MS = 10_000;
/** Batches on their way into a block; more would only wait there. */
const MOST_PLACING = 8;

/**
 * Queues a call for accepted bets that no call carries yet, oldest first. Several processes may: each bet is in one call.
 *
 * @returns whether there may be more to do
 */
export async function batchBets(db: Db): Promise<boolean> {
  const { bets, waitedMs } = await readWaiting(db, { limit: MOST_BETS, leftMs: LEFT_MS });
  if (bets === 0 || (bets < MOST_BETS && waitedMs < GATHER_MS)) return false;
  return await transaction(
    db,
    async (tx) => {
      if (!(await tryAdvisoryLock(tx, 'chain batches'))) return false;
      if ((await countPlacing(tx)) >= MOST_PLACING) return false;
      const waiting = await listWaitingBets(tx, { limit: MOST_BETS, leftMs: LEFT_MS });

      // Whatever made a batch fail as a whole must not take others along again.
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

async function queueBatch(tx: Tx, key: string, bets: readonly WaitingBet[]): Promise<void> {
  await queueCall(tx, { key, role: 'relayer', ...placeCall(bets) });
  await carryBets(tx, { key, betIds: bets.map(({ id }) => id) });
}
