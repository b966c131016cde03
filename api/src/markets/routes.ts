import { refusalSentence } from '@tallystone/core/betting/refusal-sentence';
import { httpApi, POSITION_HEADER } from '@tallystone/core/http-api';
import type { Db } from '../db/db.ts';
import { HttpError } from '../http/http-error.ts';
import { type Route, route } from '../http/route.ts';
import { sendSnapshot } from '../http/send-snapshot.ts';
import { getActivity } from './get-activity.ts';
import { getHistory } from './get-history.ts';
import { getMarket } from './get-market.ts';
import { getRisk } from './get-risk.ts';
import type { MarketList } from './list-snapshot.ts';

export function marketRoutes({ db, marketList }: { db: Db; marketList: MarketList }): Route[] {
  return [
    route(httpApi.listMarkets, async ({ rawHeaders }) => {
      const list = await marketList.read();
      return sendSnapshot(list, rawHeaders, { [POSITION_HEADER]: String(list.position) });
    }),
    route(httpApi.getMarket, async ({ params }) => known(await getMarket(db, params.id))),
    route(httpApi.getMarketHistory, async ({ params, query }) =>
      known(await getHistory(db, { marketId: params.id, range: query.range })),
    ),
    route(httpApi.getMarketRisk, async ({ params }) => known(await getRisk(db, params.id))),
    route(httpApi.getMarketActivity, async ({ params }) => known(await getActivity(db, params.id))),
  ];
}

/** @throws HttpError `unknown-market` when there is none */
function known<T>(found: T | null): T {
  if (found !== null) return found;
  throw new HttpError('unknown-market', refusalSentence({ kind: 'rejected', reason: 'unknown-market' }));
}
