import { randomBytes } from 'node:crypto';
import type { WirePendingChange } from '@tallystone/core/http-api/changes';
import type { Message } from '@tallystone/core/sentences/sentence';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { takeLock } from '../db/named-lock.ts';
import { col, values } from '../db/rows.ts';
import { storableJson } from '../db/storable-json.ts';
import { HttpError } from '../http/http-error.ts';
import { type Actor, type AuditedChange, recordAudit } from './record-audit.ts';

export interface ProposedChange {
  readonly kind: WirePendingChange['kind'];
  /** Such as a user's id. */
  readonly subject: string;
  /** The request body. */
  readonly payload: unknown;
  readonly summary: Message;
  readonly actor: Actor;
  /** The refusal for callers other than admins: no second admin could approve their change. */
  readonly refusal: Message;
}

/** How many days a change waits for a second admin. After that it must be proposed again. */
export const CHANGE_WAITS_DAYS = 3;

/** For a row of `pending_changes`: when it can no longer be approved. */
export const changeExpiresAt = sql`(proposed_at + ${CHANGE_WAITS_DAYS} * interval '1 day')`;

/** The change as the caller writes it to the audit. */
export type Audited = Omit<AuditedChange, 'actor'>;

/** A proposed change, judged as if it were sent now. */
export interface JudgedProposal {
  /** What it would change, from the current value to the new one. */
  readonly summary: Message;
  /** Makes the change in the transaction that judged it. */
  make(): Promise<{ marketIds: string[]; audited: Audited }>;
}

/**
 * Stores a change that waits for a second admin. If the same admin proposes the same change again, it is stored once.
 *
 * @throws HttpError `second-admin-needed` to the command line
 */
export async function proposeChange(tx: Tx, change: ProposedChange): Promise<{ changeId: string }> {
  const { kind, subject, payload, actor, refusal } = change;
  const summary = change.summary.sentence;
  if (actor.kind !== 'admin') throw new HttpError('second-admin-needed', refusal);
  await takeLock(tx, 'pending-changes');
  const json = storableJson(payload);
  const [waiting] = await values(
    tx,
    col.text,
    sql`
      select id from pending_changes
      where kind = ${kind} and subject = ${subject} and payload = ${json}::jsonb and proposed_by = ${actor.userId}
        and ended_at is null and ${changeExpiresAt} > clock_timestamp()`,
  );
  if (waiting !== undefined) return { changeId: waiting };
  const changeId = `c_${randomBytes(10).toString('hex')}`;
  await tx.execute(sql`
    insert into pending_changes (id, kind, subject, payload, summary, proposed_by, proposed_at)
    values (${changeId}, ${kind}, ${subject}, ${json}::jsonb, ${summary}, ${actor.userId}, clock_timestamp())`);
  await recordAudit(tx, {
    actor,
    action: 'change.propose',
    subject: changeId,
    after: { kind, subject, summary, payload },
  });
  return { changeId };
}
