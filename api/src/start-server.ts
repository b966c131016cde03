import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BettingReason } from '@tallystone/core/http-api/health';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type CommandDeps, runCommand } from './admin/run-command.ts';
import { answerPatiently } from './answer-patiently.ts';
import { buildApp } from './app.ts';
import { watchBetting } from './betting/watch-betting.ts';
import { type Config, requireChain } from './config.ts';
import { holdDataFolder } from './control-socket.ts';
import type { Db } from './db/db.ts';
import { type Database, openDatabase } from './db/open-database.ts';
import { exists } from './db/rows.ts';
import { transaction } from './db/transaction.ts';
import { type FailureLog, openFailureLog } from './http/failure-log.ts';
import type { WebApp } from './http/web-app.ts';
import { applyGrants, giveGrants } from './identity/admin-grants.ts';
import { noteGrants } from './identity/note-grants.ts';
import { removeGuests } from './identity/remove-guests.ts';
import { RewoundBooks, requireLastHead } from './ledger/chain-heads.ts';
import { headFileOf } from './ledger/head-file.ts';
import { sealBooks } from './ledger/seal-books.ts';
import { watchBooks } from './ledger/watch-books.ts';
import { openPriceFolder } from './markets/open-price-folder.ts';
import { openFeed } from './open-feed.ts';
import { openLive } from './open-live.ts';
import { openParts, type Parts } from './parts.ts';
import { openHouse } from './practice/open-house.ts';
import { type PracticeAdmin, requirePracticeAdmin } from './practice/practice-admin.ts';
import { topUpMarkets } from './practice/top-up.ts';
import { repeat } from './rounds/repeat.ts';
import { openFeedResults } from './settlement/feed-results.ts';
import { openSettler } from './settlement/open-settler.ts';

const UPKEEP_EVERY_MS = 60_000;
const GAMES_EVERY_MS = 3_600_000;
/** The first games of a demo are waited for this long; the server starts whatever the feed does. */
const FIRST_GAMES_MS = 4000;
/** Balancers hear that a live server stops before it takes no more connections. */
const NOTICE_MS = 2000;

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string;
  /** Null: others can reach the server, or stakes are real. */
  practiceAdmin: PracticeAdmin | null;
  /** Finishes what has begun, then lets go of everything. */
  stop(): Promise<void>;
}

interface Given {
  config: Config;
  log: Logger;
  webApp: WebApp | null;
}

/** Takes the data folder, opens the database, makes it ready, and serves. Lets go of all of it on failure. */
export async function startServer(given: Given): Promise<RunningServer> {
  const failures = openFailureLog(given.log);
  const parts = openParts();
  let isLeaving = false;
  const stop = async () => {
    isLeaving = true;
    await parts.stop().finally(failures.flush);
  };
  try {
    const server = await startParts({ ...given, failures, parts, isLeaving: () => isLeaving });
    return {
      address: server.address,
      practiceAdmin: server.practiceAdmin,
      stop: async () => {
        isLeaving = true;
        server.readiness.drain();
        if (given.config.mode === 'live') await delay(NOTICE_MS);
        await stop();
      },
    };
  } catch (error) {
    // Why it did not start is what has to be known.
    await stop().catch((failure) => failures.report({ what: 'a part could not be stopped', error: failure }));
    throw error;
  }
}

async function startParts({
  config,
  log,
  webApp,
  failures,
  parts,
  isLeaving,
}: Given & { failures: FailureLog; parts: Parts; isLeaving: () => boolean }) {
  const { mode } = config;
  const isDemo = mode === 'demo';
  const chainSettings = isDemo ? null : requireChain(config);
  const telling = (what: string, level?: 'warn') => (error: unknown) =>
    failures.report({ what, error, ...(level && { level }) });

  const headFile = headFileOf(config);
  let desk: Pick<CommandDeps, 'db' | 'importGames' | 'chain'> | null = null;
  const carryOut = answerPatiently(async (command) => {
    if (desk === null) return { ok: false, lines: ['The server is starting; try again in a moment.'] };
    return { ok: true, lines: await runCommand({ ...desk, mode, now: new Date(), headFile }, command) };
  });
  parts.keep({ stop: await holdDataFolder(config.dataDir, carryOut, isLeaving) });

  const database = await openDatabase(
    config.databaseUrl === null ? { dataDir: join(config.dataDir, 'database') } : { url: config.databaseUrl },
  );
  parts.keep({ stop: () => database.close() });
  const { db } = database;
  // Before anything is changed: a copy that is refused stays as it is.
  const doubt = await requireLastHead(database, headFile);
  // The ordinary start of a server that joins others looks the same as one whose books were restored.
  if (doubt !== null) log.warn(doubt);
  await database.migrate();
  desk = { db, importGames: null, chain: null };

  await openHouse(db, mode);
  const live = chainSettings === null ? null : await openLive({ settings: chainSettings, db, log, failures });
  const practiceAdmin = isDemo && config.isLocal ? requirePracticeAdmin(config.dataDir) : null;
  await grantAdmins(database, config, practiceAdmin);
  const upkeep = () => keepUp(db, isDemo);
  await upkeep();

  // Before all that writes into the audit, so that it stops after them and the last head is the last one.
  const sealer = parts.keep(
    sealBooks({
      database,
      headFile,
      onHead: (head) => log.info(head, 'the head of the audit chain'),
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
      onError: telling('the games could not be topped up', 'warn'),
    }),
  );
  const feed = parts.keep(await openFeed({ config, database, failures }));
  desk = {
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
    practiceAdmin: practiceAdmin?.wallet.text ?? null,
    chain: live?.chain ?? null,
    practiceChain: (config.isLocal && live?.practiceChain) || null,
    feed: feed.keeper,
    topUpGames: topUps.now,
    wakeSettler: wake,
    onPlaced: () => live?.wakeRelayer(),
    checkedInvariants: () => books.checked(),
  });
  parts.keep({ stop: app.close });
  /** Begins to read and follow the feed. Resolves, whatever the feed does, once a demo has its games. */
  const startFeed = () => feed.keeper.start().then(topUps.now);
  const isFirstStart = isDemo && !(await hasGames(database));
  if (isFirstStart) {
    const patience = delay(FIRST_GAMES_MS, undefined, { ref: false });
    await Promise.race([startFeed(), patience]);
  }
  const books = parts.keep(
    watchBooks({
      db,
      isIdle: () => database.engine === 'postgres' || app.queue.isIdle(),
      onBroken: (verdicts) => log.fatal({ verdicts }, 'the books do not add up: betting is stopped'),
      onError: telling('the books could not be checked'),
    }),
  );
  parts.keep(openPriceFolder({ database, onError: telling('prices could not be folded into candles') }));
  const results = openFeedResults({
    db,
    feed: feed.keeper,
    mode,
    windowMs: chainSettings === null ? undefined : chainSettings.resultWindowSeconds * 1000,
    onProposed: wake,
    onError: telling('a result of the feed could not be followed'),
  });
  const settler = parts.keep(
    openSettler({
      database,
      mode,
      lists: app.lists,
      // In live mode it is asked before the contract makes a result final: what is final there is paid here.
      ...(live === null && { confirm: (marketId: string) => results.confirm(marketId) }),
      onError: telling('a market could not be ended'),
    }),
  );
  await live?.begin(parts, {
    lists: app.lists,
    confirm: (marketId) => results.confirm(marketId),
    onEnded: () => settler.wake(),
  });
  // After those that pay, so that it stops first: they may wait for what the feed says.
  parts.keep(results);
  if (doubt !== null) app.readiness.doubtBooks();
  app.readiness.stopBetsWhile(() => books.broken().length > 0 || sealer.isRewound());
  parts.keep(
    watchBetting({
      health: app.bettingHealth,
      onChange: (reasons) => tellBetting(log, reasons),
      onError: telling('it could not be read whether bets are taken'),
    }),
  );
  parts.keep(repeat({ everyMs: UPKEEP_EVERY_MS, work: upkeep, onError: telling('the upkeep failed') }));

  const address = await app.http.listen({ port: config.port, host: config.host });
  // What reading the feed takes is not waited for by those who are served already.
  if (!isFirstStart) void startFeed();
  void results.look();
  return { address, practiceAdmin, readiness: app.readiness };
}

function tellBetting(log: Logger, reasons: readonly BettingReason[]): void {
  if (reasons.some(({ stops }) => stops === 'every-bet')) log.error({ reasons }, 'no bet would be taken');
  else if (reasons.length > 0) log.warn({ reasons }, 'bets are taken, but not all is well');
  else log.warn('bets are taken, and all is well again');
}

/** Opens practice markets that are missing, and forgets what is over. */
async function keepUp(db: Db, isDemo: boolean): Promise<void> {
  await transaction(db, async (tx) => {
    if (isDemo) await topUpMarkets(tx, { now: new Date(), random: Math.random });
    // Longer than any nonce is valid, skew included.
    await tx.execute(sql`delete from used_nonces where used_at < clock_timestamp() - interval '10 minutes'`);
    await tx.execute(sql`delete from sessions where expires_at < clock_timestamp() - interval '1 day'`);
    if (isDemo) await removeGuests(tx);
  });
}

async function hasGames({ db }: Database): Promise<boolean> {
  return exists(db, sql`select from games limit 1`);
}

async function grantAdmins(
  { db }: Database,
  config: Config,
  practiceAdmin: PracticeAdmin | null,
): Promise<void> {
  const now = new Date();
  await noteGrants(db);
  await applyGrants(db, { role: 'admin', grantedBy: 'settings', wallets: config.adminWallets, now });
  await applyGrants(db, { role: 'guardian', grantedBy: 'settings', wallets: config.guardianWallets, now });
  // Another process of the same demo has a practice admin of its own, whose grant stays.
  if (practiceAdmin === null)
    await applyGrants(db, { role: 'admin', grantedBy: 'practice', wallets: [], now });
  else await giveGrants(db, { role: 'admin', grantedBy: 'practice', wallets: [practiceAdmin.wallet], now });
}
