import type { Db } from '../db/db.ts';
import { liveSessions } from '../identity/find-session.ts';
import type { AccountSource } from '../realtime/follow-accounts.ts';
import { accountChanges } from './account-changes.ts';
import { limits } from './limits.ts';
import { listChangedBets } from './list-bets.ts';

/** The stream's source of users' funds, limits and bets. */
export function streamAccounts({
  db,
  mode,
  now,
}: {
  db: Db;
  mode: 'demo' | 'live';
  now: () => Date;
}): AccountSource {
  return {
    changes: (since, query) => accountChanges(db, since, query),
    async news({ userId, family }, since) {
      return {
        limits: await limits(db, { userId, mode }),
        bets: since === null ? [] : await listChangedBets(db, { userId, family, since, mode }),
      };
    },
    liveSessions: (tokenHashes) => liveSessions(db, tokenHashes, now()),
  };
}
