import { refusalSentence } from '@tallystone/core/betting/refusal-sentence';
import { httpApi } from '@tallystone/core/http-api';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import { type Route, route } from '../http/route.ts';
import { getMarket } from './get-market.ts';
import type { MarketList } from './list-snapshot.ts';
import { sendList } from './send-list.ts';

export function marketRoutes({ db, marketList }: { db: Db; marketList: MarketList }): Route[] {
  return [
    route(httpApi.listMarkets, ({ rawHeaders }) => sendList(marketList, rawHeaders)),
    route(httpApi.getMarket, async ({ params }) => {
      const market = await getMarket(db, params.id);
      if (market === null) {
        throw new HttpError(
          'unknown-market',
          refusalSentence({ kind: 'rejected', reason: 'unknown-market' }),
        );
      }
      return market;
    }),
  ];
}
