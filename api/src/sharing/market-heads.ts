import type { IncomingMessage } from 'node:http';
import type { WireMarket } from '@tallystone/core/http-api/markets';
import type { PageHead } from '../http/page-head.ts';
import type { Site } from '../http/site.ts';
import { PICTURE_HEIGHT, PICTURE_WIDTH } from './draw-picture.ts';
import { keepLatest } from './keep-latest.ts';
import { describe } from './market-words.ts';

/** The page of a market. Which ids there are, the database knows. */
const PAGE = /^\/market\/(\w{1,64})\/?(?:\?|$)/;
/** A head that was asked for again so soon says the same. */
const KEPT_MS = 2000;
const MOST_KEPT = 500;
/** Beyond it, and after it, a page has the head of the app. */
const MOST_AT_ONCE = 8;
const PATIENCE_MS = 1000;

/**
 * The heads of market pages, read from the database as they are asked for. The page never waits long for one and never
 * fails by it.
 *
 * @param getMarket null for an id that no market has
 * @param siteOf the site that a request reached
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

  /** Those who ask at once wait for the same reading. */
  function read(id: string): Promise<WireMarket | null> {
    const at = now().getTime();
    const last = kept.get(id);
    // A clock that was set back must not keep it for ever.
    if (last !== undefined && at >= last.at && at - last.at < KEPT_MS) return last.market;
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
    kept.set(id, { at, market });
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
      // By version, so that no cache of somebody else's shows an old one for a new link.
      address: `${origin}/api/markets/${market.id}/picture?v=${market.version}`,
      width: PICTURE_WIDTH,
      height: PICTURE_HEIGHT,
      text: `${market.title}: ${description}`,
    },
  };
}
