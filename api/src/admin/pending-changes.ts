import { httpApi } from '@tallystone/core/http-api';
import { newMarketFormSchema } from '@tallystone/core/http-api/admin-markets';
import type { WirePendingChange } from '@tallystone/core/http-api/changes';
import { say } from '@tallystone/core/sentences/say';
import { withGroupCaps } from '@tallystone/core/settings/market-caps';
import { sql } from 'drizzle-orm';
import { CHANGE_WAITS_DAYS, changeExpiresAt, type JudgedProposal } from '../audit/propose-change.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { clock } from '../db/read-clock.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { pendingChanges } from '../db/schema/audit.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { holdsGrant } from '../identity/holds-grant.ts';
import { requireSignature, type SentSignature } from '../identity/require-signature.ts';
import { judgeSettingsChange } from '../settings/change-settings.ts';
import { readEvidence } from '../settlement/read-evidence.ts';
import { sureTransaction } from '../settlement/sure-transaction.ts';
import { judgeUserChange } from './change-user.ts';
import { judgeNewMarket } from './create-market.ts';

type Admin = Extract<Actor, { kind: 'admin' }>;

/** The admin who judges a change, and the current mode and time. */
interface Judge {
  readonly actor: Admin;
  readonly mode: 'demo' | 'live';
  readonly now: Date;
}

/** At most this many are listed, oldest first. */
const MOST_LISTED = 100;

/** The proposed change. */
const PROPOSAL = { kind: col.oneOf(pendingChanges.kind), subject: col.text, payload: col.record };

/** The changes that wait for a second admin: what each would change now, or why it can't be made now. */
export async function listChanges(db: Db, judge: Judge): Promise<WirePendingChange[]> {
  const found = await rows(
    db,
    {
      ...PROPOSAL,
      id: col.text,
      summary: col.text,
      proposedBy: col.text,
      proposedAt: col.iso,
      expiresAt: col.iso,
    },
    sql`
      select c.id, c.kind, c.subject, c.summary, c.payload, u.address as proposed_by, c.proposed_at,
        ${changeExpiresAt} as expires_at
      from pending_changes c join users u on u.id = c.proposed_by
      where c.ended_at is null and ${changeExpiresAt} > clock_timestamp()
      order by c.proposed_at, c.id
      limit ${MOST_LISTED}`,
  );
  const changes: WirePendingChange[] = [];
  for (const { subject, ...change } of found) {
    const effect = await transaction(db, (tx) => judgeChange(tx, { subject, ...change }, judge)).then(
      ({ summary }) => ({ summary: summary.sentence, summaryReason: summary.reason }),
      (error: unknown) => {
        if (!(error instanceof HttpError)) throw error;
        const { message: problem, reason } = error;
        return { problem, ...(reason !== null && { problemReason: reason }) };
      },
    );
    changes.push({ ...change, ...effect });
  }
  return changes;
}

/**
 * Makes a change that another admin proposed. What was stored is judged again as if it were sent now.
 *
 * @param seen the summary as the approving admin read it
 * @param signature the approving admin's wallet signature over that summary
 * @returns the change's id, and the markets it changed
 * @throws HttpError `not-found`; `forbidden` to the proposer, and when the proposer is no longer an admin;
 *   `wrong-state` when it has ended, has expired or would now change something else; any refusal of the change
 *   itself, which leaves it waiting; `signature-needed` and `signature-invalid`. Nothing is changed then
 */
export async function approveChange(
  db: Db,
  { id, seen, signature, ...judge }: Judge & { id: string; seen: string; signature?: SentSignature },
): Promise<{ id: string; marketIds: string[] }> {
  return sureTransaction(db, {
    name: null,
    work: async (tx) => {
      const { actor } = judge;
      const change = await lockWaiting(tx, id);
      if (change.hasExpired)
        throw new HttpError('wrong-state', say('change-expired', { days: CHANGE_WAITS_DAYS }));
      if (change.proposedBy === actor.userId) throw new HttpError('forbidden', say('own-proposal'));
      if (!change.isOfAdmin) {
        throw new HttpError('forbidden', say('proposer-gone'));
      }
      const judged = await judgeChange(tx, change, judge);
      if (judged.summary.sentence !== seen) {
        throw new HttpError('wrong-state', say('change-moved'));
      }
      const { marketIds, audited } = await judged.make();
      const signed = await requireSignature(
        tx,
        { kind: 'approve-change', changeId: id, summary: seen },
        signature,
      );
      await end(tx, { id, as: 'approved', by: actor.userId, reason: null });
      const { action, subject, before, after, reason } = audited;
      await recordAudit(tx, {
        actor,
        action: 'change.approve',
        subject: id,
        before,
        after: { action, subject, proposedBy: change.proposer, changed: after, seen, signed },
        ...(reason !== undefined && { reason }),
      });
      return { id, marketIds };
    },
    isRecorded: (tx) => hasEnded(tx, { id, as: 'approved', by: judge.actor.userId }),
  });
}

/**
 * Ends a proposed change without making it. The proposer may do this too.
 *
 * @throws HttpError `not-found`; `wrong-state` when it has ended; `invalid-request` without a reason
 */
export async function rejectChange(
  db: Db,
  request: { id: string; reason: string; actor: Admin },
): Promise<{ id: string }> {
  const { id, actor } = request;
  const reason = readEvidence(request.reason, 'reason');
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

const WAITING = {
  ...PROPOSAL,
  proposedBy: col.text,
  proposer: col.text,
  isOfAdmin: col.bool,
  hasExpired: col.bool,
  endedAs: col.oneOf(pendingChanges.endedAs).orNull,
};

/** Locks the change before anything that it changes. */
async function lockWaiting(tx: Tx, id: string): Promise<Row<typeof WAITING>> {
  const [change] = await rows(
    tx,
    WAITING,
    sql`
      select c.kind, c.subject, c.payload, c.proposed_by, u.address as proposer, c.ended_as,
        ${holdsGrant('admin')} as is_of_admin, ${changeExpiresAt} <= clock_timestamp() as has_expired
      from pending_changes c join users u on u.id = c.proposed_by
      where c.id = ${id}
      for update of c`,
  );
  if (change === undefined) throw new HttpError('not-found', say('no-such-change'));
  if (change.endedAs !== null) {
    throw new HttpError('wrong-state', say(`change-${change.endedAs}-already`));
  }
  return change;
}

/** Judges a proposal with the functions that a single admin's change goes through. */
function judgeChange(
  tx: Tx,
  { kind, subject, payload }: Row<typeof PROPOSAL>,
  { actor, mode, now }: Judge,
): Promise<JudgedProposal> {
  // Parsed with the schema of the original call's body.
  switch (kind) {
    case 'create-market':
      return judgeNewMarket(tx, { mode, form: newMarketFormSchema.parse(payload), now });
    case 'change-settings':
      return judgeSettingsChange(tx, {
        mode,
        sent: httpApi.changeSettings.body.parse(withGroupCaps(payload)),
      });
    case 'change-user':
      return judgeUserChange(tx, {
        userId: subject,
        sent: httpApi.changeUser.body.parse(payload),
        actor,
        mode,
      });
  }
}

async function end(
  tx: Tx,
  given: { id: string; as: 'approved' | 'rejected'; by: string; reason: string | null },
): Promise<void> {
  await tx.execute(sql`
    with ${clock}
    update pending_changes
    set ended_at = clock.now, ended_as = ${given.as}, ended_by = ${given.by}, end_reason = ${given.reason}
    from clock where id = ${given.id} and ended_at is null`);
}

/** Waits for the change's lock, then returns whether this admin ended it this way. */
async function hasEnded(tx: Tx, given: { id: string; as: string; by: string }): Promise<boolean> {
  const [change] = await rows(
    tx,
    { endedAs: col.text.orNull, endedBy: col.text.orNull },
    sql`select ended_as, ended_by from pending_changes where id = ${given.id} for update`,
  );
  return change?.endedAs === given.as && change.endedBy === given.by;
}
