import { SIGNED_REPEAT_WINDOW_MS } from '@tallystone/core/betting/decide-batch';
import { type SQL, sql } from 'drizzle-orm';
import type { BetRequest } from './bet-request.ts';

/**
 * A part of the statement of `factsSql`: recent bets of a table that a bet without quote and key repeats, because the bettor
 * signed the same. Empty if each bet has one of the two, as the app's have.
 */
export function signedRepeats(table: SQL, { bets, now }: { bets: readonly BetRequest[]; now: SQL }): SQL {
  const isBare = ({ identity }: BetRequest) => identity.quoteId === null && identity.idempotencyKey === null;
  if (!bets.some(isBare)) return sql``;
  return sql`
        union all
        select 3, l.* from asked a
        join only ${table} l on l.user_id = a.user_id and l.signed_hash = decode(a.signed_hash, 'hex')
        where a.quote_id is null and a.idempotency_key is null
          and l.placed_at > ${now} - ${`${SIGNED_REPEAT_WINDOW_MS} milliseconds`}::interval`;
}
