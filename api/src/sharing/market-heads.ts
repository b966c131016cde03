import type { IncomingMessage } from 'node:http';
import type { WireMarket } from '@tallystone/core/http-api/markets';
import type { PageHead } from '../http/page-head.ts';
import type { Site } from '../http/site.ts';
import type { MarketReader } from './market-reader.ts';
import { describe } from './market-words.ts';
import { PICTURE_HEIGHT, PICTURE_WIDTH } from './picture-canvas.ts';

/** The page of a market. The database knows which ids exist. */
const PAGE = /^\/market\/(\w{1,64})\/?(?:\?|$)/;
/**
 * Answers the heads of market pages; null for any other address. The page never waits long for its head and never fails
 * because of it.
 *
 * @param siteOf returns the site that a request reached
 */
export function createMarketHeads({
  readMarket,
  siteOf,
}: {
  readMarket: MarketReader;
  siteOf(request: IncomingMessage): Site;
}): (request: IncomingMessage) => Promise<PageHead | null> | null {
  return (request) => {
    const id = PAGE.exec(request.url ?? '')?.[1];
    if (id === undefined) return null;
    const { uri } = siteOf(request);
    return readMarket(id).then((market) => market && headOf(market, uri));
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
