import { sql } from 'drizzle-orm';
import { col } from '../db/rows.ts';
import { type ExportSet, isIn, isOn } from './export-set.ts';

/** The full audit with the hashes that chain its rows. `before` and `after` are JSON. */
export const AUDIT_EXPORT: ExportSet = {
  columns: {
    audit_id: col.text,
    at: col.iso,
    actor: col.text,
    action: col.text,
    subject: col.text,
    reason: col.text.orNull,
    before: col.text.orNull,
    after: col.text.orNull,
    sha256: col.text,
  },
  // One row can be a megabyte.
  pageRows: 25,
  bounds: (range) => sql`
    select min(a.id)::text as first, max(a.id)::text as last from audit a where ${isIn(sql`a.at`, range)}`,
  page: (page) => sql`
    select a.id::text as key, a.id::text as audit_id, a.at, a.actor, a.action, a.subject, a.reason, a.before::text, a.after::text,
      encode(a.hash, 'hex') as sha256
    from audit a
    where ${isOn(sql`a.id`, sql`bigint`, page)} and ${isIn(sql`a.at`, page)}
    order by a.id`,
};
