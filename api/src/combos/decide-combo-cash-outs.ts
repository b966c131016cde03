import { judgeOrderOnAll } from '@tallystone/core/in-play/judge-order';
import { type DecideDeps, decideEachCashOut } from '../betting/decide-each-cash-out.ts';
import { type CashOutFailure, endCashOutOrder, failure, worthLess } from '../betting/sent-cash-out.ts';
import type { Db, Tx } from '../db/db.ts';
import {
  getWaitingComboCashOut,
  listDueComboCashOuts,
  type WaitingComboCashOut,
} from './combo-order-store.ts';
import { type LockedCombo, lockCombo, saveComboSale } from './sell-combo.ts';
import { offerFor, runningLegs } from './wire-combos.ts';

/**
 * Decides the cash-outs of combos that wait for these markets in play and are due. Each is paid all that its combo is worth now if
 * that is at least the signed amount, or fails, and its combo stays open. Safe to run in any number of processes.
 */
export async function decideComboCashOuts(
  db: Db,
  pricedMarketIds: readonly string[],
  deps: DecideDeps,
): Promise<void> {
  await decideEachCashOut(db, await listDueComboCashOuts(db, pricedMarketIds), { ...deps, decide, giveUp });
}

async function decide(tx: Tx, comboId: string): Promise<void> {
  const order = await getWaitingComboCashOut(tx, comboId);
  if (order === null) return;
  const locked = await lockCombo(tx, order);
  // Another process may have decided it before the lock.
  if ((await getWaitingComboCashOut(tx, comboId))?.id !== order.id) return;
  const why = await sellOrFail(tx, order, locked);
  if (why !== 'wait') await endCashOutOrder(tx, order, why ?? 'filled');
}

async function giveUp(tx: Tx, comboId: string, why: CashOutFailure): Promise<void> {
  const order = await getWaitingComboCashOut(tx, comboId);
  if (order !== null) await endCashOutOrder(tx, order, why);
}

/** Pays the combo out. @param locked null if it has ended @returns why it can't be paid, or null */
async function sellOrFail(
  tx: Tx,
  order: WaitingComboCashOut,
  locked: LockedCombo | null,
): Promise<CashOutFailure | 'wait' | null> {
  if (locked === null) return failure('bet-ended');
  const { combo, markets } = locked;
  const inPlay = runningLegs(combo, markets);
  // It hasn't waited for the delay of a game that began since, and the feed wasn't asked for its price.
  if (inPlay.some(({ place }) => !order.places.includes(place))) return failure('game-began');
  const verdict = judgeOrderOnAll(
    { ...order, orderedAt: order.placedAt },
    inPlay.map(({ running }) => running),
    markets.now,
  );
  if (verdict === 'wait') return 'wait';
  if (verdict !== 'decide') return failure(verdict);
  const offer = offerFor(combo, markets, { asked: order.amount, isMinimum: true });
  switch (offer.kind) {
    case 'unavailable':
      return failure(offer.why);
    case 'fell':
      return worthLess(offer.amount);
    case 'accepted':
      await saveComboSale(tx, locked, { amount: offer.amount, signed: order });
      return null;
  }
}
