import { randomUUID } from 'node:crypto';
import type { BettingReason } from '@tallystone/core/http-api/health';
import { say } from '@tallystone/core/sentences/say';
import { commitProbe } from '../db/commit-probe.ts';
import { databaseFaultOf } from '../db/database-fault.ts';
import type { Db } from '../db/db.ts';
import { HttpError } from './http-error.ts';
import { keptCheck } from './kept-check.ts';

/** A disk without room may still take the small change of a probe, so its word does not end this. */
const FULL_MS = 10_000;
/** A failed bet says so much about the next one, unless one was recorded since. */
const FAILED_BET_MS = 10_000;

/** What else may stand against taking bets, such as a chain that cannot be followed. */
interface BetHold {
  /** @throws HttpError `not-ready` while it does */
  requireBettable(): void;
  /** One sentence, or null. */
  problem(): string | null;
  /** One sentence on what will stop bets unless it is seen to, or null. */
  warning(): string | null;
}

/** Why this process does not serve. */
interface NotReady {
  readonly sentence: string;
  /** For the log; undefined where the sentence is all there is. */
  readonly cause: unknown;
}

/** Whether this process serves, and what it knows by itself of whether it takes bets. */
export interface Readiness {
  /** From now on no bets are taken while this says so. */
  stopBetsWhile(isBroken: () => boolean): void;
  /** Nor while this says so, which has a sentence of its own. */
  holdBetsFor(hold: BetHold): void;
  /** The start could not tell whether the books are the newest. It stops no bets, and is said until the next start. */
  doubtBooks(): void;
  /** The server is stopping: health says so, and balancers send nobody any more. */
  drain(): void;
  readonly isDraining: boolean;
  /** @throws HttpError `not-ready` while no bets may be taken */
  requireBettable(): void;
  /** Why it does not serve: it is stopping, or cannot commit. Null: it serves. */
  problem(): Promise<NotReady | null>;
  /** Why it takes no bets though it serves, as far as it knows that without asking. */
  betProblems(): BettingReason[];
  /** Bets were committed: nothing has to be tried for a second. */
  committed(): void;
  /** Bets could not be recorded, for no reason of their own. */
  failed(cause: unknown): void;
}

/** @param limitMs for a commit: one that takes longer has failed */
export function readiness({ db, now, limitMs }: { db: Db; now: () => Date; limitMs?: number }): Readiness {
  let isDraining = false;
  let isStopped = () => false;
  let hold: BetHold | null = null;
  let isDoubted = false;
  let failedBetsAt: Date | null = null;

  const probe = commitProbe(db, randomUUID());
  const committing = keptCheck<NotReady | null>({
    look: () => probe().then(() => null, cannotCommit),
    late: { sentence: 'The database is slow to answer.', cause: undefined },
    now,
    ...(limitMs !== undefined && { limitMs }),
  });

  function betProblems(): BettingReason[] {
    const reasons: BettingReason[] = [];
    const add = (kind: BettingReason['kind'], sentence: string) =>
      reasons.push({ kind, stops: 'every-bet', sentence });
    if (isStopped()) add('books', 'The books do not add up, so betting is stopped.');
    if (isDoubted) {
      const sentence =
        "This server started with no saved audit head, so it can't tell whether the database was restored to an earlier time; the log says what to do.";
      reasons.push({ kind: 'books', stops: 'no-bet', sentence });
    }
    const held = hold?.problem() ?? null;
    if (held !== null) add('chain', held);
    const warning = hold?.warning() ?? null;
    if (warning !== null) reasons.push({ kind: 'gas', stops: 'no-bet', sentence: warning });
    const failedMs = failedBetsAt === null ? null : now().getTime() - failedBetsAt.getTime();
    if (failedMs !== null && failedMs >= 0 && failedMs < FAILED_BET_MS) {
      add(
        'recording',
        'The last bet could not be recorded, and no bet has been recorded since; the log says why.',
      );
    }
    return reasons;
  }

  return {
    stopBetsWhile: (isBroken) => {
      isStopped = isBroken;
    },
    doubtBooks: () => {
      isDoubted = true;
    },
    holdBetsFor: (given) => {
      hold = given;
    },
    drain: () => {
      isDraining = true;
    },
    get isDraining() {
      return isDraining;
    },
    requireBettable() {
      if (isStopped()) {
        throw new HttpError('not-ready', say('betting-stopped'), { retryAfterSeconds: 60 });
      }
      hold?.requireBettable();
    },
    problem: async () =>
      isDraining ? { sentence: 'The server is stopping.', cause: undefined } : committing.ask(),
    betProblems,
    committed() {
      failedBetsAt = null;
      committing.learn(null);
    },
    failed(cause) {
      failedBetsAt = now();
      const fault = databaseFaultOf(cause);
      // Anything else says nothing of other commits; the next probe does.
      if (fault === 'full') committing.learn(cannotCommit(cause), FULL_MS);
      else if (fault === 'away' || fault === 'unwritable') committing.learn(cannotCommit(cause));
    },
  };
}

function cannotCommit(cause: unknown): NotReady {
  switch (databaseFaultOf(cause)) {
    case 'away':
      return { sentence: 'The database cannot be reached.', cause };
    case 'busy':
      return { sentence: 'The database is slow to answer.', cause };
    case 'full':
      return { sentence: 'The database is out of space.', cause };
    default:
      return { sentence: 'The database refuses writes.', cause };
  }
}
