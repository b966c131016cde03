import type { WireResolution } from '@tallystone/core/http-api/settlement';
import { nextState } from '@tallystone/core/markets/lifecycle';
import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import { type EndingMarketRow, isEndedOnChain, lockEndingMarket, wrongState } from './ending-market.ts';
import { readEvidence } from './read-evidence.ts';
import {
  currentResolution,
  endStored,
  isResolutionRecorded,
  moveMarket,
  requireResolution,
  type StoredResolution,
  userIdOf,
} from './resolution-store.ts';
import { sureTransaction } from './sure-transaction.ts';
import { stageOf, wireResolution } from './wire-resolution.ts';

/**
 * An admin takes back the proposed end of a market, which is possible until settlement begins.
 *
 * @throws HttpError `not-found`; `wrong-state` if there is nothing to take back, or it is being paid; `invalid-request`
 *   without a reason. Nothing was changed then
 */
export async function undoResolution(
  db: Db,
  input: { marketId: string; reason: string; actor: Extract<Actor, { kind: 'admin' }> },
): Promise<WireResolution> {
  const { marketId, actor } = input;
  const reason = readEvidence(input.reason, 'reason');
  return sureTransaction(db, {
    name: null,
    work: async (tx) => {
      const market = await lockEndingMarket(tx, marketId);
      if (market === null) throw new HttpError('not-found', say('no-such-market'));
      const current = requireUndoable(market, await currentResolution(tx, marketId));
      const undone = { market, current, actor, reason };
      await auditUndo(tx, undone, { state: await undo(tx, undone) });
      return wireResolution(await requireResolution(tx, current.id));
    },
    isRecorded: (tx, { id }) =>
      isResolutionRecorded(
        tx,
        marketId,
        sql`id = ${id} and ended_as = 'undone' and ended_by = ${actor.userId}`,
      ),
  });
}

/** The end of a locked market that is taken back. */
interface Undone {
  readonly market: EndingMarketRow;
  readonly current: StoredResolution;
  readonly actor: Actor;
  readonly reason: string;
}

/** @returns the market's new state */
export async function undo(
  tx: Tx,
  { market, current, actor, reason }: Undone,
  to: { review?: 'corrected' } = {},
): Promise<'closed' | 'suspended'> {
  await endStored(tx, { id: current.id, as: 'undone', by: userIdOf(actor), reason, now: market.now });
  return takeBack(tx, market, to);
}

/** Called after all other changes, as the audit requires. */
export async function auditUndo(
  tx: Tx,
  { market, current, actor, reason }: Undone,
  after: unknown,
): Promise<void> {
  await recordAudit(tx, {
    actor,
    action: 'market.undo',
    subject: market.id,
    before: { state: market.state, resolution: current.id, stage: stageOf(current), hash: current.hash },
    after,
    reason,
  });
}

function requireUndoable(market: EndingMarketRow, current: StoredResolution | null): StoredResolution {
  if (market.state === 'settled' || market.state === 'void') throw wrongState(say('everybody-paid'));
  if (current === null) throw wrongState(say('nothing-to-undo'));
  if (isEndedOnChain(market)) throw wrongState(say('ended-by-contract-undo'));
  if (current.startedAt !== null) throw wrongState(say('too-late-to-undo'));
  if (current.source === 'guardian') throw wrongState(say('two-objected'));
  return current;
}

/**
 * Moves a market whose end was taken back: to closed, or to suspended if its betting has time left, and then an admin may
 * open it again.
 *
 * @returns the market's new state
 */
export async function takeBack(
  tx: Tx,
  market: EndingMarketRow,
  to: { review?: 'objected' | 'corrected'; objections?: number },
): Promise<'closed' | 'suspended'> {
  const hasTimeLeft = market.closesAt > new Date(market.now);
  const state = nextState(market.state, hasTimeLeft ? 'take-back-early' : 'take-back');
  if (state !== 'closed' && state !== 'suspended') {
    throw new Error(`market ${market.id} is ${market.state} and has an end to take back`);
  }
  await moveMarket(tx, market, { state, ...to, disabled: hasTimeLeft });
  return state;
}
