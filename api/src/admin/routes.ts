import { httpApi } from '@tallystone/core/http-api';
import { actorOf } from '../audit/actor-of.ts';
import type { Db } from '../db/db.ts';
import { RawAnswer, type Route, route } from '../http/route.ts';
import { sendSnapshot } from '../http/send-snapshot.ts';
import type { ReadSignature } from '../identity/read-signature.ts';
import type { MarketList, StaleMarks } from '../markets/list-snapshot.ts';
import { changeSettings } from '../settings/change-settings.ts';
import { getSettings } from '../settings/get-settings.ts';
import { wireSettings } from '../settings/wire-settings.ts';
import { analytics } from './analytics.ts';
import { bulkMarkets } from './bulk-markets.ts';
import { changeUser } from './change-user.ts';
import { createMarket } from './create-market.ts';
import { exportData } from './export-data.ts';
import { importCsv } from './import-csv.ts';
import { listAudit } from './list-audit.ts';
import { margins } from './margins.ts';
import { marketStats } from './market-stats.ts';
import { approveChange, rejectChange } from './pending-changes.ts';
import { listUsers } from './stored-user.ts';

/** Routes for what admins read and change. Each one marks the markets it changed stale before it answers. */
export function adminRoutes({
  db,
  mode,
  now,
  refreshMarkets,
  adminMarketList,
  lists,
  readSignature,
}: {
  db: Db;
  mode: 'demo' | 'live';
  now(): Date;
  refreshMarkets(): Promise<{ refreshedAt: string }>;
  adminMarketList: Pick<MarketList, 'read'>;
  /** All lists that show markets. */
  lists: StaleMarks;
  readSignature: ReadSignature;
}): Route[] {
  const changed = (ids: readonly string[]) => {
    for (const id of ids) lists.markStale(id);
  };
  const signedBy = (call: Parameters<ReadSignature>[0]) => ({
    actor: actorOf(call.session),
    signature: readSignature(call),
    now: now(),
  });
  return [
    route(httpApi.refreshMarkets, () => refreshMarkets()),
    route(httpApi.getMarketStats, () => marketStats(db, now())),
    route(httpApi.getAnalytics, ({ query }) => analytics(db, { now: now(), ...query })),
    route(httpApi.getMargins, ({ query }) => margins(db, { now: now(), ...query })),
    route(httpApi.getSettings, async () => wireSettings(await getSettings(db, mode))),
    route(httpApi.changeSettings, ({ session, body }) =>
      changeSettings(db, { mode, actor: actorOf(session), sent: body }),
    ),
    route(httpApi.listAudit, ({ query }) => listAudit(db, query)),
    route(httpApi.listUsers, ({ query }) => listUsers(db, { mode, now: now(), ...query })),
    route(httpApi.changeUser, ({ session, params, body }) =>
      changeUser(db, { userId: params.id, sent: body, actor: actorOf(session), mode }),
    ),
    route(httpApi.exportData, async ({ session, query }) => {
      const { set: name, ...days } = query;
      const { fileName, pieces } = await exportData(db, { name, days, actor: actorOf(session), now: now() });
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${fileName}"`,
      };
      return new RawAnswer(200, headers, pieces);
    }),
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
        mode,
        ...signedBy(call),
      });
      changed(marketIds);
      return { id };
    }),
    route(httpApi.rejectChange, ({ session, params, body }) =>
      rejectChange(db, { id: params.id, reason: body.reason, actor: actorOf(session) }),
    ),
    route(httpApi.bulkMarkets, async (call) => {
      const { ids, action, count } = call.body;
      const result = await bulkMarkets(db, { ids, action, count, ...signedBy(call) });
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
