import { httpApi, newMarketFormSchema, type WirePendingChange } from '@tallystone/core/http-api';
import { sql } from 'drizzle-orm';
import type { Audited } from '../audit/propose-change.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { changeApprovedSettings } from '../settings/change-settings.ts';
import { readEvidence } from '../settlement/read-evidence.ts';
import { sureTransaction } from '../settlement/sure-transaction.ts';
import { changeApprovedUser } from './change-user.ts';
import { openApprovedMarket } from './create-market.ts';

type Admin = Extract<Actor, { kind: 'admin' }>;

/**
 * Makes a change that another admin proposed: exactly what was stored, judged anew as if it were asked for now.
 *
 * @returns its id, and the markets that it changed
 * @throws HttpError `not-found`; `forbidden` to who proposed it; `wrong-state` when it has ended; whatever the change
 *   itself is refused with, and then it waits on. Nothing was changed then
 */
export async function approveChange(
  db: Db,
  { id, actor, mode, now }: { id: string; actor: Admin; mode: 'demo' | 'live'; now: Date },
): Promise<{ id: string; marketIds: string[] }> {
  return sureTransaction(db, {
    name: null,
    work: async (tx) => {
      const change = await lockWaiting(tx, id);
      if (change.proposed_by === actor.userId) {
        throw new HttpError(
          'forbidden',
          'You proposed this yourself, so another admin must approve it; nothing was changed.',
        );
      }
      const { marketIds, audited } = await make(tx, change, { actor, mode, now });
      await end(tx, { id, as: 'approved', by: actor.userId, reason: null });
      const { action, subject, before, after, reason } = audited;
      await recordAudit(tx, {
        actor,
        action: 'change.approve',
        subject: id,
        before,
        after: { action, subject, proposedBy: change.proposer, changed: after },
        ...(reason !== undefined && { reason }),
      });
      return { id, marketIds };
    },
    isRecorded: (tx) => hasEnded(tx, { id, as: 'approved', by: actor.userId }),
  });
}

/**
 * Ends a proposed change without making it; who proposed it may do so too.
 *
 * @throws HttpError `not-found`; `wrong-state` when it has ended; `invalid-request` without a reason
 */
export async function rejectChange(
  db: Db,
  asked: { id: string; reason: string; actor: Admin },
): Promise<{ id: string }> {
  const { id, actor } = asked;
  const reason = readEvidence(asked.reason, 'reason');
  return sureTransaction(db, {
    name: null,
    work: async (tx) => {
      const { kind, subject, proposer } = await lockWaiting(tx, id);
      await end(tx, { id, as: 'rejected', by: actor.userId, reason });
      await recordAudit(tx, {
        actor,
        action: 'change.reject',
        subject: id,
        before: { kind, subject, proposedBy: proposer },
        reason,
      });
      return { id };
    },
    isRecorded: (tx) => hasEnded(tx, { id, as: 'rejected', by: actor.userId }),
  });
}

interface WaitingChange {
  kind: WirePendingChange['kind'];
  subject: string;
  payload: unknown;
  proposed_by: string;
  proposer: string;
}

/** The change, locked before anything that it changes. */
async function lockWaiting(tx: Tx, id: string): Promise<WaitingChange> {
  const [change] = await rows<WaitingChange & { ended_as: 'approved' | 'rejected' | null }>(
    tx,
    sql`
      select c.kind, c.subject, c.payload, c.proposed_by, u.address as proposer, c.ended_as
      from pending_changes c join users u on u.id = c.proposed_by
      where c.id = ${id}
      for update of c`,
  );
  if (change === undefined) throw new HttpError('not-found', 'There is no such change; nothing was changed.');
  if (change.ended_as !== null) {
    throw new HttpError('wrong-state', `This change was ${change.ended_as} already; nothing was changed.`);
  }
  return change;
}

/** Does what was proposed through the same functions that one admin's changes go through. */
async function make(
  tx: Tx,
  { kind, subject, payload }: WaitingChange,
  { actor, mode, now }: { actor: Admin; mode: 'demo' | 'live'; now: Date },
): Promise<{ marketIds: string[]; audited: Audited }> {
  // Parsed with the schema of the call that it was the body of.
  switch (kind) {
    case 'create-market': {
      const form = newMarketFormSchema.parse(payload);
      const { id, audited } = await openApprovedMarket(tx, { mode, form, now });
      return { marketIds: [id], audited };
    }
    case 'change-settings': {
      const sent = httpApi.changeSettings.body.parse(payload);
      return { marketIds: [], ...(await changeApprovedSettings(tx, { mode, sent })) };
    }
    case 'change-user': {
      const sent = httpApi.changeUser.body.parse(payload);
      return { marketIds: [], ...(await changeApprovedUser(tx, { userId: subject, sent, actor, mode })) };
    }
  }
}

async function end(
  tx: Tx,
  given: { id: string; as: 'approved' | 'rejected'; by: string; reason: string | null },
): Promise<void> {
  await tx.execute(sql`
    update pending_changes
    set ended_at = clock_timestamp(), ended_as = ${given.as}, ended_by = ${given.by}, end_reason = ${given.reason}
    where id = ${given.id} and ended_at is null`);
}

/** Waits for whoever holds the change, then tells whether it ended like this. */
async function hasEnded(tx: Tx, given: { id: string; as: string; by: string }): Promise<boolean> {
  const [change] = await rows<{ ended_as: string | null; ended_by: string | null }>(
    tx,
    sql`select ended_as, ended_by from pending_changes where id = ${given.id} for update`,
  );
  return change?.ended_as === given.as && change.ended_by === given.by;
}
