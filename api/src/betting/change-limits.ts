import type { RequestBody, WireLimits } from '@tallystone/core/http-api';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';

/** Sets a user's own daily cap: a lower one at once, a higher one or none a day later. */
export async function changeLimits(
  _db: Db,
  _asked: { session: Session; mode: 'demo' | 'live'; sent: RequestBody<'changeLimits'> },
): Promise<WireLimits> {
  throw new HttpError('not-ready', 'Limits are not built yet.');
}

/** No bets of the user for a while, which nobody can shorten. */
export async function takeBreak(
  _db: Db,
  _asked: { session: Session; mode: 'demo' | 'live'; sent: RequestBody<'takeBreak'> },
): Promise<WireLimits> {
  throw new HttpError('not-ready', 'Breaks are not built yet.');
}
