import type { WireAuditRow } from '@tallystone/core/http-api';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';

const PAGE = 100;
/** Of a longer value only the beginning is listed; the export has it in full. */
const LONGEST_SHOWN = 8000;
const BEGINNING = 1000;
const ROW_ID = /^[1-9]\d{0,15}$/;

/**
 * Who changed what, newest first, a page at a time.
 *
 * @param before id of the last row that was seen
 * @throws HttpError `invalid-request` when it is no number
 */
export async function listAudit(
  db: Db,
  { before }: { before?: string | undefined },
): Promise<WireAuditRow[]> {
  if (before !== undefined && !ROW_ID.test(before)) {
    throw new HttpError('invalid-request', '`before` is the number of an audit row, such as 120.');
  }
  const found = await rows<Omit<WireAuditRow, 'id'> & { number: string }>(
    db,
    sql`
      select a.id::text as number, a.at, a.actor, a.action, a.subject, a.reason,
        ${shown(sql`a.before`)} as before, ${shown(sql`a.after`)} as after
      from audit a
      where ${before === undefined ? sql`true` : sql`a.id < ${before}::bigint`}
      order by a.id desc
      limit ${PAGE}`,
  );
  return found.map(({ number, ...row }) => ({
    ...row,
    id: Number(number),
    at: new Date(row.at).toISOString(),
  }));
}

const shown = (value: SQL): SQL => sql`
  case when length(${value}::text) > ${LONGEST_SHOWN}
    then jsonb_build_object('characters', length(${value}::text), 'begins', left(${value}::text, ${BEGINNING}))
    else ${value}
  end`;
