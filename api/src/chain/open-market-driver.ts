import type { Db } from '../db/db.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';
import { createAttempts, Rest } from '../rounds/attempts.ts';
import { type Repeated, repeat } from '../rounds/repeat.ts';
import { flagLateBets, listLateOnChain } from '../settlement/flag-late-bets.ts';
import { type AdvanceStep, advanceMarket } from './advance-market.ts';
import { listDriven } from './list-driven.ts';
import { payOnChain } from './pay-on-chain.ts';

/** Takes all markets forward on the chain, for one process: opens them, ends them, and has their bets paid. */
export type MarketDriver = Pick<Repeated, 'wake' | 'stop'>;

const ROUND_EVERY_MS = 1000;
/** How long a market rests that waits or failed. */
const RESTS = new Rest(500, 3000);

/**
 * Several processes may run a driver: they share the work, and each call is queued once.
 *
 * @param hasGuardian whether the guardian's key is on this machine
 * @param windowMs the contract's objection window
 * @param confirm asked before a result is made final, which happens only on `pay`: see settlement/feed-results.ts
 * @param most markets per round
 * @param onEnded called when the books of a market may be paid
 */
export function openMarketDriver({
  db,
  lists,
  hasGuardian,
  windowMs,
  confirm,
  onEnded,
  onError,
  claimsEveryMs,
  most,
}: {
  db: Db;
  lists: StaleMarks;
  hasGuardian: boolean;
  windowMs: number;
  confirm: (marketId: string) => Promise<'pay' | 'wait' | 'withdrawn'>;
  onEnded: () => void;
  onError: (error: unknown) => void;
  claimsEveryMs?: number;
  most?: number;
}): MarketDriver {
  let after = '';
  let isStopping = false;
  const { attempt, isResting, resting } = createAttempts({
    failed: RESTS,
    isStopping: () => isStopping,
    onError,
  });

  async function advance(marketId: string): Promise<AdvanceStep> {
    const given = { marketId, hasGuardian, windowMs };
    const step = await advanceMarket(db, { ...given, isConfirmed: false });
    if (step !== 'unconfirmed') return step;
    if ((await confirm(marketId)) !== 'pay') return 'waits';
    return advanceMarket(db, { ...given, isConfirmed: true });
  }

  async function advanceAll(): Promise<void> {
    const { ids: known, next } = await listDriven(db, most === undefined ? { after } : { after, most });
    after = next;
    for (const name of resting.keys()) if (!isResting(name) && !known.includes(name)) resting.delete(name);
    for (const marketId of known) {
      const step = await attempt(marketId, async () => {
        const taken = await advance(marketId);
        return taken === 'waits' || taken === 'busy' ? RESTS : taken;
      });
      if (step !== null) lists.markStale(marketId);
      if (step === 'ended') onEnded();
    }
  }

  async function flagLate(): Promise<void> {
    for (const marketId of await listLateOnChain(db)) {
      const changed = await attempt(`late ${marketId}`, () => flagLateBets(db, marketId));
      if (changed === true) lists.markStale(marketId);
    }
  }

  async function pay(): Promise<void> {
    const options = claimsEveryMs === undefined ? {} : { claimsEveryMs };
    while ((await attempt('pay', () => payOnChain(db, options))) === true);
  }

  const rounds = repeat({
    everyMs: ROUND_EVERY_MS,
    onError,
    async work() {
      await attempt('late', flagLate);
      await attempt('advance', advanceAll);
      await pay();
    },
  });
  void rounds.now();
  return {
    wake() {
      resting.clear();
      rounds.wake();
    },
    stop() {
      isStopping = true;
      return rounds.stop();
    },
  };
}
