import type { WireAuditRow } from '@tallystone/core/http-api/admin';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { titlesOf } from './market-titles.ts';

const PAGE = 100;
/** Longer values are listed by their beginning only; the export has them in full. */
const LONGEST_SHOWN = 8000;
const BEGINNING = 1000;
/** At most this many of a row's markets are named. */
const MARKETS_NAMED = 20;
const ROW_ID = /^[1-9]\d{0,15}$/;

/**
 * Who changed what, newest first, one page at a time.
 *
 * @param before id of the last row seen
 * @param seals 'shown' to include the server's own rows that seal the books
 * @throws HttpError `invalid-request` when `before` isn't a row number
 */
export async function listAudit(
  db: Db,
  { before, seals }: { before?: string | undefined; seals?: 'shown' | undefined },
): Promise<WireAuditRow[]> {
  if (before !== undefined && !ROW_ID.test(before)) {
    throw new HttpError('invalid-request', '`before` must be the number of an audit row, such as 120.');
  }
  const found = await rows(
    db,
    AUDIT_ROW,
    sql`
      select a.id, a.at, a.actor, a.action, a.subject, a.reason,
        ${shown(sql`a.before`)} as before, ${shown(sql`a.after`)} as after,
        (
          select coalesce(jsonb_agg(spoken.market_id order by spoken.place), '[]')
          from (${marketIdsOf} limit ${MARKETS_NAMED}) spoken
        ) as market_ids,
        (select count(*)::int from (${marketIdsOf}) spoken) as market_count
      from audit a
      where ${before === undefined ? sql`true` : sql`a.id < ${before}::bigint`}
        and ${seals === 'shown' ? sql`true` : sql`a.action <> 'books.seal'`}
      order by a.id desc
      limit ${PAGE}`,
  );
  const named = await titlesOf(db, [...new Set(found.flatMap((row) => row.marketIds))]);
  const titles = new Map(named.map(({ id, title }) => [id, title]));
  return found.map(({ marketIds: ids, marketCount: count, ...row }) => {
    const first = ids.flatMap((id) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ id, title }];
    });
    return { ...row, ...(first.length > 0 && { markets: { count, first } }) };
  });
}

const AUDIT_ROW = {
  id: col.whole,
  at: col.iso,
  actor: col.text,
  action: col.text,
  subject: col.text,
  reason: col.text.orNull,
  before: col.json,
  after: col.json,
  marketIds: col.list(col.text),
  marketCount: col.number,
};

/** The markets a row is about: its subject, or else the market ids in `after`, in their order. */
const marketIdsOf = sql`
  select id #>> '{}' as market_id, place
  from jsonb_path_query(
    case when starts_with(a.subject, 'm_') then to_jsonb(a.subject) else a.after end,
    'strict $.** ? (@.type() == "string" && @ starts with "m_")'
  ) with ordinality as found(id, place)`;

const shown = (value: SQL): SQL => sql`
  case when length(${value}::text) > ${LONGEST_SHOWN}
    then jsonb_build_object('characters', length(${value}::text), 'begins', left(${value}::text, ${BEGINNING}))
    else ${value}
  end`;
