import { refusalSentence } from '@tallystone/core/betting/refusal-sentence';
import { httpApi } from '@tallystone/core/http-api';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import { type Route, route } from '../http/route.ts';
import { sendSnapshot } from '../http/send-snapshot.ts';
import { getMarket } from './get-market.ts';
import type { MarketList } from './list-snapshot.ts';

export function marketRoutes({ db, marketList }: { db: Db; marketList: MarketList }): Route[] {
  return [
    route(httpApi.listMarkets, async ({ rawHeaders }) => sendSnapshot(await marketList.read(), rawHeaders)),
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
