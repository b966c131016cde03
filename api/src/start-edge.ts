import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { noFeed } from './azuro/feed-keeper.ts';
import { type Config, databaseOf } from './config.ts';
import { ConfigError } from './config-error.ts';
import { isMigrated, requireKnownMigrations } from './db/migrate.ts';
import { openCheckedDatabase } from './db/open-checked-database.ts';
import { onEdge } from './edge-routes.ts';
import type { FailureLog } from './http/failure-log.ts';
import { listenForMany } from './http/listen-for-many.ts';
import type { WebApp } from './http/web-app.ts';
import type { Metrics } from './metrics/open-metrics.ts';
import { snapshots } from './metrics/snapshots.ts';
import type { Parts } from './parts.ts';

/**
 * Starts a process that only serves readers, from the database of the servers. It writes nothing that counts, does no rounds,
 * keeps nothing on its disk, and doesn't migrate.
 */
export async function startEdge({
  config,
  log,
  webApp,
  failures,
  metrics,
  parts,
}: {
  config: Config;
  log: Logger;
  webApp: WebApp | null;
  failures: FailureLog;
  metrics: Metrics | null;
  parts: Parts;
}) {
  const database = await openCheckedDatabase(databaseOf(config), { migrates: false });
  parts.keep({ stop: () => database.close() });
  await requireKnownMigrations(database.db);
  if (!(await isMigrated(database.db)))
    throw new ConfigError(
      'the database lacks the tables of this version, and an edge does not migrate: start a server of this version first, then the edges (docs/operations/edges.md)',
    );
  const app = await buildApp({
    config,
    database,
    webApp,
    log,
    failures,
    ...(metrics !== null && { meters: metrics.meters }),
    practiceAdmin: null,
    serving: onEdge,
  });
  parts.keep({ stop: app.close });
  metrics?.watch(
    snapshots({
      // Whether bets are taken is for servers to say.
      app: { ...app, bettingHealth: { reasons: async () => [] } },
      database,
      feed: noFeed(config.feed),
      live: null,
      checkedInvariants: () => [],
      now: () => new Date(),
    }),
  );
  const address = await listenForMany(app.http, config);
  return { address, practiceAdmin: null, drain: app.drain };
}
