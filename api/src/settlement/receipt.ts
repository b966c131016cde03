import type { WireReceipt } from '@tallystone/core/http-api';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';

/** An own bet, the entries of the books that it caused, and its place in the audit chain. */
export async function receipt(_db: Db, _asked: { session: Session; betId: string }): Promise<WireReceipt> {
  throw new HttpError('not-ready', 'Receipts are not built yet.');
}
