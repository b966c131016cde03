import type { NoCashOut } from '@tallystone/core/betting/decide-cash-out';
import type { RequestBody } from '@tallystone/core/http-api';
import type { WireComboCashOut, WireComboCashOutQuote } from '@tallystone/core/http-api/combos';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { say } from '@tallystone/core/sentences/say';
import { checkedCashOut } from '../betting/cash-out.ts';
import { signedHashOf } from '../betting/hash-parts.ts';
import { unrecorded } from '../betting/unrecorded.ts';
import { commitOr } from '../db/commit-or.ts';
import type { Db, Tx } from '../db/db.ts';
import { lookUpLostCommit } from '../db/look-up-lost-commit.ts';
import { type CommitUnknownError, transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import {
  endCombos,
  getOwnCombo,
  insertComboCashOut,
  lockOpenCombos,
  type StoredCombo,
  selectOpenCombos,
} from './combo-store.ts';
import { lockLegMarkets, readLegMarkets } from './leg-store.ts';
import { offerFor } from './wire-combos.ts';

/** What a combo is worth now, or why it can't be cashed out. It reserves nothing and guarantees no price. */
export async function quoteComboCashOut(
  db: Db,
  { session, comboId }: { session: Session; comboId: string },
): Promise<WireComboCashOutQuote> {
  const combo = await getOwnCombo(db, { comboId, userId: session.userId });
  if (combo === null) throw unknownCombo();
  const offer = offerFor(combo, await readLegMarkets(db, marketsOf(combo)), null);
  if (offer.kind !== 'unavailable') return { comboId, amount: usdcToNumber(offer.amount) };
  const { sentence, reason } = say(`cash-out-${offer.why}`);
  const { availableAt } = offer;
  return {
    comboId,
    amount: null,
    reason: sentence,
    why: reason,
    ...(availableAt !== null && { availableAt: availableAt.toISOString() }),
  };
}

/**
 * Cashes a combo out for the amount that its bettor signed, if it is still worth that much. If the same request is sent
 * again, it gets the first answer.
 *
 * @throws HttpError `not-found` if the combo isn't the user's; `invalid-request`, `signature-invalid`;
 *   `cash-out-unavailable` with the reason; `odds-changed` with what it is worth now. The combo stays open then
 */
export async function cashOutCombo(
  db: Db,
  { session, comboId, body }: { session: Session; comboId: string; body: RequestBody<'cashOutCombo'> },
): Promise<WireComboCashOut> {
  const signed = checkedCashOut(session, comboId, body);
  const { stake, amount, endedAt } = await soldOnce(db, { ...signed, comboId });
  return {
    comboId,
    amount: usdcToNumber(amount),
    profit: usdcToNumber(microUsdc(amount - stake)),
    endedAt: endedAt.toISOString(),
  };
}

type Order = Omit<ReturnType<typeof checkedCashOut>, 'betId'> & { readonly comboId: string };

interface Sold {
  readonly stake: MicroUsdc;
  readonly amount: MicroUsdc;
  readonly endedAt: Date;
}

async function soldOnce(db: Db, order: Order): Promise<Sold> {
  return commitOr(db, (tx) => sell(tx, order), {
    name: 'combo',
    unknown: (error) => afterLostCommit(db, order, error),
    failed: notSold,
  });
}

/** The transaction: load under locks, decide, save. The answer counts only once it has committed. */
async function sell(tx: Tx, order: Order): Promise<Sold> {
  const { comboId, userId } = order;

  // Load. Markets are locked first, as when a combo is placed; its accounts last.
  const found = await getOwnCombo(tx, { comboId, userId });
  if (found === null) throw unknownCombo();
  const ids = marketsOf(found);
  await lockLegMarkets(tx, ids);
  await lockOpenCombos(tx, [comboId]);
  const [combo] = await selectOpenCombos(tx, [comboId]);
  if (combo === undefined) return soldAlready(await getOwnCombo(tx, { comboId, userId }), order);
  const markets = await readLegMarkets(tx, ids);

  // Decide.
  const offer = offerFor(combo, markets, order.amount);
  if (offer.kind === 'unavailable') throw unavailable(offer.why);
  if (offer.kind === 'fell') {
    const cashOut = usdcToNumber(offer.amount);
    throw new HttpError('odds-changed', say('cash-out-fell', { amount: cashOut }), { facts: { cashOut } });
  }

  // Save.
  const { amount } = offer;
  await endCombos(tx, [{ combo, kind: 'cash-out', paid: amount }], markets.now);
  await insertComboCashOut(tx, {
    comboId,
    signedText: order.signedText,
    signature: order.signature,
    signedHash: signedHashOf(order.signedText, order.signature),
    marketVersions: ids.map((id) => markets.byId.get(id)?.version ?? 0),
  });
  return { stake: combo.stake, amount, endedAt: markets.now };
}

/**
 * The first answer, if the combo was cashed out for this amount already.
 *
 * @throws HttpError `cash-out-unavailable` if it has ended in another way
 */
function soldAlready(combo: StoredCombo | null, { amount }: Order): Sold {
  const end = combo?.end ?? null;
  if (combo !== null && end?.kind === 'cash-out' && end.amount === amount)
    return { stake: combo.stake, amount, endedAt: end.endedAt };
  throw unavailable('bet-ended');
}

async function afterLostCommit(db: Db, order: Order, cause: CommitUnknownError): Promise<Sold> {
  const found = await lookUpLostCommit(() =>
    transaction(db, async (tx) => {
      await lockOpenCombos(tx, [order.comboId]);
      return getOwnCombo(tx, order);
    }),
  );
  if (found === null)
    throw new HttpError('not-ready', say('cashed-out-or-not'), { retryAfterSeconds: 5, cause });
  if (found.recorded?.end != null) return soldAlready(found.recorded, order);
  throw new HttpError('not-ready', say('cash-out-not-recorded'), { retryAfterSeconds: 1, cause });
}

const marketsOf = ({ legs }: StoredCombo): string[] => legs.map(({ marketId }) => marketId);

const unknownCombo = () => new HttpError('not-found', say('no-such-combo'));

const unavailable = (why: NoCashOut) => new HttpError('cash-out-unavailable', say(`cash-out-${why}`));

const notSold = (cause: unknown): Error =>
  unrecorded(cause, { busy: say('too-many-cash-outs'), down: say('cash-outs-not-recorded') });
