import { httpApi } from '@tallystone/core/http-api';
import { actorOf } from '../audit/actor-of.ts';
import type { Db } from '../db/db.ts';
import { type Route, route } from '../http/route.ts';
import { sendSnapshot } from '../http/send-snapshot.ts';
import type { ReadSignature } from '../identity/read-signature.ts';
import type { MarketList, StaleMarks } from '../markets/list-snapshot.ts';
import { bulkMarkets } from './bulk-markets.ts';
import { createMarket } from './create-market.ts';
import { importCsv } from './import-csv.ts';
import { approveChange, rejectChange } from './pending-changes.ts';

export interface AdminMarketDeps {
  db: Db;
  mode: 'demo' | 'live';
  now(): Date;
  adminMarketList: Pick<MarketList, 'read'>;
  /** All lists that show markets. */
  lists: StaleMarks;
  readSignature: ReadSignature;
}

/** Routes with which admins manage markets. Each one marks the markets it changed stale before it answers. */
export function adminMarketRoutes(deps: AdminMarketDeps): Route[] {
  const { db, mode, now, adminMarketList, lists, readSignature } = deps;
  const changed = (ids: readonly string[]) => {
    for (const id of ids) lists.markStale(id);
  };
  return [
    route(httpApi.listAdminMarkets, async ({ rawHeaders }) =>
      sendSnapshot(await adminMarketList.read(), rawHeaders),
    ),
    route(httpApi.createMarket, async ({ session, body }) => {
      const created = await createMarket(db, { mode, form: body, actor: actorOf(session), now: now() });
      if (created.id !== undefined) changed([created.id]);
      return created;
    }),
    route(httpApi.approveChange, async (call) => {
      const { id, marketIds } = await approveChange(db, {
        id: call.params.id,
        seen: call.body.seen,
        actor: actorOf(call.session),
        signature: readSignature(call),
        mode,
        now: now(),
      });
      changed(marketIds);
      return { id };
    }),
    route(httpApi.rejectChange, ({ session, params, body }) =>
      rejectChange(db, { id: params.id, reason: body.reason, actor: actorOf(session) }),
    ),
    route(httpApi.bulkMarkets, async (call) => {
      const { ids, action, count } = call.body;
      const result = await bulkMarkets(db, {
        ids,
        action,
        count,
        actor: actorOf(call.session),
        signature: readSignature(call),
        now: now(),
      });
      changed(result.done);
      return result;
    }),
    route(httpApi.importCsv, async ({ session, body }) => {
      const request = { mode, sent: body, actor: actorOf(session), now: now() };
      const { marketIds, ...result } = await importCsv(db, request);
      changed(marketIds);
      return result;
    }),
  ];
}
