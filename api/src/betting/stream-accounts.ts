import type { WireCombo } from '@tallystone/core/http-api/combos';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import type { Db } from '../db/db.ts';
import { liveSessions } from '../identity/find-session.ts';
import type { AccountSource } from '../realtime/follow-accounts.ts';
import type { Position } from '../realtime/position.ts';
import { accountChanges } from './account-changes.ts';
import { limits } from './limits.ts';
import { listChangedBets } from './list-bets.ts';

/** The stream's source of users' funds, limits, bets and combos. */
export function streamAccounts({
  db,
  mode,
  now,
  changedCombos,
}: {
  db: Db;
  mode: 'demo' | 'live';
  now: () => Date;
  /** The user's combos that are new or have ended since a position. */
  changedCombos(user: { userId: string; family: WalletFamily; since: Position }): Promise<WireCombo[]>;
}): AccountSource {
  return {
    changes: (since, query) => accountChanges(db, since, query),
    async news({ userId, family }, since) {
      return {
        limits: await limits(db, { userId, mode }),
        bets: since === null ? [] : await listChangedBets(db, { userId, family, since, mode }),
        combos: since === null ? [] : await changedCombos({ userId, family, since }),
      };
    },
    liveSessions: (tokenHashes) => liveSessions(db, tokenHashes, now()),
  };
}
