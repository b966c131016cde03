import { httpApi } from '@tallystone/core/http-api';
import { actorOf } from '../audit/actor-of.ts';
import type { Db } from '../db/db.ts';
import { type Route, route } from '../http/route.ts';
import { type MarketList, snapshotOf } from '../markets/list-snapshot.ts';
import { sendSnapshot } from '../markets/send-list.ts';
import { bulkMarkets } from './bulk-markets.ts';
import { createMarket } from './create-market.ts';
import { importCsv } from './import-csv.ts';
import { listAdminMarkets } from './list-admin-markets.ts';

export interface AdminMarketDeps {
  db: Db;
  mode: 'demo' | 'live';
  now(): Date;
  marketList: Pick<MarketList, 'markStale'>;
}

/** What admins do with markets. Whoever changes some marks them stale before answering. */
export function adminMarketRoutes({ db, mode, now, marketList }: AdminMarketDeps): Route[] {
  const changed = (ids: readonly string[]) => {
    for (const id of ids) marketList.markStale(id);
  };
  return [
    route(httpApi.listAdminMarkets, async ({ rawHeaders }) => {
      const markets = await listAdminMarkets(db, now());
      return sendSnapshot(snapshotOf(markets.map((market) => JSON.stringify(market))), rawHeaders);
    }),
    route(httpApi.createMarket, async ({ session, body }) => {
      const created = await createMarket(db, { mode, form: body, actor: actorOf(session), now: now() });
      changed([created.id]);
      return created;
    }),
    route(httpApi.bulkMarkets, async ({ session, body }) => {
      const result = await bulkMarkets(db, { ...body, actor: actorOf(session), now: now() });
      changed(result.done);
      return result;
    }),
    route(httpApi.importCsv, async ({ session, body }) => {
      const asked = { mode, sent: body, actor: actorOf(session), now: now() };
      const { marketIds, ...result } = await importCsv(db, asked);
      changed(marketIds);
      return result;
    }),
  ];
}
