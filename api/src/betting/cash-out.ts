import { cashOutMessage, partialCashOutMessage } from '@tallystone/core/betting/cash-out-message';
import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import type { RequestBody } from '@tallystone/core/http-api';
import type { WireCashOut } from '@tallystone/core/http-api/betting';
import { parseSignature } from '@tallystone/core/identity/parse-signature';
import { CENT, type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { say } from '@tallystone/core/sentences/say';
import { commitOr } from '../db/commit-or.ts';
import { isOfValue } from '../db/database-fault.ts';
import type { Db, Tx } from '../db/db.ts';
import { lookUpLostCommit } from '../db/look-up-lost-commit.ts';
import { runsAlone } from '../db/runs-alone.ts';
import { type CommitUnknownError, transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import { verifySignature } from '../identity/verify-signature.ts';
import { lockMarket } from '../markets/lock-market.ts';
import { getAutomaticCashOut } from './automatic-cash-out-store.ts';
import { insertCashOutOrder } from './cash-out-order-store.ts';
import { getOwnBet, getSoldPart, type OwnBet } from './cash-out-store.ts';
import { getUnfilledOrder } from './order-store.ts';
import { amountError } from './quote.ts';
import { decideSale, lockSale, type SignedPart, saveSale } from './sell.ts';
import {
  loadSelling,
  type PaidOrWaiting,
  type Selling,
  unavailable,
  waitsAlready,
  wireMoment,
} from './selling.ts';
import { sentCashOut } from './sent-cash-out.ts';
import { stakeOfPart } from './stake-of-part.ts';
import { unrecorded } from './unrecorded.ts';

export interface CashOutDeps {
  db: Db;
  mode: 'demo' | 'live';
  /** Called with a market that changed, before the cash-out is answered. */
  onPaid(marketId: string): void;
}

/** @throws HttpError `invalid-request` */
function signedPart({ stake, of }: { stake: string | number; of: string | number }): SignedPart {
  const openStake = parseUsdc(of);
  if (openStake === null) throw amountError();
  return { stake: stakeOfPart(stake, openStake), openStake };
}

/** A cash-out whose shape and signature were checked. */
interface CheckedCashOut {
  readonly userId: string;
  /** The amount that the bettor signed. */
  readonly amount: MicroUsdc;
  /** The part of the bet that is sold; null: all that is open. */
  readonly part: SignedPart | null;
  readonly signedText: string;
  /** Lower-case hex. */
  readonly signature: string;
}

type SignedCashOut = CheckedCashOut & { readonly betId: string };

/**
 * Cashes a bet, or a part of it, out for the amount that its bettor signed, if the market still gives that much. While its game
 * is played, the cash-out waits for the delay first (decide-cash-out-orders.ts). If the same request is sent again, it gets the
 * first answer.
 *
 * @throws HttpError `not-found` if the bet is not the user's; `invalid-request`, `signature-invalid`;
 *   `cash-out-unavailable` with the reason; `odds-changed` with what the market gives now. The bet stays open then
 */
export async function cashOut(
  deps: CashOutDeps,
  { session, betId, body }: { session: Session; betId: string; body: RequestBody<'cashOut'> },
): Promise<WireCashOut> {
  const signed = { ...checkedCashOut(session, betId, body), betId };
  // A server of 0.1.0 would take the part for a fault in the books.
  if (signed.part !== null && !(await runsAlone(deps.db)))
    throw new HttpError('cash-out-unavailable', say('partial-cash-out-not-yet'));
  const found = await getOwnBet(deps.db, signed).catch((error) => {
    throw isOfValue(error) ? error : notRecorded(error);
  });
  if (found === null) throw await noBet(deps.db, signed);
  const { marketId } = found.bet;
  const sold = await soldOnce(deps, { ...signed, marketId });
  const { bet, stake, amount } = sold;
  if (sold.kind === 'paid') deps.onPaid(marketId);
  return {
    betId: bet.id,
    amount: usdcToNumber(amount),
    stake: usdcToNumber(stake),
    profit: usdcToNumber(microUsdc(amount - stake)),
    ...wireMoment(sold),
  };
}

/**
 * Checks a sent cash-out of a bet or a combo, the cheapest checks first.
 *
 * @param message the text to sign if it is not about a part
 * @throws HttpError
 */
export function checkedCashOut(
  session: Session,
  id: string,
  body: RequestBody<'cashOut'>,
  message = cashOutMessage,
): CheckedCashOut {
  const amount = parseUsdc(body.amount);
  if (amount === null) throw amountError();
  if (amount < CENT) throw new HttpError('invalid-request', say('cash-out-too-small'));
  const part = body.part === undefined ? null : signedPart(body.part);
  const sent = { betId: id, amount: wireNumberText(body.amount) };
  const signedText =
    body.part === undefined
      ? message(sent)
      : partialCashOutMessage({
          ...sent,
          stake: wireNumberText(body.part.stake),
          of: wireNumberText(body.part.of),
        });
  const signature = parseSignature(session.wallet.family, body.signature);
  if (signature === null || !verifySignature({ wallet: session.wallet, text: signedText, signature })) {
    throw new HttpError('signature-invalid', say('cash-out-signature-invalid'));
  }
  return {
    userId: session.userId,
    amount,
    part,
    signedText,
    signature: Buffer.from(signature).toString('hex'),
  };
}

async function soldOnce(
  { db, mode }: CashOutDeps,
  order: SignedCashOut & { marketId: string },
): Promise<Sold> {
  return commitOr(db, (tx) => sellBack(tx, { ...order, mode }), {
    name: 'cash-out',
    unknown: (error) => afterLostCommit(db, order, error),
    failed: notRecorded,
  });
}

type Sold = {
  readonly bet: OwnBet;
  /** What is sold, and what is paid or signed for it. */
  readonly stake: MicroUsdc;
  readonly amount: MicroUsdc;
} & PaidOrWaiting;

/** The transaction: load under locks, decide, save. The answer counts only once it has committed. */
async function sellBack(
  tx: Tx,
  order: SignedCashOut & { marketId: string; mode: 'demo' | 'live' },
): Promise<Sold> {
  const locked = await lockSale(tx, { ...order, asked: order.amount });
  const { bet, share, running, sale } = locked;
  const earlier = askedAlready(order, { bet, ...(await madeSoFar(tx, order)) });
  if (earlier !== null) return earlier;
  const { stake } = share;
  if (order.part !== null && (await getAutomaticCashOut(tx, order.betId)) !== null)
    throw unavailable('automatic');
  const decision = await decideSale(tx, locked);
  if (decision.kind === 'unavailable') throw unavailable(decision.why);
  if (decision.kind === 'fell') {
    const cashOut = usdcToNumber(decision.amount);
    throw new HttpError('odds-changed', say('cash-out-fell', { amount: cashOut }), { facts: { cashOut } });
  }
  if (running === null) {
    await saveSale(tx, locked, { decision, signed: order });
    return { kind: 'paid', bet, stake, amount: decision.amount, endedAt: sale.now };
  }
  const decidesAt = new Date(sale.now.getTime() + running.delaySeconds * 1000);
  await insertCashOutOrder(tx, { ...sentCashOut(order, sale.now), decideAt: decidesAt }, running.marketId);
  return { kind: 'waiting', bet, stake, amount: order.amount, decidesAt };
}

type Asked = Pick<SignedCashOut, 'betId' | 'amount' | 'part'>;

/** What may be the first answer to this request. */
async function madeSoFar(db: Db, { betId, part }: Asked) {
  return {
    selling: await sellingOf(db, betId),
    soldPart: part && (await getSoldPart(db, { betId, openStake: part.openStake })),
  };
}

/**
 * The first answer, if this amount was asked for already; null if the bet is open and no cash-out of it waits.
 *
 * @throws HttpError `cash-out-unavailable` if it has ended in another way, another amount waits, another part was sold, or this
 *   one has just failed
 */
function askedAlready(
  asked: Asked,
  { bet, selling, soldPart }: { bet: OwnBet } & Awaited<ReturnType<typeof madeSoFar>>,
): Sold | null {
  const { amount, part } = asked;
  if (part === null && bet.cashedOut?.asked === amount) {
    const { amount: paid, endedAt } = bet.cashedOut;
    return { kind: 'paid', bet, stake: bet.stake, amount: paid, endedAt };
  }
  if (part !== null && soldPart?.stake === part.stake && soldPart.asked === amount) {
    const { stake, amount: paid, soldAt } = soldPart;
    return { kind: 'paid', bet, stake, amount: paid, endedAt: soldAt };
  }
  if (bet.hasEnded) throw unavailable('bet-ended');
  if (part !== null && bet.stake !== part.openStake) throw unavailable('changed');
  const isSame =
    selling?.amount === amount &&
    selling.part?.stake === part?.stake &&
    selling.part?.openStake === part?.openStake;
  const waits = waitsAlready(selling, isSame);
  return waits && { kind: 'waiting', bet, stake: part?.stake ?? bet.stake, amount, ...waits };
}

async function afterLostCommit(
  db: Db,
  order: SignedCashOut & { marketId: string },
  cause: CommitUnknownError,
): Promise<Sold> {
  const found = await lookUpLostCommit(() =>
    transaction(db, async (tx) => {
      await lockMarket(tx, order.marketId);
      const found = await getOwnBet(tx, order);
      return found === null ? null : { bet: found.bet, ...(await madeSoFar(tx, order)) };
    }),
  );
  if (found === null) {
    throw new HttpError('not-ready', say('cashed-out-or-not'), { retryAfterSeconds: 5, cause });
  }
  const sold = found.recorded === null ? null : askedAlready(order, found.recorded);
  if (sold !== null) return sold;
  throw new HttpError('not-ready', say('cash-out-not-recorded'), { retryAfterSeconds: 1, cause });
}

/** The error to answer with if the database failed and nothing was done. */
const notRecorded = (cause: unknown): Error =>
  unrecorded(cause, { busy: say('too-many-cash-outs'), down: say('cash-outs-not-recorded') });

const sellingOf = async (db: Db, betId: string): Promise<Selling | undefined> =>
  (await loadSelling(db, 'bet', [betId])).get(betId);

export const unknownBet = () => new HttpError('not-found', say('no-such-bet'));

/** The error to answer with if the user has no such bet, which may be one that still waits as an order. */
export const noBet = async (db: Db, of: { userId: string; betId: string }): Promise<HttpError> =>
  (await getUnfilledOrder(db, of)) === null ? unknownBet() : unavailable('not-accepted');
