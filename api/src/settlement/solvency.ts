import type { WireSolvency } from '@tallystone/core/http-api';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import type { CheckedInvariant } from '../ledger/watch-books.ts';

/** What the house holds and owes, and when each promise of the books was last checked. */
export async function solvency(
  _db: Db,
  _asked: { mode: 'demo' | 'live'; now: Date; checked: readonly CheckedInvariant[] },
): Promise<WireSolvency> {
  throw new HttpError('not-ready', 'The proof of solvency is not built yet.');
}
