import { setTimeout as sleep } from 'node:timers/promises';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { type LiveBettor, listLiveBets } from './live-bettor.ts';

const PATIENCE_MS = 300_000;
const LOOK_EVERY_MS = 500;

/**
 * What bettors are shown once none of their bets is pending any more, by bet id. Each has fewer bets than one page shows.
 *
 * @throws Error if some stay pending for five minutes
 */
export async function untilNoneIsPending({
  lanes,
  bettors,
}: {
  lanes: readonly HttpConnection[];
  bettors: readonly LiveBettor[];
}): Promise<Map<string, WireBet>> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  const shown = new Map<string, WireBet>();
  let waiting = bettors;
  for (;;) {
    const left: LiveBettor[] = [];
    let next = 0;
    await Promise.all(
      lanes.map(async (lane) => {
        for (let bettor = waiting[next++]; bettor !== undefined; bettor = waiting[next++]) {
          const bets = await listLiveBets(lane, bettor);
          for (const bet of bets) shown.set(bet.id, bet);
          if (bets.some(({ status }) => status === 'pending')) left.push(bettor);
        }
      }),
    );
    if (left.length === 0) return shown;
    if (performance.now() > giveUpAt) throw new Error(`bets of ${left.length} bettors stay pending`);
    waiting = left;
    await sleep(LOOK_EVERY_MS);
  }
}
