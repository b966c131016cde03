import { claimRun } from '../db/claim-run.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { repeat } from '../rounds/repeat.ts';
import { applyWaiting } from './apply-logs.ts';
import { alertOf, type ChainAlert, unread } from './chain-alert.ts';
import type { LearningHealth } from './chain-health.ts';
import { type FollowedState, readFollowedState, recordAlert } from './cursor-store.ts';
import type { EscrowChain } from './escrow-chain.ts';
import { FOLLOW_LIMITS, type FollowLimits, followChain, type RoleHolders } from './follow-chain.ts';
import { openCursor } from './open-cursor.ts';
import { tellSeldom } from './tell-seldom.ts';

const LOOKS_EVERY_MS = 1000;
/** Of processes that look at the same time one asks the chain. */
const TURN = 0.9;
/** An endpoint that does not answer for so long holds betting. */
const UNREAD_AFTER_SECONDS = 60;

/** Keeps the books where the finalized chain is. */
export interface ChainWatch {
  /** Looks now, whoever's turn it is. */
  look(): Promise<void>;
  /** Resolves once nothing is being looked at. */
  stop(): Promise<void>;
}

/**
 * Follows the chain, as any number of processes may: each second one of them takes what is final into the books, and all
 * hear what holds betting.
 *
 * @param onAlert hears of each new one; null: the last one has ended
 * @throws OtherEscrow, and what asking the chain throws, before anything is followed
 */
export async function watchChain(does: {
  db: Db;
  chain: EscrowChain;
  health: LearningHealth;
  onAlert(alert: ChainAlert | null): void;
  onError(error: unknown): void;
  /** Who holds which role, by the keys on this machine. */
  holders?: RoleHolders;
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
  let told: string | null = null;
  const tell = tellSeldom(does.onError);

  /** What holds betting now, undefined while that is not known yet; and whether the books are where the chain is. */
  async function follow(): Promise<{ alert: ChainAlert | null | undefined; hasFollowed: boolean }> {
    try {
      const alert = await followChain(db, chain, { limits, now: now(), holders });
      return { alert, hasFollowed: true };
    } catch (error) {
      const alert = alertOf(error);
      if (alert !== null) return { alert, hasFollowed: false };
      tell(error);
      const { unreadSeconds } = await readFollowedState(db);
      const isLong = unreadSeconds === null || unreadSeconds > UNREAD_AFTER_SECONDS;
      return { alert: isLong ? unread(Math.floor(unreadSeconds ?? 0)) : undefined, hasFollowed: false };
    }
  }

  async function lookOnce(): Promise<void> {
    const { alert, hasFollowed } = await follow();
    if (alert !== undefined && !isStanding(await readFollowedState(db), alert)) {
      await transaction(db, (tx) => recordAlert(tx, alert));
    }
    // On a chain with another history it may not have been said, however well the one before was followed.
    if (hasFollowed) await tryWaiting();
    await learn();
  }

  /** Once for each start: this version may be able to apply what an older one was not. */
  async function tryWaiting(): Promise<void> {
    if (hasTriedWaiting) return;
    try {
      await applyWaiting(db);
      hasTriedWaiting = true;
    } catch (error) {
      tell(error);
    }
  }

  /** What any process has found. */
  async function learn(): Promise<void> {
    const state = await readFollowedState(db);
    health.learn(state);
    // By its sentence, which a lasting alert gets more of.
    const sentence = state.alert?.sentence ?? null;
    if (sentence === told) return;
    told = sentence;
    does.onAlert(state.alert);
  }

  /** One after the other, whoever asks. */
  function look(): Promise<void> {
    following = following.catch(() => undefined).then(lookOnce);
    return following;
  }

  const rounds = repeat({
    everyMs,
    onError: tell,
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

const isStanding = ({ alert: standing }: FollowedState, alert: ChainAlert | null): boolean =>
  standing?.kind === alert?.kind;
