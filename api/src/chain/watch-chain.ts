import { claimRun } from '../db/claim-run.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { repeat } from '../rounds/repeat.ts';
import { applyWaiting } from './apply-logs.ts';
import { alertOf, type ChainAlert, unread } from './chain-alert.ts';
import { type LearningHealth, UNREAD_AFTER_SECONDS } from './chain-health.ts';
import { readFollowedState, recordAlert } from './cursor-store.ts';
import type { EscrowChain } from './escrow-chain.ts';
import { FOLLOW_LIMITS, type FollowLimits, followChain } from './follow-chain.ts';
import type { HouseKeys } from './keys.ts';
import { openCursor } from './open-cursor.ts';
import { reportSeldom } from './report-seldom.ts';

const LOOKS_EVERY_MS = 1000;
/** The share of a round for which one process's claim keeps the others from asking the chain too. */
const TURN = 0.9;

/** Keeps the books up to date with the finalized chain. */
export interface ChainWatch {
  /** Looks at the chain now, even if it is another process's turn. */
  look(): Promise<void>;
  /** Resolves once no look is running. */
  stop(): Promise<void>;
}

/**
 * Follows the chain. Any number of processes may: each second one of them applies the final blocks to the books, and all
 * of them learn which alert stops betting.
 *
 * @param onAlert called with each new alert; with null once the last one has ended
 * @throws OtherEscrow, and errors of the chain, before anything is followed
 */
export async function watchChain(does: {
  db: Db;
  chain: EscrowChain;
  health: LearningHealth;
  onAlert(alert: ChainAlert | null): void;
  onError(error: unknown): void;
  holders?: HouseKeys['holders'];
  limits?: FollowLimits;
  everyMs?: number;
  now?: () => Date;
}): Promise<ChainWatch> {
  const {
    db,
    chain,
    health,
    holders = {},
    limits = FOLLOW_LIMITS,
    everyMs = LOOKS_EVERY_MS,
    now = () => new Date(),
  } = does;
  await openCursor(db, chain);
  let hasTriedWaiting = false;
  let following: Promise<void> = Promise.resolve();
  let reported: string | null = null;
  const report = reportSeldom(does.onError);

  /** The alert that stops betting, undefined while it isn't known yet; and whether the books reached the chain's head. */
  async function follow(): Promise<{ alert: ChainAlert | null | undefined; hasFollowed: boolean }> {
    try {
      const alert = await followChain(db, chain, { limits, now: now(), holders });
      return { alert, hasFollowed: true };
    } catch (error) {
      const alert = alertOf(error);
      if (alert !== null) return { alert, hasFollowed: false };
      report(error);
      const { unreadSeconds } = await readFollowedState(db);
      const isLong = unreadSeconds === null || unreadSeconds > UNREAD_AFTER_SECONDS;
      return { alert: isLong ? unread(Math.floor(unreadSeconds ?? 0)) : undefined, hasFollowed: false };
    }
  }

  async function lookOnce(): Promise<void> {
    const { alert, hasFollowed } = await follow();
    if (alert !== undefined && (await readFollowedState(db)).alert?.kind !== alert?.kind) {
      await transaction(db, (tx) => recordAlert(tx, alert));
    }
    // Only after following: on a chain with another history the waiting events may not have happened.
    if (hasFollowed) await tryWaiting();
    await learn();
  }

  /** Runs once per start: this version may be able to apply events that an older one couldn't. */
  async function tryWaiting(): Promise<void> {
    if (hasTriedWaiting) return;
    try {
      await applyWaiting(db);
      hasTriedWaiting = true;
    } catch (error) {
      report(error);
    }
  }

  /** Learns what any process has found. */
  async function learn(): Promise<void> {
    const state = await readFollowedState(db);
    health.learn(state);
    // Compares sentences, because a lasting alert collects more of them.
    const sentence = state.alert?.sentence ?? null;
    if (sentence === reported) return;
    reported = sentence;
    does.onAlert(state.alert);
  }

  /** Runs looks one after the other. */
  function look(): Promise<void> {
    following = following.catch(() => undefined).then(lookOnce);
    return following;
  }

  const rounds = repeat({
    everyMs,
    onError: report,
    work: async () =>
      (await claimRun(db, { name: 'chain-watch', everyMs: TURN * everyMs })) ? look() : learn(),
  });
  void rounds.now();
  return {
    look,
    async stop() {
      await rounds.stop();
      await following.catch(() => undefined);
    },
  };
}
