import { setTimeout as delay } from 'node:timers/promises';
import type { BettingReason } from '@tallystone/core/http-api/health';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type CommandDeps, runCommand } from './admin/run-command.ts';
import { answerPatiently } from './answer-patiently.ts';
import { buildApp } from './app.ts';
import { openAutomaticRounds } from './betting/open-automatic-rounds.ts';
import { openOrderRounds } from './betting/open-order-rounds.ts';
import { placeBet } from './betting/place-bet.ts';
import { quote } from './betting/quote.ts';
import { removeEndedMinutes } from './betting/remove-ended-minutes.ts';
import { watchBetting } from './betting/watch-betting.ts';
import { decideComboCashOuts } from './combos/decide-combo-cash-outs.ts';
import { type Config, databaseOf, requireChain } from './config.ts';
import { ConfigError } from './config-error.ts';
import { holdDataFolder } from './control-socket.ts';
import type { Db } from './db/db.ts';
import { openCheckedDatabase } from './db/open-checked-database.ts';
import { readStandbys, standbyProblem } from './db/read-standbys.ts';
import { exists } from './db/rows.ts';
import { transaction } from './db/transaction.ts';
import { type FailureLog, openFailureLog } from './http/failure-log.ts';
import { listenForMany } from './http/listen-for-many.ts';
import { VERSION } from './http/version.ts';
import type { WebApp } from './http/web-app.ts';
import { applyGrants, giveGrants, noteGrants } from './identity/admin-grants.ts';
import { removeGuests } from './identity/remove-guests.ts';
import { RewoundBooks, requireLastHead } from './ledger/chain-heads.ts';
import { HEAD_LOGGED, headFileOf } from './ledger/head-file.ts';
import { sealBooks } from './ledger/seal-books.ts';
import { watchBooks } from './ledger/watch-books.ts';
import { openPriceFolder } from './markets/open-price-folder.ts';
import { NO_METERS } from './meters/meters.ts';
import { type Metrics, openMetrics } from './metrics/open-metrics.ts';
import { snapshots } from './metrics/snapshots.ts';
import { openFeed } from './open-feed.ts';
import { openLive } from './open-live.ts';
import { openParts, type Parts } from './parts.ts';
import { openDemoActivity } from './practice/demo-activity.ts';
import { openHouse } from './practice/open-house.ts';
import { findPracticeAdmin, type PracticeAdmin } from './practice/practice-admin.ts';
import { topUpMarkets } from './practice/top-up.ts';
import { repeat } from './rounds/repeat.ts';
import { openFeedResults } from './settlement/feed-results.ts';
import { openSettler } from './settlement/open-settler.ts';
import { startEdge } from './start-edge.ts';

const UPKEEP_EVERY_MS = 60_000;
const GAMES_EVERY_MS = 3_600_000;
/** How long the start of a demo waits for its first games. Then the server starts without them. */
const FIRST_GAMES_MS = 4000;

export interface RunningServer {
  /** The address it listens on, such as `http://127.0.0.1:3000`. */
  address: string;
  /** Where metrics are served; null: nowhere. */
  metricsAddress: string | null;
  /** Null if others can reach the server or stakes are real. */
  practiceAdmin: PracticeAdmin | null;
  /** Reports that it is not ready, and serves for DRAIN_SECONDS, so that load balancers notice before it stops. */
  drain(): Promise<void>;
  /** Finishes requests and work in progress, then releases everything. */
  stop(): Promise<void>;
}

interface Given {
  config: Config;
  log: Logger;
  webApp: WebApp | null;
}

/** Locks the data folder, opens and migrates the database, and serves; or serves as an edge. On failure it releases everything. */
export async function startServer(given: Given): Promise<RunningServer> {
  const { mode, metrics: at } = given.config;
  // First, so that a start that hangs shows.
  const metrics =
    at === null
      ? null
      : await openMetrics({ ...at, mode }).catch((error: Error) => {
          throw new ConfigError(
            `metrics cannot be served at METRICS_PORT ${at.port} of ${at.host} (${error.message}): set METRICS_PORT to a free port, and METRICS_HOST to an address of this machine`,
          );
        });
  const failures = openFailureLog(given.log, metrics?.meters);
  const parts = openParts();
  if (metrics !== null) parts.keep(metrics);
  const { tracesEndpoint: endpoint, serviceName } = given.config;
  if (endpoint !== null) {
    // Imported here because few servers send traces.
    const { openTracing } = await import('./tracing/open-tracing.ts');
    const onError = (error: unknown) =>
      failures.report({ what: 'traces could not be sent', error, level: 'warn' });
    parts.keep(openTracing({ endpoint, serviceName, version: VERSION, onError }));
  }
  let isLeaving = false;
  const stop = async () => {
    isLeaving = true;
    await parts.stop().finally(failures.flush);
  };
  try {
    const deps = { ...given, failures, metrics, parts };
    const server =
      given.config.role === 'edge'
        ? await startEdge(deps)
        : await startParts({ ...deps, isLeaving: () => isLeaving });
    return {
      address: server.address,
      metricsAddress: metrics?.address ?? null,
      practiceAdmin: server.practiceAdmin,
      drain: () => {
        isLeaving = true;
        return server.drain(given.config.drainSeconds * 1000);
      },
      stop,
    };
  } catch (error) {
    // The reason for the failed start matters more than a part that can't be stopped.
    await stop().catch((failure) => failures.report({ what: 'a part could not be stopped', error: failure }));
    throw error;
  }
}

async function startParts({
  config,
  log,
  webApp,
  failures,
  metrics,
  parts,
  isLeaving,
}: Given & { failures: FailureLog; metrics: Metrics | null; parts: Parts; isLeaving: () => boolean }) {
  const { mode } = config;
  const isDemo = mode === 'demo';
  const chainSettings = isDemo ? null : requireChain(config);
  const reportAs = (what: string, level?: 'warn') => (error: unknown) =>
    failures.report({ what, error, ...(level && { level }) });

  const headFile = headFileOf(config);
  let commandDeps: Pick<CommandDeps, 'db' | 'importGames' | 'chain'> | null = null;
  const carryOut = answerPatiently(async (command) => {
    if (commandDeps === null) return { ok: false, lines: ['The server is starting; try again in a moment.'] };
    return {
      ok: true,
      lines: await runCommand({ ...commandDeps, mode, now: new Date(), headFile }, command),
    };
  });
  if (config.dataDir !== null)
    parts.keep({ stop: await holdDataFolder(config.dataDir, carryOut, isLeaving) });

  const database = await openCheckedDatabase(databaseOf(config));
  parts.keep({ stop: () => database.close() });
  const { db } = database;
  // Before the migration, so that a refused copy of the books stays unchanged.
  const doubt = await requireLastHead(database, headFile);
  // Only a warning: a server that joins others looks the same as one with restored books.
  if (doubt !== null) log.warn(doubt);
  await database.migrate(() =>
    log.warn(
      'The migration waits for a table that another program, such as a dump, is using. It tries again each second.',
    ),
  );
  commandDeps = { db, importGames: null, chain: null };

  await openHouse(db, mode);
  const live = chainSettings === null ? null : await openLive({ settings: chainSettings, db, log, failures });
  // Only a report: a managed database may keep its copies where it doesn't show them, see docs/operations/failover.md.
  const unprotected = isDemo ? null : standbyProblem(await readStandbys(db));
  if (unprotected !== null) log.error(unprotected);
  const practiceAdmin = isDemo && config.isLocal ? findPracticeAdmin(config) : null;
  await grantAdmins(db, config, practiceAdmin);
  const upkeep = () => keepUp(db, isDemo);
  await upkeep();

  // Without a file the log is the only place for heads, so each is written, whatever the level.
  const headLog = headFile === null ? log.child({}, { level: 'info' }) : log;
  // Started before everything that writes into the audit, so it stops after them and writes the very last head.
  const sealer = parts.keep(
    sealBooks({
      database,
      headFile,
      onHead: (head) => headLog.info(head, HEAD_LOGGED),
      onError: (error) => {
        const isRewound = error instanceof RewoundBooks;
        const what = isRewound
          ? 'the database was set back: no bets are taken'
          : 'the books could not be sealed';
        failures.report({ what, error });
      },
    }),
  );
  const topUps = parts.keep(
    repeat({
      everyMs: GAMES_EVERY_MS,
      work: async () => isDemo && feed.topUp(),
      onError: reportAs('the games could not be topped up', 'warn'),
    }),
  );
  const feed = parts.keep(await openFeed({ config, database, failures }));
  commandDeps = {
    db,
    importGames: (ids, actor) => feed.keeper.importGames(ids, actor),
    chain: live?.chain.chain ?? null,
  };
  const wake = () => {
    settler.wake();
    live?.wakeDriver();
  };
  const app = await buildApp({
    config,
    database,
    webApp,
    log,
    failures,
    ...(metrics !== null && { meters: metrics.meters }),
    practiceAdmin: practiceAdmin?.wallet.text ?? null,
    chain: live?.chain ?? null,
    practiceChain: (config.isLocal && live?.practiceChain) || null,
    feed: feed.keeper,
    topUpGames: topUps.now,
    wakeSettler: wake,
    onPlaced: () => live?.wakeRelayer(),
    onLook: () => activity?.looked() ?? Promise.resolve(),
    checkedInvariants: () => books.checked(),
  });
  const activity = config.practiceActivity
    ? openDemoActivity({
        db,
        lists: app.lists,
        quote: (query) => quote(app.betting, query),
        placeBet: (sent) => placeBet(app.betting, sent),
        importGames: feed.importSoon,
        now: () => new Date(),
        random: Math.random,
        onError: reportAs('the demo could not be kept alive', 'warn'),
      })
    : null;
  parts.keep({ stop: app.close });
  // Stops before the app, whose queue its bets go through.
  if (activity !== null) parts.keep(activity);
  /** Starts to read and follow the feed. Resolves once a demo has its games, even if the feed fails. */
  const startFeed = () => feed.keeper.start().then(topUps.now);
  const isFirstStart = isDemo && !(await exists(db, sql`select from games limit 1`));
  if (isFirstStart) {
    const patience = delay(FIRST_GAMES_MS, undefined, { ref: false });
    await Promise.race([startFeed(), patience]);
  }
  const books = parts.keep(
    watchBooks({
      db,
      isIdle: () => database.engine === 'postgres' || app.queue.isIdle(),
      onBroken: (verdicts) => log.fatal({ verdicts }, 'the books do not add up: betting is stopped'),
      onError: reportAs('the books could not be checked'),
    }),
  );
  parts.keep(openPriceFolder({ database, onError: reportAs('prices could not be folded into candles') }));
  const results = openFeedResults({
    db,
    feed: feed.keeper,
    mode,
    windowMs: chainSettings === null ? undefined : chainSettings.resultWindowSeconds * 1000,
    onProposed: wake,
    onError: reportAs('a result of the feed could not be followed'),
  });
  const settler = parts.keep(
    openSettler({
      database,
      mode,
      lists: app.lists,
      // In live mode the contract's results are confirmed before they become final, and final ones are paid.
      ...(live === null && { confirm: (marketId: string) => results.confirm(marketId) }),
      onError: reportAs('a market could not be ended'),
    }),
  );
  if (isDemo) {
    // A start may be one on books that were broken before, so they are checked first.
    const mayPay = () => books.hasChecked() && app.readiness.mayPay();
    parts.keep(
      openOrderRounds({
        db,
        feed: feed.keeper,
        meters: metrics?.meters ?? NO_METERS,
        mayPay,
        onDecided: (marketId) => app.lists.markStale(marketId),
        decideCombos: decideComboCashOuts,
        onError: reportAs('bets in play or cash-outs could not be decided'),
      }),
    );
    parts.keep(
      openAutomaticRounds({
        db,
        mayPay,
        onSold: (marketId) => app.lists.markStale(marketId),
        onError: reportAs('automatic cash-outs could not be paid'),
      }),
    );
  }
  await live?.begin(parts, {
    lists: app.lists,
    confirm: (marketId) => results.confirm(marketId),
    onEnded: () => settler.wake(),
  });
  // Started after the parts that pay, so it stops first: they may be waiting for the feed's results.
  parts.keep(results);
  if (doubt !== null) app.readiness.doubtBooks();
  app.readiness.stopBetsWhile(() => books.broken().length > 0 || sealer.isRewound());
  parts.keep(
    watchBetting({
      health: app.bettingHealth,
      onChange: (reasons) => logBetting(log, reasons),
      onError: reportAs('it could not be read whether bets are taken'),
    }),
  );
  parts.keep(repeat({ everyMs: UPKEEP_EVERY_MS, work: upkeep, onError: reportAs('the upkeep failed') }));
  // A pooler, or the settings of the role, may change while the server runs.
  parts.keep(
    repeat({
      everyMs: UPKEEP_EVERY_MS,
      work: () => database.requireLimits(),
      onError: reportAs('the time limits of statements could not be confirmed'),
    }),
  );

  metrics?.watch(
    snapshots({
      app,
      database,
      feed: feed.keeper,
      live,
      checkedInvariants: books.checked,
      now: () => new Date(),
    }),
  );
  const address = await listenForMany(app.http, config);
  // Not awaited, because the server is already answering requests.
  if (!isFirstStart) void startFeed();
  void results.look();
  return { address, practiceAdmin, drain: app.drain };
}

function logBetting(log: Logger, reasons: readonly BettingReason[]): void {
  if (reasons.some(({ stops }) => stops === 'every-bet')) log.error({ reasons }, 'no bet would be taken');
  else if (reasons.length > 0) log.warn({ reasons }, 'bets are taken, but not all is well');
  else log.warn('bets are taken, and all is well again');
}

/** Opens missing practice markets and deletes what is over: nonces, sessions, guests, and minutes of markets. */
async function keepUp(db: Db, isDemo: boolean): Promise<void> {
  await transaction(db, async (tx) => {
    if (isDemo) await topUpMarkets(tx, { now: new Date(), random: Math.random });
    // Longer than any nonce is valid, clock skew included.
    await tx.execute(sql`delete from used_nonces where used_at < clock_timestamp() - interval '10 minutes'`);
    await tx.execute(sql`delete from sessions where expires_at < clock_timestamp() - interval '1 day'`);
    if (isDemo) await removeGuests(tx);
    await removeEndedMinutes(tx);
  });
}

async function grantAdmins(db: Db, config: Config, practiceAdmin: PracticeAdmin | null): Promise<void> {
  const now = new Date();
  await noteGrants(db);
  await applyGrants(db, { role: 'admin', grantedBy: 'settings', wallets: config.adminWallets, now });
  await applyGrants(db, { role: 'guardian', grantedBy: 'settings', wallets: config.guardianWallets, now });
  // Other processes of the same demo have their own practice admins, whose grants stay.
  if (practiceAdmin === null)
    await applyGrants(db, { role: 'admin', grantedBy: 'practice', wallets: [], now });
  else await giveGrants(db, { role: 'admin', grantedBy: 'practice', wallets: [practiceAdmin.wallet], now });
}
