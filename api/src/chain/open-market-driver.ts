import type { Db } from '../db/db.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';
import { flagLateBets, listLateOnChain } from '../settlement/flag-late-bets.ts';
import { type AdvanceStep, advanceMarket } from './advance-market.ts';
import { listDriven } from './list-driven.ts';
import { payOnChain } from './pay-on-chain.ts';

/** Takes all markets forward on the chain, for one process: opens them, ends them, and has everybody paid. */
export interface MarketDriver {
  /** Looks now instead of in a second. */
  wake(): void;
  /** Resolves once this process does nothing more. */
  stop(): Promise<void>;
}

const LOOKS_EVERY_MS = 1000;
/** How long a market is left alone that waits or failed, each time twice as long. */
const RESTS_MS = { first: 500, most: 3000 } as const;

/**
 * Several processes may: they share the work, and a call that one of them has written down is not written again.
 *
 * @param hasGuardian whether the guardian's key is on this machine
 * @param windowMs how long guardians have, as the contract counts it
 * @param confirm asked before a result is made final, which happens only on `pay`: see settlement/feed-results.ts
 * @param most markets that are looked at in one go
 * @param onEnded the books of a market may be paid now
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
  const resting = new Map<string, { until: number; ms: number }>();
  let after = '';
  let isStopping = false;
  let isWoken = false;
  let interrupt = () => {};

  const isResting = (name: string) => (resting.get(name)?.until ?? 0) > performance.now();

  function letRest(name: string): void {
    const ms = Math.min(Math.max(2 * (resting.get(name)?.ms ?? 0), RESTS_MS.first), RESTS_MS.most);
    resting.set(name, { until: performance.now() + ms, ms });
  }

  /** That one fails holds up no other. */
  async function attempt<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (isStopping || isResting(name)) return null;
    try {
      return await work();
    } catch (error) {
      letRest(name);
      onError(error);
      return null;
    }
  }

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
      const step = await attempt(marketId, () => advance(marketId));
      if (step === null) continue;
      if (step === 'waits' || step === 'busy') letRest(marketId);
      else {
        resting.delete(marketId);
        lists.markStale(marketId);
      }
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

  async function run(): Promise<void> {
    while (!isStopping) {
      isWoken = false;
      await attempt('late', flagLate);
      await attempt('advance', advanceAll);
      await pay();
      await rest();
    }
  }

  async function rest(): Promise<void> {
    if (isWoken || isStopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOKS_EVERY_MS).unref();
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const running = run();
  return {
    wake() {
      isWoken = true;
      resting.clear();
      interrupt();
    },
    async stop() {
      isStopping = true;
      interrupt();
      await running;
    },
  };
}
