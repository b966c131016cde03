import type { WireStatementRow } from '@tallystone/core/http-api';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';

/** Every entry that touched a user's funds, newest first. */
export async function statement(
  _db: Db,
  _asked: { userId: string; before: string | null },
): Promise<WireStatementRow[]> {
  throw new HttpError('not-ready', 'Statements are not built yet.');
}
