import type { Db } from '../db/db.ts';
import { type Repeated, repeat } from '../rounds/repeat.ts';
import { type Looks, sellReached } from './sell-reached.ts';

const LOOKS_EVERY_MS = 500;

/**
 * Cashes out the bets whose automatic cash-outs have reached their amount. What waits for a delay has rounds of its own
 * (open-order-rounds.ts): it has to be decided in time, however many bets are sold here. Several processes may do so.
 *
 * @param mayPay whether the books add up; otherwise no bet is sold
 * @param onSold called with the market of each bet that was sold, or waits for its delay now
 */
export function openAutomaticRounds({
  db,
  mayPay,
  onSold,
  onError,
}: {
  db: Db;
  mayPay(): boolean;
  onSold(marketId: string): void;
  onError(error: unknown): void;
}): Pick<Repeated, 'now' | 'stop'> {
  const looks: Looks = new Map();
  return repeat({
    everyMs: LOOKS_EVERY_MS,
    async work() {
      if (mayPay()) await sellReached(db, { looks, now: performance.now(), onSold, onError });
    },
    onError,
  });
}
