import type { WireResolution } from '@tallystone/core/http-api/settlement';
import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, exists, values } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { requireSignature, type SentSignature } from '../identity/require-signature.ts';
import { type EndingMarketRow, lockEndingMarket, wrongState } from './ending-market.ts';
import { requireNoBets } from './propose-resolution.ts';
import { readEvidence } from './read-evidence.ts';
import { rehearseMarket } from './rehearse-market.ts';
import {
  currentResolution,
  endStored,
  insertResolution,
  isResolutionRecorded,
  moveMarket,
  requireResolution,
  type StoredResolution,
  selectResolutions,
} from './resolution-store.ts';
import { wireRehearsal } from './stored-rehearsal.ts';
import { sureTransaction } from './sure-transaction.ts';
import { takeBack } from './undo-resolution.ts';
import { wireResolution } from './wire-resolution.ts';

const ID = /^[1-9]\d{0,14}$/;

/**
 * A guardian objects to the approved end of a market, which sends the market back to closed. A second objection, by
 * another guardian, voids the market at once: if people cannot agree on a result, every stake is given back. Each
 * objection is signed, so a stolen session token is not enough.
 *
 * @returns the resolution that was objected to
 * @throws HttpError `not-found`; `wrong-state` if it is not approved yet, its window is over or it has ended, or this
 *   guardian has objected on this market before; `forbidden` to a guardian with bets on it; `invalid-request` without a
 *   reason; `signature-needed` and `signature-invalid`. Nothing was changed then
 */
export async function objectToResult(
  db: Db,
  input: {
    id: string;
    reason: string;
    actor: Extract<Actor, { kind: 'admin' }>;
    /** Made by the guardian's wallet over the result and the reason. */
    signature?: SentSignature;
  },
): Promise<WireResolution> {
  const { actor, signature } = input;
  const reason = readEvidence(input.reason, 'reason');
  const id = ID.test(input.id) ? Number(input.id) : 0;
  const [marketId] = await values(db, col.text, sql`select market_id from resolutions where id = ${id}`);
  if (marketId === undefined) throw new HttpError('not-found', say('no-such-result'));
  return sureTransaction(db, {
    name: null,
    work: async (tx) => {
      const market = await lockEndingMarket(tx, marketId);
      const current = await currentResolution(tx, marketId);
      if (current?.id !== id) throw wrongState(say('result-ended'));
      requireObjectable(market, current);
      await requireNoBets(tx, { market, actor }, 'own-bets-guardian');
      // A single guardian can delay a result but never prevent it.
      const own = sql`select from resolutions
        where market_id = ${marketId} and ended_as = 'objected' and ended_by = ${actor.userId}`;
      if (await exists(tx, own)) throw wrongState(say('objected-before'));
      const isSecond = market.objections > 0;
      const objections = market.objections + 1;
      const rehearsal = wireRehearsal(current.rehearsal, current.hash);
      const signed = await requireSignature(tx, { kind: 'object', rehearsal, reason, isSecond }, signature);
      await endStored(tx, { id, as: 'objected', by: actor.userId, reason, now: market.now });
      const after = isSecond
        ? { state: 'resolving', ...(await voidAtOnce(tx, market, { reason, by: actor.userId })) }
        : { state: await takeBack(tx, market, { review: 'objected', objections }) };
      await recordAudit(tx, {
        actor,
        action: 'market.object',
        subject: marketId,
        before: { state: market.state, resolution: id, objections: market.objections },
        after: { ...after, objections, signed },
        reason,
      });
      return wireResolution(await requireResolution(tx, id));
    },
    isRecorded: (tx) =>
      isResolutionRecorded(
        tx,
        marketId,
        sql`id = ${id} and ended_as = 'objected' and ended_by = ${actor.userId}`,
      ),
  });
}

function requireObjectable(
  market: EndingMarketRow | null,
  current: StoredResolution,
): asserts market is EndingMarketRow {
  if (market === null) throw new HttpError('not-found', say('no-such-market'));
  if (current.paysFrom === null) throw wrongState(say('not-approved-yet'));
  if (current.startedAt !== null || !hasTimeLeft(market, current.paysFrom)) {
    throw wrongState(say('too-late-to-object'));
  }
}

/** If the contract has the market, its own window counts too: that one begins with the proposal on the chain. */
function hasTimeLeft({ chain, now: at }: EndingMarketRow, paysFrom: Date): boolean {
  const now = new Date(at);
  if (paysFrom > now) return true;
  if (chain === null) return false;
  return chain.state === 'open' || (chain.objectionEndsAt !== null && chain.objectionEndsAt > now);
}

/** @returns the id of the void, which is paid without any approval or window */
async function voidAtOnce(
  tx: Tx,
  market: EndingMarketRow,
  { reason, by }: { reason: string; by: string },
): Promise<{ void: number; proposedAt: Date }> {
  const { id } = await insertResolution(tx, {
    full: await rehearseMarket(tx, market, { kind: 'void' }),
    source: 'guardian',
    evidence: reason,
    proposedBy: by,
    approval: { by, windowMs: 0 },
    now: market.now,
  });
  await moveMarket(tx, market, { state: 'resolving', review: null, objections: market.objections + 1 });
  const { proposedAt } = await requireResolution(tx, id);
  return { void: id, proposedAt };
}

/** The results that guardians may object to: approved, and not being paid. */
export async function listGuarded(db: Db): Promise<WireResolution[]> {
  const found = await selectResolutions(
    db,
    sql`r.approved_at is not null and r.started_at is null and r.ended_at is null
      and (r.pays_from > clock_timestamp() or exists (
        select from chain_markets c
        where c.market_id = r.market_id and (c.state = 'open' or c.objection_ends_at > clock_timestamp())))`,
    sql`order by r.pays_from, r.id`,
  );
  return found.map(wireResolution);
}
