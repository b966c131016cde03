import type { WireResolution } from '@tallystone/core/http-api/settlement';
import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { exists } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { requireSignature, type SentSignature } from '../identity/require-signature.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { lockEndingMarket } from './ending-market.ts';
import { auditedEnd, rehearsalChanged, requireNoBets, WINDOW_MS } from './propose-resolution.ts';
import { rehearseMarket } from './rehearse-market.ts';
import {
  approveStored,
  currentResolution,
  requireResolution,
  type StoredResolution,
} from './resolution-store.ts';
import { rehearsalOf, wireRehearsal } from './stored-rehearsal.ts';
import { sureTransaction } from './sure-transaction.ts';
import { wireResolution } from './wire-resolution.ts';

/**
 * Approves the end of a market as another admin than the one who proposed it, by the hash of its rehearsal.
 *
 * @throws HttpError `not-found`; `wrong-state` when nothing waits for approval; `forbidden` to who proposed it and to
 *   who has bets on the market; `rehearsal-changed` when the hash is another one, or what would be paid is no longer
 *   what was proposed; `signature-needed` and `signature-invalid`. Nothing was changed then
 */
export async function approveResolution(
  db: Db,
  asked: {
    marketId: string;
    hash: string;
    actor: Extract<Actor, { kind: 'admin' }>;
    /** Over what the rehearsal says, by the wallet of that admin. */
    signature?: SentSignature;
    mode: 'demo' | 'live';
    /** As the mode has it where nothing is said. */
    windowMs?: number | undefined;
  },
): Promise<WireResolution> {
  const { marketId, hash, actor, signature, mode, windowMs = WINDOW_MS[mode] } = asked;
  const waiting = await currentResolution(db, marketId);
  return sureTransaction(db, {
    name: waiting?.outcomeId === null ? 'void' : 'resolve',
    work: async (tx) => {
      const market = await lockEndingMarket(tx, marketId);
      if (market === null) throw new HttpError('not-found', say('no-market-to-approve'));
      const current = requireWaiting(await currentResolution(tx, marketId));
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
      const { now } = market;
      const signed = await requireSignature(
        tx,
        { kind: 'approve-result', rehearsal: wireRehearsal(full.stored, full.hash) },
        signature,
      );
      await approveStored(tx, { id: current.id, by: actor.userId, windowMs, now });
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
    isRecorded: async (tx, { id }) => {
      await lockEndingMarket(tx, marketId);
      return exists(
        tx,
        sql`select from resolutions where id = ${id} and approved_by = ${actor.userId} and approved_at is not null`,
      );
    },
  });
}

function requireWaiting(current: StoredResolution | null): StoredResolution {
  if (current === null) {
    throw new HttpError('wrong-state', say('nothing-to-approve'));
  }
  if (current.approvedAt !== null) {
    throw new HttpError('wrong-state', say('approved-already'));
  }
  return current;
}
