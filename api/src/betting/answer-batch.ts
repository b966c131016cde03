import { say } from '@tallystone/core/sentences/say';
import { isOfValue } from '../db/database-fault.ts';
import type { Db } from '../db/db.ts';
import { lookUpLostCommit } from '../db/look-up-lost-commit.ts';
import { CommitUnknownError, transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { lockMarket } from '../markets/lock-market.ts';
import type { BetAnswer, BetRequest } from './bet-request.ts';
import { listRecordedBets } from './bet-store.ts';
import { placeBets } from './place-bets.ts';
import type { Stakes } from './stakes.ts';
import { unrecorded } from './unrecorded.ts';

/** The result of a bet: an answer, or an error that concerns only this bet. */
export type BatchedAnswer = BetAnswer | { readonly kind: 'failed'; readonly error: unknown };

export interface Batch {
  readonly marketId: string;
  readonly bets: readonly BetRequest[];
  readonly stakes: Stakes;
}

/**
 * Places a batch and answers each of its bets, whatever goes wrong: a bet that breaks its batch is found by halving and
 * fails alone, and a lost COMMIT is looked up before any answer is sent.
 */
export async function answerBatch(db: Db, batch: Batch): Promise<BatchedAnswer[]> {
  let answers: BetAnswer[] = [];
  try {
    await transaction(
      db,
      async (tx) => {
        answers = await placeBets(tx, batch);
      },
      'bet',
    );
    return answers;
  } catch (error) {
    if (error instanceof CommitUnknownError) return afterLostCommit(db, batch, { answers, cause: error });
    if (isOfValue(error)) return bisect(db, batch, error);
    const messages = { busy: say('too-many-bets'), down: say('bets-not-recorded') };
    return failAll(batch, unrecorded(error, messages));
  }
}

/** Halves the batch until the bet that breaks it is alone. The order of arrival is kept. */
async function bisect(db: Db, batch: Batch, error: unknown): Promise<BatchedAnswer[]> {
  if (batch.bets.length === 1) return failAll(batch, error);
  const middle = Math.ceil(batch.bets.length / 2);
  const first = await answerBatch(db, { ...batch, bets: batch.bets.slice(0, middle) });
  const second = await answerBatch(db, { ...batch, bets: batch.bets.slice(middle) });
  return [...first, ...second];
}

/** Either all bets of a batch are recorded or none. If none is, the bettors may send their bets again. */
async function afterLostCommit(
  db: Db,
  batch: Batch,
  { answers, cause }: { answers: readonly BetAnswer[]; cause: CommitUnknownError },
): Promise<BatchedAnswer[]> {
  // A refusal or a repeat of an earlier bet wrote nothing, so its answer is right either way.
  const sentIds = new Set(batch.bets.map((bet) => bet.betId));
  // A live bet that is sent again has the id of the first time.
  const newIdOf = (answer: BetAnswer) =>
    answer.kind === 'placed' && answer.isRepeat !== true && sentIds.has(answer.bet.id) ? answer.bet.id : null;
  const newIds = answers.flatMap((answer) => newIdOf(answer) ?? []);
  if (newIds.length === 0) return [...answers];

  const found = await lookUpLostCommit(() =>
    transaction(db, async (tx) => {
      await lockMarket(tx, batch.marketId);
      return listRecordedBets(tx, newIds);
    }),
  );
  if (found !== null && found.recorded.size > 0) return [...answers];
  const error =
    found === null
      ? new HttpError('not-ready', say('placed-or-not'), { retryAfterSeconds: 5, cause })
      : new HttpError('not-ready', say('bet-not-recorded'), { retryAfterSeconds: 1, cause });
  return answers.map((answer) => (newIdOf(answer) === null ? answer : { kind: 'failed', error }));
}

function failAll(batch: Batch, error: unknown): BatchedAnswer[] {
  return batch.bets.map(() => ({ kind: 'failed', error }));
}
