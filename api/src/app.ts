import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAdminMarketList } from './admin/list-admin-markets.ts';
import { listChanges } from './admin/pending-changes.ts';
import { singleFlightRefresh } from './admin/refresh-markets.ts';
import { adminRoutes } from './admin/routes.ts';
import { type FeedKeeper, noFeed } from './azuro/feed-keeper.ts';
import { azuroRoutes } from './azuro/routes.ts';
import { answerBatch } from './betting/answer-batch.ts';
import { BETS_LOGGED, toLoggedBet, toLoggedCombo } from './betting/bet-log.ts';
import { type BetQueue, createBetQueue } from './betting/bet-queue.ts';
import { betStatsOf } from './betting/bet-stats.ts';
import { type BettingHealth, bettingHealth } from './betting/betting-health.ts';
import { chainStakes } from './betting/chain-stakes.ts';
import { findBet } from './betting/list-bets.ts';
import { practiceStakes } from './betting/order-stakes.ts';
import type { PlaceBetDeps } from './betting/place-bet.ts';
import type { QuoteDeps } from './betting/quote.ts';
import { recentTrade } from './betting/recent-trade.ts';
import { requireNoBreak } from './betting/require-no-break.ts';
import { type BettingDeps, bettingRoutes } from './betting/routes.ts';
import type { Stakes } from './betting/stakes.ts';
import { streamAccounts } from './betting/stream-accounts.ts';
import type { Chain } from './chain/escrow-chain.ts';
import { listChangedCombos } from './combos/list-combos.ts';
import { comboRoutes } from './combos/routes.ts';
import type { Config } from './config.ts';
import type { Tx } from './db/db.ts';
import type { Database } from './db/open-database.ts';
import { requireServerKey } from './db/server-keys.ts';
import { baseRoutes } from './http/base-routes.ts';
import { type FailureLog, openFailureLog } from './http/failure-log.ts';
import { openLimiting } from './http/notice-proxy.ts';
import { openHttp } from './http/open-http.ts';
import { type Readiness, readiness } from './http/readiness.ts';
import { rememberMissing } from './http/remember-missing.ts';
import type { Route } from './http/route.ts';
import { siteOf } from './http/site.ts';
import type { WebApp } from './http/web-app.ts';
import { openSessions } from './identity/find-session.ts';
import { signatureReader } from './identity/read-signature.ts';
import { identityRoutes } from './identity/routes.ts';
import type { CheckedInvariant } from './ledger/watch-books.ts';
import { followMarketChanges } from './markets/follow-market-changes.ts';
import { getMarket } from './markets/get-market.ts';
import type { StaleMarks } from './markets/list-snapshot.ts';
import { markLists } from './markets/mark-lists.ts';
import { createMarketList } from './markets/market-list.ts';
import { readTogether } from './markets/read-together.ts';
import { marketRoutes } from './markets/routes.ts';
import { streamMarkets } from './markets/stream-markets.ts';
import { type Meters, NO_METERS } from './meters/meters.ts';
import { grantFromFaucet, openGuestFunds, topUpFromFaucet } from './practice/faucet.ts';
import type { PracticeChain } from './practice/practice-chain.ts';
import { topUpMarkets } from './practice/top-up.ts';
import { createReaderPlaces } from './realtime/reader-places.ts';
import { streamRoutes } from './realtime/routes.ts';
import { createStream, type Stream } from './realtime/stream.ts';
import { settlementRoutes } from './settlement/routes.ts';
import { drawBet } from './sharing/draw-bet.ts';
import { drawMarket } from './sharing/draw-market.ts';
import { createDrawQueue } from './sharing/draw-queue.ts';
import { createEmbedPages } from './sharing/embed-page.ts';
import { createMarketHeads } from './sharing/market-heads.ts';
import { createMarketPictures } from './sharing/market-pictures.ts';
import { createMarketReader } from './sharing/market-reader.ts';
import { sharingRoutes } from './sharing/routes.ts';

const LAST_ANSWERS_MS = 5000;

export interface AppDeps {
  config: Config;
  /** Already migrated. */
  database: Database;
  /** Null: only the API is served. */
  webApp: WebApp | null;
  log: Logger;
  /** Absent: the app itself logs failures to `log`. */
  failures?: FailureLog;
  /** Address of the practice admin, or null. */
  practiceAdmin: string | null;
  /** The chain of live stakes, which the caller follows. Absent or null: live mode takes no bets. */
  chain?: Chain | null;
  /** Called when accepted bets have to be sent to the chain. Absent: the caller checks for them itself. */
  onPlaced?: () => void;
  /** Absent or null: there is no chain, or it isn't a practice chain. */
  practiceChain?: PracticeChain | null;
  /** Started and stopped by the caller. Absent: there are no games to import. */
  feed?: FeedKeeper;
  /** Imports games until a demo shows enough. Absent: the caller does this itself. */
  topUpGames?: () => Promise<unknown>;
  /** Called when a person looks at markets; the list is read once it resolves. Absent: no one needs to know. */
  onLook?: () => Promise<void>;
  /** Called when something may have to be paid. Absent: the caller checks for it itself. */
  wakeSettler?: () => void;
  /** Absent: nothing is counted. */
  meters?: Meters;
  /** The latest check of the books. Absent: the books aren't watched. */
  checkedInvariants?: () => readonly CheckedInvariant[];
  /** The routes as this process serves them. Absent: all of them. */
  serving?: (routes: readonly Route[]) => readonly Route[];
  /** A health check that takes longer has failed. Absent: two seconds. */
  healthLimitMs?: number;
  /** Open streams per address, over all its users. Absent: the default of {@link createReaderPlaces}. */
  mostReadersOfAddress?: number;
  now?: () => Date;
}

export interface App {
  http: FastifyInstance;
  readiness: Readiness;
  bettingHealth: BettingHealth;
  queue: BetQueue;
  stream: Pick<Stream, 'state'>;
  /** Quote and place bets without HTTP, with the same checks. */
  betting: QuoteDeps & PlaceBetDeps;
  /** Code that changes markets marks them here as stale. */
  lists: StaleMarks;
  /** Reports that it is not ready, serves for that long, and meanwhile sends its callers elsewhere. */
  drain(ms: number): Promise<void>;
  /** Answers received requests, then releases everything but the database. */
  close(): Promise<void>;
}

/** Builds the server from its parts, without listening. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const {
    config,
    database,
    log,
    meters = NO_METERS,
    failures = openFailureLog(log, meters),
    now = () => new Date(),
    feed = noFeed(config.feed),
  } = deps;
  const { db } = database;
  const { mode } = config;
  const [nonceKey, quoteKey] = await Promise.all([
    requireServerKey(db, 'nonce'),
    requireServerKey(db, 'quote'),
  ]);

  const { chain = null } = deps;
  const stakes: Stakes = mode === 'live' ? chainStakes(chain) : practiceStakes;
  const limit = deps.healthLimitMs === undefined ? {} : { limitMs: deps.healthLimitMs };
  const ready = readiness({ db, now, ...limit });
  if (chain !== null) ready.blockBetsBy(chain.health);
  const betting = bettingHealth({
    db,
    ready,
    mode,
    takesBets: mode === 'demo' || chain !== null,
    now,
    onError: (error) => failures.report({ what: 'it could not be read whether bets are taken', error }),
    ...limit,
  });
  const sessions = openSessions(db, now);
  const readSignature = signatureReader({ ...config, nonceKey, now });
  const marketList = createMarketList({ db, now });
  const adminMarketList = createAdminMarketList({ db, now });
  const stream = createStream({
    markets: streamMarkets(db),
    accounts: streamAccounts({ db, mode, now, changedCombos: (user) => listChangedCombos(db, user) }),
    now,
    meters,
    onTakeover: () => lists.markAllStale(),
    onError: (error) => failures.report({ what: 'the stream could not be read', error, level: 'warn' }),
  });
  /** Forgets sessions at once, in other processes within a second. Their streams end too. */
  const forgetSessions = (tokenHashes: readonly Uint8Array[]) => {
    if (tokenHashes.length === 0) return;
    for (const tokenHash of tokenHashes) sessions.forget(tokenHash);
    stream.checkSessions();
  };
  const missingMarkets = rememberMissing({ now });
  const findMarket = (id: string) => missingMarkets.find(id, () => getMarket(db, id));
  const lists = markLists([
    marketList,
    adminMarketList,
    stream,
    { markStale: missingMarkets.forget, markAllStale: missingMarkets.forgetAll },
  ]);
  const stopFollowing = await followMarketChanges(database, lists, (error) =>
    failures.report({ what: 'changes by other processes cannot be heard of', error }),
  );
  // Written whatever the level is. The line is out before the bets are answered.
  const betLog = config.logBets ? log.child({}, { level: 'info' }) : null;
  const queue = createBetQueue({
    meters,
    answerBatch: (batch) => answerBatch(db, { ...batch, stakes }),
    onUnrecorded: ready.failed,
    onPlaced: (marketId, placed) => {
      ready.committed();
      betLog?.info({ market: marketId, bets: placed.map(toLoggedBet) }, BETS_LOGGED);
      lists.markStale(marketId);
      deps.onPlaced?.();
    },
  });
  const isDemo = mode === 'demo';
  const limiting = openLimiting(config.rateLimits, log);
  const refreshMarkets = singleFlightRefresh(
    db,
    async (tx) => {
      if (isDemo) await topUpMarkets(tx, { now: now(), random: Math.random });
      lists.markAllStale();
    },
    () => {
      // Not awaited, so no one waits for the feed.
      deps
        .topUpGames?.()
        .catch((error) => failures.report({ what: 'no games were topped up', error, level: 'warn' }));
    },
  );

  const onLook = deps.onLook ?? (() => Promise.resolve());
  const bettingDeps: BettingDeps = {
    db,
    missingMarkets,
    mode,
    stakes,
    queue,
    meters,
    quoteKey,
    now,
    requireBettable: ready.requireBettable,
    recentTrade: readTogether((marketId) => recentTrade(db, marketId)),
    readSignature,
    onPaid: (marketId) => lists.markStale(marketId),
    onGuestsEnded: forgetSessions,
    openGuestFunds: (userId) => openGuestFunds(db, userId, now()),
    onSignedOut: (tokenHash) => forgetSessions([tokenHash]),
    topUp: async (userId) => {
      if (isDemo) await topUpFromFaucet(db, userId, now());
    },
  };
  const wire = wireConfig(deps);
  const drawInTurn = createDrawQueue();
  const routes = [
    ...baseRoutes({ config: wire, readiness: ready, bettingReasons: betting.reasons }),
    ...identityRoutes({
      ...config,
      db,
      nonceKey,
      walletCode: chain?.chain ?? null,
      now,
      onSessionsEnded: forgetSessions,
      requireNoBreak,
      betStats: (userId) => betStatsOf(db, userId),
      welcome: async (tx: Tx, userId: string) => {
        if (isDemo) await grantFromFaucet(tx, userId, now());
      },
    }),
    ...marketRoutes({ db, marketList, missingMarkets, now, onLook }),
    ...streamRoutes({
      stream,
      onLook,
      places: createReaderPlaces({
        isLimited: () => limiting.isOn,
        ...(deps.mostReadersOfAddress !== undefined && { mostOfAddress: deps.mostReadersOfAddress }),
      }),
    }),
    ...bettingRoutes(bettingDeps),
    ...comboRoutes({
      ...bettingDeps,
      onCombo(userId, combo) {
        ready.committed();
        betLog?.info({ bets: [toLoggedCombo(userId, combo)] }, BETS_LOGGED);
      },
    }),
    ...settlementRoutes({
      db,
      mode,
      now,
      lists,
      readSignature,
      wakeSettler: deps.wakeSettler ?? (() => undefined),
      checkedInvariants: deps.checkedInvariants ?? (() => []),
      listChanges: (actor) => listChanges(db, { actor, mode, now: now() }),
      windowMs: config.chain === null ? undefined : config.chain.resultWindowSeconds * 1000,
      escrow: chain?.chain ?? null,
    }),
    ...sharingRoutes({
      pictures: createMarketPictures({ getMarket: findMarket, draw: drawMarket, inTurn: drawInTurn, now }),
      drawBet: (bet) =>
        drawInTurn(async () => {
          const found = await findBet(db, { ...bet, mode });
          return found && drawBet({ bet: found, isPractice: mode === 'demo', at: now(), ...bet });
        }),
    }),
    ...azuroRoutes({ feed, lists }),
    ...adminRoutes({ db, mode, now, refreshMarkets, adminMarketList, lists, readSignature }),
  ];

  const readMarket = createMarketReader({
    getMarket: findMarket,
    onError: (error) => failures.report({ what: "a page's market could not be read", error }),
    now,
  });
  const http = await openHttp({
    config: {
      ...config,
      unreadTimeoutMs: config.unreadTimeoutSeconds * 1000,
      isTraced: config.tracesEndpoint !== null,
      chainNodeUrls: [config.chain?.browserRpcUrl, wire.practiceChain?.rpcUrl].filter(
        (url) => typeof url === 'string',
      ),
    },
    limiting,
    log,
    failures,
    webApp: deps.webApp,
    findSession: (token, { isChecked }) => (isChecked ? sessions.recall(token) : sessions.find(token)),
    isDraining: () => ready.isDraining,
    newRequestId: randomUUID,
    now,
    headOf: createMarketHeads({ readMarket, siteOf: (request) => siteOf(request, config) }),
    embedOf: createEmbedPages({
      readMarket,
      siteOf: (request) => siteOf(request, config),
      isPractice: config.mode === 'demo',
    }),
    routes: deps.serving?.(routes) ?? routes,
  });

  return {
    http,
    readiness: ready,
    bettingHealth: betting,
    queue,
    stream,
    betting: bettingDeps,
    lists,
    drain: async (ms) => {
      ready.drain();
      stream.endWithin(ms);
      // The listening server keeps the process alive.
      await delay(ms, undefined, { ref: false });
    },
    close: async () => {
      ready.drain();
      // Streams never end on their own.
      stream.close();
      // No real request takes this long. Connections that remain belong to clients that never finish their request.
      const cutOff = setTimeout(() => http.server.closeAllConnections(), LAST_ANSWERS_MS);
      await http.close();
      clearTimeout(cutOff);
      await queue.drain();
      await stopFollowing();
      failures.flush();
    },
  };
}

function wireConfig({ config, chain = null, practiceAdmin, practiceChain = null }: AppDeps): WireConfig {
  return {
    mode: config.mode,
    practiceWallets: config.mode === 'demo',
    ...(config.practiceActivity && { simulatedTraders: true as const }),
    ...(practiceAdmin !== null && { practiceAdmin }),
    ...(practiceChain !== null && { practiceChain }),
    ...(chain !== null && { live: wireChain(config, chain) }),
    solanaRpcUrl: config.solanaRpcUrl,
    feed: config.feed,
  };
}

function wireChain({ chain: settings }: Config, { chain }: Chain): NonNullable<WireConfig['live']> {
  const { place, token } = chain;
  return {
    chainId: place.chainId,
    chainName: 'Polygon',
    explorer: settings?.explorer ?? null,
    escrow: place.escrow,
    usdc: { address: token.address, name: token.name, version: token.version },
    rpcUrl: settings?.browserRpcUrl ?? null,
  };
}
