import { limitsAt } from '@tallystone/core/identity/decide-limits';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, values } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { lockOwnLimits } from './limits-store.ts';

/**
 * Refuses a wallet whose user takes a break or is self-excluded. Who asks has not proven that the wallet is theirs, so they
 * hear neither why nor until when. The user's limits stay locked, so that a break which begins at the same moment finds what
 * was done here.
 *
 * @throws HttpError `wrong-state`
 */
export async function requireNoBreak(tx: Tx, { family, bytes }: WalletAddress): Promise<void> {
  // Only who has an account can have asked for a break.
  const [userId] = await values(
    tx,
    col.text,
    sql`
      select u.id from users u join accounts a on a.user_id = u.id and a.kind = 'user'
      where u.family = ${family} and u.address_bytes = ${Buffer.from(bytes)} and not u.guest`,
  );
  if (userId === undefined) return;
  const { limits, now } = await lockOwnLimits(tx, userId);
  if (limitsAt(limits, now).blocked !== null) {
    throw new HttpError('wrong-state', say('no-guest'));
  }
}
