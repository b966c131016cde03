import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import type { Db } from '../db/db.ts';
import { getBetOf } from './bet-store.ts';
import { listedBet } from './listed-bet.ts';

/** One bet of a user as the history shows it, without an offer to sell it back; null when the user has no such bet. */
export async function getBet(
  db: Db,
  { userId, betId, family }: { userId: string; betId: string; family: WalletFamily },
): Promise<WireBet | null> {
  const bet = await getBetOf(db, { userId, betId });
  return bet === null ? null : listedBet(bet, family, null);
}
