import { say } from '@tallystone/core/sentences/say';
import { isOfValue } from '../db/database-fault.ts';
import type { Db } from '../db/db.ts';
import { lookUpLostCommit } from '../db/look-up-lost-commit.ts';
import { CommitUnknownError, commitAtOnce, transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { lockMarket } from '../markets/lock-market.ts';
import { marketChangesAnnounced } from '../markets/market-changes.ts';
import { fenceMarket } from './batch-store.ts';
import type { BetAnswer } from './bet-request.ts';
import { listRecordedBets } from './bet-store.ts';
import { inHalves } from './in-halves.ts';
import { decideUnlocked, type MarketBatch, placeBets, SliceShort } from './place-bets.ts';
import { unrecorded } from './unrecorded.ts';

/** The result of a bet: an answer, or an error that concerns only this bet. */
export type BatchedAnswer = BetAnswer | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Places a batch and answers each of its bets, whatever goes wrong: a bet that breaks its batch is found by halving and
 * fails alone, and a lost COMMIT is looked up before any answer is sent.
 *
 * Most batches meet no other work on their market and their bettors, so they are tried without locks first.
 */
export async function answerBatch(db: Db, batch: MarketBatch): Promise<BatchedAnswer[]> {
  let answers: BetAnswer[] = [];
  try {
    const decided = await decideUnlocked(db, batch);
    if (decided !== null) {
      answers = decided.answers;
      if (decided.store === null) return answers;
      const stored = await commitAtOnce(db, decided.store, 'bet');
      if (stored !== null && stored.length > 0) {
        marketChangesAnnounced(db, [batch.marketId]);
        return answers;
      }
    }
    const place = (wholePool: boolean) =>
      transaction(
        db,
        async (tx) => {
          answers = await placeBets(tx, batch, { wholePool });
        },
        'bet',
      );
    await place(false).catch((error) => {
      if (!(error instanceof SliceShort)) throw error;
      return place(true);
    });
    return answers;
  } catch (error) {
    if (error instanceof CommitUnknownError) {
      marketChangesAnnounced(db, [batch.marketId]);
      return afterLostCommit(db, batch, { answers, cause: error });
    }
    if (isOfValue(error)) return halve(db, batch, error);
    const messages = { busy: say('too-many-bets'), down: say('bets-not-recorded') };
    return failAll(batch, unrecorded(error, messages));
  }
}

/** Halves the batch until the bet that breaks it is alone. The order of arrival is kept. */
async function halve(db: Db, batch: MarketBatch, error: unknown): Promise<BatchedAnswer[]> {
  if (batch.bets.length === 1) return failAll(batch, error);
  const halves = await inHalves(batch.bets, (bets) => answerBatch(db, { ...batch, bets }));
  return halves.flat();
}

/**
 * Looks up every bet that was to be answered as placed. Repeats of earlier bets, too: their first answer may be lost as well, and
 * a primary that has taken over since may lack them. If a bet isn't recorded, its bettor may send it again.
 */
async function afterLostCommit(
  db: Db,
  batch: MarketBatch,
  { answers, cause }: { answers: readonly BetAnswer[]; cause: CommitUnknownError },
): Promise<BatchedAnswer[]> {
  // Any other answer wrote nothing, so it is right either way.
  const ids = answers.flatMap((answer) => (answer.kind === 'placed' ? [answer.bet.id] : []));
  if (ids.length === 0) return [...answers];

  const found = await lookUpLostCommit(() =>
    transaction(db, async (tx) => {
      await lockMarket(tx, batch.marketId);
      const recorded = await listRecordedBets(tx, ids);
      if (ids.some((id) => !recorded.has(id))) await fenceMarket(tx, batch.marketId);
      return recorded;
    }),
  );
  const error =
    found === null
      ? new HttpError('not-ready', say('placed-or-not'), { retryAfterSeconds: 5, cause })
      : new HttpError('not-ready', say('bet-not-recorded'), { retryAfterSeconds: 1, cause });
  const isSure = (answer: BetAnswer) =>
    answer.kind !== 'placed' || found?.recorded.has(answer.bet.id) === true;
  return answers.map((answer) => (isSure(answer) ? answer : { kind: 'failed', error }));
}

function failAll(batch: MarketBatch, error: unknown): BatchedAnswer[] {
  return batch.bets.map(() => ({ kind: 'failed', error }));
}
