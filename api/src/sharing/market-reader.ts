import type { WireMarket } from '@tallystone/core/http-api/markets';
import { isRecent } from '../http/is-recent.ts';
import { keepLatest } from './keep-latest.ts';

/** How long a market is reused. */
const KEPT_MS = 2000;
const MOST_KEPT = 500;
/** If more readings run at once, or one takes longer, the page does without the market. */
const MOST_AT_ONCE = 8;
const PATIENCE_MS = 1000;

export type MarketReader = ReturnType<typeof createMarketReader>;

/**
 * Reads markets for pages that others see. A page never waits long for its market and never fails because of it: the
 * reader then answers null, as for an unknown id.
 *
 * @param getMarket returns null for an unknown id
 */
export function createMarketReader({
  getMarket,
  onError,
  now,
}: {
  getMarket(id: string): Promise<WireMarket | null>;
  onError(error: unknown): void;
  now: () => Date;
}): (id: string) => Promise<WireMarket | null> {
  const kept = keepLatest<{ at: number; market: Promise<WireMarket | null> }>(MOST_KEPT);
  let reading = 0;

  /** Concurrent calls share one reading. */
  function read(id: string): Promise<WireMarket | null> {
    const at = now();
    const last = kept.get(id);
    if (last !== undefined && isRecent(last.at, KEPT_MS, at)) return last.market;
    if (reading >= MOST_AT_ONCE) return Promise.resolve(null);
    reading += 1;
    const market = getMarket(id)
      .catch((error) => {
        onError(error);
        return null;
      })
      .finally(() => {
        reading -= 1;
      });
    kept.set(id, { at: at.getTime(), market });
    return market;
  }

  return (id) => {
    const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
    return Promise.race([read(id), late]);
  };
}
