import type { RequestBody } from '@tallystone/core/http-api';
import type { WireComboCashOut, WireComboCashOutQuote } from '@tallystone/core/http-api/combos';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { say } from '@tallystone/core/sentences/say';
import { checkedCashOut } from '../betting/cash-out.ts';
import {
  loadSelling,
  type PaidOrWaiting,
  type Selling,
  unavailable,
  waitsAlready,
  wireMoment,
} from '../betting/selling.ts';
import { sentCashOut } from '../betting/sent-cash-out.ts';
import { unrecorded } from '../betting/unrecorded.ts';
import { commitOr } from '../db/commit-or.ts';
import type { Db, Tx } from '../db/db.ts';
import { lookUpLostCommit } from '../db/look-up-lost-commit.ts';
import { type CommitUnknownError, transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import { insertComboCashOutOrder } from './combo-order-store.ts';
import { getOwnCombo, lockOpenCombos, type StoredCombo } from './combo-store.ts';
import { readSoldMarkets } from './leg-store.ts';
import { lockCombos, saveComboSales } from './sell-combo.ts';
import { offerFor, runningLegs, worthOf } from './wire-combos.ts';

/** What a combo is worth now, or why it can't be cashed out. It reserves nothing and guarantees no price. */
export async function quoteComboCashOut(
  db: Db,
  { session, comboId }: { session: Session; comboId: string },
): Promise<WireComboCashOutQuote> {
  const combo = await getOwnCombo(db, { comboId, userId: session.userId });
  if (combo === null) throw unknownCombo();
  const ids = combo.legs.map(({ marketId }) => marketId);
  const markets = await readSoldMarkets(db, ids);
  const delay = longestDelay(runningLegs(combo, markets));
  const quoted = { comboId, ...(delay !== null && { delay }) };
  const worth = worthOf(combo, markets, await sellingOf(db, comboId));
  if ('amount' in worth) return { ...quoted, amount: usdcToNumber(worth.amount) };
  const { sentence, reason } = say(`cash-out-${worth.why}`);
  const { availableAt } = worth;
  return {
    ...{ ...quoted, amount: null, reason: sentence, why: reason },
    ...(availableAt !== null && { availableAt: availableAt.toISOString() }),
  };
}

/**
 * Cashes a combo out for the amount that its bettor signed, if it is still worth that much. While a game of an open leg is played,
 * the cash-out waits for the delay first (decide-combo-cash-outs.ts). If the same request is sent again, it gets the first answer.
 *
 * @throws HttpError `not-found` if the combo isn't the user's; `invalid-request`, `signature-invalid`;
 *   `cash-out-unavailable` with the reason; `odds-changed` with what it is worth now. The combo stays open then
 */
export async function cashOutCombo(
  db: Db,
  { session, comboId, body }: { session: Session; comboId: string; body: RequestBody<'cashOutCombo'> },
): Promise<WireComboCashOut> {
  const sold = await soldOnce(db, { ...checkedCashOut(session, comboId, body), comboId });
  const { stake, amount } = sold;
  return {
    comboId,
    amount: usdcToNumber(amount),
    profit: usdcToNumber(microUsdc(amount - stake)),
    ...wireMoment(sold),
  };
}

type Order = ReturnType<typeof checkedCashOut> & { readonly comboId: string };

type Sold = {
  readonly stake: MicroUsdc;
  /** What is paid, or signed for it. */
  readonly amount: MicroUsdc;
} & PaidOrWaiting;

async function soldOnce(db: Db, order: Order): Promise<Sold> {
  return commitOr(db, (tx) => sell(tx, order), {
    name: 'combo',
    unknown: (error) => afterLostCommit(db, order, error),
    failed: notSold,
  });
}

/** The transaction: load under locks, decide, save. The answer counts only once it has committed. */
async function sell(tx: Tx, order: Order): Promise<Sold> {
  const { amount: asked } = order;

  // Load. Markets are locked first, as when a combo is placed; its accounts last.
  const { combos, markets } = await lockCombos(tx, [order]);
  const combo = combos.get(order.comboId);
  const earlier = askedAlready(order, {
    combo: combo ?? (await getOwnCombo(tx, order)),
    selling: await sellingOf(tx, order.comboId),
  });
  if (earlier !== null) return earlier;
  if (combo === undefined) throw unavailable('bet-ended');

  // Decide.
  const offer = offerFor(combo, markets, { asked });
  if (offer.kind === 'unavailable') throw unavailable(offer.why);
  if (offer.kind === 'fell') {
    const cashOut = usdcToNumber(offer.amount);
    throw new HttpError('odds-changed', say('cash-out-fell', { amount: cashOut }), { facts: { cashOut } });
  }

  // Save.
  const { stake } = combo;
  const inPlay = runningLegs(combo, markets);
  const delay = longestDelay(inPlay);
  if (delay === null) {
    await saveComboSales(tx, markets, [{ combo, amount: offer.amount, signed: order }]);
    return { kind: 'paid', stake, amount: offer.amount, endedAt: markets.now };
  }
  const decidesAt = new Date(markets.now.getTime() + delay * 1000);
  await insertComboCashOutOrder(
    tx,
    { ...sentCashOut(order, markets.now), decideAt: decidesAt },
    inPlay.map(({ place, running }) => ({ place, pricedMarketId: running.marketId })),
  );
  return { kind: 'waiting', stake, amount: asked, decidesAt };
}

/** How many seconds a cash-out waits for the games of these legs; null if none of them is played. */
const longestDelay = (inPlay: ReturnType<typeof runningLegs>): number | null =>
  inPlay.length === 0 ? null : Math.max(...inPlay.map(({ running }) => running.delaySeconds));

/**
 * The first answer, if this amount was asked for already; null if the combo is open and no cash-out of it waits.
 *
 * @throws HttpError `not-found` without a combo; `cash-out-unavailable` if it has ended in another way, another amount waits, or
 *   this one has just failed
 */
function askedAlready(
  { amount }: Order,
  { combo, selling }: { combo: StoredCombo | null; selling: Selling | undefined },
): Sold | null {
  if (combo === null) throw unknownCombo();
  const { stake, end } = combo;
  const isSame = selling?.amount === amount;
  if (end === null) {
    const waits = waitsAlready(selling, isSame);
    return waits && { kind: 'waiting', stake, amount, ...waits };
  }
  // What was paid after a delay may be more than what was asked for.
  const isOfThis = end.amount === amount || (selling?.kind === 'filled' && isSame);
  if (end.kind !== 'cash-out' || !isOfThis) throw unavailable('bet-ended');
  return { kind: 'paid', stake, amount: end.amount, endedAt: end.endedAt };
}

async function afterLostCommit(db: Db, order: Order, cause: CommitUnknownError): Promise<Sold> {
  const found = await lookUpLostCommit(() =>
    transaction(db, async (tx) => {
      await lockOpenCombos(tx, [order.comboId]);
      return { combo: await getOwnCombo(tx, order), selling: await sellingOf(tx, order.comboId) };
    }),
  );
  if (found === null)
    throw new HttpError('not-ready', say('cashed-out-or-not'), { retryAfterSeconds: 5, cause });
  const sold = found.recorded === null ? null : askedAlready(order, found.recorded);
  if (sold !== null) return sold;
  throw new HttpError('not-ready', say('cash-out-not-recorded'), { retryAfterSeconds: 1, cause });
}

const sellingOf = async (db: Db, comboId: string): Promise<Selling | undefined> =>
  (await loadSelling(db, 'combo', [comboId])).get(comboId);

const unknownCombo = () => new HttpError('not-found', say('no-such-combo'));

const notSold = (cause: unknown): Error =>
  unrecorded(cause, { busy: say('too-many-cash-outs'), down: say('cash-outs-not-recorded') });
