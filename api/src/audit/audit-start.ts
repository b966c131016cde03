import { type SQL, sql } from 'drizzle-orm';

/** A row of the audit with its hash, hex. */
export interface AuditRow {
  readonly id: string;
  readonly hash: string;
}

/** The last verified row of the audit, and which rows are read. */
export interface AuditStart {
  /** Row 0 with an empty hash comes before the first one. */
  readonly last: AuditRow;
  /** Earlier rows that still count, such as the settings in force. */
  readonly facts: readonly AuditRow[];
  /** A relation with the facts and all rows after the last verified one. */
  readonly rows: SQL;
}

export const WHOLE_AUDIT: AuditStart = { last: { id: '0', hash: '' }, facts: [], rows: sql`audit` };

export function auditAfter(last: AuditRow, facts: readonly AuditRow[]): AuditStart {
  return {
    last,
    facts,
    rows: sql`(
      select r.* from audit r where r.id > ${last.id}::bigint
      union all
      select r.* from audit r
      where r.id <= ${last.id}::bigint and r.id = any(${arrayOfIds(facts)}::bigint[]))`,
  };
}

/** An array in PostgreSQL's notation: the planner sees how long it is, and finds its rows by the primary key. */
export const arrayOfIds = (rows: readonly AuditRow[]): string => `{${rows.map(({ id }) => id).join(',')}}`;
