import { type App, buildApp } from '@tallystone/api/app.ts';
import { topUpGames } from '@tallystone/api/azuro/auto-import.ts';
import type { FeedKeeper } from '@tallystone/api/azuro/feed-keeper.ts';
import type { Chain } from '@tallystone/api/chain/escrow-chain.ts';
import { type Config, parseConfig } from '@tallystone/api/config.ts';
import type { Database } from '@tallystone/api/db/open-database.ts';
import { openLog } from '@tallystone/api/http/open-log.ts';
import type { WebApp } from '@tallystone/api/http/web-app.ts';
import type { Meters } from '@tallystone/api/meters/meters.ts';
import { openHouse } from '@tallystone/api/practice/open-house.ts';
import type { PracticeChain } from '@tallystone/api/practice/practice-chain.ts';
import type { RequestBody } from '@tallystone/core/http-api';
import type { WireUser } from '@tallystone/core/http-api/identity';
import type { Logger } from 'pino';
import { anEvmWallet, type TestWallet } from '../wallets/wallets.ts';
import { requireListedCodes } from './require-listed-codes.ts';

/** No test's health check takes this long, however busy the machine is. */
const PATIENT_MS = 120_000;

/** The server on a test's database, built as the program builds it, without a port. */
export async function aTestApp(
  database: Database,
  {
    env = {},
    now = () => new Date(),
    webApp = null,
    practiceAdmin = null,
    practiceChain = null,
    chain = null,
    feed,
    mostReadersOfAddress,
    meters,
    log = openLog('silent'),
  }: {
    env?: Record<string, string>;
    now?: () => Date;
    webApp?: WebApp | null;
    practiceAdmin?: string | null;
    practiceChain?: PracticeChain | null;
    chain?: Chain | null;
    feed?: FeedKeeper;
    mostReadersOfAddress?: number;
    meters?: Meters;
    log?: Logger;
  } = {},
): Promise<App & { config: Config }> {
  // Tests send a proxy's headers, such as an origin, and many requests a second. Rate limits are only for tests that
  // ask for them.
  const isForThisMachine = [env.MODE, env.HOST, env.PUBLIC_ORIGIN].every((set) => set === undefined);
  const config = parseConfig({ ...(isForThisMachine && { RATE_LIMITS: 'off' }), ...env });
  await openHouse(database.db, config.mode);
  const app = await buildApp({
    config,
    database,
    webApp,
    log,
    practiceAdmin,
    practiceChain,
    chain,
    healthLimitMs: PATIENT_MS,
    now,
    ...(mostReadersOfAddress !== undefined && { mostReadersOfAddress }),
    ...(meters !== undefined && { meters }),
    ...(feed !== undefined && { feed, topUpGames: () => topUpGames(database.db, { feed, now }) }),
  });
  requireListedCodes(app.http);
  return { ...app, config };
}

export interface SignedIn {
  token: string;
  user: WireUser;
  /** Headers for calls with this session. */
  headers: { authorization: string };
}

/** Signs a wallet in through the API with a real signature. */
export async function signInWith(
  { http }: App,
  { wallet, sign }: TestWallet = anEvmWallet(),
  walletType: RequestBody<'verifySignIn'>['walletType'] = wallet.family === 'evm' ? 'metamask' : 'phantom',
): Promise<SignedIn> {
  const asked = await http.inject({ url: '/api/auth/nonce', query: { wallet: wallet.text } });
  const { nonce, message } = asked.json<{ nonce: string; message: string }>();
  const answer = await http.inject({
    method: 'POST',
    url: '/api/auth/verify',
    payload: {
      wallet: wallet.text,
      nonce,
      walletType,
      signature: Buffer.from(sign(message)).toString('hex'),
    },
  });
  if (answer.statusCode !== 200) throw new Error(`expected to be signed in, got ${answer.body}`);
  return signedIn(answer.json());
}

/** A new guest who shows a wallet without a signature, as a demo allows. */
export async function demoSignInWith(
  { http }: App,
  { wallet }: TestWallet = anEvmWallet(),
): Promise<SignedIn> {
  const answer = await http.inject({
    method: 'POST',
    url: '/api/auth/demo',
    payload: { wallet: wallet.text, chain: wallet.family === 'evm' ? 'Polygon' : 'Solana' },
  });
  if (answer.statusCode !== 200) throw new Error(`expected to be signed in, got ${answer.body}`);
  return signedIn(answer.json());
}

function signedIn(answer: { token: string; user: WireUser }): SignedIn {
  return { ...answer, headers: { authorization: `Bearer ${answer.token}` } };
}
