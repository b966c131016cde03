import { say } from '@tallystone/core/sentences/say';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, value } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { dayOf, readDay } from './utc-day.ts';

const DAY_MS = 86_400_000;
/** How many days are shown if none are asked for. */
const DAYS = 30;
/** The first bet by time is one of this many by entry. */
const FIRST_BETS = 1000;

export interface DayRange {
  /** All days, oldest first. */
  readonly days: readonly string[];
  /** From the first moment of the first day to the first moment after the last. */
  readonly includes: (moment: SQL) => SQL;
}

/**
 * Reads the days that an admin asked for; without them the last 30.
 *
 * @param from,to first and last UTC day, both included; `from` may be `start`, the day of the first bet
 * @param most days, counted back from the last
 * @throws HttpError `invalid-request` when a day is invalid or the days are in the wrong order
 */
export async function readDayRange(
  db: Db,
  { now, from, to, most }: { now: Date; from?: string | undefined; to?: string | undefined; most: number },
): Promise<DayRange> {
  const last = to === undefined ? new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS) : readDay(to, 'to');
  const before = (days: number) => new Date(last.getTime() - (days - 1) * DAY_MS);
  const asked =
    from === undefined ? before(DAYS) : from === 'start' ? await firstDay(db, last) : readDay(from, 'from');
  if (asked > last) throw new HttpError('invalid-request', say('days-reversed'));
  const first = new Date(Math.max(asked.getTime(), before(most).getTime()));
  const count = Math.round((last.getTime() - first.getTime()) / DAY_MS) + 1;
  const until = new Date(last.getTime() + DAY_MS).toISOString();
  return {
    days: Array.from({ length: count }, (_, i) => dayOf(new Date(first.getTime() + i * DAY_MS))),
    includes: (moment) =>
      sql`(${moment} >= ${first.toISOString()}::timestamptz and ${moment} < ${until}::timestamptz)`,
  };
}

/** The day of the first bet or combo; without any, the last day. */
async function firstDay(db: Db, last: Date): Promise<Date> {
  const first = await value(
    db,
    col.date.orNull,
    // The moments have no order in an index. Of live bets the chain decides which comes first, but within minutes.
    sql`
      select min(f.placed_at) as first from (
        (select b.placed_at from bets b order by b.entry_id limit ${FIRST_BETS})
        union all
        (select c.placed_at from combos c order by c.entry_id limit ${FIRST_BETS})) f`,
  );
  const day = first === null ? last : new Date(Math.floor(first.getTime() / DAY_MS) * DAY_MS);
  return day < last ? day : last;
}
