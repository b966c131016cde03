import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, moment } from './columns.ts';
import { users } from './users.ts';

/** Who changed what: only inserted, each row bound to the one before it by its hash. */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    /** Null for what no user did. */
    userId: text('user_id').references(() => users.id),
    /** An address, 'command-line' or 'system'. */
    actor: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    reason: text(),
    /** SHA-256 of the hash before it and of this row, see audit/record-audit.ts. */
    hash: bytes('hash').notNull(),
  },
  // Asked for before each payment, and under the lock of a market: see markets/late-starts.ts.
  (t) => [index('audit_late_starts').on(t.subject).where(sql`${t.action} = 'market.late-start'`)],
);

/** Changes that wait for a second admin, in live mode. */
export const pendingChanges = pgTable(
  'pending_changes',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['create-market', 'change-settings', 'change-user'] }).notNull(),
    /** The body of the call, and what it is about. */
    subject: text().notNull(),
    payload: jsonb().notNull(),
    /** One plain sentence. */
    summary: text().notNull(),
    proposedBy: text('proposed_by')
      .notNull()
      .references(() => users.id),
    proposedAt: moment('proposed_at').notNull(),
    endedAt: moment('ended_at'),
    endedAs: text('ended_as', { enum: ['approved', 'rejected'] }),
    endedBy: text('ended_by').references(() => users.id),
    endReason: text('end_reason'),
  },
  (t) => [
    check('pending_changes_kind', sql`${t.kind} in ('create-market', 'change-settings', 'change-user')`),
    check('pending_changes_ended', sql`(${t.endedAt} is null) = (${t.endedAs} is null)`),
    // Nobody approves what they propose themselves.
    check('pending_changes_two', sql`${t.endedAs} <> 'approved' or ${t.endedBy} <> ${t.proposedBy}`),
  ],
);
