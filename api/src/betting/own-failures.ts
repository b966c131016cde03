import { FAILURE_WAIT_MS, OWN_FAILURES, waitAfterFailures } from '@tallystone/core/betting/failure-wait';
import { type SQL, sql } from 'drizzle-orm';
import { col } from '../db/rows.ts';

/** The moments that `latestOwnFailures` gives. */
export const ownFailures = col.list(col.text).orNull;

const isOwnFailure = sql`w.failure in (${sql.join(
  OWN_FAILURES.map((failure) => sql`${failure}`),
  sql`, `,
)})`;

/** For a row `u` of users: when bets failed by the bettor's own doing, the latest first, as far as it still matters. */
export const latestOwnFailures = (now: SQL): SQL => sql`
  select json_agg(f.decided_at order by f.decided_at desc) from (
    select w.decided_at from live_bets w
    where w.user_id = u.id and w.state = 'failed' and ${isOwnFailure}
      and w.decided_at > ${now} - ${`${2 * FAILURE_WAIT_MS} milliseconds`}::interval
    order by w.decided_at desc limit 2) f`;

/** Until when their wallet waits; null when it does not. */
export function waitsUntil(failed: string[] | null, now: Date): Date | null {
  return waitAfterFailures(
    (failed ?? []).map((time) => new Date(time)),
    now,
  );
}
