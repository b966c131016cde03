import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BettingReason } from '@tallystone/core/http-api';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { runCommand } from './admin/run-command.ts';
import { answerPatiently } from './answer-patiently.ts';
import { buildApp } from './app.ts';
import type { FeedKeeper } from './azuro/feed-keeper.ts';
import { watchBetting } from './betting/watch-betting.ts';
import type { EscrowChain } from './chain/escrow-chain.ts';
import { type Config, requireChain } from './config.ts';
import { holdDataFolder } from './control-socket.ts';
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
import { type BooksWatch, watchBooks } from './ledger/watch-books.ts';
import { openPriceFolder } from './markets/open-price-folder.ts';
import { type Feed, openFeed } from './open-feed.ts';
import { openLive } from './open-live.ts';
import { openHouse } from './practice/open-house.ts';
import { type PracticeAdmin, requirePracticeAdmin } from './practice/practice-admin.ts';
import { topUpMarkets } from './practice/top-up.ts';
import { openFeedResults } from './settlement/feed-results.ts';
import { openSettler, type Settler } from './settlement/open-settler.ts';

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

/** Takes the data folder, opens the database, makes it ready, and serves. Lets go of all of it on failure. */
export async function startServer({
  config,
  log,
  webApp,
}: {
  config: Config;
  log: Logger;
  webApp: WebApp | null;
}): Promise<RunningServer> {
  const isDemo = config.mode === 'demo';
  const chainSettings = isDemo ? null : requireChain(config);
  const failures = openFailureLog(log);
  const cleanups: (() => Promise<void> | void)[] = [];
  let isLeaving = false;
  const cleanUp = async () => {
    isLeaving = true;
    for (const undo of cleanups.reverse()) await undo();
    failures.flush();
  };
  try {
    const headFile = headFileOf(config);
    let opened: Database | null = null;
    let importGames: FeedKeeper['importGames'] | null = null;
    let chain: EscrowChain | null = null;
    const carryOut = answerPatiently(async (command) => {
      if (opened === null) return { ok: false, lines: ['The server is starting; try again in a moment.'] };
      const { db } = opened;
      const lines = await runCommand(
        { db, mode: config.mode, now: new Date(), headFile, importGames, chain },
        command,
      );
      return { ok: true, lines };
    });
    const release = await holdDataFolder(config.dataDir, carryOut, () => isLeaving);
    cleanups.push(release);

    const database = await openDatabase(
      config.databaseUrl === null
        ? { dataDir: join(config.dataDir, 'database') }
        : { url: config.databaseUrl },
    );
    cleanups.push(() => database.close());
    // Before anything is changed: a copy that is refused stays as it is.
    const doubt = await requireLastHead(database, headFile);
    // The ordinary start of a server that joins others looks the same as one whose books were restored.
    if (doubt !== null) log.warn(doubt);
    await database.migrate();
    opened = database;
    const { db } = database;

    await openHouse(db, config.mode);
    const live =
      chainSettings === null ? null : await openLive({ settings: chainSettings, db, log, failures });
    chain = live?.chain.chain ?? null;
    const practiceAdmin = isDemo && config.isLocal ? requirePracticeAdmin(config.dataDir) : null;
    await grantAdmins(database, config, practiceAdmin);
    const upkeep = async () => {
      await transaction(db, async (tx) => {
        if (isDemo) await topUpMarkets(tx, { now: new Date(), random: Math.random });
        // Longer than any nonce is valid, skew included.
        await tx.execute(
          sql`delete from used_nonces where used_at < clock_timestamp() - interval '10 minutes'`,
        );
        await tx.execute(sql`delete from sessions where expires_at < clock_timestamp() - interval '1 day'`);
        if (isDemo) await removeGuests(tx);
      });
    };
    await upkeep();

    const sealer = sealBooks({
      database,
      headFile,
      onHead: (head) => log.info(head, 'the head of the audit chain'),
      onError: (error) => {
        const isRewound = error instanceof RewoundBooks;
        const what = isRewound
          ? 'the database was set back: no bets are taken'
          : 'the books could not be sealed';
        failures.tell({ what, error });
      },
    });
    // It stops after all that writes into the audit, so that the last head is the last one.
    cleanups.push(() => sealer.stop());

    const feed = await openFeed({ config, database, failures });
    cleanups.push(() => feed.stop());
    importGames = (gameIds, actor) => feed.keeper.importGames(gameIds, actor);
    let settler: Settler | null = null;
    let watch: BooksWatch | null = null;
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
      topUpGames: () => topUpGames({ feed, isDemo, failures }),
      wakeSettler: () => {
        settler?.wake();
        live?.wakeDriver();
      },
      onPlaced: () => live?.wakeRelayer(),
      checkedInvariants: () => watch?.checked() ?? [],
    });
    cleanups.push(() => app.close());
    const isFirstStart = isDemo && !(await hasGames(database));
    if (isFirstStart) {
      const patience = delay(FIRST_GAMES_MS, undefined, { ref: false });
      await Promise.race([startFeed({ feed, isDemo, failures }), patience]);
    }
    const books = watchBooks({
      db,
      isIdle: () => database.engine === 'postgres' || app.queue.isIdle(),
      onBroken: (verdicts) => log.fatal({ verdicts }, 'the books do not add up: betting is stopped'),
      onError: (error) => failures.tell({ what: 'the books could not be checked', error }),
    });
    cleanups.push(() => books.stop());
    watch = books;
    const folder = openPriceFolder({
      database,
      onError: (error) => failures.tell({ what: 'prices could not be folded into candles', error }),
    });
    cleanups.push(() => folder.stop());
    const results = openFeedResults({
      db,
      feed: feed.keeper,
      mode: config.mode,
      windowMs: chainSettings === null ? undefined : chainSettings.resultWindowSeconds * 1000,
      onProposed: () => {
        settler?.wake();
        live?.wakeDriver();
      },
      onError: (error) => failures.tell({ what: 'a result of the feed could not be followed', error }),
    });
    const paying = openSettler({
      database,
      mode: config.mode,
      lists: app.lists,
      // In live mode it is asked before the contract makes a result final: what is final there is paid here.
      ...(live === null && { confirm: (marketId: string) => results.confirm(marketId) }),
      onError: (error) => failures.tell({ what: 'a market could not be ended', error }),
    });
    settler = paying;
    cleanups.push(() => paying.stop());
    if (live !== null) {
      cleanups.push(() => live.stop());
      await live.begin({
        lists: app.lists,
        confirm: (marketId) => results.confirm(marketId),
        onEnded: () => paying.wake(),
      });
    }
    // First of the two: whoever pays may wait for what the feed says.
    cleanups.push(() => results.stop());
    if (doubt !== null) app.readiness.doubtBooks();
    app.readiness.stopBetsWhile(() => books.broken().length > 0 || sealer.isRewound());
    const betting = watchBetting({
      health: app.bettingHealth,
      onChange: (reasons) => tellBetting(log, reasons),
      onError: (error) => failures.tell({ what: 'it could not be read whether bets are taken', error }),
    });
    cleanups.push(() => betting.stop());
    const timer = setInterval(
      () => upkeep().catch((error) => failures.tell({ what: 'the upkeep failed', error })),
      UPKEEP_EVERY_MS,
    );
    cleanups.push(() => clearInterval(timer));
    const topUps = setInterval(() => topUpGames({ feed, isDemo, failures }), GAMES_EVERY_MS);
    cleanups.push(() => clearInterval(topUps));

    const address = await app.http.listen({ port: config.port, host: config.host });
    // What reading the feed takes is not waited for by those who are served already.
    if (!isFirstStart) void startFeed({ feed, isDemo, failures });
    void results.look();
    return {
      address,
      practiceAdmin,
      stop: async () => {
        isLeaving = true;
        app.readiness.drain();
        if (!isDemo) await new Promise((resolve) => setTimeout(resolve, NOTICE_MS));
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

function tellBetting(log: Logger, reasons: readonly BettingReason[]): void {
  if (reasons.some(({ stops }) => stops === 'every-bet')) log.error({ reasons }, 'no bet would be taken');
  else if (reasons.length > 0) log.warn({ reasons }, 'bets are taken, but not all is well');
  else log.warn('bets are taken, and all is well again');
}

/** Begins to read and follow the feed. Resolves, whatever the feed does, once a demo has its games. */
async function startFeed(does: { feed: Feed; isDemo: boolean; failures: FailureLog }): Promise<void> {
  await does.feed.keeper.start();
  await topUpGames(does);
}

async function topUpGames({
  feed,
  isDemo,
  failures,
}: {
  feed: Feed;
  isDemo: boolean;
  failures: FailureLog;
}): Promise<void> {
  if (!isDemo) return;
  await feed
    .topUp()
    .catch((error) => failures.tell({ what: 'the games could not be topped up', error, level: 'warn' }));
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
