import { httpApi } from '@tallystone/core/http-api';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import { RawAnswer, type Route, route } from '../http/route.ts';
import type { BetPictureLook } from './draw-bet.ts';
import type { MarketPictures } from './market-pictures.ts';

/** How long caches may keep a market's picture, in seconds. */
const KEPT_S = 60;

export interface SharingDeps {
  pictures: MarketPictures;
  /** Draws a bet; null if the user has no such bet. */
  drawBet(
    bet: { userId: string; family: WalletFamily; betId: string } & BetPictureLook,
  ): Promise<Uint8Array | null>;
}

export function sharingRoutes({ pictures, drawBet }: SharingDeps): Route[] {
  return [
    route(httpApi.getMarketPicture, async ({ params }) => {
      const picture = await pictures.get(params.id);
      if (picture === null) throw new HttpError('unknown-market', say('unknown-market'));
      return png(picture, {
        'cache-control': `public, max-age=${KEPT_S}`,
        // Other sites may show it.
        'cross-origin-resource-policy': 'cross-origin',
      });
    }),
    route(httpApi.getBetPicture, async ({ params, query, session }) => {
      const { lang = 'en', amounts } = query;
      const { userId, wallet } = session;
      const bet = { userId, family: wallet.family, betId: params.id };
      const picture = await drawBet({ ...bet, lang, hasAmounts: amounts === 'shown' });
      if (picture === null) throw new HttpError('not-found', say('no-such-bet'));
      return png(picture, { 'cache-control': 'private, no-store' });
    }),
  ];
}

function png(picture: Uint8Array, headers: Record<string, string>): RawAnswer {
  return new RawAnswer(200, { 'content-type': 'image/png', ...headers }, picture);
}
