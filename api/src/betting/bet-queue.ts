import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import { type Meters, NO_METERS } from '../meters/meters.ts';
import { currentSpan, inSpan } from '../tracing/in-span.ts';
import type { BatchedAnswer } from './answer-batch.ts';
import type { Placed } from './bet-log.ts';
import type { BetAnswer, BetRequest } from './bet-request.ts';

/** A batch is placed once it has this many bets, or its first bet has waited this long. */
const BATCH_BETS = 100;
const BATCH_WAIT_MS = 4;
/** If this many bets wait for one market, further ones are refused at once instead of late. */
const MOST_WAITING = 2000;

export interface BetQueue {
  /** Resolves once the bet is decided and, if it was placed, committed. */
  submit(bet: BetRequest): Promise<BetAnswer>;
  /** Takes no more bets; resolves once all queued bets are answered. */
  drain(): Promise<void>;
  /** True if no bet is waiting or being placed. */
  isIdle(): boolean;
  /** How many bets wait for their batch. */
  waiting(): number;
}

interface Waiting {
  readonly bet: BetRequest;
  /** In ms of `performance.now`. */
  readonly since: number;
  /** Its request's span. */
  readonly span: ReturnType<typeof currentSpan>;
  resolve(answer: BetAnswer): void;
  reject(error: unknown): void;
}

/** The waiting bets of one market, of which at most one batch is being placed. */
interface Lane {
  waiting: Waiting[];
  isPlacing: boolean;
  timer: NodeJS.Timeout | null;
}

/**
 * Bets of one market wait together for a few milliseconds and are placed together. Markets do not wait for each
 * other. Only the database ensures correctness, so any number of processes may queue bets.
 *
 * @param onPlaced called with the placed bets after a commit and before they are answered
 * @param onUnrecorded called with the cause if bets could not be recorded and the fault was not in the bets
 */
export function createBetQueue(does: {
  meters?: Pick<Meters, 'betWaited' | 'batchEnded'>;
  answerBatch(batch: { marketId: string; bets: readonly BetRequest[] }): Promise<BatchedAnswer[]>;
  onPlaced(marketId: string, placed: readonly Placed[]): void;
  onUnrecorded?(cause: unknown): void;
}): BetQueue {
  const { meters = NO_METERS } = does;
  const lanes = new Map<string, Lane>();
  let isDraining = false;
  let onEmpty: (() => void) | null = null;

  async function place(marketId: string, lane: Lane): Promise<void> {
    if (lane.timer !== null) clearTimeout(lane.timer);
    lane.timer = null;
    lane.isPlacing = true;
    const batch = lane.waiting.splice(0, BATCH_BETS);
    const settle: (() => void)[] = [];
    const beganAt = performance.now();
    for (const { since } of batch) meters.betWaited(beganAt - since);
    try {
      // A batch has many requests, so it is linked to them instead of being part of one.
      const answers = await inSpan(
        'bet batch',
        {
          attributes: { 'tallystone.market': marketId, 'tallystone.bets': batch.length },
          links: batch.flatMap(({ span }) => span ?? []),
        },
        () => does.answerBatch({ marketId, bets: batch.map(({ bet }) => bet) }),
      );
      meters.batchEnded({ bets: batch.length, ms: performance.now() - beganAt });
      const cause = causeOfUnrecorded(answers);
      if (cause !== null) does.onUnrecorded?.(cause);
      const placed = answers.flatMap((answer, index): Placed[] => {
        const userId = batch[index]?.bet.identity.userId;
        return answer.kind === 'placed' && userId !== undefined ? [{ userId, bet: answer.bet }] : [];
      });
      if (placed.length > 0) does.onPlaced(marketId, placed);
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index];
        if (answer === undefined)
          settle.push(() => reject(new Error(`bet ${index} of a batch was not answered`)));
        else if (answer.kind === 'failed') settle.push(() => reject(answer.error));
        else settle.push(() => resolve(answer));
      }
    } catch (error) {
      for (const { reject } of batch) settle.push(() => reject(error));
    }
    lane.isPlacing = false;
    if (lane.waiting.length > 0) {
      // These bets have waited long enough while the batch before was placed. The database works on them while we answer it.
      void place(marketId, lane);
      setImmediate(() => answerAll(settle));
      return;
    }
    answerAll(settle);
    lanes.delete(marketId);
    if (lanes.size === 0) onEmpty?.();
  }

  return {
    submit(bet) {
      if (isDraining) {
        return Promise.reject(
          new HttpError('not-ready', say('stopping-before-bet'), { retryAfterSeconds: 2 }),
        );
      }
      const lane = lanes.get(bet.marketId) ?? { waiting: [], isPlacing: false, timer: null };
      lanes.set(bet.marketId, lane);
      if (lane.waiting.length >= MOST_WAITING) {
        return Promise.reject(new HttpError('too-busy', say('too-many-bets-wait'), { retryAfterSeconds: 1 }));
      }
      return new Promise((resolve, reject) => {
        lane.waiting.push({ bet, since: performance.now(), span: currentSpan(), resolve, reject });
        if (lane.isPlacing) return;
        if (lane.waiting.length >= BATCH_BETS) void place(bet.marketId, lane);
        else lane.timer ??= setTimeout(() => void place(bet.marketId, lane), BATCH_WAIT_MS);
      });
    },
    drain() {
      isDraining = true;
      if (lanes.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        onEmpty = resolve;
      });
    },
    isIdle: () => lanes.size === 0,
    waiting: () => [...lanes.values()].reduce((sum, { waiting }) => sum + waiting.length, 0),
  };
}

function answerAll(settle: readonly (() => void)[]): void {
  for (const one of settle) one();
}

/** Why a batch was not recorded although nothing was wrong with its bets; null if that did not happen. */
function causeOfUnrecorded(answers: readonly BatchedAnswer[]): unknown {
  for (const answer of answers) {
    if (answer.kind !== 'failed' || !(answer.error instanceof HttpError)) continue;
    const { code, cause } = answer.error;
    if (code === 'not-ready' && cause !== undefined) return cause;
  }
  return null;
}
