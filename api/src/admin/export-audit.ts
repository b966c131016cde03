import { sql } from 'drizzle-orm';
import { type ExportSet, isIn, isOn, timeCell } from './export-set.ts';

interface AuditRow {
  key: string;
  at: string;
  actor: string;
  action: string;
  subject: string;
  reason: string | null;
  before: string | null;
  after: string | null;
  hash: string;
}

/** The audit in full, with the hashes that bind its rows. What was and what is are JSON. */
export const AUDIT_EXPORT: ExportSet = {
  columns: ['audit_id', 'at', 'actor', 'action', 'subject', 'reason', 'before', 'after', 'sha256'],
  // A row may be a megabyte.
  pageRows: 25,
  bounds: (range) => sql`
    select min(a.id)::text as first, max(a.id)::text as last from audit a where ${isIn(sql`a.at`, range)}`,
  page: (page) => sql`
    select a.id::text as key, a.at, a.actor, a.action, a.subject, a.reason, a.before::text, a.after::text,
      encode(a.hash, 'hex') as hash
    from audit a
    where ${isOn(sql`a.id`, sql`bigint`, page)} and ${isIn(sql`a.at`, page)}
    order by a.id
    limit ${AUDIT_EXPORT.pageRows}`,
  cells: (row: AuditRow) => [
    row.key,
    timeCell(row.at),
    row.actor,
    row.action,
    row.subject,
    row.reason ?? '',
    row.before ?? '',
    row.after ?? '',
    row.hash,
  ],
};
