import type { Logger } from 'pino';
import { alsoHeldBy, createChainHealth, type LearningHealth } from './chain/chain-health.ts';
import type { ChainSettings } from './chain/chain-settings.ts';
import type { Chain } from './chain/escrow-chain.ts';
import { FOLLOW_LIMITS } from './chain/follow-chain.ts';
import { openChain } from './chain/open-chain.ts';
import { type MarketDriver, openMarketDriver } from './chain/open-market-driver.ts';
import { openRelayer, type Relayer } from './chain/relayer.ts';
import { watchChain } from './chain/watch-chain.ts';
import type { Db } from './db/db.ts';
import type { FailureLog } from './http/failure-log.ts';
import type { StaleMarks } from './markets/list-snapshot.ts';
import type { Parts } from './parts.ts';
import { type PracticeChain, readPracticeChain } from './practice/practice-chain.ts';

/** Live mode's part of a server: the chain, and what keeps books and chain together. */
export interface Live {
  readonly chain: Chain;
  /** Null: people bring wallets of their own. */
  readonly practiceChain: PracticeChain | null;
  /** Bets were accepted. */
  wakeRelayer(): void;
  /** A market may have something to do on the chain. */
  wakeDriver(): void;
  /** Begins to follow the chain, to send what is due there, and to take markets forward. */
  begin(
    parts: Parts,
    does: {
      lists: StaleMarks;
      confirm(marketId: string): Promise<'pay' | 'wait' | 'withdrawn'>;
      onEnded(): void;
    },
  ): Promise<void>;
}

/**
 * Compares the chain with the settings, and does nothing more yet.
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
  const health: LearningHealth = createChainHealth();
  let relayer: Relayer | null = null;
  const opened = await openChain(settings);
  const { keys, acceptance } = opened;
  const chain: Chain = {
    chain: opened.chain,
    keys,
    acceptance,
    health: alsoHeldBy(health, {
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
    wakeRelayer: () => relayer?.wake(),
    wakeDriver: () => driver?.wake(),
    async begin(parts, { lists, confirm, onEnded }) {
      const watch = await watchChain({
        db,
        chain: chain.chain,
        health,
        holders: opened.holders,
        // The clock of a practice chain is put forward by hand.
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
      // It writes calls down, so it stops before the relayer sends its last.
      driver = openMarketDriver({
        db,
        lists,
        hasGuardian: chain.keys.addressOf('guardian') !== null,
        windowMs: settings.resultWindowSeconds * 1000,
        confirm,
        onEnded,
        onError: (error) =>
          failures.report({ what: 'a market could not be taken forward on the chain', error }),
      });
      parts.keep(driver);
    },
  };
}
