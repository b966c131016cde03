import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import type { Answer } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import { openPracticeChain, type PracticeChain } from '../scripts/open-practice-chain.mjs';
import { Admin } from './admin.ts';
import { readJson } from './bettor.ts';
import { startDatabase } from './database.ts';
import { openLockstepClock } from './model/lockstep-clock.ts';
import { withLanes } from './with-lanes.ts';

/** The pool has money, and a market is open, once the chain's next blocks are final and applied. */
const PATIENCE_MS = 300_000;
const LOOK_EVERY_MS = 250;

/** Where live bets are placed, according to the server. */
export type LiveTerms = NonNullable<WireConfig['live']>;

export interface NewLiveMarket {
  readonly title: string;
  readonly closesInSeconds: number;
}

/** The product in live mode, with its own server process, books and chain. */
export interface LiveServer {
  readonly chain: PracticeChain;
  readonly server: ServerProcess;
  readonly databaseUrl: string;
  readonly terms: LiveTerms;
  /** Two of them, because results need two. */
  readonly admins: readonly [Admin, Admin];
  /** Opens a market with two outcomes, and waits until the contract takes bets on it. */
  openMarket(market: NewLiveMarket): Promise<WireListedMarket>;
  /** Moves the clocks of the chain, the database and the server forward. They can't go back. */
  advance(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param objectionWindow of results, seconds
 * @param blocks how often the chain makes a block, and how far the final one is behind the newest
 * @param secondNode opens another node of the chain, which the server also queries
 * @param settings of the server, over those of the chain
 * @param databaseUrl of an empty database; without it a new one
 */
export async function startLiveServer({
  objectionWindow = 2,
  blocks = {},
  secondNode,
  settings = {},
  databaseUrl,
}: {
  objectionWindow?: number;
  blocks?: { blockTimeSeconds?: number; slotsInAnEpoch?: number };
  secondNode?: (rpcUrl: string) => Promise<{ url: string; stop(): Promise<void> }>;
  settings?: Record<string, string>;
  databaseUrl?: string;
} = {}): Promise<LiveServer> {
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const keysDir = temporaryFolder('tallystone-keys-');
    undo.push(() => rmSync(keysDir, { recursive: true, force: true }));
    const database = databaseUrl === undefined ? await startDatabase() : null;
    undo.push(() => database?.stop());
    const clock = await openLockstepClock(databaseUrl ?? database?.url ?? '');
    undo.push(() => clock.close());
    const chain = await openPracticeChain({ folder: keysDir, objectionWindow, ...blocks });
    undo.push(() => chain.stop());
    const second = await secondNode?.(chain.rpcUrl);
    if (second !== undefined) undo.push(() => second.stop());
    const server = await ServerProcess.start({
      databaseUrl: clock.databaseUrl,
      settings: {
        ...clock.settings,
        ...chain.settings,
        ...(second !== undefined && { CHAIN_RPC_URLS: `${chain.rpcUrl},${second.url}` }),
        // Wallets sign for this origin, but no page is opened there.
        PUBLIC_ORIGIN: 'http://localhost:9',
        RATE_LIMITS: 'on',
        // Each bettor has a separate address, as behind a proxy.
        TRUSTED_PROXIES: '1',
        // Nothing listens there: no game is needed.
        AZURO_API_URL: 'http://127.0.0.1:9',
        AZURO_WS_URL: 'ws://127.0.0.1:9',
        ...settings,
      },
    });
    undo.push(() => server.remove());
    const ask = (path: string) =>
      withLanes({ port: server.port, count: 1 }, ([lane]) => {
        if (lane === undefined) throw new Error('there is no connection');
        return lane.send(httpRequest({ path }));
      });

    const { live } = readJson<WireConfig>(await ask('/api/config'));
    if (live === undefined) throw new Error('the server does not say where live bets are placed');
    const adminKeys = chain.wallets.filter(({ role }) => role === 'admin').map(({ key }) => key);
    const signIn = (key = '') => Admin.signIn(server, evmWallet(Buffer.from(key.slice(2), 'hex')));
    const admins = [await signIn(adminKeys[0]), await signIn(adminKeys[1])] as const;
    return {
      chain,
      server,
      databaseUrl: clock.databaseUrl,
      terms: live,
      admins,
      openMarket: (market) => openMarket({ ask, admin: admins[0], market }),
      async advance(seconds) {
        await chain.rpc('evm_increaseTime', [seconds]);
        await clock.advance(seconds * 1000);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openMarket({
  ask,
  admin,
  market,
}: {
  ask: (path: string) => Promise<Answer>;
  admin: Admin;
  market: NewLiveMarket;
}): Promise<WireListedMarket> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  const id = await createLiveMarket(admin, market);
  for (;;) {
    const opened = readJson<WireListedMarket>(await ask(`/api/markets/${id}`));
    if (opened.state === 'open') return opened;
    if (performance.now() > giveUpAt) {
      const why = opened.suspension === undefined ? '' : ` (${opened.suspension})`;
      throw new Error(`${market.title} was not open in time: it is ${opened.state}${why}`);
    }
    await sleep(LOOK_EVERY_MS * 4);
  }
}

/** Creates a market, which the contract doesn't have yet. @returns its id */
export async function createLiveMarket(
  admin: Admin,
  { title, closesInSeconds }: NewLiveMarket,
): Promise<string> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  const eventDate = new Date(Date.now() + closesInSeconds * 1000).toISOString();
  const form = {
    type: 'crypto',
    category: 'all',
    title,
    description: title,
    outcomes: ['Yes', 'No'],
    eventDate,
  };
  let made = await admin.call('POST', '/api/admin/create-market', form);
  while (made.status !== 200) {
    // The server's error schema promises this.
    const { code, error } = JSON.parse(made.body.toString()) as WireError;
    if (code !== 'pool-too-small' || performance.now() > giveUpAt) {
      throw new Error(`${title} was not made: ${error}`);
    }
    await sleep(LOOK_EVERY_MS * 4);
    made = await admin.call('POST', '/api/admin/create-market', form);
  }
  return readJson<{ id: string }>(made).id;
}
