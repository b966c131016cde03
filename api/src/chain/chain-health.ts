import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import { unread } from './chain-alert.ts';
import type { FollowedState } from './cursor-store.ts';
import type { ChainHealth } from './escrow-chain.ts';

/** How long the books may go without having been found equal to the chain. */
const UNREAD_AFTER_SECONDS = 60;
const RETRY_AFTER_SECONDS = 10;

/** What this process knows of how the chain is followed, by whichever process follows it. */
export interface LearningHealth extends ChainHealth {
  learn(state: FollowedState): void;
}

/** Until it has learnt anything no bets are taken, and again once what it learnt is too old. */
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
      throw learnt?.state.alert?.kind === 'paused' ? pausedThere() : held();
    },
  };
}

const NOT_READ_YET = 'The blockchain has not been read yet.';

/** What is healthy only while something else has no problem either, and warns of what that warns of. */
export function alsoHeldBy(
  health: ChainHealth,
  other: Pick<ChainHealth, 'problem' | 'warning'>,
): ChainHealth {
  return {
    problem: () => health.problem() ?? other.problem(),
    warning: () => health.warning() ?? other.warning(),
    requireBettable() {
      health.requireBettable();
      if (other.problem() !== null) throw held();
    },
  };
}

/** It ends when its owner says so, and nothing is being checked. */
const pausedThere = (): HttpError =>
  new HttpError('not-ready', say('contract-paused'), { retryAfterSeconds: RETRY_AFTER_SECONDS });

const held = (): HttpError =>
  new HttpError('not-ready', say('betting-held'), {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
