import { type ComboDecision, decideCombo } from '@tallystone/core/combos/decide-combo';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import { say } from '@tallystone/core/sentences/say';
import { getFunds } from '../betting/get-funds.ts';
import { refusalError } from '../betting/refusal-error.ts';
import { unrecorded } from '../betting/unrecorded.ts';
import { commitOr } from '../db/commit-or.ts';
import type { Db, Tx } from '../db/db.ts';
import { lookUpLostCommit } from '../db/look-up-lost-commit.ts';
import { runsAlone } from '../db/runs-alone.ts';
import { type CommitUnknownError, transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { type CheckedCombo, checkCombo, type Selection, type SentCombo } from './check-combo.ts';
import { comboError } from './combo-error.ts';
import {
  findComboOfKey,
  insertCombo,
  lockComboAccounts,
  readComboUse,
  type StoredCombo,
} from './combo-store.ts';
import { lockLegMarkets, readLegMarkets, withMarkets } from './leg-store.ts';
import { wireCombos } from './wire-combos.ts';

export interface ComboDeps {
  db: Db;
  mode: 'demo' | 'live';
  /** Throws while no bets are taken. */
  requireBettable(): void;
  /** Gives a guest practice money before the first bet; false if the guest no longer exists. */
  openGuestFunds(userId: string): Promise<boolean>;
  /** Called with a combo that was placed, before it is answered. */
  onCombo?(userId: string, combo: WireCombo): void;
}

/**
 * Places a combo, or refuses it. If the same request is sent again, it gets the first answer.
 *
 * @throws HttpError with the reason; nothing was taken then
 */
export async function placeCombo(deps: ComboDeps, sent: SentCombo): Promise<WireCombo> {
  deps.requireBettable();
  const { db, mode } = deps;
  const { session } = sent;
  const request = checkCombo(sent);
  await requireCombos(deps);
  if (!session.verified && !(await deps.openGuestFunds(session.userId)))
    throw new HttpError('unauthenticated', say('guest-ended'));
  const combo = await placedOnce(db, request, mode);
  const [wire] = await wireCombos(db, [combo], session.wallet.family);
  if (wire === undefined) throw new Error(`combo ${combo.id} went away`);
  deps.onCombo?.(session.userId, wire);
  return wire;
}

/** @throws HttpError `combo-refused` where no combo is taken, whatever its selections */
async function requireCombos({ db, mode }: Pick<ComboDeps, 'db' | 'mode'>): Promise<void> {
  const why = mode === 'live' ? 'live-mode' : (await runsAlone(db)) ? null : 'not-yet';
  if (why !== null) throw comboError({ kind: 'rejected', reason: 'combo-refused', why });
}

async function placedOnce(db: Db, request: CheckedCombo, mode: 'demo' | 'live'): Promise<StoredCombo> {
  return commitOr(db, (tx) => place(tx, request, mode), {
    name: 'combo',
    unknown: (error) => afterLostCommit(db, request, error),
    failed: notPlaced,
  });
}

/** The transaction: load under locks, decide, save. The answer counts only once it has committed. */
async function place(tx: Tx, request: CheckedCombo, mode: 'demo' | 'live'): Promise<StoredCombo> {
  const { userId, legs, stake, signedOdds } = request;
  const ids = legs.map(({ marketId }) => marketId);

  // Load. Markets are locked before accounts, as for bets.
  await lockLegMarkets(tx, ids);
  const accounts = await lockComboAccounts(tx, userId);
  const earlier = await earlierOf(tx, request);
  if (earlier !== null) return earlier;
  const bettor = await getFunds(tx, { userId, mode });
  if (bettor === null) throw new Error(`user ${userId} went away`);
  const use = await readComboUse(tx, { userId, legs, pool: accounts.pool.total });
  const markets = await readLegMarkets(tx, ids);
  const { now } = markets;

  // Decide.
  const asked = withMarkets(legs, markets);
  const decision = decideCombo({ legs: asked, funds: bettor.funds, use, stake, signedOdds, now });
  if (decision.kind === 'rejected') throw comboError(decision);

  // Save.
  const { dailyStakeCap } = bettor.funds;
  const combo = {
    ...decision,
    placedAt: now,
    dailyStakeCap,
    budget: use.budget,
    legs: asked.map((leg, place) => legOf(leg, decision, place)),
  };
  await insertCombo(tx, request, { combo, accounts });
  const stored = await earlierOf(tx, request);
  if (stored === null) throw new Error(`combo ${request.id} was not stored`);
  return stored;
}

function legOf(
  { marketId, outcomeId, market }: ReturnType<typeof withMarkets<Selection>>[number],
  { legOdds }: Extract<ComboDecision, { kind: 'accepted' }>,
  place: number,
) {
  const odds = legOdds[place];
  const feed = market?.feed ?? null;
  if (market === null || feed === null || odds === undefined)
    throw new Error(`a combo was accepted without the price of ${outcomeId}`);
  const { closesAt, version } = market;
  return { marketId, outcomeId, odds, pricedAt: feed.pricedAt, closesAt, version };
}

/** The combo that was placed with this key. @throws HttpError `already-placed` if it is another one */
async function earlierOf(db: Db, { userId, idempotencyKey, bodyHash }: CheckedCombo) {
  const earlier = await findComboOfKey(db, { userId, key: idempotencyKey });
  if (earlier !== null && earlier.bodyHash !== bodyHash)
    throw refusalError({ kind: 'rejected', reason: 'already-placed' });
  return earlier;
}

async function afterLostCommit(
  db: Db,
  request: CheckedCombo,
  cause: CommitUnknownError,
): Promise<StoredCombo> {
  const found = await lookUpLostCommit(() =>
    transaction(db, async (tx) => {
      await lockComboAccounts(tx, request.userId);
      return earlierOf(tx, request);
    }),
  );
  if (found === null) throw new HttpError('not-ready', say('combo-or-not'), { retryAfterSeconds: 5, cause });
  if (found.recorded !== null) return found.recorded;
  throw new HttpError('not-ready', say('combo-not-recorded'), { retryAfterSeconds: 1, cause });
}

/** The error to answer with if the transaction had no effect. */
const notPlaced = (cause: unknown): Error =>
  unrecorded(cause, { busy: say('too-many-combos'), down: say('combos-not-recorded') });
