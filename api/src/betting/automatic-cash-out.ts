import { takesRunningPrice } from '@tallystone/core/betting/at-running-price';
import { automaticCashOutMessage } from '@tallystone/core/betting/cash-out-message';
import type { RequestBody } from '@tallystone/core/http-api';
import type { WireAutomaticCashOut } from '@tallystone/core/http-api/betting';
import { stateAt } from '@tallystone/core/markets/lifecycle';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { say } from '@tallystone/core/sentences/say';
import { commitOr } from '../db/commit-or.ts';
import type { Db, Tx } from '../db/db.ts';
import { runsAlone } from '../db/runs-alone.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import { type LockedMarket, lockMarket } from '../markets/lock-market.ts';
import {
  type AutomaticCashOut,
  getAutomaticCashOut,
  insertAutomaticCashOut,
  loadAutomatic,
} from './automatic-cash-out-store.ts';
import { type CashOutDeps, checkedCashOut, noBet } from './cash-out.ts';
import { getWaitingCashOut } from './cash-out-order-store.ts';
import { getOwnBet, type OwnBet } from './cash-out-store.ts';
import { loadRunning } from './running-prices.ts';
import { unavailable } from './selling.ts';
import { endCashOutOrder, sentCashOut } from './sent-cash-out.ts';
import { unrecorded } from './unrecorded.ts';

type Deps = Pick<CashOutDeps, 'db' | 'mode'>;

/**
 * Asks that a bet is cashed out once the market gives the signed amount (sell-reached.ts). It takes the place of an earlier
 * automatic cash-out of the bet. If the same request is sent again, it gets the first answer, also once it was paid.
 *
 * @throws HttpError `not-found` if the bet is not the user's; `invalid-request` also if the bet can't return that much;
 *   `signature-invalid`; `cash-out-unavailable` with the reason. An earlier one stays then
 */
export async function setAutomaticCashOut(
  { db, mode }: Deps,
  { session, betId, body }: { session: Session; betId: string; body: RequestBody<'setAutomaticCashOut'> },
): Promise<WireAutomaticCashOut> {
  const signed = { ...checkedCashOut(session, betId, body, automaticCashOutMessage), betId };
  if (mode === 'live') throw unavailable('live-mode');
  // A server of 0.1.0 would take the payment for a fault in the books.
  if (!(await runsAlone(db))) throw new HttpError('cash-out-unavailable', say('automatic-cash-out-not-yet'));
  const { amount, placedAt } = await recorded(db, async (tx) => {
    const { bet, now, market } = await lockOwnBet(tx, signed);
    const shown = (await loadAutomatic(tx, [betId])).get(betId);
    const isOver = bet.hasEnded && bet.cashedOut === null;
    if (shown?.signedText === signed.signedText && !isOver) return shown;
    if (bet.hasEnded) throw unavailable('bet-ended');
    // It would wait for ever.
    if (market.book.kind === 'feed' && market.book.isOneSided) throw unavailable('one-sided');
    if (!(await mayComeOpen(tx, { bet, market, now }))) throw unavailable('market-closed');
    // Once the part is sold, the bet no longer returns as much.
    if ((await getWaitingCashOut(tx, betId))?.part) throw unavailable('waiting');
    if (signed.amount > bet.payout) {
      const most = usdcToNumber(bet.payout);
      throw new HttpError('invalid-request', say('automatic-cash-out-above-payout', { most }));
    }
    await cancel(tx, await getAutomaticCashOut(tx, betId));
    const sent = sentCashOut(signed, now);
    await insertAutomaticCashOut(tx, sent, bet);
    return sent;
  });
  return { betId, amount: usdcToNumber(amount), placedAt: placedAt.toISOString() };
}

/**
 * Cancels the automatic cash-out of a bet. Without one, nothing happens.
 *
 * @throws HttpError `not-found` if the bet is not the user's; `cash-out-unavailable` while it is being decided: a bettor who sees
 *   a goal first must not take it back
 */
export async function cancelAutomaticCashOut(
  { db }: Deps,
  { session: { userId }, betId }: { session: Session; betId: string },
): Promise<{ betId: string }> {
  await recorded(db, async (tx) => {
    await lockOwnBet(tx, { betId, userId });
    await cancel(tx, await getAutomaticCashOut(tx, betId));
  });
  return { betId };
}

/** Reads a bet of the user under the lock of its market, as its ends are written. @throws HttpError `not-found`, `cash-out-unavailable` */
async function lockOwnBet(tx: Tx, of: { betId: string; userId: string }) {
  const found = await getOwnBet(tx, of);
  if (found === null) throw await noBet(tx, of);
  const market = await lockMarket(tx, found.bet.marketId);
  if (market === null) throw new Error(`bet ${of.betId} has no market`);
  return { ...((await getOwnBet(tx, of)) ?? found), market };
}

/** Whether the market that gives a bet its price is open, or may open again. */
async function mayComeOpen(
  tx: Tx,
  { bet, market, now }: { bet: OwnBet; market: LockedMarket; now: Date },
): Promise<boolean> {
  const { marketId, placedAt } = bet;
  const running = (await loadRunning(tx, [marketId])).get(marketId);
  const isAtRunning = running !== undefined && takesRunningPrice({ placedAt, market }, running, now);
  const state = stateAt(isAtRunning ? running : market, now);
  return state === 'open' || state === 'suspended';
}

/** @throws HttpError `cash-out-unavailable` while it is being decided */
async function cancel(tx: Tx, automatic: AutomaticCashOut | null): Promise<void> {
  if (automatic === null) return;
  if (automatic.reachedAt !== null)
    throw new HttpError('cash-out-unavailable', say('automatic-cash-out-decided-now'));
  await endCashOutOrder(tx, automatic, 'cancelled');
}

const recorded = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  commitOr(db, work, {
    name: 'cash-out',
    unknown: (cause) => {
      throw new HttpError('not-ready', say('automatic-cash-out-or-not'), { retryAfterSeconds: 5, cause });
    },
    failed: (cause) =>
      unrecorded(cause, { busy: say('too-many-cash-outs'), down: say('automatic-cash-out-not-recorded') }),
  });
