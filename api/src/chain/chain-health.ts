import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import type { BetBlocker } from '../http/readiness.ts';
import { unread } from './chain-alert.ts';
import type { FollowedState } from './cursor-store.ts';

/** How long bets are taken without the books having been compared with the chain. */
export const UNREAD_AFTER_SECONDS = 60;
const RETRY_AFTER_SECONDS = 10;

/** What this process knows about the following of the chain, which any process may do. */
export interface LearningHealth extends BetBlocker {
  learn(state: FollowedState): void;
}

/** Allows no bets until it has learnt the chain's state, and none once that state is too old. */
export function createChainHealth(nowMs: () => number = () => performance.now()): LearningHealth {
  let learnt: { readonly state: FollowedState; readonly atMs: number } | null = null;

  function problem(): string | null {
    if (learnt === null) return NOT_READ_YET;
    const { alert, unreadSeconds } = learnt.state;
    if (alert !== null) return alert.sentence;
    if (unreadSeconds === null) return NOT_READ_YET;
    const seconds = Math.floor(unreadSeconds + (nowMs() - learnt.atMs) / 1000);
    return seconds > UNREAD_AFTER_SECONDS ? unread(seconds).sentence : null;
  }

  return {
    learn(state) {
      learnt = { state, atMs: nowMs() };
    },
    problem,
    warning: () => null,
    requireBettable() {
      if (problem() === null) return;
      // A pause ends when the contract's owner ends it, so its sentence doesn't promise a check.
      throw notReady(learnt?.state.alert?.kind === 'paused' ? 'contract-paused' : 'betting-held');
    },
  };
}

const NOT_READ_YET = 'The blockchain has not been read yet.';

/** Adds another source of problems and warnings to a health. */
export function combineHealth(
  health: BetBlocker,
  other: Pick<BetBlocker, 'problem' | 'warning'>,
): BetBlocker {
  return {
    problem: () => health.problem() ?? other.problem(),
    warning: () => health.warning() ?? other.warning(),
    requireBettable() {
      health.requireBettable();
      if (other.problem() !== null) throw notReady('betting-held');
    },
  };
}

const notReady = (code: 'contract-paused' | 'betting-held'): HttpError =>
  new HttpError('not-ready', say(code), { retryAfterSeconds: RETRY_AFTER_SECONDS });
