import { resolve } from 'node:path';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { parseWalletAddress, type WalletAddress } from '@tallystone/core/identity/wallet-address';
import * as z from 'zod/mini';
import type { ChainSettings } from './chain/chain-settings.ts';
import { isLoopbackHost } from './http/loopback.ts';
import type { RateLimitsSetting } from './http/notice-proxy.ts';
import { LOG_LEVELS, type LogLevel } from './http/open-log.ts';

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  mode: 'demo' | 'live';
  /** Where people reach the app, such as `https://app.example`; null: at the address it listens on. */
  publicOrigin: string | null;
  /** Their users hold an admin grant. */
  adminWallets: readonly WalletAddress[];
  /** Their users may object to results before they are paid. */
  guardianWallets: readonly WalletAddress[];
  solanaRpcUrl: string;
  /** Where sports markets come from: Azuro, or the stand-in that a demo runs by itself. */
  feed: 'azuro' | 'demo-feed';
  /** Host of Azuro's REST calls and base address of its socket; null: Azuro's own. */
  azuroApiUrl: string | null;
  azuroWsUrl: string | null;
  logLevel: LogLevel;
  rateLimits: RateLimitsSetting;
  /** How many proxies stand before the server, whose word on a caller's address is taken. */
  trustedProxies: number;
  /** Connections at a time; null: as many as the system allows. */
  maxConnections: number | null;
  /** Of one address, or behind trusted proxies requests of one address. Counted where rate limits are on. */
  maxConnectionsPerAddress: number;
  /** An answer of which nothing is read for so long is cut off. */
  unreadTimeoutSeconds: number;
  /** Whether browsers may keep the app, so that it opens without a connection. */
  offlineApp: boolean;
  /** Whether only this machine can reach the server. */
  isLocal: boolean;
  /** Where live stakes rest; null where nothing is said of it, as in every demo. */
  chain: ChainSettings | null;
}

/** A setting that is missing, malformed or at odds with another one. The message names it. */
export class ConfigError extends Error {}

/** As contracts/src/BetEscrow.sol limits it. */
const MAX_WINDOW_SECONDS = 7 * 86_400;
/** Time to notice a wrong result. A shorter window is for a chain where nothing is worth money. */
const LEAST_WINDOW_SECONDS = 7200;

/** A setting's own rule. Absent and empty are the same. */
const settings = z.object({
  PORT: text(
    (value) => (/^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : null),
    'a port between 0 and 65535',
  ),
  HOST: text((value) => (/^[\w.:-]+$/.test(value) ? value : null), 'a host name or an IP address'),
  DATA_DIR: text((value) => resolve(value), 'a folder'),
  DATABASE_URL: text(
    (value) => (isUrl(value, ['postgres:', 'postgresql:']) ? value : null),
    'a URL that begins with postgres://',
  ),
  MODE: text((value) => (value === 'demo' || value === 'live' ? value : null), 'demo or live'),
  PUBLIC_ORIGIN: text(parseOrigin, 'an origin such as https://app.example, without a path'),
  ADMIN_WALLETS: text(parseWallets, 'wallet addresses with commas between them'),
  GUARDIAN_WALLETS: text(parseWallets, 'wallet addresses with commas between them'),
  SOLANA_RPC_URL: text(
    (value) => (isUrl(value, ['https:', 'http:']) ? value : null),
    'a URL that begins with https://',
  ),
  AZURO_API_URL: text(parseOrigin, 'an origin such as https://api.onchainfeed.org, without a path'),
  AZURO_WS_URL: text(
    (value) => (isUrl(value, ['wss:', 'ws:']) ? value : null),
    'a URL that begins with wss://',
  ),
  NODE_ENV: text((value) => value, 'text'),
  LOG_LEVEL: text(
    (value) => LOG_LEVELS.find((level) => level === value) ?? null,
    `one of ${LOG_LEVELS.join(', ')}`,
  ),
  TRUSTED_PROXIES: text((value) => (/^\d$/.test(value) ? Number(value) : null), 'a number from 0 to 9'),
  MAX_CONNECTIONS: text((value) => count(value, 100, 1_000_000), 'a number from 100 to 1000000'),
  MAX_CONNECTIONS_PER_ADDRESS: text((value) => count(value, 1, 1_000_000), 'a number from 1 to 1000000'),
  UNREAD_TIMEOUT: text((value) => count(value, 1, 3600), 'seconds, from 1 to 3600'),
  RATE_LIMITS: text((value) => (value === 'on' || value === 'off' ? value : null), 'on or off'),
  OFFLINE_APP: text((value) => (value === 'on' || value === 'off' ? value : null), 'on or off'),
  CHAIN_RPC_URLS: text(
    parseNodes,
    'two URLs or more with commas between them that begin with https://, or are of this machine',
  ),
  CHAIN_ID: text((value) => (/^[1-9]\d{0,9}$/.test(value) ? Number(value) : null), 'a number such as 137'),
  USDC_ADDRESS: text(parseAddress, 'the address of a contract'),
  ESCROW_ADDRESS: text(parseAddress, 'the address of a contract'),
  ESCROW_BLOCK: text((value) => (/^\d{1,18}$/.test(value) ? BigInt(value) : null), 'the number of a block'),
  CHAIN_KEYS_DIR: text((value) => resolve(value), 'a folder'),
  RESULT_WINDOW: text(
    (value) => (/^\d{1,6}$/.test(value) && Number(value) <= MAX_WINDOW_SECONDS ? Number(value) : null),
    `seconds, at most ${MAX_WINDOW_SECONDS}`,
  ),
  EXPLORER_URL: text(
    (value) => (isUrl(value, ['https:', 'http:']) ? value.replace(/\/+$/, '') : null),
    'a URL such as https://polygonscan.com',
  ),
  BROWSER_RPC_URL: text(parseNode, 'a URL that begins with https://, or is of this machine'),
  PRACTICE_CHAIN: text((value) => (value === 'on' || value === 'off' ? value : null), 'on or off'),
});

/** Every name that is a setting. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);

/** Those that MODE=live cannot do without, in the order in which they are asked for. */
const CHAIN_NEEDS = [
  'CHAIN_RPC_URLS',
  'CHAIN_ID',
  'USDC_ADDRESS',
  'ESCROW_ADDRESS',
  'ESCROW_BLOCK',
  'CHAIN_KEYS_DIR',
] as const;
const CHAIN_MAY = ['RESULT_WINDOW', 'EXPLORER_URL', 'BROWSER_RPC_URL', 'PRACTICE_CHAIN'] as const;

export const CONFIG_HELP = `Settings, all from the environment, all optional in demo mode:

  PORT            port to listen on; 0 takes a free one                     3000
  HOST            address to listen on                                      127.0.0.1
  DATA_DIR        folder of the embedded database, the lock and the keys    ./data
  DATABASE_URL    PostgreSQL to use instead of the embedded database
  MODE            demo (practice money) or live                             demo
  PUBLIC_ORIGIN   where people reach the app, such as https://app.example
  ADMIN_WALLETS   wallets whose users are admins, with commas between them
  GUARDIAN_WALLETS wallets whose users may object to results before they are paid
  SOLANA_RPC_URL  where the app reads SOL balances                          https://api.mainnet-beta.solana.com
  AZURO_API_URL   host of the games' feed, such as                          the feed that a demo plays
                  https://api.onchainfeed.org                               itself; Azuro's in MODE=live
  AZURO_WS_URL    base address of its socket                                Azuro's
  LOG_LEVEL       ${LOG_LEVELS.join(', ')}       warn
  TRUSTED_PROXIES how many proxies before it say who calls                  1 on a loopback HOST with
                                                                            a public PUBLIC_ORIGIN, else 0
                  (docs/limits.md says what a proxy must send)
  RATE_LIMITS     on, or off for a demo on this machine alone               off for such a demo until a
                                                                            proxy shows, else on
  MAX_CONNECTIONS connections at a time                                     12000, or 300 less than the
                                                                            system lets it open
  MAX_CONNECTIONS_PER_ADDRESS of one address, or of a proxy's callers       256
                  requests of one address
  UNREAD_TIMEOUT  seconds after which an answer that is not read is cut off 20
  OFFLINE_APP     on, or off: browsers let go of the app that they keep     on
                  for opening it without a connection

MODE=live needs DATABASE_URL, a PUBLIC_ORIGIN that begins with https://, and where the stakes rest:

  CHAIN_RPC_URLS  two nodes or more, each of another operator, with commas between them
  CHAIN_ID        of the chain, such as 137 for Polygon
  USDC_ADDRESS    the token on that chain
  ESCROW_ADDRESS  the contract, as contracts/script/deploy-escrow.mjs told it
  ESCROW_BLOCK    the block that it came in, told there too
  CHAIN_KEYS_DIR  folder of the keys, a file each, which its owner alone may read:
                  relayer, acceptance, risk-manager, resolver, finaliser; guardian
                  where results are objected to from this machine
  RESULT_WINDOW   seconds in which a result can be objected to, as the        7200, and no less but
                  contract has it                                           on a practice chain
  EXPLORER_URL    block explorer that transactions are linked to
  BROWSER_RPC_URL node that browsers may ask, to check receipts by themselves
  PRACTICE_CHAIN  on: a chain of this machine, where both nodes may be one    off
                  and PUBLIC_ORIGIN may begin with http:// or be missing

Where NODE_ENV is production, a demo needs AZURO_API_URL: the feed it would play itself has invented games.
`;

/** Reads the settings. @throws ConfigError naming the first one that cannot be used */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const { data } = parsed;
  const host = data.HOST ?? '127.0.0.1';
  const mode = data.MODE ?? 'demo';
  const isLocal = isLoopbackHost(host) && isLocalOrigin(data.PUBLIC_ORIGIN);
  // Only a proxy on this machine can stand between a public name and a server that only this machine can reach.
  const trustedProxies =
    data.TRUSTED_PROXIES ?? (isLoopbackHost(host) && !isLocalOrigin(data.PUBLIC_ORIGIN) ? 1 : 0);
  const config: Config = {
    port: data.PORT ?? 3000,
    host,
    dataDir: data.DATA_DIR ?? resolve('data'),
    databaseUrl: data.DATABASE_URL ?? null,
    mode,
    publicOrigin: data.PUBLIC_ORIGIN ?? null,
    adminWallets: data.ADMIN_WALLETS ?? [],
    guardianWallets: data.GUARDIAN_WALLETS ?? [],
    solanaRpcUrl: data.SOLANA_RPC_URL ?? 'https://api.mainnet-beta.solana.com',
    feed: mode === 'demo' && data.AZURO_API_URL === undefined ? 'demo-feed' : 'azuro',
    azuroApiUrl: data.AZURO_API_URL ?? null,
    azuroWsUrl: data.AZURO_WS_URL ?? null,
    logLevel: data.LOG_LEVEL ?? 'warn',
    rateLimits:
      data.RATE_LIMITS ??
      // A number that was set says who comes, also where it is 0.
      (mode === 'demo' && isLocal && data.TRUSTED_PROXIES === undefined ? 'once-proxied' : 'on'),
    trustedProxies,
    maxConnections: data.MAX_CONNECTIONS ?? null,
    maxConnectionsPerAddress: data.MAX_CONNECTIONS_PER_ADDRESS ?? 256,
    unreadTimeoutSeconds: data.UNREAD_TIMEOUT ?? 20,
    offlineApp: data.OFFLINE_APP !== 'off',
    isLocal,
    chain: chainOf(data, mode),
  };
  refuseContradictions(config);
  if (config.feed === 'demo-feed' && data.NODE_ENV === 'production') {
    throw new ConfigError(
      'NODE_ENV is production, where the demo feed with its invented games does not run: set AZURO_API_URL to https://api.onchainfeed.org, or leave NODE_ENV unset',
    );
  }
  return config;
}

/** What live mode needs to know of the chain. @throws ConfigError when nothing is said of it */
export function requireChain({ chain }: Config): ChainSettings {
  if (chain === null) throw missing(CHAIN_NEEDS[0]);
  return chain;
}

function chainOf(data: z.infer<typeof settings>, mode: Config['mode']): ChainSettings | null {
  const given = [...CHAIN_NEEDS, ...CHAIN_MAY].find((name) => data[name] !== undefined);
  if (given === undefined) return null;
  if (mode === 'demo') throw new ConfigError(`${given} needs MODE=live: a demo has no stakes on a chain`);
  const need = <Name extends (typeof CHAIN_NEEDS)[number]>(name: Name): NonNullable<(typeof data)[Name]> => {
    const value = data[name];
    if (value === undefined) throw missing(name);
    return value;
  };
  const needed = {
    rpcUrls: need('CHAIN_RPC_URLS'),
    chainId: need('CHAIN_ID'),
    usdc: need('USDC_ADDRESS'),
    escrow: need('ESCROW_ADDRESS'),
    escrowBlock: need('ESCROW_BLOCK'),
    keysDir: need('CHAIN_KEYS_DIR'),
  };
  const isPractice = data.PRACTICE_CHAIN === 'on';
  refuseNodes(needed.rpcUrls, isPractice);
  const resultWindowSeconds = data.RESULT_WINDOW ?? LEAST_WINDOW_SECONDS;
  if (resultWindowSeconds < LEAST_WINDOW_SECONDS && !isPractice)
    throw new ConfigError(
      `RESULT_WINDOW must be at least ${LEAST_WINDOW_SECONDS}: nobody could object to a wrong result in time`,
    );
  if (needed.usdc === needed.escrow) throw new ConfigError('ESCROW_ADDRESS and USDC_ADDRESS are the same');
  return {
    ...needed,
    resultWindowSeconds,
    explorer: data.EXPLORER_URL ?? null,
    browserRpcUrl: data.BROWSER_RPC_URL ?? null,
    isPractice,
  };
}

/** One node alone could tell the server whatever it likes. */
function refuseNodes(rpcUrls: readonly string[], isPractice: boolean): void {
  const urls = rpcUrls.map((url) => new URL(url));
  if (isPractice) {
    if (!urls.every(({ hostname }) => isLoopbackHost(hostname)))
      throw new ConfigError('PRACTICE_CHAIN must not be on where CHAIN_RPC_URLS leads to another machine');
    return;
  }
  if (new Set(urls.map(({ host }) => host)).size < urls.length)
    throw new ConfigError('CHAIN_RPC_URLS names one node twice: what moves money is asked of two');
}

const missing = (name: (typeof CHAIN_NEEDS)[number]): ConfigError =>
  new ConfigError(`${name} is missing: MODE=live keeps stakes in a contract`);

function refuseContradictions(config: Config): void {
  const { mode, databaseUrl, publicOrigin, rateLimits, isLocal } = config;
  const isPractice = config.chain?.isPractice === true;
  if (config.feed === 'demo-feed' && config.azuroWsUrl !== null) {
    throw new ConfigError('AZURO_WS_URL needs AZURO_API_URL: without it a demo plays the feed itself');
  }
  if (mode === 'live') {
    if (databaseUrl === null)
      throw new ConfigError('DATABASE_URL is missing: MODE=live keeps its books in PostgreSQL');
    const isPracticedOn = isPractice && isLocalOrigin(publicOrigin ?? undefined);
    if (publicOrigin === null && !(isPracticedOn && isLocal))
      throw new ConfigError('PUBLIC_ORIGIN is missing: MODE=live has wallets sign for it');
    if (!publicOrigin?.startsWith('https://') && !isPracticedOn)
      throw new ConfigError('PUBLIC_ORIGIN must begin with https:// in MODE=live');
    if (rateLimits === 'off' && !isPractice)
      throw new ConfigError('RATE_LIMITS must not be off in MODE=live');
    // Whoever can change the odds on their way here sets what the house pays.
    if (isReadable(config.azuroApiUrl))
      throw new ConfigError('AZURO_API_URL must begin with https:// in MODE=live, or be of this machine');
    if (isReadable(config.azuroWsUrl))
      throw new ConfigError('AZURO_WS_URL must begin with wss:// in MODE=live, or be of this machine');
  }
  if (rateLimits === 'off' && !isLocal) {
    throw new ConfigError(
      'RATE_LIMITS must not be off where others can reach the server (HOST or PUBLIC_ORIGIN)',
    );
  }
}

/** A setting of text that `parse` turns into a value, or into null when it is not `expected`. */
function text<T>(parse: (value: string) => T | null, expected: string) {
  return z.optional(
    z.pipe(
      z.string(),
      z.transform((value, context): T => {
        const result = parse(value.trim());
        if (result !== null) return result;
        context.issues.push({ code: 'custom', message: `must be ${expected}`, input: value });
        return z.NEVER;
      }),
    ),
  );
}

function count(value: string, least: number, most: number): number | null {
  return /^\d{1,7}$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : null;
}

function parseWallets(value: string): WalletAddress[] | null {
  const wallets = value.split(',').map((wallet) => parseWalletAddress(wallet.trim()));
  return wallets.every((wallet) => wallet !== null) ? wallets : null;
}

function parseAddress(value: string): Hex | null {
  const wallet = parseWalletAddress(value);
  // An EVM address is hex behind 0x.
  return wallet?.family === 'evm' ? (wallet.text.toLowerCase() as Hex) : null;
}

function parseNodes(value: string): ChainSettings['rpcUrls'] | null {
  const [one, other, ...more] = value.split(',').map((url) => parseNode(url.trim()));
  const others = more.filter((url) => url !== null);
  return one && other && others.length === more.length ? [one, other, ...others] : null;
}

/** What a node says is believed, so nobody on the way may change it. */
function parseNode(value: string): string | null {
  return isUrl(value, ['https:', 'http:']) && !isReadable(value) ? value : null;
}

function parseOrigin(value: string): string | null {
  if (!isUrl(value, ['https:', 'http:'])) return null;
  const { origin } = new URL(value);
  return value === origin || value === `${origin}/` ? origin : null;
}

function isUrl(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** Whether what is sent there goes over a network in the open. */
function isReadable(url: string | null): boolean {
  if (url === null) return false;
  const { protocol, hostname } = new URL(url);
  return ['http:', 'ws:'].includes(protocol) && !isLoopbackHost(hostname);
}

function isLocalOrigin(origin: string | undefined): boolean {
  return origin === undefined || isLoopbackHost(new URL(origin).hostname);
}
