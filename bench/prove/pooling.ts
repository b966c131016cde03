import { setTimeout as sleep } from 'node:timers/promises';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { ConnectionLost, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import { limitUser, PgBouncer } from '@tallystone/testkit/processes/pgbouncer.ts';
import { runTool, ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import pg from 'pg';
import { type Bettor, listSteadyMarkets, readPlacedBet, type SignedBet, signQuotedBet } from '../bettor.ts';
import { checkBooks } from '../check-books.ts';
import { type ProofDatabase, type Reader, readPostgres, startDatabase } from '../database.ts';
import { type Proof, prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { COPIES, isOneBet, sendSameBet, WAYS } from '../same-bet.ts';
import { sendSurely } from '../send-surely.ts';
import { signInBettor } from '../sign-in-bettor.ts';
import { marketsIn, StreamReader } from '../stream-reader.ts';
import { until } from '../until.ts';

/**
 * Two servers behind a real PgBouncer in session and in transaction mode, with the configuration that operators get: no
 * limit and no message is lost, the same bet is booked once, no acknowledged bet is lost when PgBouncer is killed, and
 * PostgreSQL has no more connections than the documents say. A server that would lack any of this doesn't start.
 */

const SEED = 20261127;
/** Fewer than by default, so that bets wait for connections. */
const CONNECTIONS = 6;
/** Of each server, for messages; as docs/operations/pooling.md says. */
const LISTENING = 2;
const POOL_SIZE = 8;
/**
 * Connections besides those, as that page says: for a tool, and for statements that a server gave up on. PgBouncer replaces
 * their connections at once, and PostgreSQL ends them at their own limit.
 */
const SPARE = 4;
const LANES = 8;
/** Requests to each server that all wait for the same lock. */
const CROWD = 14;
/** What a bet may be answered while PgBouncer is away, and when prices move. */
const EXPECTED = new Set(['200', '409 odds-changed', '503 not-ready', '503 too-busy']);

await prove('pooling', async (proof) => {
  const database = await startDatabase();
  try {
    await refuseStarts(proof, database);
    for (const mode of ['session', 'transaction'] as const) await pool(proof, { database, mode });
  } finally {
    await database.stop();
  }
});

// ---- what doesn't start

async function refuseStarts(proof: Proof, database: ProofDatabase): Promise<void> {
  const direct = database.url;
  const transaction = await PgBouncer.start(direct, { mode: 'transaction' });
  const session = await PgBouncer.start(direct, { mode: 'session' });
  const strict = await PgBouncer.start(direct, {
    mode: 'session',
    settings: { ignore_startup_parameters: 'extra_float_digits' },
  });
  const elsewhere = new URL(direct);
  elsewhere.pathname = '/postgres';
  const throughTransactions = transaction.through(direct);
  const cases: { why: string; settings: Record<string, string>; says: RegExp }[] = [
    {
      why: 'transaction mode without a direct address',
      settings: { DATABASE_URL: throughTransactions },
      says: /DATABASE_URL leads through a pooler in transaction mode, .*set DATABASE_DIRECT_URL/,
    },
    {
      why: 'transaction mode and NATS without a direct address, if the database is to be migrated',
      // No NATS server is asked for before.
      settings: { DATABASE_URL: throughTransactions, NATS_URL: 'nats://127.0.0.1:9' },
      says: /the lock of the migration that this database needs would stay behind, .*set DATABASE_DIRECT_URL/,
    },
    {
      why: 'a direct address through the same pooler',
      settings: { DATABASE_URL: throughTransactions, DATABASE_DIRECT_URL: throughTransactions },
      says: /DATABASE_DIRECT_URL leads through a pooler in transaction mode/,
    },
    {
      why: 'transaction mode without the limits of the user',
      settings: { DATABASE_URL: throughTransactions, DATABASE_DIRECT_URL: direct },
      says: /lock_timeout is off.*alter role tallystone set statement_timeout = '3000ms'/,
    },
    {
      why: 'a direct address of another database',
      settings: { DATABASE_URL: throughTransactions, DATABASE_DIRECT_URL: elsewhere.href },
      says: /DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/,
    },
    {
      why: 'session mode without the limits of the user',
      settings: { DATABASE_URL: session.through(direct) },
      says: /lock_timeout is off.*alter role tallystone set statement_timeout = '3000ms'/,
    },
    {
      why: 'a PgBouncer that refuses the limits',
      settings: { DATABASE_URL: strict.through(direct) },
      says: /refuses what the server needs \(unsupported startup parameter: .*deploy\/pgbouncer/,
    },
  ];
  const refuse = async ({ why, settings, says }: (typeof cases)[number]) => {
    const said = await refusalOf(settings);
    const sentence = /Tallystone does not start: (.*)/.exec(said)?.[1] ?? said.slice(-300);
    proof.row({
      what: `a start with ${why}`,
      bar: 'refused in one sentence that says what to do',
      measured: sentence.length > 90 ? `${sentence.slice(0, 90)}...` : sentence,
      ok: says.test(sentence),
    });
  };
  // Unit tests have most of the others.
  for (const each of proof.sample ? cases.slice(0, 4) : cases) await refuse(each);
  await limitUser(direct);
  const reader = await readPostgres(direct);
  await reader.rows('alter role tallystone set jit = on');
  await reader.close();
  // Its connections are newer than these settings.
  const compiling = await PgBouncer.start(direct, { mode: 'transaction' });
  await refuse({
    why: 'transaction mode with the limits, but with jit',
    settings: { DATABASE_URL: compiling.through(direct), DATABASE_DIRECT_URL: direct },
    says: /jit is on.*alter role tallystone set jit = off/,
  });
  for (const bouncer of [transaction, session, strict, compiling]) await bouncer.kill();
}

async function refusalOf(settings: Readonly<Record<string, string>>): Promise<string> {
  const server = await ServerProcess.prepare({ settings });
  try {
    await server.start();
    return 'it started';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await server.remove();
  }
}

// ---- one mode

async function pool(
  proof: Proof,
  { database, mode }: { database: ProofDatabase; mode: 'session' | 'transaction' },
): Promise<void> {
  const direct = await database.renew();
  await limitUser(direct);
  const own = CONNECTIONS + LISTENING;
  // In transaction mode fewer than the servers would open, in session mode all of them and those of one tool.
  const size = mode === 'session' ? 2 * own + SPARE : POOL_SIZE;
  const bouncer = await PgBouncer.start(direct, { mode, settings: { default_pool_size: String(size) } });
  const where = {
    databaseUrl: bouncer.through(direct),
    settings: {
      DATABASE_CONNECTIONS: String(CONNECTIONS),
      ...(mode === 'transaction' && { DATABASE_DIRECT_URL: direct }),
    },
  };
  const servers = await Promise.all([ServerProcess.start(where), ServerProcess.start(where)]);
  const [one, two] = servers;
  const reader = await readPostgres(direct);
  const counting = await countConnections(direct, reader);
  const what = (claim: string) => `${claim}, two servers behind PgBouncer in ${mode} mode`;
  try {
    const random = seededRandom(SEED);
    const ways = proof.sample ? WAYS.slice(0, 1) : Array.from({ length: 4 }, () => WAYS).flat();
    const storms = [];
    for (const way of ways) storms.push(await sendSameBet(servers, reader, { random, way }));
    const odd = storms.find((storm) => !isOneBet(storm) || storm.answers !== 1);
    proof.row({
      what: what(`the same bet sent ${COPIES} times at once, ${storms.length} rounds`),
      bar: '1 bet, 1 debit, identical answers in every round',
      measured: odd === undefined ? `so in ${storms.length} of ${storms.length}` : JSON.stringify(odd),
      ok: odd === undefined,
    });

    const direction = new HttpConnection(one.port);
    const markets = (await listSteadyMarkets(direction)).slice(0, 4);
    const bettors: Bettor[] = [];
    for (let i = 0; i < LANES; i++) bettors.push(await signInBettor(direction, random));
    direction.close();

    proof.row(await hear(what, { servers, direct, markets, bettors, random }));
    for (const hang of [hangStatement, holdLock])
      proof.row(await hang(what, { server: two, direct, reader, markets, bettors, random }));

    await crowd({ servers, direct, bettor: bettors[0] });
    const peak = await counting.stop();
    // In session mode the connections for messages are among those of PgBouncer.
    const least = mode === 'session' ? 2 * own : size + 2 * LISTENING;
    const most = least + SPARE;
    proof.row({
      what: what(
        `connections to PostgreSQL with DATABASE_CONNECTIONS=${CONNECTIONS} and default_pool_size=${size}`,
      ),
      bar: `at most ${most}, and ${2 * LISTENING} of them listen`,
      measured: `at most ${peak.all}, ${peak.listening} listen`,
      // Each connection that there may be was wanted.
      ok: peak.all <= most && peak.all >= least && peak.listening === 2 * LISTENING,
    });

    const kills = proof.sample ? 1 : 10;
    for (const row of await killUnderLoad(what, { kills, bouncer, servers, reader, markets, bettors }))
      proof.row(row);

    const verified = await runTool('verify-ledger', one);
    const listed = await runTool(
      'tally',
      { environment: () => ({ ...one.environment(), DATA_DIR: 'none' }) },
      ['list-users'],
    );
    proof.row({
      what: what('`verify-ledger` and `tally list-users` while they run'),
      bar: 'both end with code 0',
      measured: `codes ${verified.code} and ${listed.code}${verified.code + listed.code === 0 ? '' : `: ${verified.output.slice(-300)} ${listed.output.slice(-300)}`}`,
      ok: verified.code === 0 && listed.code === 0,
    });
    const broken = await checkBooks(reader);
    proof.row({
      what: what('the invariants by independent SQL'),
      bar: 'all hold',
      measured: broken.length === 0 ? 'all hold' : broken.join('; '),
      ok: broken.length === 0,
    });
    if (!proof.sample) proof.row(await takeLimits(what, { bouncer, direct, server: one }));
    if (mode === 'session') proof.row(await changeMode({ bouncer, server: one }));
  } finally {
    await counting.stop();
    await reader.close();
    for (const server of servers) await server.remove();
    await bouncer.kill();
  }
}

type What = (claim: string) => string;

/** A bet at one server is a message to all, and news in a stream of the other server. */
async function hear(
  what: What,
  {
    servers: [one, two],
    direct,
    ...orders
  }: {
    servers: readonly [ServerProcess, ServerProcess];
    direct: string;
    markets: readonly WireListedMarket[];
    bettors: readonly Bettor[];
    random: Random;
  },
) {
  const messages = new Set<string>();
  const listener = await connect(direct);
  listener.on('notification', ({ payload = '' }) => messages.add(payload));
  await listener.query('listen tallystone_market_changed');
  const list = new HttpConnection(two.port);
  const position = (await list.send(httpRequest({ path: '/api/markets' }))).headers.get(
    'tallystone-position',
  );
  list.close();
  const news = new Set<string>();
  const stream = new StreamReader({
    port: two.port,
    after: position,
    onEvent: (event) => {
      for (const { id } of marketsIn(event)) news.add(id);
    },
  });
  const bet = await composeBet(one.port, orders);
  const placed = readPlacedBet(await sendSurely(one.port, bet.request));
  if (!('bet' in placed)) throw new Error(`the bet was refused: ${JSON.stringify(placed)}`);
  await until(
    async () => (messages.has(bet.marketId) && news.has(bet.marketId)) || null,
    'a message, and news in the stream of the other server',
  );
  stream.cut();
  await listener.end();
  return {
    what: what('a bet at one server'),
    bar: 'a message in PostgreSQL, and news in the stream of the other',
    measured: 'both',
    ok: true,
  };
}

interface Hang {
  server: ServerProcess;
  direct: string;
  reader: Reader;
  markets: readonly WireListedMarket[];
  bettors: readonly Bettor[];
  random: Random;
}

/** A statement that would run for an hour. */
async function hangStatement(what: What, { server, direct, reader, ...orders }: Hang) {
  const bet = await composeBet(server.port, orders);
  const client = await connect(direct);
  await client.query(`
    create function hang() returns trigger language plpgsql as $$ begin perform pg_sleep(3600); return new; end $$;
    create trigger hang before insert on bets for each row execute function hang()`);
  const answer = await sendOnce(server.port, bet);
  const [hanging] = await reader.rows(
    `select count(*)::text as count from pg_stat_activity where wait_event = 'PgSleep'`,
  );
  await client.query('drop function hang cascade');
  await client.end();
  return {
    what: what('a bet whose statement would hang for an hour'),
    bar: 'PostgreSQL ends the statement, and the bettor is told',
    measured: `${answer}, ${hanging?.count} statements hang`,
    ok: /^503 /.test(answer) && hanging?.count === '0',
  };
}

/** A lock that another session holds for as long as the bet waits. */
async function holdLock(what: What, { server, direct, reader, ...orders }: Hang) {
  const bet = await composeBet(server.port, orders);
  const client = await connect(direct);
  await client.query('begin; lock table bets in access exclusive mode');
  const answer = await sendOnce(server.port, bet);
  const [waiting] = await reader.rows(
    `select count(*)::text as count from pg_locks where not granted and relation = 'bets'::regclass`,
  );
  await client.query('rollback');
  await client.end();
  return {
    what: what('a bet that meets a lock which is held until it is answered'),
    bar: 'PostgreSQL ends the wait, and the bettor is told',
    measured: `${answer}, ${waiting?.count} waited still`,
    ok: /^503 /.test(answer),
  };
}

/** Many requests at once that wait for a lock, until PostgreSQL ends their waits. */
async function crowd({
  servers,
  direct,
  bettor,
}: {
  servers: readonly ServerProcess[];
  direct: string;
  bettor: Bettor | undefined;
}): Promise<void> {
  const client = await connect(direct);
  await client.query('begin; lock table postings in access exclusive mode');
  const request = httpRequest({ path: '/api/user/statement', token: bettor?.token ?? '' });
  await Promise.all(
    servers.flatMap(({ port }) =>
      Array.from({ length: CROWD }, async () => {
        const connection = new HttpConnection(port);
        await connection.send(request);
        connection.close();
      }),
    ),
  );
  await client.query('rollback');
  await client.end();
}

/** @returns rows about acknowledged bets and answers while PgBouncer is killed and started again */
async function killUnderLoad(
  what: What,
  {
    kills,
    bouncer,
    servers,
    reader,
    markets,
    bettors,
  }: {
    kills: number;
    bouncer: PgBouncer;
    servers: readonly ServerProcess[];
    reader: Reader;
    markets: readonly WireListedMarket[];
    bettors: readonly Bettor[];
  },
) {
  const sent = new Map<string, { bet: SignedBet; server: ServerProcess; id: string | null }>();
  const answers = new Map<string, number>();
  const acknowledged = new Map(servers.map((server) => [server, 0]));
  let isOver = false;
  const note = (key: string, answer: string, id: string | null) => {
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    const entry = sent.get(key);
    if (entry === undefined || id === null) return;
    entry.id = id;
    acknowledged.set(entry.server, (acknowledged.get(entry.server) ?? 0) + 1);
  };
  const lanes = bettors.map(async (bettor, i) => {
    const random = seededRandom(SEED + i);
    const server = servers[i % servers.length];
    while (!isOver && server !== undefined) {
      try {
        const bet = await composeBet(server.port, { bettors: [bettor], markets, random });
        const key = bet.key ?? '';
        sent.set(key, { bet, server, id: null });
        const connection = new HttpConnection(server.port);
        const answer = await connection.send(bet.request);
        connection.close();
        const placed = readPlacedBet(answer);
        if ('bet' in placed) note(key, '200', placed.bet.id);
        else note(key, `${placed.status} ${placed.refusal.code}`, null);
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
        note('', `lost: ${error.message}`, null);
      }
    }
  });
  /** Each server takes bets. */
  const flows = () => {
    const before = new Map(acknowledged);
    const isFlowing = (server: ServerProcess) =>
      (acknowledged.get(server) ?? 0) >= (before.get(server) ?? 0) + LANES;
    return until(async () => servers.every(isFlowing) || null, 'bets at both servers');
  };
  for (let kill = 0; kill < kills; kill++) {
    await flows();
    await bouncer.kill();
    await sleep(500);
    await bouncer.start();
  }
  await flows();
  isOver = true;
  await Promise.all(lanes);
  const open = [...sent.values()].filter(({ id }) => id === null);
  let booked = 0;
  for (const entry of open) {
    const placed = readPlacedBet(await sendSurely(entry.server.port, entry.bet.request));
    if ('bet' in placed) {
      entry.id = placed.bet.id;
      booked += 1;
    }
  }
  const rows = await reader.rows('select id, idempotency_key as key from bets');
  const byKey = new Map<string, (string | null)[]>();
  for (const { id = null, key } of rows)
    if (key != null && sent.has(key)) byKey.set(key, [...(byKey.get(key) ?? []), id]);
  const wrong = [...sent].filter(([key, { id }]) => {
    const ids = byKey.get(key) ?? [];
    return id === null ? ids.length > 0 : ids.length !== 1 || ids[0] !== id;
  });
  const odd = [...answers.keys()].filter((answer) => !EXPECTED.has(answer));
  const count = [...acknowledged.values()].reduce((sum, each) => sum + each, 0);
  const failed = [...answers].filter(([answer]) => answer.startsWith('503'));
  return [
    {
      what: what(
        `PgBouncer killed and started again ${kills} times: acknowledged bets lost, or bets booked twice`,
      ),
      bar: '0',
      measured: `${wrong.length} of ${count}, and of ${booked} sent again`,
      ok: wrong.length === 0 && count > 0,
    },
    {
      what: what('answers meanwhile that are no clear refusals'),
      bar: '0, and bets flow again at both servers',
      measured:
        odd.length === 0
          ? `0; ${failed.map((each) => each.join(': ')).join(', ') || 'none failed'}`
          : odd.join('; '),
      ok: odd.length === 0,
    },
  ];
}

/** The user loses its limits while servers run. */
async function takeLimits(
  what: What,
  { bouncer, direct, server }: { bouncer: PgBouncer; direct: string; server: ServerProcess },
) {
  const client = await connect(direct);
  await client.query('alter role tallystone reset lock_timeout');
  // Only new connections are without it.
  await bouncer.kill();
  await bouncer.start();
  // A line of the log is JSON, with the cause before the message.
  const isSaid = /lock_timeout is off.*the time limits of statements could not be confirmed/;
  await until(async () => isSaid.test(server.said) || null, 'a line in the log');
  await limitUser(direct);
  await client.end();
  return {
    what: what('the user loses a limit while servers run'),
    bar: 'the log says so',
    measured: 'it does',
    ok: true,
  };
}

/** PgBouncer comes back in another mode, in which listening would be in vain. */
async function changeMode({ bouncer, server }: { bouncer: PgBouncer; server: ServerProcess }) {
  await bouncer.kill();
  await bouncer.start('transaction');
  await until(
    async () => /the pooler is in transaction mode, in which no messages arrive/.test(server.said) || null,
    'a line in the log',
  );
  return {
    what: 'PgBouncer comes back in transaction mode while servers without a direct address run',
    bar: 'the log says that no messages arrive',
    measured: 'it does',
    ok: true,
  };
}

async function composeBet(
  port: number,
  {
    markets,
    bettors,
    random,
  }: { markets: readonly WireListedMarket[]; bettors: readonly Bettor[]; random: Random },
): Promise<SignedBet> {
  const connection = new HttpConnection(port);
  try {
    const market = random.pick(markets);
    const order = {
      bettor: random.pick(bettors),
      marketId: market.id,
      outcomeId: random.pick(market.outcomes).id,
      amount: 1,
    };
    return await signQuotedBet(connection, order);
  } finally {
    connection.close();
  }
}

/** @returns status and code of the answer */
async function sendOnce(port: number, { request }: SignedBet): Promise<string> {
  const connection = new HttpConnection(port);
  try {
    const placed = readPlacedBet(await connection.send(request));
    return 'bet' in placed ? '200' : `${placed.status} ${placed.refusal.code}`;
  } finally {
    connection.close();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'proof' });
  // If the database ends, the next query fails, not the process.
  client.on('error', () => undefined);
  await client.connect();
  // The limits of the user aren't for this proof.
  await client.query(
    'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
  );
  return client;
}

/** Counts the connections to the database, again and again, except those of this proof. */
async function countConnections(direct: string, reader: Reader) {
  const client = await connect(direct);
  const [itself] = await reader.rows('select pg_backend_pid()::text as pid');
  const peak = { all: 0, listening: 0 };
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      const { rows } = await client.query<typeof peak>(
        `select count(*)::int as all, (count(*) filter (where application_name = 'tallystone-listen'))::int as listening
         from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and application_name <> 'proof'
           and pid <> $1`,
        [itself?.pid],
      );
      peak.all = Math.max(peak.all, rows[0]?.all ?? 0);
      peak.listening = Math.max(peak.listening, rows[0]?.listening ?? 0);
      await sleep(50);
    }
    await client.end();
  })();
  return {
    async stop() {
      isOver = true;
      await counting;
      return peak;
    },
  };
}
