import type { WireBet } from '@tallystone/core/http-api';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import type { Db } from '../db/db.ts';
import { selectBetsOf } from './bet-store.ts';
import { placedBet } from './placed-bet.ts';

const MOST_LISTED = 500;

/** The bets of a user, newest first; older ones follow those that came before the last one seen. */
export async function listBets(
  db: Db,
  asked: { userId: string; family: WalletFamily; before: string | null },
): Promise<WireBet[]> {
  const { userId, family, before } = asked;
  const bets = await selectBetsOf(db, { userId, before, limit: MOST_LISTED });
  return bets.map((bet) => ({
    ...placedBet(bet, family),
    market: { title: bet.marketTitle, category: bet.category, state: bet.marketState },
    outcomeName: bet.outcomeName,
  }));
}
