import { cashOutMessage } from '@tallystone/core/betting/cash-out-message';
import type { NoCashOut } from '@tallystone/core/betting/decide-cash-out';
import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import type { RequestBody } from '@tallystone/core/http-api';
import type { WireCashOut, WireCashOutQuote } from '@tallystone/core/http-api/betting';
import { parseSignature } from '@tallystone/core/identity/parse-signature';
import { cashOutEntry } from '@tallystone/core/ledger/cash-out-entry';
import { CENT, type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { type Message, say } from '@tallystone/core/sentences/say';
import { DrizzleQueryError } from 'drizzle-orm';
import { isOfValue } from '../db/database-fault.ts';
import type { Db, Tx } from '../db/db.ts';
import { lookUpLostCommit } from '../db/look-up-lost-commit.ts';
import { CommitUnknownError, transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import type { Session } from '../http/session.ts';
import { verifySignature } from '../identity/verify-signature.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { lockMarket } from '../markets/lock-market.ts';
import { getStoredMarket } from '../markets/stored-market.ts';
import { lockAccounts } from './batch-store.ts';
import { getOwnBet, insertCashOut, type OwnBet } from './cash-out-store.ts';
import { decideCashOuts, ofOneMoment, type Sale, type SaleDecision } from './decide-cash-outs.ts';
import { signedHashOf } from './hash-parts.ts';
import { amountError } from './quote.ts';
import { unrecorded } from './unrecorded.ts';

export interface CashOutDeps {
  db: Db;
  mode: 'demo' | 'live';
  /** The market changed: its lists are to be renewed before anybody is answered. */
  onPaid(marketId: string): void;
}

/** What the market gives for a bet now, or why it cannot be cashed out. It holds nothing and promises no price. */
export async function quoteCashOut(
  { db, mode }: CashOutDeps,
  { session, betId }: { session: Session; betId: string },
): Promise<WireCashOutQuote> {
  const [decision, version] = await ofOneMoment(db, async (tx) => {
    const found = await getOwnBet(tx, { betId, userId: session.userId });
    if (found === null) throw unknownBet();
    const { bet, now } = found;
    const { marketId } = bet;
    const market = await getStoredMarket(tx, marketId);
    if (market === null) throw new Error(`bet ${betId} has no market`);
    const { funded } = market;
    const sale = { mode, market, marketId, bet, funded, asked: null, now };
    return [await decided(tx, sale), market.version] as const;
  });
  const quoted = { betId, version };
  switch (decision.kind) {
    case 'accepted':
      return { ...quoted, amount: usdcToNumber(decision.amount) };
    case 'unavailable': {
      const { sentence, reason } = say(`cash-out-${decision.why}`);
      return {
        ...quoted,
        amount: null,
        reason: sentence,
        why: reason,
        ...(decision.availableAt !== null && { availableAt: decision.availableAt.toISOString() }),
      };
    }
    case 'fell':
      throw new Error('no amount was asked for, so none can be too high');
  }
}

async function decided(db: Db, sale: Sale): Promise<SaleDecision> {
  const [decision] = await decideCashOuts(db, [sale]);
  if (decision === undefined) throw new Error('one sale is decided once');
  return decision;
}

/** A cash-out whose shape and signature were checked. */
interface SignedCashOut {
  readonly betId: string;
  readonly userId: string;
  /** As signed. */
  readonly amount: MicroUsdc;
  readonly signedText: string;
  /** Lower-case hex. */
  readonly signature: string;
}

/**
 * Sells a bet back for the amount its bettor signed, if the market still gives that much. Sending the same again
 * gets the first answer.
 *
 * @throws HttpError `not-found` for a bet that is not the user's; `invalid-request`, `signature-invalid`;
 *   `cash-out-unavailable` with the reason; `odds-changed` with what the market gives now. The bet stands then
 */
export async function cashOut(
  deps: CashOutDeps,
  { session, betId, body }: { session: Session; betId: string; body: RequestBody<'cashOut'> },
): Promise<WireCashOut> {
  const signed = checkedCashOut(session, betId, body);
  const found = await getOwnBet(deps.db, signed).catch((error) => {
    throw notSold(error);
  });
  if (found === null) throw unknownBet();
  const { marketId } = found.bet;
  const sold = await soldOnce(deps, { ...signed, marketId });
  deps.onPaid(marketId);
  return wireCashOut(sold);
}

function checkedCashOut(session: Session, betId: string, body: RequestBody<'cashOut'>): SignedCashOut {
  const amount = parseUsdc(body.amount);
  if (amount === null) throw amountError();
  if (amount < CENT) {
    throw new HttpError('invalid-request', say('cash-out-too-small'));
  }
  const signedText = cashOutMessage({ betId, amount: wireNumberText(body.amount) });
  const signature = parseSignature(session.wallet.family, body.signature);
  if (signature === null || !verifySignature({ wallet: session.wallet, text: signedText, signature })) {
    throw new HttpError('signature-invalid', say('cash-out-signature-invalid'));
  }
  return {
    betId,
    userId: session.userId,
    amount,
    signedText,
    signature: Buffer.from(signature).toString('hex'),
  };
}

async function soldOnce(
  { db, mode }: CashOutDeps,
  asked: SignedCashOut & { marketId: string },
): Promise<Sold> {
  let isOurWord = false;
  try {
    return await transaction(
      db,
      async (tx) => {
        try {
          return await sellBack(tx, { ...asked, mode });
        } catch (error) {
          // What no query threw is a refusal, or a promise of ours that was broken.
          isOurWord = !(error instanceof DrizzleQueryError);
          throw error;
        }
      },
      'cash-out',
    );
  } catch (error) {
    if (error instanceof CommitUnknownError) return afterLostCommit(db, asked, error);
    throw isOurWord ? error : notSold(error);
  }
}

interface Sold {
  readonly bet: OwnBet;
  readonly amount: MicroUsdc;
  readonly endedAt: Date;
}

/** The transaction: load under locks, decide, save. The answer holds only once it has committed. */
async function sellBack(
  tx: Tx,
  asked: SignedCashOut & { marketId: string; mode: 'demo' | 'live' },
): Promise<Sold> {
  const { betId, userId, marketId, mode } = asked;

  // Load. In the order in which bets lock.
  const market = await lockMarket(tx, marketId);
  if (market === null) throw new Error(`bet ${betId} has no market`);
  const accounts = await lockAccounts(tx, { marketId, userIds: [userId], withPool: false });
  const found = await getOwnBet(tx, { betId, userId });
  if (found === null) throw new Error(`bet ${betId} went away`);
  const { bet, now } = found;

  // Decide.
  const earlier = soldAlready(bet, asked);
  if (earlier !== null) return earlier;
  const { funded } = market;
  const decision = await decided(tx, { mode, market, marketId, bet, funded, asked: asked.amount, now });
  if (decision.kind === 'unavailable') throw unavailable(decision.why);
  if (decision.kind === 'fell') throw fell(decision.amount);

  // Save.
  const { amount } = decision;
  const key = `cash-out:${betId}`;
  const entries = await recordEntries(
    tx,
    [{ key, entry: cashOutEntry({ userId, marketId, amount }) }],
    accounts.ids,
  );
  await insertCashOut(tx, {
    ...asked,
    bet,
    amount,
    at: now,
    entryId: entries.get(key) ?? '',
    pricedAt: market.book.kind === 'feed' ? market.book.pricedAt : null,
    signedHash: signedHashOf(asked.signedText, asked.signature),
    version: market.version,
    bookAfter: decision.marketAfter.book,
  });
  return { bet, amount, endedAt: now };
}

/**
 * The first answer, of a bet that was sold for this amount already; null when it is open.
 *
 * @throws HttpError `cash-out-unavailable` when it has ended in another way
 */
function soldAlready(bet: OwnBet, { amount }: { amount: MicroUsdc }): Sold | null {
  if (bet.cashedOut?.amount === amount) return { bet, ...bet.cashedOut };
  if (bet.hasEnded) throw unavailable('bet-ended');
  return null;
}

async function afterLostCommit(
  db: Db,
  asked: SignedCashOut & { marketId: string },
  cause: CommitUnknownError,
): Promise<Sold> {
  const found = await lookUpLostCommit(() =>
    transaction(db, async (tx) => {
      await lockMarket(tx, asked.marketId);
      return getOwnBet(tx, asked);
    }),
  );
  if (found === null) {
    throw notReady(say('cashed-out-or-not'), { retryAfterSeconds: 5, cause });
  }
  const sold = found.recorded === null ? null : soldAlready(found.recorded.bet, asked);
  if (sold !== null) return sold;
  throw notReady(say('cash-out-not-recorded'), {
    retryAfterSeconds: 1,
    cause,
  });
}

/** The transaction ended without an effect. */
const notSold = (cause: unknown): unknown =>
  isOfValue(cause)
    ? cause
    : unrecorded(cause, {
        busy: say('too-many-cash-outs'),
        down: say('cash-outs-not-recorded'),
      });

const unknownBet = () => new HttpError('not-found', say('no-such-bet'));

const unavailable = (why: NoCashOut) => new HttpError('cash-out-unavailable', say(`cash-out-${why}`));

const fell = (amount: MicroUsdc) =>
  new HttpError('odds-changed', say('cash-out-fell', { amount: usdcToNumber(amount) }), {
    facts: { cashOut: usdcToNumber(amount) },
  });

const notReady = (message: Message, why: { retryAfterSeconds: number; cause: unknown }) =>
  new HttpError('not-ready', message, why);

function wireCashOut({ bet, amount, endedAt }: Sold): WireCashOut {
  return {
    betId: bet.id,
    amount: usdcToNumber(amount),
    profit: usdcToNumber(microUsdc(amount - bet.stake)),
    endedAt: endedAt.toISOString(),
  };
}
