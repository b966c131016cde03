import type { WireResolution } from '@tallystone/core/http-api/settlement';
import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import { requireSignature, type SentSignature } from '../identity/require-signature.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { lockEndingMarket, wrongState } from './ending-market.ts';
import { auditedEnd, rehearsalChanged, requireNoBets, WINDOW_MS } from './propose-resolution.ts';
import { rehearseMarket } from './rehearse-market.ts';
import {
  approveStored,
  currentResolution,
  isResolutionRecorded,
  requireResolution,
} from './resolution-store.ts';
import { rehearsalOf, wireRehearsal } from './stored-rehearsal.ts';
import { sureTransaction } from './sure-transaction.ts';
import { wireResolution } from './wire-resolution.ts';

/**
 * Approves the proposed end of a market by the hash of its rehearsal. Another admin than the proposer has to do it.
 *
 * @throws HttpError `not-found`; `wrong-state` if nothing waits for approval; `forbidden` to the proposer and to an
 *   admin with bets on the market; `rehearsal-changed` if the hash is of another rehearsal, or the market would no
 *   longer pay what was proposed; `signature-needed` and `signature-invalid`. Nothing was changed then
 */
export async function approveResolution(
  db: Db,
  input: {
    marketId: string;
    hash: string;
    actor: Extract<Actor, { kind: 'admin' }>;
    /** Made by the admin's wallet over the contents of the rehearsal. */
    signature?: SentSignature;
    mode: 'demo' | 'live';
    /** Defaults to the mode's own window. */
    windowMs?: number | undefined;
  },
): Promise<WireResolution> {
  const { marketId, hash, actor, signature, mode, windowMs = WINDOW_MS[mode] } = input;
  const waiting = await currentResolution(db, marketId);
  return sureTransaction(db, {
    name: waiting?.outcomeId === null ? 'void' : 'resolve',
    work: async (tx) => {
      const market = await lockEndingMarket(tx, marketId);
      if (market === null) throw new HttpError('not-found', say('no-market-to-approve'));
      const current = await currentResolution(tx, marketId);
      if (current === null) throw wrongState(say('nothing-to-approve'));
      if (current.approvedAt !== null) throw wrongState(say('approved-already'));
      if (current.proposedBy?.userId === actor.userId) {
        throw new HttpError('forbidden', say('own-result'));
      }
      if (mode === 'live') await requireNoBets(tx, { market, actor });
      if (current.hash !== hash) throw rehearsalChanged({ stored: current.rehearsal, hash: current.hash });
      const { result, version } = rehearsalOf(current.rehearsal);
      const full = await rehearseMarket(tx, market, result, version);
      if (full.hash !== current.hash) {
        throw new HttpError('rehearsal-changed', say('no-longer-proposed'), {
          facts: { rehearsal: wireRehearsal(full.stored, full.hash) },
        });
      }
      const signed = await requireSignature(
        tx,
        { kind: 'approve-result', rehearsal: wireRehearsal(full.stored, full.hash) },
        signature,
      );
      await approveStored(tx, { id: current.id, by: actor.userId, windowMs, now: market.now });
      await announceMarketChange(tx, marketId);
      const made = wireResolution(await requireResolution(tx, current.id));
      await recordAudit(tx, {
        actor,
        action: 'market.approve',
        subject: marketId,
        before: { stage: 'approval', proposedBy: current.proposedBy?.address ?? null },
        after: { ...auditedEnd(made, full), signed },
      });
      return made;
    },
    isRecorded: (tx, { id }) =>
      isResolutionRecorded(
        tx,
        marketId,
        sql`id = ${id} and approved_by = ${actor.userId} and approved_at is not null`,
      ),
  });
}
