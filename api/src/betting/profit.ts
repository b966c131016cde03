import type { WireProfit } from '@tallystone/core/http-api';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';

/** Profit of the bets of a user that ended on each of the last 30 UTC days. */
export async function profit(_db: Db, _asked: { userId: string; now: Date }): Promise<WireProfit> {
  throw new HttpError('not-ready', 'Profits are not built yet.');
}
