import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONFIG_HELP, parseConfig, requireChain } from './config.ts';

const LIVE = { MODE: 'live', DATABASE_URL: 'postgres://db/tallystone', PUBLIC_ORIGIN: 'https://app.example' };
const CHAIN = {
  CHAIN_RPC_URLS: 'https://one.example/key, https://two.example',
  CHAIN_ID: '137',
  USDC_ADDRESS: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  ESCROW_ADDRESS: `0x${'ab'.repeat(20)}`,
  ESCROW_BLOCK: '79000000',
  CHAIN_KEYS_DIR: '/keys',
};
const PRACTICE = {
  ...LIVE,
  ...CHAIN,
  CHAIN_RPC_URLS: 'http://127.0.0.1:8545,http://127.0.0.1:8545',
  PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
  PRACTICE_CHAIN: 'on',
};
const ALICE = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

describe('the settings', () => {
  test('without settings it is a local demo, with no rate limits until a proxy appears', () => {
    expect(parseConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: null,
      databaseDirectUrl: null,
      natsUrl: null,
      role: 'server',
      databaseConnections: 16,
      mode: 'demo',
      publicOrigin: null,
      adminWallets: [],
      guardianWallets: [],
      solanaRpcUrl: 'https://api.mainnet-beta.solana.com',
      feed: 'demo-feed',
      azuroApiUrl: null,
      azuroWsUrl: null,
      logLevel: 'warn',
      logBets: false,
      metrics: null,
      tracesEndpoint: null,
      serviceName: 'tallystone',
      rateLimits: 'once-proxied',
      trustedProxies: 0,
      maxConnections: null,
      maxConnectionsPerAddress: 256,
      unreadTimeoutSeconds: 20,
      drainSeconds: 0,
      offlineApp: true,
      practiceActivity: true,
      practiceAdminKey: null,
      isLocal: true,
      chain: null,
    });
  });

  test('an empty setting counts as absent', () => {
    expect(parseConfig({ PORT: '', HOST: ' ', DATABASE_URL: '' })).toEqual(parseConfig({}));
  });

  test.each<[string, Record<string, string>, object]>([
    ['a port', { PORT: '0' }, { port: 0 }],
    ['metrics', { METRICS_PORT: '9464' }, { metrics: { port: 9464, host: '127.0.0.1' } }],
    [
      'metrics for a monitor on another machine',
      { METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' },
      { metrics: { port: 9464, host: '10.0.0.5' } },
    ],
    ['a folder', { DATA_DIR: '/tmp/x/../y' }, { dataDir: '/tmp/y' }],
    ['no folder', { DATA_DIR: 'none', DATABASE_URL: 'postgres://db/x' }, { dataDir: null }],
    ['a drain', { DRAIN_SECONDS: '3600' }, { drainSeconds: 3600 }],
    ['a drain in live mode', { ...LIVE, ...CHAIN }, { drainSeconds: 2 }],
    ['no drain in live mode', { ...LIVE, ...CHAIN, DRAIN_SECONDS: '0' }, { drainSeconds: 0 }],
    [
      'a key of the practice admin',
      { PRACTICE_ADMIN_KEY: '1'.repeat(64) },
      { practiceAdminKey: '1'.repeat(64) },
    ],
    [
      'a demo on PostgreSQL',
      { DATABASE_URL: 'postgresql://u:p@db:5432/x' },
      { databaseUrl: 'postgresql://u:p@db:5432/x', mode: 'demo' },
    ],
    [
      'PostgreSQL behind a pooler',
      {
        DATABASE_URL: 'postgres://pooler:6432/x',
        DATABASE_DIRECT_URL: 'postgres://db/x',
        DATABASE_CONNECTIONS: '8',
      },
      { databaseDirectUrl: 'postgres://db/x', databaseConnections: 8 },
    ],
    [
      'messages by a cluster of NATS',
      { DATABASE_URL: 'postgres://db/x', NATS_URL: 'nats://u:p@one:4222, nats://two' },
      { natsUrl: 'nats://u:p@one:4222, nats://two' },
    ],
    [
      'a demo that others can reach has rate limits',
      { HOST: '0.0.0.0' },
      { rateLimits: 'on', isLocal: false },
    ],
    [
      'a demo behind a public name has rate limits',
      { PUBLIC_ORIGIN: 'https://demo.example' },
      { rateLimits: 'on', isLocal: false },
    ],
    [
      'a demo at localhost is local',
      { HOST: 'localhost', PUBLIC_ORIGIN: 'http://localhost:8080/' },
      { publicOrigin: 'http://localhost:8080', rateLimits: 'once-proxied', isLocal: true },
    ],
    ['IPv6 loopback is local', { HOST: '::1' }, { isLocal: true }],
    ['rate limits on this machine if requested', { RATE_LIMITS: 'on' }, { rateLimits: 'on' }],
    ['rate limits off on this machine', { RATE_LIMITS: 'off' }, { rateLimits: 'off' }],
    ['an app that browsers do not store', { OFFLINE_APP: 'off' }, { offlineApp: false }],
    ['a demo with simulated traders', {}, { practiceActivity: true }],
    ['a demo without simulated traders', { PRACTICE_ACTIVITY: 'off' }, { practiceActivity: false }],
    ['live never has simulated traders', { ...LIVE, ...CHAIN }, { practiceActivity: false }],
    [
      'a demo with the games of Azuro',
      { AZURO_API_URL: 'https://api.onchainfeed.org/', NODE_ENV: 'production' },
      { feed: 'azuro', azuroApiUrl: 'https://api.onchainfeed.org', azuroWsUrl: null },
    ],
    [
      'another feed',
      { AZURO_API_URL: 'http://feed:4000', AZURO_WS_URL: 'ws://feed:4000/v1/streams' },
      { feed: 'azuro', azuroApiUrl: 'http://feed:4000', azuroWsUrl: 'ws://feed:4000/v1/streams' },
    ],
    [
      'live has the games of Azuro',
      { ...LIVE, NODE_ENV: 'production' },
      { feed: 'azuro', azuroApiUrl: null },
    ],
    ['live', LIVE, { mode: 'live', rateLimits: 'on', trustedProxies: 1 }],
    ['live without a proxy on this machine', { ...LIVE, HOST: '0.0.0.0' }, { trustedProxies: 0 }],
    [
      'trusted proxies, through which others call',
      { TRUSTED_PROXIES: '2' },
      { trustedProxies: 2, rateLimits: 'on' },
    ],
    ['no trusted proxies', { TRUSTED_PROXIES: '0' }, { trustedProxies: 0, rateLimits: 'on' }],
    [
      'limits of connections and of unread responses',
      { MAX_CONNECTIONS: '3000', MAX_CONNECTIONS_PER_ADDRESS: '64', UNREAD_TIMEOUT: '5' },
      { maxConnections: 3000, maxConnectionsPerAddress: 64, unreadTimeoutSeconds: 5 },
    ],
    ['a log level', { LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
  ])('%s', (_name, env, expected) => {
    expect(parseConfig(env)).toMatchObject(expected);
  });

  test('the chain of live stakes', () => {
    expect(parseConfig({ ...LIVE, ...CHAIN }).chain).toEqual({
      rpcUrls: ['https://one.example/key', 'https://two.example'],
      chainId: 137,
      usdc: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
      escrow: `0x${'ab'.repeat(20)}`,
      escrowBlock: 79_000_000n,
      keysDir: '/keys',
      resultWindowSeconds: 7200,
      explorer: null,
      browserRpcUrl: null,
      isPractice: false,
    });
    const more = {
      RESULT_WINDOW: '10800',
      EXPLORER_URL: 'https://polygonscan.com/',
      BROWSER_RPC_URL: 'https://three.example',
    };
    expect(parseConfig({ ...LIVE, ...CHAIN, ...more }).chain).toMatchObject({
      resultWindowSeconds: 10_800,
      explorer: 'https://polygonscan.com',
      browserRpcUrl: 'https://three.example',
    });
  });

  test('a practice chain may have one node, a local origin and no rate limits', () => {
    expect(parseConfig({ ...PRACTICE, RESULT_WINDOW: '60' }).chain?.resultWindowSeconds).toBe(60);
    expect(parseConfig(PRACTICE)).toMatchObject({
      publicOrigin: 'http://127.0.0.1:3000',
      rateLimits: 'on',
      isLocal: true,
      chain: { isPractice: true },
    });
    expect(parseConfig({ ...PRACTICE, RATE_LIMITS: 'off' }).rateLimits).toBe('off');
    expect(parseConfig({ ...PRACTICE, PUBLIC_ORIGIN: '' })).toMatchObject({
      publicOrigin: null,
      isLocal: true,
    });
  });

  test('nodes on this machine are different if their ports are', () => {
    const nodes = 'http://127.0.0.1:8545,http://localhost:8546';
    expect(parseConfig({ ...LIVE, ...CHAIN, CHAIN_RPC_URLS: nodes }).chain?.rpcUrls).toHaveLength(2);
  });

  test('there may be more than two nodes', () => {
    const nodes = 'https://a.example,https://b.example, https://c.example/key';
    expect(parseConfig({ ...LIVE, ...CHAIN, CHAIN_RPC_URLS: nodes }).chain?.rpcUrls).toEqual([
      'https://a.example',
      'https://b.example',
      'https://c.example/key',
    ]);
  });

  test('the program requires a chain in live mode; an app built for tests does not', () => {
    const config = parseConfig(LIVE);
    expect(config.chain).toBeNull();
    expect(() => requireChain(config)).toThrow(/^CHAIN_RPC_URLS is missing/);
    expect(requireChain(parseConfig({ ...LIVE, ...CHAIN })).chainId).toBe(137);
  });

  test('admin wallets of both families', () => {
    const { adminWallets } = parseConfig({
      ADMIN_WALLETS: `${ALICE.toLowerCase()}, EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
    });
    expect(adminWallets.map(({ family, text }) => [family, text])).toEqual([
      ['evm', ALICE],
      ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ]);
  });

  test('guardian wallets do not become admins', () => {
    const { adminWallets, guardianWallets } = parseConfig({ GUARDIAN_WALLETS: ALICE.toLowerCase() });
    expect([adminWallets, guardianWallets.map(({ text }) => text)]).toEqual([[], [ALICE]]);
  });

  test.each<[Record<string, string>, RegExp]>([
    [{ PORT: 'x' }, /^PORT must be a port/],
    [{ PORT: '70000' }, /^PORT /],
    [{ METRICS_PORT: 'on' }, /^METRICS_PORT must be a port/],
    [{ METRICS_HOST: '0.0.0.0' }, /^METRICS_HOST needs METRICS_PORT/],
    [{ PORT: '-1' }, /^PORT /],
    [{ PORT: '3000.5' }, /^PORT /],
    [{ HOST: 'a b' }, /^HOST /],
    [{ MODE: 'prod' }, /^MODE must be demo or live/],
    [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL /],
    [{ DATABASE_URL: 'db' }, /^DATABASE_URL /],
    [{ DATABASE_URL: 'postgres://db/x', DATABASE_DIRECT_URL: 'db' }, /^DATABASE_DIRECT_URL must be/],
    [{ DATABASE_DIRECT_URL: 'postgres://db/x' }, /^DATABASE_DIRECT_URL needs DATABASE_URL/],
    [{ NATS_URL: 'nats://one' }, /^NATS_URL needs DATABASE_URL/],
    [{ ROLE: 'edge' }, /^ROLE=edge needs DATABASE_URL/],
    [{ ROLE: 'reader' }, /^ROLE must be server or edge/],
    [{ DATABASE_URL: 'postgres://db/x', NATS_URL: 'one:4222' }, /^NATS_URL must be a URL that begins/],
    [
      { DATABASE_URL: 'postgres://db/x', NATS_URL: 'nats://a,tls://b' },
      /^NATS_URL must be a URL that begins/,
    ],
    [{ DATABASE_URL: 'postgres://db/x', NATS_URL: 'nats://a%:x@h' }, /^NATS_URL must be a URL that begins/],
    [{ DATABASE_URL: 'postgres://db/x', DATABASE_CONNECTIONS: '1' }, /^DATABASE_CONNECTIONS must be/],
    [{ DATABASE_URL: 'postgres://db/x', DATABASE_CONNECTIONS: '1001' }, /^DATABASE_CONNECTIONS must be/],
    [{ DATABASE_CONNECTIONS: '16' }, /^DATABASE_CONNECTIONS needs DATABASE_URL/],
    [
      { DATABASE_URL: 'postgres://a,b/x?target_session_attrs=read-write' },
      /^DATABASE_URL .*one host.*HAProxy/,
    ],
    [{ DATABASE_URL: 'postgres://a:5432,b:5432/x' }, /^DATABASE_URL .*one host/],
    [{ DATABASE_URL: 'postgres://a/x?host=b,c' }, /^DATABASE_URL .*one host/],
    [{ PUBLIC_ORIGIN: 'app.example' }, /^PUBLIC_ORIGIN /],
    [{ PUBLIC_ORIGIN: 'https://app.example/path' }, /^PUBLIC_ORIGIN /],
    [{ PUBLIC_ORIGIN: 'ftp://app.example' }, /^PUBLIC_ORIGIN /],
    [{ ADMIN_WALLETS: `${ALICE},0x12` }, /^ADMIN_WALLETS /],
    [{ ADMIN_WALLETS: '1'.repeat(32) }, /^ADMIN_WALLETS /],
    [{ GUARDIAN_WALLETS: `${ALICE},0x12` }, /^GUARDIAN_WALLETS /],
    [{ SOLANA_RPC_URL: 'solana' }, /^SOLANA_RPC_URL /],
    [{ AZURO_API_URL: 'api.onchainfeed.org' }, /^AZURO_API_URL must be an origin/],
    [{ AZURO_API_URL: 'https://api.onchainfeed.org/api/v1' }, /^AZURO_API_URL /],
    [{ AZURO_API_URL: 'https://x.example', AZURO_WS_URL: 'https://x.example' }, /^AZURO_WS_URL must be/],
    [{ AZURO_WS_URL: 'wss://x.example' }, /^AZURO_WS_URL needs AZURO_API_URL/],
    [{ ...LIVE, AZURO_API_URL: 'http://feed.example' }, /^AZURO_API_URL must begin with https:/],
    [{ ...LIVE, AZURO_WS_URL: 'ws://feed.example' }, /^AZURO_WS_URL must begin with wss:/],
    [{ NODE_ENV: 'production' }, /^NODE_ENV is production.* set AZURO_API_URL .* or unset NODE_ENV$/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of silent, fatal/],
    [{ TRUSTED_PROXIES: 'all' }, /^TRUSTED_PROXIES /],
    [{ MAX_CONNECTIONS: '10' }, /^MAX_CONNECTIONS must be a number from 100 to 1000000$/],
    [
      { MAX_CONNECTIONS_PER_ADDRESS: '0' },
      /^MAX_CONNECTIONS_PER_ADDRESS must be a number from 1 to 1000000$/,
    ],
    [{ UNREAD_TIMEOUT: '0.5' }, /^UNREAD_TIMEOUT must be seconds, from 1 to 3600$/],
    [{ RATE_LIMITS: 'yes' }, /^RATE_LIMITS must be on or off/],
    [{ OFFLINE_APP: 'no' }, /^OFFLINE_APP must be on or off/],
    [{ PRACTICE_ACTIVITY: 'some' }, /^PRACTICE_ACTIVITY must be on or off/],
    [{ ...LIVE, ...CHAIN, PRACTICE_ACTIVITY: 'on' }, /^PRACTICE_ACTIVITY must not be on in MODE=live/],
    [{ RATE_LIMITS: 'off', HOST: '0.0.0.0' }, /^RATE_LIMITS /],
    [{ RATE_LIMITS: 'off', PUBLIC_ORIGIN: 'https://demo.example' }, /^RATE_LIMITS /],
    [{ ...LIVE, DATABASE_URL: '' }, /^DATABASE_URL is missing/],
    [{ ...LIVE, PUBLIC_ORIGIN: '' }, /^PUBLIC_ORIGIN is missing/],
    [{ ...LIVE, PUBLIC_ORIGIN: 'http://app.example' }, /^PUBLIC_ORIGIN must begin with https/],
    [{ ...LIVE, RATE_LIMITS: 'off' }, /^RATE_LIMITS /],
    [{ ...LIVE, ...CHAIN, CHAIN_RPC_URLS: '' }, /^CHAIN_RPC_URLS is missing/],
    [{ ...LIVE, ...CHAIN, CHAIN_ID: '' }, /^CHAIN_ID is missing/],
    [{ ...LIVE, ...CHAIN, USDC_ADDRESS: '' }, /^USDC_ADDRESS is missing/],
    [{ ...LIVE, ...CHAIN, ESCROW_ADDRESS: '' }, /^ESCROW_ADDRESS is missing/],
    [{ ...LIVE, ...CHAIN, ESCROW_BLOCK: '' }, /^ESCROW_BLOCK is missing/],
    [{ ...LIVE, ...CHAIN, CHAIN_KEYS_DIR: '' }, /^CHAIN_KEYS_DIR is missing/],
    [{ ...LIVE, RESULT_WINDOW: '60' }, /^CHAIN_RPC_URLS is missing/],
    [{ CHAIN_ID: '137' }, /^CHAIN_ID needs MODE=live/],
    [{ PRACTICE_CHAIN: 'on' }, /^PRACTICE_CHAIN needs MODE=live/],
    [
      { ...LIVE, ...CHAIN, CHAIN_RPC_URLS: 'https://one.example' },
      /^CHAIN_RPC_URLS must be two URLs or more/,
    ],
    [
      { ...LIVE, ...CHAIN, CHAIN_RPC_URLS: 'https://a.example,https://b.example,' },
      /must be two URLs or more/,
    ],
    [
      { ...LIVE, ...CHAIN, CHAIN_RPC_URLS: 'https://a.example,https://b.example,https://b.example/2' },
      /names the same node twice/,
    ],
    [{ ...LIVE, ...CHAIN, CHAIN_RPC_URLS: 'http://a.example,https://b.example' }, /^CHAIN_RPC_URLS must be/],
    [
      { ...LIVE, ...CHAIN, CHAIN_RPC_URLS: 'https://a.example/1,https://a.example/2' },
      /names the same node twice/,
    ],
    [{ ...PRACTICE, PRACTICE_CHAIN: 'off' }, /names the same node twice/],
    [{ ...LIVE, ...CHAIN, PRACTICE_CHAIN: 'on' }, /^PRACTICE_CHAIN must not be on/],
    [{ ...PRACTICE, PUBLIC_ORIGIN: 'http://app.example' }, /^PUBLIC_ORIGIN must begin with https/],
    [{ ...PRACTICE, PUBLIC_ORIGIN: '', HOST: '0.0.0.0' }, /^PUBLIC_ORIGIN is missing/],
    [{ ...LIVE, ...CHAIN, CHAIN_ID: '0' }, /^CHAIN_ID must be/],
    [{ ...LIVE, ...CHAIN, USDC_ADDRESS: '0x12' }, /^USDC_ADDRESS must be/],
    [{ ...LIVE, ...CHAIN, ESCROW_ADDRESS: CHAIN.USDC_ADDRESS }, /^ESCROW_ADDRESS and USDC_ADDRESS/],
    [{ ...LIVE, ...CHAIN, ESCROW_BLOCK: '-1' }, /^ESCROW_BLOCK must be/],
    [{ ...LIVE, ...CHAIN, RESULT_WINDOW: '604801' }, /^RESULT_WINDOW must be/],
    [{ ...LIVE, ...CHAIN, RESULT_WINDOW: '7199' }, /^RESULT_WINDOW must be at least 7200 seconds/],
    [{ ...LIVE, ...CHAIN, EXPLORER_URL: 'polygonscan.com' }, /^EXPLORER_URL must be/],
    [{ ...LIVE, ...CHAIN, BROWSER_RPC_URL: 'http://node.example' }, /^BROWSER_RPC_URL must be/],
    [{ ...LIVE, ...CHAIN, PRACTICE_CHAIN: 'yes' }, /^PRACTICE_CHAIN must be/],
  ])('%j is refused with the name of the setting', (env, message) => {
    expect(() => parseConfig(env)).toThrow(message);
  });

  test('the help names every setting', () => {
    for (const name of [
      'PORT',
      'HOST',
      'DATA_DIR',
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
      'DATABASE_CONNECTIONS',
      'NATS_URL',
      'ROLE',
      'MODE',
      'PUBLIC_ORIGIN',
      'ADMIN_WALLETS',
      'GUARDIAN_WALLETS',
      'SOLANA_RPC_URL',
      'AZURO_API_URL',
      'AZURO_WS_URL',
      'LOG_LEVEL',
      'RATE_LIMITS',
      'OFFLINE_APP',
      'PRACTICE_ACTIVITY',
      'DRAIN_SECONDS',
      'PRACTICE_ADMIN_KEY',
      'CHAIN_RPC_URLS',
      'CHAIN_ID',
      'USDC_ADDRESS',
      'ESCROW_ADDRESS',
      'ESCROW_BLOCK',
      'CHAIN_KEYS_DIR',
      'RESULT_WINDOW',
      'EXPLORER_URL',
      'BROWSER_RPC_URL',
      'PRACTICE_CHAIN',
    ]) {
      expect(CONFIG_HELP).toContain(`\n  ${name} `);
    }
  });
});
