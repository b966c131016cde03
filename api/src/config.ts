import { join, resolve } from 'node:path';
import type { Hex } from '@tallystone/core/escrow/abi-words';
import { parseWalletAddress, type WalletAddress } from '@tallystone/core/identity/wallet-address';
import * as z from 'zod/mini';
import type { ChainSettings } from './chain/chain-settings.ts';
import { ConfigError } from './config-error.ts';
import { isLoopbackHost } from './http/loopback.ts';
import type { RateLimitsSetting } from './http/notice-proxy.ts';
import { LOG_LEVELS, type LogLevel } from './http/open-log.ts';
import { walletOfKey } from './practice/wallet-of-key.ts';
import { readSettingFiles } from './read-setting-files.ts';

export type Config = ReturnType<typeof configOf>;

/** The limit of contracts/src/BetEscrow.sol. */
const MAX_WINDOW_SECONDS = 7 * 86_400;
/** The time that people need to notice a wrong result. Only a practice chain may have a shorter window. */
const LEAST_WINDOW_SECONDS = 7200;

/** The value of DATA_DIR for a server that keeps nothing on its own disk. */
const NO_FOLDER = 'none';

const onOrOff = oneOf(['on', 'off'], 'on or off');

/** A database to connect to. */
const postgresUrl = text(
  parseDatabase,
  'a URL that begins with postgres:// and names one host; with several put HAProxy before them (docs/operations/failover.md)',
);

/** The rule of each setting by itself. An empty setting counts as absent. */
const settings = z.object({
  PORT: text(parsePort, 'a port between 0 and 65535'),
  HOST: text(parseHost, 'a host name or an IP address'),
  DATA_DIR: text(
    (value) => ({ folder: value === NO_FOLDER ? null : resolve(value) }),
    `a folder, or ${NO_FOLDER}`,
  ),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_CONNECTIONS: text((value) => count(value, 2, 1000), 'a number from 2 to 1000'),
  NATS_URL: text(
    parseNats,
    'a URL that begins with nats:// or tls://, or several that begin alike, of one cluster, separated by commas',
  ),
  ROLE: oneOf(['server', 'edge'], 'server or edge'),
  MODE: oneOf(['demo', 'live'], 'demo or live'),
  PUBLIC_ORIGIN: text(parseOrigin, 'an origin such as https://app.example, without a path'),
  ADMIN_WALLETS: text(parseWallets, 'wallet addresses, separated by commas'),
  GUARDIAN_WALLETS: text(parseWallets, 'wallet addresses, separated by commas'),
  SOLANA_RPC_URL: url(['https:', 'http:'], 'a URL that begins with https://'),
  AZURO_API_URL: text(parseOrigin, 'an origin such as https://api.onchainfeed.org, without a path'),
  AZURO_WS_URL: url(['wss:', 'ws:'], 'a URL that begins with wss://'),
  METRICS_PORT: text(parsePort, 'a port between 0 and 65535'),
  METRICS_HOST: text(parseHost, 'a host name or an IP address'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['https:', 'http:'], 'a URL such as http://127.0.0.1:4318'),
  OTEL_SERVICE_NAME: text((value) => value, 'text'),
  NODE_ENV: text((value) => value, 'text'),
  LOG_LEVEL: oneOf(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`),
  TRUSTED_PROXIES: text((value) => (/^\d$/.test(value) ? Number(value) : null), 'a number from 0 to 9'),
  MAX_CONNECTIONS: text((value) => count(value, 100, 1_000_000), 'a number from 100 to 1000000'),
  MAX_CONNECTIONS_PER_ADDRESS: text((value) => count(value, 1, 1_000_000), 'a number from 1 to 1000000'),
  UNREAD_TIMEOUT: text((value) => count(value, 1, 3600), 'seconds, from 1 to 3600'),
  DRAIN_SECONDS: text((value) => count(value, 0, 3600), 'seconds, from 0 to 3600'),
  RATE_LIMITS: onOrOff,
  OFFLINE_APP: onOrOff,
  PRACTICE_ACTIVITY: onOrOff,
  LOG_BETS: onOrOff,
  PRACTICE_ADMIN_KEY: text((value) => (walletOfKey(value) === null ? null : value), 'a key of 64 hex digits'),
  CHAIN_RPC_URLS: text(
    parseNodes,
    'two URLs or more, separated by commas, that begin with https:// or point to this machine',
  ),
  CHAIN_ID: text((value) => (/^[1-9]\d{0,9}$/.test(value) ? Number(value) : null), 'a number such as 137'),
  USDC_ADDRESS: text(parseAddress, 'the address of a contract'),
  ESCROW_ADDRESS: text(parseAddress, 'the address of a contract'),
  ESCROW_BLOCK: text((value) => (/^\d{1,18}$/.test(value) ? BigInt(value) : null), 'a block number'),
  CHAIN_KEYS_DIR: text((value) => resolve(value), 'a folder'),
  RESULT_WINDOW: text(
    (value) => (/^\d{1,6}$/.test(value) && Number(value) <= MAX_WINDOW_SECONDS ? Number(value) : null),
    `seconds, at most ${MAX_WINDOW_SECONDS}`,
  ),
  EXPLORER_URL: text(
    (value) => (isUrl(value, ['https:', 'http:']) ? value.replace(/\/+$/, '') : null),
    'a URL such as https://polygonscan.com',
  ),
  BROWSER_RPC_URL: text(parseNode, 'a URL that begins with https:// or points to this machine'),
  PRACTICE_CHAIN: onOrOff,
});

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);

/** The chain settings that MODE=live needs, in the order in which they are checked. */
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
  DATA_DIR        folder for the embedded database, the lock and the keys;  ./data
                  none with DATABASE_URL: nothing is kept on this disk
  DATABASE_URL    PostgreSQL to use instead of the embedded database
  DATABASE_DIRECT_URL address of PostgreSQL itself, if DATABASE_URL leads
                  through a pooler in transaction mode
  DATABASE_CONNECTIONS most connections to DATABASE_URL; without NATS two    16
                  more listen
  NATS_URL        servers of NATS for the messages between processes        PostgreSQL sends them
  ROLE            server, or edge: only serves markets and streams, from    server
                  the database of servers
  MODE            demo (practice money) or live                             demo
  PUBLIC_ORIGIN   public address of the app, such as https://app.example
  ADMIN_WALLETS   wallets whose users are admins, separated by commas
  GUARDIAN_WALLETS wallets whose users may object to results before they are paid
  SOLANA_RPC_URL  node from which the app reads SOL balances                https://api.mainnet-beta.solana.com
  AZURO_API_URL   host of the games' feed, such as                          in a demo its own feed,
                  https://api.onchainfeed.org                               in MODE=live Azuro's
  AZURO_WS_URL    base address of the feed's socket                         Azuro's
  LOG_LEVEL       ${LOG_LEVELS.join(', ')}       warn
  LOG_BETS        on: the log names each acknowledged bet, so that          off
                  verify-ledger --bets can say which ones a restored
                  database lacks
  METRICS_PORT    port for Prometheus to read GET /metrics from             none: no metrics
  METRICS_HOST    address for it, which only your monitoring should reach   127.0.0.1
  OTEL_EXPORTER_OTLP_ENDPOINT collector to send traces to, such as          none: nothing is traced
                  http://127.0.0.1:4318 (OTLP over HTTP)
  OTEL_SERVICE_NAME name of this service in traces                          tallystone
  TRUSTED_PROXIES number of proxies in front of the server that report      1 on a loopback HOST with
                  callers' addresses (docs/limits.md says how)              a public PUBLIC_ORIGIN, else 0
  RATE_LIMITS     on, or off for a demo that only this machine can reach    off for such a demo until a
                                                                            proxy appears, else on
  MAX_CONNECTIONS connections at a time                                     12000, or 300 less than the
                                                                            system allows
  MAX_CONNECTIONS_PER_ADDRESS connections per address, or behind a proxy    256
                  requests per address
  UNREAD_TIMEOUT  seconds until a response that isn't read is dropped       20
  DRAIN_SECONDS   how long a stopping server still serves, so that load     2 if MODE is live, else 0
                  balancers notice
  OFFLINE_APP     on, or off: browsers delete the app that they stored      on
                  to open it without a connection
  PRACTICE_ACTIVITY on, or off: while people look, a demo opens markets      on in a demo
                  that end within three minutes, and simulated traders bet
  PRACTICE_ADMIN_KEY key of a local demo's admin, 64 hex digits             made in DATA_DIR

MODE=live needs DATABASE_URL, a PUBLIC_ORIGIN that begins with https://, and the chain that holds the stakes:

  CHAIN_RPC_URLS  two nodes or more of different operators, separated by commas
  CHAIN_ID        id of the chain, such as 137 for Polygon
  USDC_ADDRESS    the USDC token on that chain
  ESCROW_ADDRESS  the escrow contract, as contracts/script/deploy-escrow.mjs printed it
  ESCROW_BLOCK    the block in which it was deployed, printed there too
  CHAIN_KEYS_DIR  folder with a file for each key, which only its owner may read:
                  relayer, acceptance, risk-manager, resolver, finaliser; also
                  guardian if results are objected to from this machine
  RESULT_WINDOW   seconds in which a result can be objected to, the same    7200, and at least that
                  as in the contract                                        unless on a practice chain
  EXPLORER_URL    block explorer for links to transactions
  BROWSER_RPC_URL node that browsers may use to check receipts themselves
  PRACTICE_CHAIN  on: a chain on this machine, where both nodes may be the  off
                  same and PUBLIC_ORIGIN may be http:// or missing

Each setting can be in a file instead: NAME_FILE is the path of a file with the value of NAME, as in DATABASE_URL_FILE.
If NODE_ENV is production, a demo needs AZURO_API_URL, because its own feed has invented games.
`;

/** Reads the settings, and the files that they name. @throws ConfigError naming the first setting that can't be used */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(readSettingFiles(env, SETTING_NAMES)).filter(
      ([, value]) => value !== undefined && value.trim() !== '',
    ),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const config = configOf(parsed.data);
  refuseContradictions(config);
  if (config.feed === 'demo-feed' && parsed.data.NODE_ENV === 'production') {
    throw new ConfigError(
      'NODE_ENV is production, and the demo feed with its invented games does not run there: set AZURO_API_URL to https://api.onchainfeed.org, or unset NODE_ENV',
    );
  }
  return config;
}

function configOf(data: z.infer<typeof settings>) {
  const host = data.HOST ?? '127.0.0.1';
  const mode: 'demo' | 'live' = data.MODE ?? 'demo';
  const isLocal = isLoopbackHost(host) && isLocalOrigin(data.PUBLIC_ORIGIN);
  // If only this machine can reach the server and it has a public name, there must be a proxy on this machine.
  const trustedProxies =
    data.TRUSTED_PROXIES ?? (isLoopbackHost(host) && !isLocalOrigin(data.PUBLIC_ORIGIN) ? 1 : 0);
  const feed: 'azuro' | 'demo-feed' =
    mode === 'demo' && data.AZURO_API_URL === undefined ? 'demo-feed' : 'azuro';
  const logLevel: LogLevel = data.LOG_LEVEL ?? 'warn';
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_CONNECTIONS', 'NATS_URL'] as const)
    if (data[name] !== undefined && data.DATABASE_URL === undefined)
      throw new ConfigError(`${name} needs DATABASE_URL, the PostgreSQL that the server uses`);
  if (mode === 'live' && data.PRACTICE_ACTIVITY === 'on')
    throw new ConfigError(
      'PRACTICE_ACTIVITY must not be on in MODE=live: simulated traders bet practice money only',
    );
  const rateLimits: RateLimitsSetting =
    data.RATE_LIMITS ??
    // If TRUSTED_PROXIES is set, even to 0, nothing is left to find out about proxies.
    (mode === 'demo' && isLocal && data.TRUSTED_PROXIES === undefined ? 'once-proxied' : 'on');
  return {
    port: data.PORT ?? 3000,
    host,
    /** Null: the server keeps nothing on its own disk. */
    dataDir: data.DATA_DIR === undefined ? resolve('data') : data.DATA_DIR.folder,
    databaseUrl: data.DATABASE_URL ?? null,
    /** PostgreSQL without the pooler that DATABASE_URL leads through; null: the same. */
    databaseDirectUrl: data.DATABASE_DIRECT_URL ?? null,
    /** Servers of NATS for the messages between processes, separated by commas; null: PostgreSQL sends them. */
    natsUrl: data.NATS_URL ?? null,
    /** Most connections to DATABASE_URL at a time. */
    databaseConnections: data.DATABASE_CONNECTIONS ?? 16,
    /** Whether it does everything, or only serves readers. */
    role: data.ROLE ?? 'server',
    mode,
    /** The address at which people open the app, such as `https://app.example`; null: the address it listens on. */
    publicOrigin: data.PUBLIC_ORIGIN ?? null,
    /** Wallets whose users are admins. */
    adminWallets: data.ADMIN_WALLETS ?? [],
    /** Wallets whose users may object to results before they are paid. */
    guardianWallets: data.GUARDIAN_WALLETS ?? [],
    solanaRpcUrl: data.SOLANA_RPC_URL ?? 'https://api.mainnet-beta.solana.com',
    /** The source of sports markets: Azuro, or the stand-in that a demo runs itself. */
    feed,
    /** Origin of Azuro's REST API and base address of its socket; null: Azuro's own. */
    azuroApiUrl: data.AZURO_API_URL ?? null,
    azuroWsUrl: data.AZURO_WS_URL ?? null,
    logLevel,
    /** Whether the log has a line about each batch of acknowledged bets. */
    logBets: data.LOG_BETS === 'on',
    /** Where metrics are served; null: nowhere. */
    metrics: metricsOf(data),
    /** Base address of the collector of traces; null: nothing is traced. */
    tracesEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    serviceName: data.OTEL_SERVICE_NAME ?? 'tallystone',
    rateLimits,
    /** How many proxies in front of the server are trusted to report callers' addresses. */
    trustedProxies,
    /** Connections at a time; null: as many as the system allows. */
    maxConnections: data.MAX_CONNECTIONS ?? null,
    /** Per address; behind trusted proxies it limits an address's requests. Counted only if rate limits are on. */
    maxConnectionsPerAddress: data.MAX_CONNECTIONS_PER_ADDRESS ?? 256,
    /** The server drops a response if the client reads nothing of it for this long. */
    unreadTimeoutSeconds: data.UNREAD_TIMEOUT ?? 20,
    /** How long a stopping server still serves, so that load balancers notice. */
    drainSeconds: data.DRAIN_SECONDS ?? (mode === 'live' ? 2 : 0),
    /** Whether browsers may store the app, so that it opens without a connection. */
    offlineApp: data.OFFLINE_APP !== 'off',
    /** Whether quick markets open and simulated traders bet while people look. Never with real stakes. */
    practiceActivity: mode === 'demo' && data.PRACTICE_ACTIVITY !== 'off',
    /** The key of the practice admin, 64 hex digits; null: the one in the data folder, if there is one. */
    practiceAdminKey: data.PRACTICE_ADMIN_KEY ?? null,
    /** Whether only this machine can reach the server. */
    isLocal,
    /** The chain that holds live stakes; null if it isn't configured, as in every demo. */
    chain: chainOf(data, mode),
  };
}

function metricsOf({ METRICS_PORT: port, METRICS_HOST: host }: z.infer<typeof settings>) {
  if (port !== undefined) return { port, host: host ?? '127.0.0.1' };
  if (host === undefined) return null;
  throw new ConfigError('METRICS_HOST needs METRICS_PORT, the port on which metrics are served');
}

/** Where the books are: a PostgreSQL, or the folder of the embedded database. */
export function databaseOf({
  databaseUrl: url,
  databaseDirectUrl: directUrl,
  databaseConnections: connections,
  natsUrl,
  dataDir,
}: Config):
  | { url: string; directUrl: string | null; natsUrl: string | null; pool: { connections: number } }
  | { dataDir: string } {
  if (url !== null) return { url, directUrl, natsUrl, pool: { connections } };
  if (dataDir !== null) return { dataDir: join(dataDir, 'database') };
  throw new ConfigError(
    `DATA_DIR is ${NO_FOLDER} and DATABASE_URL is missing, so there is no place for the books: set one of them`,
  );
}

/** The chain settings, which live mode needs. @throws ConfigError if there are none */
export function requireChain({ chain }: Config): ChainSettings {
  if (chain === null) throw missing(CHAIN_NEEDS[0]);
  return chain;
}

function chainOf(data: z.infer<typeof settings>, mode: 'demo' | 'live'): ChainSettings | null {
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
      `RESULT_WINDOW must be at least ${LEAST_WINDOW_SECONDS} seconds, so that people have time to object to a wrong result`,
    );
  if (needed.usdc === needed.escrow) throw new ConfigError('ESCROW_ADDRESS and USDC_ADDRESS must differ');
  return {
    ...needed,
    resultWindowSeconds,
    explorer: data.EXPLORER_URL ?? null,
    browserRpcUrl: data.BROWSER_RPC_URL ?? null,
    isPractice,
  };
}

/** Requires two different nodes, because a single node could tell the server anything. */
function refuseNodes(rpcUrls: readonly string[], isPractice: boolean): void {
  const urls = rpcUrls.map((url) => new URL(url));
  if (isPractice) {
    if (!urls.every(({ hostname }) => isLoopbackHost(hostname)))
      throw new ConfigError('PRACTICE_CHAIN must not be on if CHAIN_RPC_URLS points to another machine');
    return;
  }
  if (new Set(urls.map(({ host }) => host)).size < urls.length)
    throw new ConfigError(
      'CHAIN_RPC_URLS names the same node twice: everything that moves money is read from two different nodes',
    );
}

const missing = (name: (typeof CHAIN_NEEDS)[number]): ConfigError =>
  new ConfigError(`${name} is missing: MODE=live keeps stakes in a contract`);

function refuseContradictions(config: Config): void {
  const { mode, databaseUrl, publicOrigin, rateLimits, isLocal } = config;
  const isPractice = config.chain?.isPractice === true;
  databaseOf(config);
  if (config.role === 'edge' && databaseUrl === null)
    throw new ConfigError('ROLE=edge needs DATABASE_URL, the PostgreSQL of its servers');
  if (config.practiceAdminKey !== null && !(mode === 'demo' && isLocal)) {
    throw new ConfigError(
      'PRACTICE_ADMIN_KEY needs a demo that only this machine can reach (see MODE, HOST and PUBLIC_ORIGIN); set ADMIN_WALLETS instead',
    );
  }
  if (config.feed === 'demo-feed' && config.azuroWsUrl !== null) {
    throw new ConfigError('AZURO_WS_URL needs AZURO_API_URL: without it a demo uses its own feed');
  }
  if (mode === 'live') {
    if (databaseUrl === null)
      throw new ConfigError('DATABASE_URL is missing: MODE=live keeps its books in PostgreSQL');
    const isPracticedOn = isPractice && isLocalOrigin(publicOrigin ?? undefined);
    if (publicOrigin === null && !(isPracticedOn && isLocal))
      throw new ConfigError('PUBLIC_ORIGIN is missing: in MODE=live wallets sign for it');
    if (!publicOrigin?.startsWith('https://') && !isPracticedOn)
      throw new ConfigError('PUBLIC_ORIGIN must begin with https:// in MODE=live');
    if (rateLimits === 'off' && !isPractice)
      throw new ConfigError('RATE_LIMITS must not be off in MODE=live');
    // An attacker who changes odds on the network would set what the house pays.
    if (isUnencrypted(config.azuroApiUrl))
      throw new ConfigError('AZURO_API_URL must begin with https:// in MODE=live, or point to this machine');
    if (isUnencrypted(config.azuroWsUrl))
      throw new ConfigError('AZURO_WS_URL must begin with wss:// in MODE=live, or point to this machine');
  }
  if (rateLimits === 'off' && !isLocal) {
    throw new ConfigError(
      'RATE_LIMITS must not be off if others can reach the server (see HOST and PUBLIC_ORIGIN)',
    );
  }
}

/** A setting that `parse` turns into a value, or into null if the text isn't what is `expected`. */
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

function oneOf<const T extends string>(words: readonly T[], expected: string) {
  return text((value) => words.find((word) => word === value) ?? null, expected);
}

function url(protocols: string[], expected: string) {
  return text((value) => (isUrl(value, protocols) ? value : null), expected);
}

function count(value: string, least: number, most: number): number | null {
  return /^\d{1,7}$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : null;
}

/** The driver can't choose among several hosts, whose list isn't a URL with ports and is one name without. */
function parseDatabase(value: string): string | null {
  if (!isUrl(value, ['postgres:', 'postgresql:'])) return null;
  const { host, searchParams } = new URL(value);
  return `${host}${searchParams.get('host') ?? ''}`.includes(',') ? null : value;
}

/** Servers of one cluster, of which the first names the user for all, and whether they are reached by TLS. */
function parseNats(value: string): string | null {
  const urls = value.split(',').map((each) => each.trim());
  const isOne = (protocol: string) => urls.every((each) => isUrl(each, [protocol]));
  if (!isOne('nats:') && !isOne('tls:')) return null;
  return urls.every((each) => isEncoded(new URL(each))) ? value : null;
}

function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

function parsePort(value: string): number | null {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : null;
}

function parseHost(value: string): string | null {
  return /^[\w.:-]+$/.test(value) ? value : null;
}

function parseWallets(value: string): WalletAddress[] | null {
  const wallets = value.split(',').map((wallet) => parseWalletAddress(wallet.trim()));
  return wallets.every((wallet) => wallet !== null) ? wallets : null;
}

function parseAddress(value: string): Hex | null {
  const wallet = parseWalletAddress(value);
  // An EVM address is 0x and hex digits.
  return wallet?.family === 'evm' ? (wallet.text.toLowerCase() as Hex) : null;
}

function parseNodes(value: string): ChainSettings['rpcUrls'] | null {
  const [one, other, ...more] = value.split(',').map((url) => parseNode(url.trim()));
  const others = more.filter((url) => url !== null);
  return one && other && others.length === more.length ? [one, other, ...others] : null;
}

/** The server believes its nodes, so their answers must not be changed on the network. */
function parseNode(value: string): string | null {
  return isUrl(value, ['https:', 'http:']) && !isUnencrypted(value) ? value : null;
}

function parseOrigin(value: string): string | null {
  if (!isUrl(value, ['https:', 'http:'])) return null;
  const { origin } = new URL(value);
  return value === origin || value === `${origin}/` ? origin : null;
}

function isUrl(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** Whether requests to the URL cross a network without encryption. */
function isUnencrypted(url: string | null): boolean {
  if (url === null) return false;
  const { protocol, hostname } = new URL(url);
  return ['http:', 'ws:'].includes(protocol) && !isLoopbackHost(hostname);
}

function isLocalOrigin(origin: string | undefined): boolean {
  return origin === undefined || isLoopbackHost(new URL(origin).hostname);
}
