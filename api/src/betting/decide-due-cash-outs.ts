import { say } from '@tallystone/core/sentences/say';
import { isOfValue } from '../db/database-fault.ts';
import type { Db, Tx } from '../db/db.ts';
import { CommitUnknownError, transaction } from '../db/transaction.ts';
import { chunksOf } from '../rounds/chunks-of.ts';
import type { Due } from './due-cash-outs.ts';
import { inHalves } from './in-halves.ts';
import type { CashOutFailure } from './sent-cash-out.ts';

export interface DecideDeps {
  /** Whether the books add up; otherwise nothing is paid. */
  mayPay(): boolean;
  /** Called with what broke a transaction; its cash-outs are tried again for 20 seconds, and then fail. */
  onError(error: unknown): void;
}

interface Ways<T> extends DecideDeps {
  /** Most cash-outs that one transaction decides: the feed and bets wait for its locks. */
  readonly most: number;
  /** Pays each of them, fails it or lets it wait. */
  decide(tx: Tx, ids: readonly string[]): Promise<readonly T[]>;
  /** Fails one of them, without what may break its decision. */
  giveUp(tx: Tx, id: string, failure: CashOutFailure): Promise<readonly T[]>;
  /** Called with each thing that a transaction returned, once it has committed. */
  onDecided?(decided: T): void;
}

/**
 * Decides cash-outs that are due, many in one transaction: hundreds may be due at once on one game, and each has only ten
 * seconds. One that breaks its transaction is found by halving, and leaves the others.
 *
 * @param groups a transaction decides only some of one group
 */
export async function decideDueCashOuts<T>(
  db: Db,
  groups: Iterable<readonly Due[]>,
  ways: Ways<T>,
): Promise<void> {
  for (const due of groups) {
    for (const { id } of due.filter(({ isStuck }) => isStuck)) {
      const code = ways.mayPay() ? 'feed-stale' : 'books';
      const failure = { code, message: say(`cash-out-${code}`) };
      await inOne(db, ways, (tx) => ways.giveUp(tx, id, failure)).catch(ways.onError);
    }
    const ids = due.filter(({ isStuck }) => !isStuck).map(({ id }) => id);
    for (const some of chunksOf(ids, ways.most)) if (ways.mayPay()) await decideSome(db, some, ways);
  }
}

async function decideSome<T>(db: Db, ids: readonly string[], ways: Ways<T>): Promise<void> {
  try {
    await inOne(db, ways, (tx) => ways.decide(tx, ids));
  } catch (error) {
    const isOfOne = isOfValue(error) && !(error instanceof CommitUnknownError);
    if (ids.length > 1 && isOfOne) await inHalves(ids, (half) => decideSome(db, half, ways));
    else ways.onError(error);
  }
}

async function inOne<T>(
  db: Db,
  { onDecided }: Pick<Ways<T>, 'onDecided'>,
  work: (tx: Tx) => Promise<readonly T[]>,
): Promise<void> {
  for (const decided of await transaction(db, work, 'cash-out')) onDecided?.(decided);
}
