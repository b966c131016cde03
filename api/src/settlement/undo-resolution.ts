import type { WireResolution } from '@tallystone/core/http-api/settlement';
import { nextState } from '@tallystone/core/markets/lifecycle';
import { type Message, say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db, Tx } from '../db/db.ts';
import { exists } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { type EndingMarketRow, isEndedOnChain, lockEndingMarket } from './ending-market.ts';
import { readEvidence } from './read-evidence.ts';
import {
  currentResolution,
  endStored,
  moveMarket,
  requireResolution,
  type StoredResolution,
} from './resolution-store.ts';
import { sureTransaction } from './sure-transaction.ts';
import { stageOf, wireResolution } from './wire-resolution.ts';

/**
 * Takes back the proposed end of a market. Until settlement begins, never after.
 *
 * @throws HttpError `not-found`; `wrong-state` when there is nothing to take back, or it is being paid;
 *   `invalid-request` without a reason. Nothing was changed then
 */
export async function undoResolution(
  db: Db,
  asked: { marketId: string; reason: string; actor: Extract<Actor, { kind: 'admin' }> },
): Promise<WireResolution> {
  const { marketId, actor } = asked;
  const reason = readEvidence(asked.reason, 'reason');
  return sureTransaction(db, {
    name: null,
    work: async (tx) => {
      const market = await lockEndingMarket(tx, marketId);
      if (market === null) throw new HttpError('not-found', say('no-such-market'));
      const current = requireUndoable(market, await currentResolution(tx, marketId));
      await endStored(tx, { id: current.id, as: 'undone', by: actor.userId, reason, now: market.now });
      const state = await takeBack(tx, market, {});
      await recordAudit(tx, {
        actor,
        action: 'market.undo',
        subject: marketId,
        before: { state: market.state, resolution: current.id, stage: stageOf(current), hash: current.hash },
        after: { state },
        reason,
      });
      return wireResolution(await requireResolution(tx, current.id));
    },
    isRecorded: async (tx, { id }) => {
      await lockEndingMarket(tx, marketId);
      return exists(
        tx,
        sql`select from resolutions where id = ${id} and ended_as = 'undone' and ended_by = ${actor.userId}`,
      );
    },
  });
}

function requireUndoable(market: EndingMarketRow, current: StoredResolution | null): StoredResolution {
  const refuse = (message: Message) => new HttpError('wrong-state', message);
  if (market.state === 'settled' || market.state === 'void') {
    throw refuse(say('everybody-paid'));
  }
  if (current === null) throw refuse(say('nothing-to-undo'));
  if (isEndedOnChain(market)) {
    throw refuse(say('ended-by-contract-undo'));
  }
  if (current.startedAt !== null) {
    throw refuse(say('too-late-to-undo'));
  }
  if (current.source === 'guardian') {
    throw refuse(say('two-objected'));
  }
  return current;
}

/**
 * Where a market stands after its end was taken back: closed, or suspended where betting has time left. An admin may
 * then open it again.
 */
export async function takeBack(
  tx: Tx,
  market: EndingMarketRow,
  objected: { review?: 'objected'; objections?: number },
): Promise<'closed' | 'suspended'> {
  const hasTimeLeft = market.closesAt > new Date(market.now);
  const state = nextState(market.state, hasTimeLeft ? 'take-back-early' : 'take-back');
  if (state !== 'closed' && state !== 'suspended') {
    throw new Error(`market ${market.id} is ${market.state} and has an end to take back`);
  }
  await moveMarket(tx, market, { state, ...objected, disabled: hasTimeLeft });
  return state;
}
