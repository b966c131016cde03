import { httpApi } from '@tallystone/core/http-api';
import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import { RawAnswer, type Route, route } from '../http/route.ts';
import type { MarketPictures } from './market-pictures.ts';

/** How long caches may keep a picture, in seconds. */
const KEPT_S = 60;

export function sharingRoutes({ pictures }: { pictures: MarketPictures }): Route[] {
  return [
    route(httpApi.getMarketPicture, async ({ params }) => {
      const picture = await pictures.get(params.id);
      if (picture === null) throw new HttpError('unknown-market', say('unknown-market'));
      const headers = {
        'content-type': 'image/png',
        'cache-control': `public, max-age=${KEPT_S}`,
        // Other sites may show it.
        'cross-origin-resource-policy': 'cross-origin',
      };
      return new RawAnswer(200, headers, picture);
    }),
  ];
}
