import { say } from '@tallystone/core/sentences/say';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import type { Due } from './due-cash-outs.ts';
import type { CashOutFailure } from './sent-cash-out.ts';

export interface DecideDeps {
  /** Whether the books add up; otherwise nothing is paid. */
  mayPay(): boolean;
  /** Called with what broke a transaction; its cash-out is tried again for 20 seconds, and then fails. */
  onError(error: unknown): void;
}

/**
 * Decides cash-outs that are due, each in a transaction of its own, so one that breaks leaves the others.
 *
 * @param ways.decide pays it, fails it or lets it wait
 * @param ways.giveUp fails it, without what may break its decision
 * @param ways.onDecided called with what a transaction returned, once it has committed
 */
export async function decideEachCashOut<T>(
  db: Db,
  due: readonly Due[],
  ways: DecideDeps & {
    decide(tx: Tx, id: string): Promise<T>;
    giveUp(tx: Tx, id: string, failure: CashOutFailure): Promise<T>;
    onDecided?(decided: T): void;
  },
): Promise<void> {
  for (const { id, isStuck } of due) {
    const isPaying = ways.mayPay();
    if (!isPaying && !isStuck) continue;
    const code = isPaying ? 'feed-stale' : 'books';
    const failure = { code, message: say(`cash-out-${code}`) };
    await transaction(db, (tx) => (isStuck ? ways.giveUp(tx, id, failure) : ways.decide(tx, id)), 'cash-out')
      .then((decided) => ways.onDecided?.(decided))
      .catch(ways.onError);
  }
}
