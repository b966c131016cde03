import { setTimeout as sleep } from 'node:timers/promises';
import { FeedUnavailable } from '../azuro/azuro-feed.ts';
import type { FeedKeeper } from '../azuro/feed-keeper.ts';
import type { Db } from '../db/db.ts';
import type { Meters } from '../meters/meters.ts';
import { type Repeated, repeat } from '../rounds/repeat.ts';
import { decideCashOutOrders } from './decide-cash-out-orders.ts';
import type { DecideDeps } from './decide-due-cash-outs.ts';
import { decideOrders } from './decide-orders.ts';
import { isAnyWaiting, listDueOrders } from './order-store.ts';

const LOOKS_EVERY_MS = 500;
/** How long a round waits for the feed. Orders that need no price, because betting was suspended, are decided then. */
const WAITS_FOR_FEED_MS = 1000;

/**
 * Decides the bets and cash-outs that wait for the delay of a running game, and asks the feed for their prices just before. Several
 * processes may do so: the lock of a market lets each be decided once.
 *
 * @param mayPay whether the books add up; otherwise no bet is cashed out
 * @param decideCombos decides the cash-outs of combos that wait for markets in play
 * @param onDecided called with each market whose bets or cash-outs were decided, or may have been
 */
export function openOrderRounds({
  db,
  feed,
  meters,
  mayPay,
  onDecided,
  decideCombos,
  onError,
  waitsForFeedMs = WAITS_FOR_FEED_MS,
}: {
  db: Db;
  feed: Pick<FeedKeeper, 'confirm'>;
  meters: Pick<Meters, 'orderEnded'>;
  mayPay(): boolean;
  onDecided(marketId: string): void;
  decideCombos(db: Db, pricedMarketIds: readonly string[], deps: DecideDeps): Promise<void>;
  onError(error: unknown): void;
  waitsForFeedMs?: number;
}): Pick<Repeated, 'now' | 'stop'> {
  /** One at a time: a feed that hangs isn't asked again and again. */
  let confirming: Promise<void> | null = null;

  async function confirmPrices(conditionIds: readonly string[]): Promise<void> {
    if (conditionIds.length === 0) return;
    confirming ??= feed
      .confirm(conditionIds)
      .catch((error) => {
        // Without the feed's word the orders fail in time.
        if (!(error instanceof FeedUnavailable)) onError(error);
      })
      .finally(() => {
        confirming = null;
      });
    await Promise.race([confirming, sleep(waitsForFeedMs, undefined, { ref: false })]);
  }

  const rounds = repeat({
    everyMs: LOOKS_EVERY_MS,
    async work() {
      if (!(await isAnyWaiting(db))) return;
      const due = await listDueOrders(db);
      if (due.length === 0) return;
      await confirmPrices(due.filter(({ needsPrice }) => needsPrice).map(({ conditionId }) => conditionId));
      for (const { marketId } of due) {
        // One market's failure doesn't keep the others waiting. Some of its orders may be decided all the same.
        const isChanged = await decideOrders(db, marketId, meters).catch((error) => {
          onError(error);
          return true;
        });
        if (isChanged) onDecided(marketId);
      }
      const ids = due.map(({ marketId }) => marketId);
      await decideCashOutOrders(db, ids, { mayPay, onDecided, onError });
      await decideCombos(db, ids, { mayPay, onError });
    },
    onError,
  });
  return {
    now: rounds.now,
    async stop() {
      await rounds.stop();
      await confirming;
    },
  };
}
