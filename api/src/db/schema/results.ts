import { sql } from 'drizzle-orm';
import { check, foreignKey, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { alsoWon, bytes, isOneOf, moment, ref, whole } from './columns.ts';
import { markets, outcomes } from './markets.ts';
import { users } from './users.ts';

/** Proposed ends of markets and what happened to them. At most one per market is open. */
export const resolutions = pgTable(
  'resolutions',
  {
    id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
    marketId: ref('market_id', () => markets.id).notNull(),
    /** The outcome that won, the first of several; null: void. */
    outcomeId: text('outcome_id'),
    alsoWon: alsoWon(),
    source: text({ enum: ['admin', 'feed', 'practice', 'guardian', 'chain'] }).notNull(),
    /** A link or a note; for a void the reason. */
    evidence: text().notNull(),
    /** The feed's unchanged answer, or the draw. */
    raw: jsonb(),
    /** The rehearsed payments, and their SHA-256. */
    rehearsal: jsonb().notNull(),
    rehearsalHash: bytes('rehearsal_hash').notNull(),
    /** Null if the source itself proposed it. */
    proposedBy: ref('proposed_by', () => users.id),
    proposedAt: moment('proposed_at').notNull(),
    approvedBy: ref('approved_by', () => users.id),
    approvedAt: moment('approved_at'),
    /** Set when it is approved: settlement begins then, and until then it can be undone. */
    paysFrom: moment('pays_from'),
    /** When settlement began. */
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    endedAs: text('ended_as', { enum: ['paid', 'undone', 'objected', 'replaced'] }),
    endedBy: ref('ended_by', () => users.id),
    endReason: text('end_reason'),
  },
  (t) => [
    foreignKey({ columns: [t.marketId, t.outcomeId], foreignColumns: [outcomes.marketId, outcomes.id] }),
    uniqueIndex('resolutions_under_way').on(t.marketId).where(sql`${t.endedAt} is null`),
    index('resolutions_market').on(t.marketId),
    check('resolutions_source', isOneOf(t.source)),
    check(
      'resolutions_also_won',
      sql`(${t.outcomeId} is not null or cardinality(${t.alsoWon}) = 0) and array_position(${t.alsoWon}, null) is null and array_position(${t.alsoWon}, ${t.outcomeId}) is null`,
    ),
    check('resolutions_approved', sql`(${t.approvedAt} is null) = (${t.paysFrom} is null)`),
    check(
      'resolutions_started',
      sql`${t.startedAt} is null or (${t.approvedAt} is not null and ${t.startedAt} >= ${t.paysFrom})`,
    ),
    // Once payment has begun, it can only end as paid.
    check(
      'resolutions_ended',
      sql`(${t.endedAt} is null) = (${t.endedAs} is null) and (${t.endedAs} = 'paid') = (${t.startedAt} is not null and ${t.endedAt} is not null)`,
    ),
  ],
);
