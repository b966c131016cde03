import type { Db } from '../db/db.ts';
import { liveSessions } from '../identity/live-sessions.ts';
import type { AccountSource } from '../realtime/follow-accounts.ts';
import { accountChanges } from './account-changes.ts';
import { limits } from './limits.ts';
import { listChangedBets } from './list-bets.ts';

/** Funds, limits and bets of the database as the stream tells their owners of them. */
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
    changes: (since, asked) => accountChanges(db, since, asked),
    async news({ userId, family }, since) {
      return {
        limits: await limits(db, { userId, mode }),
        bets: since === null ? [] : await listChangedBets(db, { userId, family, since, mode }),
      };
    },
    liveSessions: (tokenHashes) => liveSessions(db, tokenHashes, now()),
  };
}
