import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, row, rows } from '../db/rows.ts';
import type { Difference } from './difference.ts';
import { SINCE_NOTHING, type Since } from './since.ts';

export const MOMENTS_PROMISE =
  'no bet and no combo was recorded after its market had closed, and moments follow the order of the books and of their seals';

/**
 * How far a moment may be before the moments of lower numbers. A bet and a cash-out read the clock under their locks, and get
 * their entry at most four statements later: at most 3 s each, with at most 5 s in between (open-database.ts), so 35 s. Ends
 * of many bets read it within the statement that makes their entry, which may take 30 s (settle-store.ts). The rest is for
 * clocks that are adjusted.
 */
const TOLERANCE_SECONDS = 90;
const MOST_SHOWN = 20;

const MISDATED = {
  entryId: col.text,
  what: col.text,
  id: col.text,
  at: col.date,
  /** The latest moment of the entries before it. */
  before: col.date.orNull,
  /** The latest moment at which its seal or one before it was made. */
  sealedBy: col.date.orNull,
  /** When the server stored that betting had ended, if at a lower version. */
  closedAt: col.date.orNull,
  isLate: col.bool,
  isEarly: col.bool,
};

/**
 * Compares moments with the numbers of entries, which rise in the order of recording, and with the seals, whose moments are
 * hashed into the audit.
 *
 * - A bet, a combo or a cash-out of a bet is late if the audit says that its market was closed at a lower version. It is also late if both an
 *   entry with a lower number and its own seal are from after its end of betting.
 * - A bet or a combo, or the end of one, is early if both an entry with a lower number and its own seal are from after its moment.
 * - No moment may be after the entry's seal.
 *
 * If its own seal is from before such a moment, the database's clock had been ahead and was then set back. Entries that were
 * sealed late because the server was down are fine, because nothing else was recorded in between.
 */
export async function replayMoments(db: Db, since: Since = SINCE_NOTHING): Promise<Difference[]> {
  const tolerance = sql`${TOLERANCE_SECONDS}::int * interval '1 second'`;
  const found = await rows(
    db,
    MISDATED,
    sql`
      with dated as materialized (
        ${datedSince(since)}
      ), closed as materialized (
        select c.id, c.version::bigint as version, a.at, a.id as audit_id
        from ${since.audit.rows} a cross join lateral jsonb_each_text(a.after -> 'versions') as c(id, version)
        where a.action = 'markets.close'
      ), latest as (
        select e.id, greatest(e.recorded_at, max(d.at)) as at
        from entries e left join dated d on d.entry_id = e.id
        where e.id > ${since.entryId}::bigint
        group by e.id
        union all
        select ${since.entryId}::bigint, ${since.latestAt}::timestamptz
      ), placed as (
        select l.id as entry_id, max(l.at) over earlier as before, count(s.id) over earlier + 1 as seal
        from latest l left join seals s on s.last_entry = l.id and s.id > ${since.sealId}::bigint
        window earlier as (order by l.id rows between unbounded preceding and 1 preceding)
      ), sealed as (
        select row_number() over (order by s.id) as seal, a.at, greatest(${since.sealedAt}::timestamptz, max(a.at) over (order by s.id)) as latest
        from seals s join audit a on a.id = s.audit_id
        where s.id > ${since.sealId}::bigint
      ), judged as materialized (
        -- Computed as a whole before rows are taken: for only a few rows the planner would join every row with every other.
        select d.*, p.before, s.latest as sealed_by, c.at as closed_at,
          -- An entry that is not sealed yet has no seal that would excuse it.
          c.at is not null or coalesce(
            p.before > d.closes_at + ${tolerance} and coalesce(s.at, 'infinity') > d.closes_at + ${tolerance}, false
          ) as is_late,
          -- An entry that is not sealed yet has no seal that would prove it.
          d.what <> 'entry' and coalesce(d.at < p.before - ${tolerance} and d.at < s.at - ${tolerance}, false) as is_early,
          coalesce(d.at > s.latest + ${tolerance}, false) as is_ahead
        from (
          select * from dated
          union all
          select e.id, 'entry', e.kind, e.recorded_at, null, null, null, null, false from entries e
          where e.id > ${since.entryId}::bigint
        ) d
        join placed p using (entry_id)
        left join sealed s using (seal)
        left join closed c on c.id = d.market_id and c.version < d.version and d.needs_open
          -- A postponed game takes bets again if the void of its market was taken back.
          and (d.is_own or not exists (
            select from ${since.audit.rows} u where u.subject = d.market_id and u.action in ('market.undo', 'market.object')
              and u.id > c.audit_id))
      )
      select j.entry_id::text, j.what, j.id, j.at, j.closed_at, j.before, j.sealed_by, j.is_late, j.is_early
      from judged j where j.is_late or j.is_early or j.is_ahead
      order by j.entry_id, j.what, j.id limit ${MOST_SHOWN}`,
  );
  return found.map(problemOf);
}

/** Selects what entries after the verified one dated. */
const datedSince = ({ entryId }: Since): SQL => sql`
  -- A live bet counts by the entry of its hold, when it was accepted; it gets a second entry when it is confirmed.
  select b.entry_id, 'bet' as what, b.id, b.placed_at as at, b.market_id, b.market_version as version, b.closes_at,
    b.priced_at is null as is_own, true as needs_open
  from bets b where b.entry_id > ${entryId}::bigint and not exists (select from live_bets l where l.id = b.id)
  union all
  select l.hold_entry_id, 'live bet', l.id, l.placed_at, l.market_id, l.market_version, l.closes_at,
    l.priced_at is null, true
  from live_bets l where l.hold_entry_id > ${entryId}::bigint
  union all
  -- The close of a market of the feed may have moved since the bet was placed.
  -- While the game was played, betting on the market in play must have been open.
  select n.entry_id, 'end of bet', n.bet_id, n.ended_at, coalesce(c.priced_market_id, n.market_id),
    coalesce(c.priced_version + 1, n.market_version),
    case when n.kind = 'cash-out' and b.priced_at is null then b.closes_at end, b.priced_at is null,
    n.kind = 'cash-out'
  from bet_endings n left join bets b on b.id = n.bet_id left join cash_outs c on c.bet_id = n.bet_id
  where n.entry_id > ${entryId}::bigint
  union all
  select c.entry_id, 'cash-out of a part of bet', c.bet_id, c.sold_at, coalesce(c.priced_market_id, c.market_id),
    coalesce(c.priced_version + 1, c.market_version), case when b.priced_at is null then b.closes_at end, b.priced_at is null, true
  from sold_parts c left join bets b on b.id = c.bet_id
  where c.entry_id > ${entryId}::bigint
  union all
  -- A combo makes no version of a market: it must have been placed before the one at which betting ended.
  select c.entry_id, 'combo', c.id, c.placed_at, l.market_id, l.market_version + 1, l.closes_at, false, true
  from combos c left join combo_legs l on l.combo_id = c.id where c.entry_id > ${entryId}::bigint
  union all
  select n.entry_id, 'end of combo', n.combo_id, n.ended_at, null, null, null, false, false
  from combo_endings n where n.entry_id > ${entryId}::bigint`;

/** The latest moments of all entries, and of all seals, up to these. Continues from the verified ones. */
export const latestMoments = (db: Db, since: Since, until: { entryId: string; sealId: string }) =>
  row(
    db,
    { latestAt: col.text, sealedAt: col.text },
    sql`
      with dated as (${datedSince(since)})
      select greatest(${since.latestAt}::timestamptz,
          (select max(d.at) from dated d where d.entry_id <= ${until.entryId}::bigint),
          (select max(e.recorded_at) from entries e
            where e.id > ${since.entryId}::bigint and e.id <= ${until.entryId}::bigint))::text as latest_at,
        greatest(${since.sealedAt}::timestamptz,
          (select max(a.at) from seals s join audit a on a.id = s.audit_id
            where s.id > ${since.sealId}::bigint and s.id <= ${until.sealId}::bigint))::text as sealed_at`,
  );

function problemOf({ entryId, what, id, ...row }: Row<typeof MISDATED>): Difference {
  const at = (moment: Date | null) => moment?.toISOString() ?? 'no moment';
  const difference = (expected: string): Difference => ({
    entryId,
    what: `the moment of ${what} ${id}`,
    expected,
    found: at(row.at),
  });
  if (row.isLate) {
    const after =
      row.closedAt === null
        ? `an entry of ${at(row.before)}`
        : `the market was closed at ${at(row.closedAt)}`;
    return { ...difference('recorded before betting ended'), found: `recorded after ${after}` };
  }
  return row.isEarly
    ? difference(`not before ${at(row.before)}, that of an entry before it`)
    : difference(
        `not after ${at(row.sealedBy)}, when it was sealed, unless the clock of the database was set back then`,
      );
}
