import { limitsAt } from '@tallystone/core/identity/decide-limits';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { lockOwnLimits } from './limits-store.ts';
import { refusalError } from './refusal-error.ts';

/**
 * Refuses a wallet whose user takes a break or is self-excluded, as a bet would be. The user's limits stay locked, so that a
 * break which begins at the same moment finds what was done here.
 *
 * @throws HttpError `self-excluded`
 */
export async function requireNoBreak(tx: Tx, { family, bytes }: WalletAddress): Promise<void> {
  // Only who has an account can have asked for a break.
  const [user] = await rows<{ id: string }>(
    tx,
    sql`
      select u.id from users u join accounts a on a.user_id = u.id and a.kind = 'user'
      where u.family = ${family} and u.address_bytes = ${Buffer.from(bytes)} and not u.guest`,
  );
  if (user === undefined) return;
  const { limits, now } = await lockOwnLimits(tx, user.id);
  const { blocked } = limitsAt(limits, now);
  if (blocked !== null)
    throw refusalError({ kind: 'rejected', reason: 'self-excluded', until: blocked.until });
}
