import type { Logger } from 'pino';
import { type ChainFigures, readChainFigures } from './chain/chain-figures.ts';
import { combineHealth, createChainHealth } from './chain/chain-health.ts';
import type { ChainSettings } from './chain/chain-settings.ts';
import type { Chain } from './chain/escrow-chain.ts';
import { FOLLOW_LIMITS } from './chain/follow-chain.ts';
import { openChain } from './chain/open-chain.ts';
import { type MarketDriver, openMarketDriver } from './chain/open-market-driver.ts';
import { openRelayer, type Relayer } from './chain/relayer.ts';
import { watchChain } from './chain/watch-chain.ts';
import type { Db } from './db/db.ts';
import type { FailureLog } from './http/failure-log.ts';
import type { Parts } from './parts.ts';
import { type PracticeChain, readPracticeChain } from './practice/practice-chain.ts';

type DriverDeps = Parameters<typeof openMarketDriver>[0];

/** The live mode part of a server: the chain, and what keeps the books in step with it. */
export interface Live {
  readonly chain: Chain;
  /** Null if it isn't a practice chain: people use their own wallets. */
  readonly practiceChain: PracticeChain | null;
  /** For the metrics. */
  figures(): Promise<ChainFigures>;
  /** Call after bets were accepted. */
  wakeRelayer(): void;
  /** Call if a market may need a step on the chain. */
  wakeDriver(): void;
  /** Starts to follow the chain, to send calls, and to take markets forward. */
  begin(parts: Parts, does: Pick<DriverDeps, 'lists' | 'confirm' | 'onEnded'>): Promise<void>;
}

/**
 * Checks the chain against the settings. Starts nothing yet.
 *
 * @throws ChainSetupError, ChainUnreachable and ChainDisagreement, see `openChain`
 */
export async function openLive({
  settings,
  db,
  log,
  failures,
}: {
  settings: ChainSettings;
  db: Db;
  log: Logger;
  failures: FailureLog;
}): Promise<Live> {
  const health = createChainHealth();
  let relayer: Relayer | null = null;
  const { holders, nodesSilentSeconds, ...opened } = await openChain(settings);
  const chain: Chain = {
    ...opened,
    health: combineHealth(health, {
      problem: () => relayer?.problem() ?? null,
      warning: () => relayer?.warning() ?? null,
    }),
  };
  const [node] = settings.rpcUrls;
  const rpcUrl = settings.browserRpcUrl ?? node;
  const practiceChain = settings.isPractice ? readPracticeChain({ keysDir: settings.keysDir, rpcUrl }) : null;
  let driver: MarketDriver | null = null;

  return {
    chain,
    practiceChain,
    figures: () =>
      readChainFigures(db, { nodesSilentSeconds: nodesSilentSeconds(), gas: relayer?.gas() ?? null }),
    wakeRelayer: () => relayer?.wake(),
    wakeDriver: () => driver?.wake(),
    async begin(parts, does) {
      const watch = await watchChain({
        db,
        chain: chain.chain,
        health,
        holders,
        // People set the clock of a practice chain forward by hand.
        limits: { ...FOLLOW_LIMITS, ...(settings.isPractice && { aheadSeconds: Number.POSITIVE_INFINITY }) },
        onAlert: (alert) => {
          if (alert === null) log.warn('the chain is followed again: bets are taken');
          else log.fatal({ alert }, 'betting is stopped because of the chain');
        },
        onError: (error) => failures.report({ what: 'the chain could not be followed', error }),
      });
      parts.keep(watch);
      relayer = openRelayer({
        db,
        chain: chain.chain,
        keys: chain.keys,
        onError: (error) =>
          failures.report({ what: 'what is queued for the chain could not be sent', error }),
      });
      parts.keep(relayer);
      // The driver queues calls, so it has to stop before the relayer.
      driver = openMarketDriver({
        db,
        ...does,
        hasGuardian: chain.keys.addressOf('guardian') !== null,
        windowMs: settings.resultWindowSeconds * 1000,
        onError: (error) =>
          failures.report({ what: 'a market could not be taken forward on the chain', error }),
      });
      parts.keep(driver);
    },
  };
}
