import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type { WireProfile } from '@tallystone/core/http-api/identity';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { anOlderDatabase } from '@tallystone/testkit/database/older-database.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { buildPrograms, type Program, type TestPrograms } from '@tallystone/testkit/server/programs.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { requireLastHead } from './ledger/chain-heads.ts';
import { headLine } from './ledger/head-file.ts';

const START_LIMIT_MS = 120_000;

let database: TestDatabase;
const folders: string[] = [];
let programs: TestPrograms;

beforeAll(async () => {
  database = await createTestDatabase();
  programs = await buildPrograms();
});
afterEach(() => programs.end());
afterAll(async () => {
  programs.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  await database.close();
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tallystone-main-'));
  folders.push(folder);
  return folder;
}

const versionOfPackage = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

/** Starts the server and returns it with its address. */
const start = (env: Record<string, string>) => serving(programs.run('main', [], env));

async function serving(program: Program): Promise<Program & { url: string }> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(program.said())?.[0];
    if (url) return { ...program, url };
    if (program.child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the server did not start:\n${program.said()}`);
}

async function tally(args: string[], env: Record<string, string>) {
  const program = programs.run('tally', args, env);
  return { code: await program.ended, said: program.said() };
}

/** The body of an answer of our own server, which follows the wire types. */
async function json<T>(answer: Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T;
}

describe('the server as a program', { timeout: 300_000 }, () => {
  test('starts, says what to open, refuses a second server, runs commands of the command line tool, and stops cleanly', async () => {
    const env = {
      DATA_DIR: aFolder(),
      ...database.settings,
      LOG_LEVEL: 'info',
      PRACTICE_ACTIVITY: 'off',
    };
    const server = await start(env);
    expect(server.said()).toContain('Tallystone runs in demo mode, with practice money.');
    const { version } = await json<{ version: string }>(fetch(`${server.url}/api/health/live`));
    expect(version.replace(/\+[0-9a-f]{10}(\.changed)?$/, '')).toBe(versionOfPackage());
    const { info } = await json<{ info: object }>(fetch(`${server.url}/docs/openapi.json`));
    expect(info).toMatchObject({ version });
    expect(server.said()).toMatch(
      new RegExp(`"version":"${version.replaceAll(/[.+]/g, '\\$&')}".*"mode":"demo","msg":"started"`),
    );
    expect(server.said()).toContain('/docs');
    const config = await json<WireConfig>(fetch(`${server.url}/api/config`));
    expect(config).toMatchObject({ mode: 'demo', practiceWallets: true, feed: 'demo-feed' });
    const key = readFileSync(join(env.DATA_DIR, 'practice-admin.key'), 'utf8');
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(server.said()).toContain(`Admin: ${server.url}/admin#practice=${key}\n`);
    expect(config.practiceAdmin).toBe(anEvmWallet(Buffer.from(key, 'hex')).wallet.text);
    // The server does not wait long for its first games.
    const shown = async () => {
      const markets = await json<WireListedMarket[]>(fetch(`${server.url}/api/markets`));
      return markets.map(({ source, category }) => (source === 'azuro' ? source : category)).sort();
    };
    await expect
      .poll(shown, { timeout: START_LIMIT_MS })
      .toEqual([...Array(12).fill('azuro'), ...Array(4).fill('crypto'), ...Array(4).fill('politics')]);

    const second = programs.run('main', [], env);
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain(`${env.DATA_DIR} is in use by another running Tallystone`);

    const signer = anEvmWallet();
    const alice = signer.wallet.text;
    const { nonce, message } = await json<{ nonce: string; message: string }>(
      fetch(`${server.url}/api/auth/nonce?wallet=${alice}`),
    );
    const signature = Buffer.from(signer.sign(message)).toString('hex');
    const signedIn = fetch(`${server.url}/api/auth/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ wallet: alice, signature, nonce, walletType: 'evm' }),
    });
    const { token } = await json<{ token: string }>(signedIn);
    const profile = () =>
      json<WireProfile>(
        fetch(`${server.url}/api/user/profile`, { headers: { authorization: `Bearer ${token}` } }),
      );

    expect(await tally(['grant-admin', alice], env)).toEqual({
      code: 0,
      said: `${alice} is an admin now.\n`,
    });
    await expect.poll(async () => (await profile()).kycLevel).toBe(2);
    expect(await tally(['set-cap', alice, '2500.50', '--reason', 'As agreed'], env)).toMatchObject({
      code: 0,
    });
    await expect.poll(async () => (await profile()).dailyStakeCap).toBe(2500.5);
    const listed = await tally(['list-users'], env);
    expect(listed.said).toContain(`${alice}    evm       level 2  cap 2500.50 (set)  admin`);
    expect(await tally(['set-level', alice, '2', '--reason', 'As agreed'], env)).toMatchObject({ code: 1 });

    const printed = await tally(['export', 'audit'], env);
    expect(printed.code).toBe(0);
    expect(printed.said).toMatch(/^\uFEFF"audit_id",.*\r\n[\s\S]*"As agreed"[\s\S]*\r\n$/);
    const file = join(aFolder(), 'ledger.csv');
    expect(await tally(['export', 'ledger', file], env)).toEqual({
      code: 0,
      said: `Wrote ${file}, ${statSync(file).size} bytes.\n`,
    });
    expect((await tally(['export', 'ledger', file], env)).said).toContain('already exists');

    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.said()).toContain('Stopped.');
    expect(readdirSync(env.DATA_DIR).sort()).toEqual(['chain-heads.log', 'practice-admin.key']);
    expect(statSync(join(env.DATA_DIR, 'practice-admin.key')).mode & 0o777).toBe(0o600);

    // With the server stopped, the tool opens the database itself.
    expect(await tally(['revoke-admin', alice], env)).toEqual({
      code: 0,
      said: `${alice} is no longer an admin.\n`,
    });
    expect((await tally(['list-users'], env)).said).toContain(`${alice}    evm       level 0`);
    expect(await tally(['export', 'bets'], env)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^\uFEFF"bet_id",/),
    });
    expect((await tally(['import-games', '1001'], env)).said).toContain('Start it with npm start');
  });

  test('with DATA_DIR=none it keeps nothing on its disk, logs each head, and its tools use the database', async () => {
    const own = await createTestDatabase();
    const url = join(aFolder(), 'url');
    const { DATABASE_URL, ...settings } = own.settings;
    writeFileSync(url, `${DATABASE_URL}\n`);
    const cwd = aFolder();
    const env = {
      ...settings,
      DATA_DIR: 'none',
      DATABASE_URL_FILE: url,
      DRAIN_SECONDS: '1',
      LOG_LEVEL: 'silent',
      INIT_CWD: cwd,
      PRACTICE_ACTIVITY: 'off',
    };
    const server = await start(env);
    expect(server.said()).not.toContain('Admin:');
    const heads = () =>
      server
        .said()
        .split('\n')
        .filter((line) => line.includes('"msg":"the head of the audit chain"'));
    await expect.poll(() => heads().length, { timeout: START_LIMIT_MS }).toBeGreaterThan(0);
    // Another server, or a start after a restore, has no file to compare the books with: it takes bets without a doubt.
    const beside = await start({ ...env, PRACTICE_ADMIN_KEY: '12'.repeat(32) });
    expect(beside.said()).toContain(`/admin#practice=${'12'.repeat(32)}\n`);
    const { reasons } = await json<{ reasons: { kind: string }[] }>(
      fetch(`${beside.url}/api/health/betting`),
    );
    expect(reasons.filter(({ kind }) => kind === 'books')).toEqual([]);
    beside.child.kill('SIGKILL');

    const admin = anEvmWallet().wallet.text;
    expect(await tally(['grant-admin', admin], env)).toEqual({
      code: 0,
      said: `${admin} is an admin now.\n`,
    });
    expect((await tally(['accept-rewind', '--reason', 'x'], env)).said).toContain('DATA_DIR is none');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.said()).toMatch(
      /Draining for 1 s: load balancers are told first \.\.\.\n.*Stopping: finishing what has begun \.\.\.\n.*Stopped\.\n/s,
    );
    expect(readdirSync(cwd)).toEqual([]);

    // The log is a file of heads.
    const log = join(aFolder(), 'server.log');
    writeFileSync(log, server.said());
    const verify = async (args: string[]) => {
      const program = programs.run('verify-ledger', args, env);
      return { code: await program.ended, said: program.said() };
    };
    const count = heads().length;
    const verified = await verify(['--heads', log]);
    expect(verified).toEqual({
      code: 0,
      said: expect.stringContaining(`the books have each of the ${count} heads of the audit`),
    });
    expect((await verify([])).code).toBe(0);
    writeFileSync(log, server.said().replaceAll(/"auditId":\d+/g, '"auditId":999999'));
    expect((await verify(['--heads', log])).said).toContain('the books lack row 999999 of the audit');
    await own.close();
  });

  test('the command line tool leaves a restored copy of an older version unchanged until its loss is accepted', async () => {
    const { database: older, client } = await anOlderDatabase('0018_signed_markets');
    const env = { DATA_DIR: aFolder(), DATABASE_URL: older.url };
    await client.query(
      `insert into audit (id, at, actor, action, subject, hash) values (1, now(), 'system', 'settings.change', 'settings', '')`,
    );
    const head = { at: new Date(), auditId: 2, hash: 'ab'.repeat(32) };
    writeFileSync(join(env.DATA_DIR, 'chain-heads.log'), headLine(head));
    const migrations = async () => (await client.query('select from drizzle.__drizzle_migrations')).rowCount;
    const before = await migrations();
    expect(await tally(['list-users'], env)).toEqual({
      code: 1,
      said: expect.stringContaining('the books lack row 2 of the audit'),
    });
    expect(await migrations()).toBe(before);
    // The rows of the migrations have taken the number of the lost row.
    expect(await tally(['accept-rewind', '--reason', 'The disk broke'], env)).toMatchObject({ code: 0 });
    await expect(requireLastHead(older, join(env.DATA_DIR, 'chain-heads.log'))).resolves.toBeNull();
    expect((await tally(['list-users'], env)).code).toBe(0);
    await client.end();
    await older.close();
  });

  test('after kill -9 a new server takes over the folder, and others share the database from their own folders', async () => {
    const env = { DATA_DIR: aFolder(), ...database.settings };
    const first = await start(env);
    first.child.kill('SIGKILL');
    await first.ended;
    const [again, beside] = await Promise.all([start(env), start({ ...env, DATA_DIR: aFolder() })]);
    const ids = async (url: string) => {
      const markets = await json<WireListedMarket[]>(fetch(`${url}/api/markets`));
      return markets.map(({ id }) => id).sort();
    };
    const areAlike = async () => {
      const [here, there] = [await ids(again.url), await ids(beside.url)];
      return here.join() === there.join();
    };
    await expect.poll(areAlike).toBe(true);
    const ready = () =>
      Promise.all([again, beside].map(async ({ url }) => (await fetch(`${url}/api/health/ready`)).status));
    // During the start a database may be too slow to be reported as ready.
    await expect.poll(ready).toEqual([200, 200]);
    again.child.kill('SIGINT');
    again.child.kill('SIGINT');
    expect([0, 1]).toContain(await again.ended);
  });

  test.each<[string, (npm: Program) => void, number | null]>([
    ['SIGTERM to npm alone', ({ child }) => child.kill('SIGTERM'), 0],
    ['SIGINT to npm alone', ({ child }) => child.kill('SIGINT'), 0],
    [
      'a terminal, which signals npm and everything that it started',
      ({ child: { pid = 0 } }) => process.kill(-pid, 'SIGINT'),
      0,
    ],
    ['npm being killed', ({ child }) => child.kill('SIGKILL'), null],
  ])(
    'under npm start it is stopped by %s, finishes, and leaves neither process, port nor lock',
    async (_by, signal, code) => {
      const env = { DATA_DIR: aFolder(), ...database.settings };
      const npm = await serving(programs.runByNpm(env));
      expect(readdirSync(env.DATA_DIR)).toContainEqual(expect.stringMatching(/^tallystone-.*\.sock$/));
      signal(npm);
      expect(await npm.ended).toBe(code);
      expect(npm.said()).toMatch(/Stopping: finishing what has begun \.\.\.\nStopped\.\n$/);
      await expect(fetch(npm.url)).rejects.toThrow();
      expect(readdirSync(env.DATA_DIR).sort()).toEqual(['chain-heads.log', 'practice-admin.key']);
    },
  );

  test('a start that cannot work says why in one line, and names the setting', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const refused = async (env: Record<string, string>, args: string[] = []) => {
      const program = programs.run('main', args, { DATA_DIR: aFolder(), ...env });
      return { code: await program.ended, said: program.said().trim() };
    };
    // Avoids the warning that a new folder has no heads of used books.
    const joining = { ...database.settings, LOG_LEVEL: 'error' };
    const newerDatabase = await createTestDatabase();
    await newerDatabase.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 4102444800000)`,
    );
    const used = aFolder();
    writeFileSync(join(used, 'practice-admin.key'), '');
    const [
      busy,
      live,
      chainless,
      keyless,
      mode,
      unwatched,
      away,
      nowhere,
      noFolder,
      noBooks,
      noFile,
      newer,
      placeless,
      misspelled,
      invented,
      help,
    ] = await Promise.all([
      refused({ ...joining, PORT: String(port) }),
      refused({ MODE: 'live' }),
      refused({ MODE: 'live', ...database.settings, PUBLIC_ORIGIN: 'https://app.example' }),
      refused({
        MODE: 'live',
        ...joining,
        PUBLIC_ORIGIN: 'https://app.example',
        CHAIN_RPC_URLS: 'http://127.0.0.1:1,http://127.0.0.1:2',
        CHAIN_ID: '137',
        USDC_ADDRESS: `0x${'1'.repeat(40)}`,
        ESCROW_ADDRESS: `0x${'2'.repeat(40)}`,
        ESCROW_BLOCK: '1',
        CHAIN_KEYS_DIR: '/nowhere',
      }),
      refused({ MODE: 'prod' }),
      refused({ ...joining, METRICS_PORT: String(port) }),
      refused({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }),
      refused({ ...joining, PORT: '0', HOST: 'nowhere.invalid' }),
      refused({ DATA_DIR: import.meta.filename }),
      refused({ DATA_DIR: used }),
      refused({ DATABASE_URL_FILE: '/nowhere/url' }),
      refused({ ...newerDatabase.settings, LOG_LEVEL: 'error' }),
      refused({ DATA_DIR: 'none' }),
      refused({ MODE: 'live', DATABASE_URI: database.url, PUBLIC_ORGIN: 'https://app.example' }),
      refused({ NODE_ENV: 'production' }),
      refused({}, ['--help']),
    ]);
    taken.close();
    expect(busy).toEqual({
      code: 1,
      said: `Tallystone does not start: port ${port} is in use by another program; stop that one or set PORT to another number`,
    });
    expect(live.said).toMatch(/^Tallystone does not start: DATABASE_URL is missing/);
    expect(chainless.said).toBe(
      'Tallystone does not start: CHAIN_RPC_URLS is missing: MODE=live keeps stakes in a contract',
    );
    expect(keyless.said).toBe('Tallystone does not start: CHAIN_KEYS_DIR: /nowhere/relayer is missing');
    expect(mode.said).toBe('Tallystone does not start: MODE must be demo or live');
    expect(unwatched.said).toMatch(
      /^Tallystone does not start: metrics cannot be served at METRICS_PORT \d+ of 127\.0\.0\.1 \(.*EADDRINUSE.*\): set METRICS_PORT/,
    );
    expect(away.said).toMatch(/^Tallystone does not start: no database answers at DATABASE_URL/);
    expect(nowhere.said).toBe(
      'Tallystone does not start: HOST nowhere.invalid is not an address of this machine',
    );
    expect(noFolder.said).toMatch(/^Tallystone does not start: DATA_DIR must be a folder \(.*\)$/);
    expect(noBooks.said).toMatch(/^Tallystone does not start: .* has been in use, .*Restore all of .*\.$/);
    expect(readdirSync(used)).toEqual(['practice-admin.key']);
    expect(noFile.said).toBe(
      'Tallystone does not start: DATABASE_URL_FILE names /nowhere/url, which is missing; create it or name another file',
    );
    expect(newer.said).toMatch(
      /^Tallystone does not start: the database was migrated by a newer version of Tallystone, on or after 2100-01-01, .* Run the newer version, or restore a backup from before it was started$/,
    );
    expect(placeless.said).toMatch(
      /^Tallystone does not start: DATA_DIR is none and DATABASE_URL is missing/,
    );
    await newerDatabase.close();
    expect(misspelled.said.split('\n')).toEqual([
      'Warning: DATABASE_URI is not a setting and is ignored. Did you mean DATABASE_URL?',
      'Warning: PUBLIC_ORGIN is not a setting and is ignored. Did you mean PUBLIC_ORIGIN?',
      expect.stringMatching(/^Tallystone does not start: DATABASE_URL is missing/),
    ]);
    expect(invented.said).toMatch(/^Tallystone does not start: NODE_ENV is production.*AZURO_API_URL/);
    const all = [
      live,
      chainless,
      keyless,
      mode,
      away,
      nowhere,
      noFolder,
      noBooks,
      noFile,
      newer,
      placeless,
      misspelled,
      invented,
    ];
    expect(all.map(({ code }) => code)).toEqual(all.map(() => 1));
    expect(help.code).toBe(0);
    expect(help.said).toContain('PUBLIC_ORIGIN');
  });
});
