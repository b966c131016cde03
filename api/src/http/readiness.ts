import { randomUUID } from 'node:crypto';
import type { BettingReason } from '@tallystone/core/http-api/health';
import { say } from '@tallystone/core/sentences/say';
import { commitProbe } from '../db/commit-probe.ts';
import { type DatabaseFault, databaseFaultOf } from '../db/database-fault.ts';
import type { Db } from '../db/db.ts';
import { OnStandby } from '../db/primary-client.ts';
import { causesOf } from '../db/sql-state.ts';
import { HttpError } from './http-error.ts';
import { isRecent } from './is-recent.ts';
import { keptCheck } from './kept-check.ts';

/** How long a full disk is reported. A probe is so small that it may succeed even then, so its success doesn't end this. */
const FULL_MS = 10_000;
/** How long a failed bet is reported, unless a bet is recorded since. */
const FAILED_BET_MS = 10_000;

/** Something else that may stop bets, such as a chain that can't be followed. */
export interface BetBlocker {
  /** @throws HttpError `not-ready` while it stops bets */
  requireBettable(): void;
  /** One sentence, or null. */
  problem(): string | null;
  /** One sentence about what will stop bets unless an admin acts, or null. */
  warning(): string | null;
}

/** Why this process doesn't serve requests. */
export interface NotReady {
  /** Whether it starts or stops, or what is wrong with the database. */
  readonly kind: 'starting' | 'stopping' | DatabaseFault;
  readonly sentence: string;
  /** For the log; undefined if the sentence says everything. */
  readonly cause: unknown;
}

export type Readiness = ReturnType<typeof readiness>;

/**
 * Whether this process serves requests, and what it knows itself about whether it takes bets.
 *
 * @param limitMs a commit that takes longer has failed
 */
export function readiness({ db, now, limitMs }: { db: Db; now: () => Date; limitMs?: number }) {
  let isDraining = false;
  let isStopped = () => false;
  let blocker: BetBlocker | null = null;
  let isDoubted = false;
  let failedBetsAt: Date | null = null;

  const probe = commitProbe(db, randomUUID());
  const committing = keptCheck<NotReady | null>({
    look: () => probe().then(() => null, cannotCommit),
    late: { kind: 'busy', sentence: FAULTS.busy, cause: undefined },
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
    const problem = blocker?.problem() ?? null;
    if (problem !== null) add('chain', problem);
    const warning = blocker?.warning() ?? null;
    if (warning !== null) reasons.push({ kind: 'gas', stops: 'no-bet', sentence: warning });
    if (failedBetsAt !== null && isRecent(failedBetsAt.getTime(), FAILED_BET_MS, now())) {
      add(
        'recording',
        'The last bet could not be recorded, and no bet has been recorded since; the log says why.',
      );
    }
    return reasons;
  }

  return {
    /** Stops bets while the function returns true. */
    stopBetsWhile: (isBroken: () => boolean) => {
      isStopped = isBroken;
    },
    /** Reports until the next start that the start couldn't tell whether the books are the newest. Stops no bets. */
    doubtBooks: () => {
      isDoubted = true;
    },
    /** Stops bets while the blocker says so, with the blocker's own sentence. */
    blockBetsBy: (given: BetBlocker) => {
      blocker = given;
    },
    /** Called when the server stops: health checks fail from now on, so load balancers send no more requests. */
    drain: () => {
      isDraining = true;
    },
    get isDraining() {
      return isDraining;
    },
    /** Whether the books add up. While they don't, no money may be paid. */
    mayPay: (): boolean => !isStopped(),
    /** @throws HttpError `not-ready` while no bets may be taken */
    requireBettable() {
      if (isStopped()) {
        throw new HttpError('not-ready', say('betting-stopped'), { retryAfterSeconds: 60 });
      }
      blocker?.requireBettable();
    },
    /** Why it doesn't serve: it is stopping or can't commit. Null: it serves. */
    problem: async (): Promise<NotReady | null> =>
      isDraining
        ? { kind: 'stopping', sentence: 'The server is stopping.', cause: undefined }
        : committing.ask(),
    /** Why it takes no bets although it serves, as far as it knows without asking anything. */
    betProblems,
    /** Called when bets were committed: no probe is needed for a second. */
    committed() {
      failedBetsAt = null;
      committing.learn(null);
    },
    /** Called when bets couldn't be recorded for a reason that isn't their own. */
    failed(cause: unknown) {
      failedBetsAt = now();
      const fault = databaseFaultOf(cause);
      // Other faults say nothing about further commits; the next probe will.
      if (fault === 'full') committing.learn(cannotCommit(cause), FULL_MS);
      else if (fault === 'away' || fault === 'unwritable') committing.learn(cannotCommit(cause));
    },
  };
}

function cannotCommit(cause: unknown): NotReady {
  const kind = databaseFaultOf(cause) ?? 'unwritable';
  const isOnStandby = [...causesOf(cause)].some((each) => each instanceof OnStandby);
  return { kind, sentence: isOnStandby ? ON_STANDBY : FAULTS[kind], cause };
}

const ON_STANDBY = 'The address of the database leads to a standby, which takes no writes.';
const FAULTS: Readonly<Record<DatabaseFault, string>> = {
  away: 'The database cannot be reached.',
  busy: 'The database is slow to answer.',
  full: 'The database is out of space.',
  unwritable: 'The database refuses writes.',
};
