import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aLyingNode, type LyingNode } from '@tallystone/testkit/chain/lying-node.ts';
import { StandInProcess } from '@tallystone/testkit/feed/stand-in-process.ts';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { limitUser, PgBouncer } from '@tallystone/testkit/processes/pgbouncer.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { evmWallet } from '@tallystone/testkit/wallets/evm-wallet.ts';
import pg from 'pg';
import { startPostgres } from '../../scripts/find-postgres.mjs';
import { openMovedClock } from '../../scripts/move-clock.mjs';
import { Admin } from '../admin.ts';
import { type Bettor, listSteadyMarkets, readPlacedBet, signQuotedBet } from '../bettor.ts';
import { checkMonitoring } from '../check-monitoring.ts';
import { type LiveServer, startLiveServer } from '../live-server.ts';
import { type Monitoring, startMonitoring } from '../monitoring.ts';
import { type Proof, prove } from '../proof.ts';
import { seededRandom } from '../random.ts';
import { signInBettor } from '../sign-in-bettor.ts';
import { Standby } from '../standby.ts';
import { StreamReader } from '../stream-reader.ts';
import { TlsSite } from '../tls-site.ts';
import { until } from '../until.ts';

/** Seconds between two evaluations of the rules, and how many of them an alert may take. */
const EVALUATION_MS = 10_000;
const EVALUATIONS = 6;
const HOLD_MS = EVALUATION_MS * EVALUATIONS;
/** How long a fault lasts at most if its alert doesn't fire. */
const GIVE_UP_MS = 180_000;
/** The alerts of one fault end before the next one begins. */
const QUIET_LIMIT_MS = 420_000;
const LOOK_EVERY_MS = 250;
const BET_EVERY_MS = 300;
const SMALL_DISK_MB = 400;
const PATIENCE_MS = 5_000;
const SEED = 20261127;

interface Fault {
  readonly what: string;
  readonly alert: string;
  /** What has to be so before. */
  prepare?(): Promise<unknown>;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  /** Where the product itself names it, in the log only since that moment; null if it doesn't yet. */
  named(since: number): Promise<string | null>;
}

await prove('alerts', async (proof) => {
  for (const row of await checkMonitoring()) proof.row(row);
  if (proof.sample) return;
  // Most of the time both only wait.
  await Promise.all([proveDemo(proof), proveLive(proof)]);
});

// ---- a demo on PostgreSQL behind PgBouncer, with a feed and a site

async function proveDemo(proof: Proof): Promise<void> {
  const undo: (() => unknown)[] = [];
  try {
    const postgres = await startPostgres({ own: true });
    undo.push(() => postgres.stop());
    const owner = await ownerOf(postgres.url);
    const disk = mountSmallDisk(owner);
    const databaseUrl = await createOnDisk(postgres.url, disk.folder);
    const clock = await openMovedClock(databaseUrl);
    undo.push(() => clock.close());
    const sql = await connect(databaseUrl);
    undo.push(() => sql.end());
    await limitUser(databaseUrl);
    const pgbouncer = await PgBouncer.start(databaseUrl, { mode: 'session' });
    undo.push(() => pgbouncer.kill());
    const standIn = await StandInProcess.start();
    undo.push(() => standIn.stop());
    const wallet = evmWallet(seededRandom(SEED).bytes(32));
    const server = await ServerProcess.start({
      databaseUrl: pgbouncer.through(databaseUrl),
      settings: {
        ADMIN_WALLETS: wallet.address,
        AZURO_API_URL: standIn.apiUrl,
        AZURO_WS_URL: standIn.wsUrl,
        LOG_LEVEL: 'warn',
        METRICS_PORT: '0',
      },
    });
    undo.push(() => server.remove());
    const metrics = metricsHostOf(server);
    const admin = await Admin.signIn(server, wallet);
    await admin.importGames((await standIn.listGames('Prematch')).map((game) => game.gameId));
    // Signed in, so each round of the stream also reads what belongs to users.
    const reader = new StreamReader({ port: server.port, token: admin.token, onEvent: () => undefined });
    undo.push(() => reader.cut());
    const site = await TlsSite.start(server, 90);
    undo.push(() => site.stop());
    const renewed = site.certify(89);
    const ending = site.certify(3);
    const bets = await keepBetting(server);
    undo.push(() => bets.stop());
    const monitoring = await startMonitoring({
      server: metrics,
      site: `https://${site.host}/api/health/live`,
      certificate: site.host,
      pgbouncer: `127.0.0.1:${pgbouncer.port}`,
      trusted: site.trusted,
    });
    undo.push(() => monitoring.stop());
    const says = saying(server);
    const faults: Fault[] = [
      {
        what: 'a table that the stream reads is locked',
        alert: 'TallystoneStreamStuck',
        ...stickStream(databaseUrl, sql, bets),
        named: (since) => says.anywhere(/stream/, since),
      },
      {
        what: 'the clock of the database is 45 s ahead',
        alert: 'TallystoneClockOff',
        begin: () => clock.advance(45_000),
        end: () => clock.advance(-45_000),
        named: () => says.betting(/clock is \d+ seconds behind/),
      },
      {
        what: 'the process of the feed is killed',
        alert: 'TallystoneFeedDead',
        begin: () => standIn.kill(),
        end: () => standIn.start(),
        named: async () => {
          const { problem } = await admin.azuroData();
          return problem === undefined ? null : `the dashboard: ${problem}`;
        },
      },
      {
        what: 'a transaction that writes to the books is left open',
        alert: 'TallystoneSealStuck',
        ...heldOpen(databaseUrl, ['select from epochs where slot = 0 for share']),
        named: (since) => says.anywhere(/seal/, since),
      },
      {
        what: 'a posting is altered',
        alert: 'TallystoneInvariantBroken',
        ...alterPosting(sql),
        named: () => says.betting(/books do not add up/),
      },
      {
        what: 'the certificate ends in three days',
        alert: 'TallystoneCertificateEnds',
        begin: async () => site.use(ending),
        end: async () => site.use(renewed),
        // The server has no certificate.
        named: async () => 'nothing to say: the proxy has the certificate',
      },
      {
        what: 'PgBouncer is killed',
        alert: 'TallystonePgbouncerGone',
        begin: () => pgbouncer.kill(),
        end: () => pgbouncer.start(),
        named: () => says.betting(/database cannot be reached/),
      },
      {
        what: 'a table is renamed',
        alert: 'TallystoneTableMissing',
        begin: () => sql.query('alter table bets rename to bets_gone'),
        end: () => sql.query('alter table bets_gone rename to bets'),
        named: () => says.betting(/Tables are missing in the database: bets/),
      },
      {
        what: 'the disk of the database is full',
        alert: 'TallystoneDiskFull',
        begin: async () => disk.fill(),
        end: async () => disk.free(),
        named: () => says.betting(/out of space/),
      },
      {
        what: 'PostgreSQL is killed and gone for good',
        alert: 'TallystoneDatabaseAway',
        begin: () => postgres.kill(),
        end: async () => undefined,
        named: () => says.betting(/database cannot be reached/),
      },
    ];
    for (const fault of faults) await proveFault(proof, monitoring, fault);
  } finally {
    for (const step of undo.reverse()) await settle(step);
  }
}

// ---- a live server on a chain

async function proveLive(proof: Proof): Promise<void> {
  const undo: (() => unknown)[] = [];
  try {
    const nodes: LyingNode[] = [];
    const postgres = await startPostgres({ own: true });
    undo.push(() => postgres.stop());
    // With real stakes it is an alert if commits wait for no standby.
    const standby = await Standby.start(postgres.url);
    undo.push(() => standby.kill());
    const live = await startLiveServer({
      databaseUrl: postgres.url,
      settings: { LOG_LEVEL: 'warn', METRICS_PORT: '0' },
      secondNode: async (url) => {
        const node = await aLyingNode(url);
        nodes.push(node);
        return node;
      },
    });
    undo.push(() => live.stop());
    const monitoring = await startMonitoring({ server: metricsHostOf(live.server) });
    undo.push(() => monitoring.stop());
    const says = saying(live.server);
    await proveFault(proof, monitoring, {
      what: 'live: one of two nodes of the chain gives no answer',
      alert: 'TallystoneNodeSilent',
      begin: async () =>
        nodes[0]?.lie(() => {
          throw new Error('no answer');
        }),
      end: async () => nodes[0]?.lie(null),
      named: (since) => says.anywhere(/could not be read from|has not been read for/i, since),
    });
    await proveFault(proof, monitoring, {
      ...emptyRelayer(live),
      named: () => says.betting(/send it more POL/i),
    });
    await proveFault(proof, monitoring, {
      what: 'live: the synchronous standby is killed',
      alert: 'TallystoneStandbyMissing',
      begin: () => standby.kill(),
      end: () => standby.run(),
      named: (since) => says.anywhere(/No synchronous standby is connected/, since),
    });
  } finally {
    for (const step of undo.reverse()) await settle(step);
  }
}

function emptyRelayer({ chain }: LiveServer) {
  const { address } = evmWallet(Buffer.from((chain.keys.relayer ?? '').slice(2), 'hex'));
  let before: unknown;
  return {
    what: 'live: the account of the relayer is emptied',
    alert: 'TallystoneAccountEmpty',
    begin: async () => {
      before = await chain.rpc('eth_getBalance', [address, 'latest']);
      await chain.rpc('anvil_setBalance', [address, '0x0']);
    },
    end: () => chain.rpc('anvil_setBalance', [address, before]),
  };
}

// ---- one fault

/** Lasts until a minute has passed and the alert fires: from some moment of that minute on it alone must be listed. */
async function proveFault(proof: Proof, monitoring: Monitoring, fault: Fault): Promise<void> {
  const left = await untilQuiet(monitoring);
  if (left.length > 0) proof.say(`not quiet before "${fault.what}": ${left.join(', ')}`);
  await fault.prepare?.();
  const beganAt = performance.now();
  const since = Date.now();
  await fault.begin();
  let aloneSinceMs: number | null = null;
  let named: string | null = null;
  let active: string[] = [];
  let silent: string[] = [];
  for (;;) {
    const ms = performance.now() - beganAt;
    const alerts = await monitoring.alerts();
    active = namesOf(alerts.filter(({ isInhibited }) => !isInhibited));
    silent = namesOf(alerts.filter(({ isInhibited }) => isInhibited)).filter(
      (name) => !active.includes(name),
    );
    const isAlone = active.length === 1 && active[0] === fault.alert;
    aloneSinceMs = isAlone ? (aloneSinceMs ?? ms) : null;
    named ??= await fault.named(since).catch(() => null);
    if (ms > GIVE_UP_MS || (ms > HOLD_MS && aloneSinceMs !== null && named !== null)) break;
    await sleep(LOOK_EVERY_MS);
  }
  await fault.end();
  const evaluations = aloneSinceMs === null ? null : Math.ceil(aloneSinceMs / EVALUATION_MS);
  const when =
    evaluations === null || aloneSinceMs === null
      ? `not alone, but: ${active.join(', ') || 'nothing'}`
      : `evaluation ${evaluations}, after ${(aloneSinceMs / 1000).toFixed(0)} s`;
  const quieted = silent.length === 0 ? '' : `; silenced: ${silent.join(', ')}`;
  proof.row({
    what: `${fault.what}: Alertmanager lists ${fault.alert} and nothing else`,
    bar: `by evaluation ${EVALUATIONS}, and the product names the fault`,
    measured: `${when}${quieted}; ${named ?? 'not named'}`,
    ok: evaluations !== null && evaluations <= EVALUATIONS && named !== null,
  });
}

function namesOf(alerts: readonly { name: string }[]): string[] {
  return [...new Set(alerts.map(({ name }) => name))];
}

/** @returns the alerts that are still listed when patience ends */
async function untilQuiet(monitoring: Monitoring): Promise<string[]> {
  const giveUpAt = performance.now() + QUIET_LIMIT_MS;
  let quietSince: number | null = null;
  for (;;) {
    const names = namesOf(await monitoring.alerts());
    const now = performance.now();
    quietSince = names.length === 0 ? (quietSince ?? now) : null;
    // Long enough for every pending alert to show.
    if (quietSince !== null && now - quietSince > 4 * EVALUATION_MS) return [];
    if (now > giveUpAt) return names;
    await sleep(LOOK_EVERY_MS);
  }
}

// ---- what the product says

function saying(server: ServerProcess) {
  const ask = async (path: string): Promise<string> => {
    const connection = new HttpConnection(server.port);
    try {
      const answer = await Promise.race([connection.send(httpRequest({ path })), sleep(PATIENCE_MS, null)]);
      return answer === null ? '' : answer.body.toString();
    } finally {
      connection.close();
    }
  };
  const sentenceOf = (said: string, pattern: RegExp, where: string): string | null => {
    // Without the folder of this machine.
    const text = said.replaceAll(`${process.cwd()}/`, '');
    const found = pattern.exec(text);
    if (found === null) return null;
    const at = found.index;
    return `${where}: …${text.slice(Math.max(0, at - 60), at + 80).replace(/\s+/g, ' ')}…`;
  };
  const betting = async (pattern: RegExp) =>
    sentenceOf(await ask('/api/health/betting'), pattern, '/api/health/betting');
  return {
    betting,
    anywhere: async (pattern: RegExp, since: number) =>
      (await betting(pattern)) ?? sentenceOf(logSince(server.said, since), pattern, 'the log'),
  };
}

/** The lines of a log, which are JSON with the time in ms, from a moment on. */
function logSince(said: string, since: number): string {
  return said
    .split('\n')
    .filter((line) => Number(/"time":(\d+)/.exec(line)?.[1] ?? 0) >= since)
    .join('\n');
}

/** Where a server serves its metrics, as it prints at its start. */
function metricsHostOf(server: ServerProcess): string {
  const found = /Metrics are at http:\/\/([^/]+)\/metrics/.exec(server.said)?.[1];
  if (found === undefined) throw new Error('the server printed no address of its metrics');
  return found;
}

// ---- bets all the time

interface Bets {
  pause(): Promise<void>;
  resume(): void;
  stop(): Promise<void>;
}

/** Bets go on through every fault, so each of them meets bets. */
async function keepBetting(server: ServerProcess): Promise<Bets> {
  const random = seededRandom(SEED + 1);
  const connection = new HttpConnection(server.port);
  const bettors: Bettor[] = [];
  for (let i = 0; i < 8; i++) bettors.push(await signInBettor(connection, random));
  const markets = await listSteadyMarkets(connection);
  connection.close();
  let isStopped = false;
  let isPaused = false;
  let running: Promise<unknown> = Promise.resolve();

  async function bet(): Promise<void> {
    const lane = new HttpConnection(server.port);
    try {
      const market = random.pick(markets);
      const order = {
        bettor: random.pick(bettors),
        marketId: market.id,
        outcomeId: random.pick(market.outcomes).id,
        amount: 1,
      };
      const { request } = await signQuotedBet(lane, order);
      readPlacedBet(await lane.send(request));
    } catch {
      // Faults make bets fail.
    } finally {
      lane.close();
    }
  }

  const loop = (async () => {
    while (!isStopped) {
      if (!isPaused) {
        running = Promise.race([bet(), sleep(PATIENCE_MS)]);
        await running;
      }
      await sleep(BET_EVERY_MS);
    }
  })();
  return {
    async pause() {
      isPaused = true;
      await running;
    },
    resume() {
      isPaused = false;
    },
    async stop() {
      isStopped = true;
      await loop;
    },
  };
}

// ---- the database and its faults

/** @throws Error unless this process may mount a disk */
function mountSmallDisk(owner: { uid: number; gid: number }) {
  const folder = temporaryFolder('tallystone-small-disk-');
  const options = `size=${SMALL_DISK_MB}m,uid=${owner.uid},gid=${owner.gid},mode=700`;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    throw new Error('This proof fills a disk of its own, so it must run as root on Linux.', { cause: error });
  }
  // A run that is broken off leaves no disk behind, and this comes before the removal of folders.
  process.prependOnceListener('exit', () => spawnSync('umount', ['-l', folder]));
  chownSync(folder, owner.uid, owner.gid);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
    },
    free: () => rmSync(filler),
  };
}

async function ownerOf(url: string): Promise<{ uid: number; gid: number }> {
  const client = await connect(url);
  const { rows } = await client.query<{ data: string }>(`select current_setting('data_directory') as data`);
  await client.end();
  const { uid, gid } = statSync(rows[0]?.data ?? '');
  return { uid, gid };
}

/** A database whose tables are on the small disk; the write-ahead log isn't. */
async function createOnDisk(url: string, folder: string): Promise<string> {
  const client = await connect(url);
  await client.query(`create tablespace small location '${folder}'`);
  await client.query('create database tallystone tablespace small');
  // PgBouncer doesn't pass it on.
  await client.query('alter database tallystone set search_path = public, pg_catalog');
  await client.end();
  const created = new URL(url);
  created.pathname = '/tallystone';
  return created.href;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  // A killed server fails the next query, not this process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A session of a person who forgot to end a transaction. */
function heldOpen(url: string, statements: readonly string[]): Pick<Fault, 'begin' | 'end'> {
  let session: pg.Client | null = null;
  return {
    async begin() {
      session = await connect(url);
      await session.query('set idle_in_transaction_session_timeout = 0');
      await session.query('begin');
      for (const statement of statements) await session.query(statement);
    },
    async end() {
      await session?.end();
    },
  };
}

function stickStream(url: string, sql: pg.Client, bets: Bets): Pick<Fault, 'prepare' | 'begin' | 'end'> {
  const lock = heldOpen(url, [
    'set local lock_timeout = 0',
    'lock table user_limits in access exclusive mode',
  ]);
  const isSealed = async () => {
    const { rows } = await sql.query(
      'select from entries where id > (select coalesce(max(last_entry), 0) from seals) limit 1',
    );
    return rows.length === 0 ? true : null;
  };
  return {
    ...lock,
    // Bets read the table as well and would fail, and entries would wait for their seal as long as the lock is held.
    async prepare() {
      await bets.pause();
      await until(isSealed, 'the seal of the last bet');
    },
    async end() {
      await lock.end();
      bets.resume();
    },
  };
}

/** Adds a cent to what a bettor paid for the last sealed bet, past the triggers that forbid it. */
function alterPosting(sql: pg.Client): Pick<Fault, 'begin' | 'end'> {
  let id: string | undefined;
  const add = async (amount: number) => {
    await sql.query('begin');
    await sql.query('set local session_replication_role = replica');
    await sql.query(`update postings set amount = amount + ${amount} where id = $1`, [id]);
    await sql.query('commit');
  };
  return {
    async begin() {
      const { rows } = await sql.query<{ id: string }>(`
        select p.id from postings p join accounts a on a.id = p.from_account
        where a.kind = 'user' and p.entry_id <= (select max(last_entry) from seals) order by p.id desc limit 1`);
      id = rows[0]?.id;
      await add(10_000);
    },
    end: () => add(-10_000),
  };
}

/** What can't be undone after a fault must not hide the fault. */
async function settle(step: () => unknown): Promise<void> {
  try {
    await step();
  } catch (error) {
    process.stderr.write(`${error}\n`);
  }
}
