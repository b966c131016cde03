import { httpApi } from '@tallystone/core/http-api';
import { actorOf } from '../audit/actor-of.ts';
import type { Db } from '../db/db.ts';
import { RawAnswer, type Route, route } from '../http/route.ts';
import { changeSettings } from '../settings/change-settings.ts';
import { getSettings } from '../settings/get-settings.ts';
import { wireSettings } from '../settings/wire-settings.ts';
import { analytics } from './analytics.ts';
import { changeUser } from './change-user.ts';
import { exportData } from './export-data.ts';
import { listAudit } from './list-audit.ts';
import { listUsers } from './list-users.ts';
import { marketStats } from './market-stats.ts';

export interface AdminDeps {
  db: Db;
  mode: 'demo' | 'live';
  now(): Date;
  refreshMarkets(): Promise<{ refreshedAt: string }>;
}

/** Routes for what admins read and change about the whole product. */
export function adminRoutes({ db, mode, now, refreshMarkets }: AdminDeps): Route[] {
  return [
    route(httpApi.refreshMarkets, () => refreshMarkets()),
    route(httpApi.getMarketStats, () => marketStats(db, now())),
    route(httpApi.getAnalytics, () => analytics(db, now())),
    route(httpApi.getSettings, async () => wireSettings(await getSettings(db, mode))),
    route(httpApi.changeSettings, ({ session, body }) =>
      changeSettings(db, { mode, actor: actorOf(session), sent: body }),
    ),
    route(httpApi.listAudit, ({ query }) => listAudit(db, query)),
    route(httpApi.listUsers, ({ query }) => listUsers(db, { mode, ...query })),
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
  ];
}
