import { type SQL, sql } from 'drizzle-orm';

/** The action of audit rows which say that a game began earlier than announced. markets/late-starts.ts writes and reads them. */
export const LATE_START = 'market.late-start';
/** Raw text instead of a parameter, so that any plan can use the index of these rows. */
const isLateStart = sql.raw(`a.action = '${LATE_START}'`);

/** For rows `m` of markets and `a` of the audit: whether the row has a late start of the market's own game. */
export const isStartOf = sql`(${isLateStart} and a.subject = m.id and a.after ->> 'lateFrom' is not null
  and a.after ->> 'game' is not distinct from m.game_id)`;

/**
 * For rows `l` of combo_legs, `c` of combos and `m` of markets: whether the leg was placed after its game began but before
 * the server knew that. @param audit the rows to read
 */
export const isLateLeg = (audit: SQL): SQL => sql`exists (
  select from ${audit} a
  where ${isStartOf} and c.placed_at >= (a.after ->> 'lateFrom')::timestamptz
    and l.market_version < (a.after ->> 'version')::bigint)`;
