import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, isOneOf, moment, ref, whole } from './columns.ts';
import { users } from './users.ts';

/** Who changed what. Only inserted; each row's hash includes the hash of the row before. */
export const audit = pgTable(
  'audit',
  {
    id: whole('id').primaryKey(),
    at: moment('at').notNull(),
    /** Null if no user did it. */
    userId: ref('user_id', () => users.id),
    /** An address, 'command-line' or 'system'. */
    actor: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    reason: text(),
    /** SHA-256 of the previous row's hash and of this row, see audit/record-audit.ts. */
    hash: bytes('hash').notNull(),
  },
  // Read before each payment, under the market's lock: see markets/late-starts.ts.
  (t) => [index('audit_late_starts').on(t.subject).where(sql`${t.action} = 'market.late-start'`)],
);

/** Changes that wait for a second admin's approval, in live mode. */
export const pendingChanges = pgTable(
  'pending_changes',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['create-market', 'change-settings', 'change-user'] }).notNull(),
    /** The subject and the body of the request. */
    subject: text().notNull(),
    payload: jsonb().notNull(),
    /** One plain sentence. */
    summary: text().notNull(),
    proposedBy: ref('proposed_by', () => users.id).notNull(),
    proposedAt: moment('proposed_at').notNull(),
    endedAt: moment('ended_at'),
    endedAs: text('ended_as', { enum: ['approved', 'rejected'] }),
    endedBy: ref('ended_by', () => users.id),
    endReason: text('end_reason'),
  },
  (t) => [
    check('pending_changes_kind', isOneOf(t.kind)),
    check('pending_changes_ended', sql`(${t.endedAt} is null) = (${t.endedAs} is null)`),
    // Admins can't approve their own proposals.
    check('pending_changes_two', sql`${t.endedAs} <> 'approved' or ${t.endedBy} <> ${t.proposedBy}`),
  ],
);
