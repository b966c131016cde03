import { judgeOrderOnAll } from '@tallystone/core/in-play/judge-order';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { type DecideDeps, decideDueCashOuts } from '../betting/decide-due-cash-outs.ts';
import { type CashOutFailure, endCashOutOrders, failure, worthLess } from '../betting/sent-cash-out.ts';
import type { Db, Tx } from '../db/db.ts';
import {
  listDueComboCashOuts,
  listWaitingComboCashOuts,
  type WaitingComboCashOut,
} from './combo-order-store.ts';
import type { StoredCombo } from './combo-store.ts';
import type { SoldMarkets } from './leg-store.ts';
import { lockCombos, saveComboSales } from './sell-combo.ts';
import { offerFor, runningLegs } from './wire-combos.ts';

/** They are read and written together, which takes about as long as three alone. */
const MOST_AT_ONCE = 50;

/**
 * Decides the cash-outs of combos that wait for these markets in play and are due. Each is paid all that its combo is worth now if
 * that is at least the signed amount, or fails, and its combo stays open. Safe to run in any number of processes.
 */
export async function decideComboCashOuts(
  db: Db,
  pricedMarketIds: readonly string[],
  deps: DecideDeps,
): Promise<void> {
  const due = await listDueComboCashOuts(db, pricedMarketIds);
  await decideDueCashOuts(db, [due], { ...deps, most: MOST_AT_ONCE, decide, giveUp });
}

/** The transaction: load under locks, decide each, save. */
async function decide(tx: Tx, comboIds: readonly string[]): Promise<[]> {
  const asked = await listWaitingComboCashOuts(tx, comboIds);
  const { combos, markets } = await lockCombos(tx, asked);
  // Another process may have decided some before the locks.
  const before = new Set(asked.map(({ id }) => id));
  const orders = (await listWaitingComboCashOuts(tx, comboIds)).filter(({ id }) => before.has(id));
  const judged = orders.map((order) => {
    const combo = combos.get(order.comboId) ?? null;
    return { order, combo, verdict: verdictOf(order, combo, markets) };
  });
  await saveComboSales(
    tx,
    markets,
    judged.flatMap(({ order, combo, verdict }) =>
      combo !== null && isPaid(verdict) ? [{ combo, amount: verdict.paid, signed: order }] : [],
    ),
  );
  await endCashOutOrders(
    tx,
    judged.flatMap(({ order, verdict }) =>
      verdict === 'wait' ? [] : [{ order, how: isPaid(verdict) ? 'filled' : verdict }],
    ),
  );
  return [];
}

async function giveUp(tx: Tx, comboId: string, why: CashOutFailure): Promise<[]> {
  const orders = await listWaitingComboCashOuts(tx, [comboId]);
  await endCashOutOrders(
    tx,
    orders.map((order) => ({ order, how: why })),
  );
  return [];
}

type Verdict = { readonly paid: MicroUsdc } | CashOutFailure | 'wait';

const isPaid = (verdict: Verdict): verdict is { readonly paid: MicroUsdc } =>
  verdict !== 'wait' && 'paid' in verdict;

/** What becomes of a cash-out now. @param combo locked; null if it has ended */
function verdictOf(order: WaitingComboCashOut, combo: StoredCombo | null, markets: SoldMarkets): Verdict {
  if (combo === null) return failure('bet-ended');
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
      return { paid: offer.amount };
  }
}
