import { FAILURE_WAIT_MS, OWN_FAILURES } from '@tallystone/core/betting/failure-wait';
import { type SQL, sql } from 'drizzle-orm';
import { col } from '../db/rows.ts';

/** Reads the moments that `latestOwnFailures` selects. */
export const ownFailures = col.all(col.date);

const isOwnFailure = sql`w.failure in (${sql.join(
  OWN_FAILURES.map((failure) => sql`${failure}`),
  sql`, `,
)})`;

/** For a row `u` of users: when bets failed by the bettor's own fault, as far as it still matters, the latest first. */
export const latestOwnFailures = (now: SQL): SQL => sql`
  select json_agg(f.decided_at order by f.decided_at desc) from (
    select w.decided_at from only live_bets w
    where w.user_id = u.id and w.state = 'failed' and ${isOwnFailure}
      and w.decided_at > ${now} - ${`${2 * FAILURE_WAIT_MS} milliseconds`}::interval
    order by w.decided_at desc limit 2) f`;
