import type { IncomingMessage } from 'node:http';
import type { WireMarket } from '@tallystone/core/http-api/markets';
import { isRecent } from '../http/is-recent.ts';
import type { PageHead } from '../http/page-head.ts';
import type { Site } from '../http/site.ts';
import { PICTURE_HEIGHT, PICTURE_WIDTH } from './draw-picture.ts';
import { keepLatest } from './keep-latest.ts';
import { describe } from './market-words.ts';

/** The page of a market. The database knows which ids exist. */
const PAGE = /^\/market\/(\w{1,64})\/?(?:\?|$)/;
/** How long a head is reused. */
const KEPT_MS = 2000;
const MOST_KEPT = 500;
/** If more readings run at once, or one takes longer, the page gets the app's own head. */
const MOST_AT_ONCE = 8;
const PATIENCE_MS = 1000;

/**
 * Reads the heads of market pages from the database on request. The page never waits long for its head and never fails
 * because of it.
 *
 * @param getMarket returns null for an unknown id
 * @param siteOf returns the site that a request reached
 */
export function createMarketHeads({
  getMarket,
  siteOf,
  onError,
  now,
}: {
  getMarket(id: string): Promise<WireMarket | null>;
  siteOf(request: IncomingMessage): Site;
  onError(error: unknown): void;
  now: () => Date;
}): (request: IncomingMessage) => Promise<PageHead | null> | null {
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

  return (request) => {
    const id = PAGE.exec(request.url ?? '')?.[1];
    if (id === undefined) return null;
    const { uri } = siteOf(request);
    const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
    return Promise.race([read(id), late]).then((market) => market && headOf(market, uri));
  };
}

function headOf(market: WireMarket, origin: string): PageHead {
  const description = describe(market);
  return {
    title: `${market.title} · Tallystone`,
    description,
    address: `${origin}/market/${market.id}`,
    picture: {
      // With the version, so that a foreign cache doesn't show an old picture for a new link.
      address: `${origin}/api/markets/${market.id}/picture?v=${market.version}`,
      width: PICTURE_WIDTH,
      height: PICTURE_HEIGHT,
      text: `${market.title}: ${description}`,
    },
  };
}
