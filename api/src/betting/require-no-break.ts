import { limitsAt } from '@tallystone/core/identity/decide-limits';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, values } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { lockOwnLimits } from './limits-store.ts';

/**
 * Refuses a wallet whose user is taking a break or is self-excluded. The guest has not proven that the wallet is theirs, so
 * the refusal gives no reason and no end. The user's limits stay locked, so a break that begins at the same moment finds
 * the guest's session and ends it.
 *
 * @throws HttpError `wrong-state`
 */
export async function requireNoBreak(tx: Tx, { family, bytes }: WalletAddress): Promise<void> {
  // Only a user with an account can have started a break.
  const [userId] = await values(
    tx,
    col.text,
    sql`
      select u.id from users u join accounts a on a.user_id = u.id and a.kind = 'user'
      where u.family = ${family} and u.address_bytes = ${Buffer.from(bytes)} and not u.guest`,
  );
  if (userId === undefined) return;
  const { limits, now } = await lockOwnLimits(tx, userId);
  if (limitsAt(limits, now).blocked !== null) throw new HttpError('wrong-state', say('no-guest'));
}
