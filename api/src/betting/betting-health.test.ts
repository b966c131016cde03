import type { WireQuote } from '@tallystone/core/http-api/betting';
import type { WireError } from '@tallystone/core/http-api/error';
import type { BettingReason } from '@tallystone/core/http-api/health';
import {
  aBetBody,
  aFeedMarket,
  aMarket,
  betOverHttp,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { createMovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet, type TestWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { rows } from '../db/rows.ts';
import { openLog } from '../http/open-log.ts';
import { sealBooks } from '../ledger/seal-books.ts';
import { bettingHealth } from './betting-health.ts';
import { watchBetting } from './watch-betting.ts';

const HOUR_MS = 3_600_000;

interface Line {
  readonly msg: string;
  readonly time: number;
  readonly count: number;
  readonly route?: string;
  readonly requestId?: string;
  readonly status?: number;
  readonly err: { readonly cause?: { readonly cause?: { readonly code?: string } } };
}

interface Health {
  readonly status?: string;
  readonly error?: string;
  readonly reasons: BettingReason[];
}

let database: TestDatabase;
let app: App;
let wallet: TestWallet;
let signedIn: SignedIn;
let market: TestMarket;
/** The server's clock moves only when a test moves it. */
let nowMs = 0;
const now = () => new Date(nowMs);
let lines: Line[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  nowMs = Date.now();
  lines = [];
  app = await aTestApp(database, {
    now,
    log: openLog('warn', { write: (line) => lines.push(JSON.parse(line)) }),
  });
  wallet = anEvmWallet();
  signedIn = await signInWith(app, wallet);
  market = await aMarket(database.db);
});
afterEach(() => app.close());

const bet = (amount = 1) => betOverHttp(app, { wallet, headers: signedIn.headers, market, amount });
const readyStatus = async () => (await app.http.inject('/api/health/ready')).statusCode;

async function betting(of: App = app): Promise<Health & { http: number }> {
  const answer = await of.http.inject('/api/health/betting');
  return { http: answer.statusCode, ...answer.json<Health>() };
}

/** A bet that can be sent again under other keys. */
async function aSignedBet() {
  const [outcomeId = ''] = market.outcomeIds;
  const quoted = await app.http.inject({
    url: `/api/markets/${market.marketId}/quote`,
    query: { outcomeId, amount: '1' },
  });
  const { odds } = quoted.json<WireQuote>();
  const payload = aBetBody(wallet, { marketId: market.marketId, outcomeId, amount: 1, odds });
  return (key: string) =>
    app.http.inject({
      method: 'POST',
      url: '/api/bets',
      headers: { ...signedIn.headers, 'idempotency-key': key },
      payload,
    });
}

/** Ends the present second, after which the findings are no longer kept. */
const pass = (ms = 1000) => {
  nowMs += ms;
};

test('says that bets are taken', async () => {
  expect(await betting()).toEqual({ http: 200, status: 'open', reasons: [] });
  expect((await bet()).statusCode).toBe(200);
});

describe('with a table missing', () => {
  beforeEach(() => database.db.execute(sql`alter table postings rename to postings_away`));
  afterEach(() => database.db.execute(sql`alter table if exists postings_away rename to postings`));
  const mend = () => database.db.execute(sql`alter table postings_away rename to postings`);

  test('names the table, and the process continues to serve', async () => {
    expect(await betting()).toMatchObject({
      http: 503,
      error: 'Tables are missing in the database: postings.',
      reasons: [{ kind: 'tables', stops: 'every-bet' }],
    });
    expect((await bet()).statusCode).toBe(503);
    expect(await readyStatus()).toBe(200);
    pass();
    expect(await betting()).toMatchObject({
      http: 503,
      reasons: [{ kind: 'recording', stops: 'every-bet' }, { kind: 'tables' }],
    });
    expect(await readyStatus()).toBe(200);
    await mend();
    expect((await bet()).statusCode).toBe(200);
    pass();
    expect(await betting()).toEqual({ http: 200, status: 'open', reasons: [] });
  });

  test('a thousand failed bets are all counted in the log, with cause and request, in a line each ten seconds', async () => {
    const send = await aSignedBet();
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => send(`key ${n}`)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    const ids = answers.map((answer) => answer.json<WireError>().requestId);
    const ofBets = () =>
      lines.filter(({ msg, route }) => msg === 'a request failed' && route === '/api/bets');
    const logged = ofBets();
    expect(logged[0]).toMatchObject({ status: 503, count: 1, err: { cause: { cause: { code: '42P01' } } } });
    for (const [index, line] of logged.slice(1).entries()) {
      // Timers may fire a moment early.
      expect(line.time - (logged[index]?.time ?? 0)).toBeGreaterThan(9900);
    }
    // Failures that were only counted so far are logged at the end.
    await app.close();
    expect(ofBets().reduce((sum, { count }) => sum + count, 0)).toBe(1000);
    for (const { requestId } of ofBets()) expect(ids).toContain(requestId);
  });
});

test('a full disk makes the process not ready at once, though the row of the probe could be written', async () => {
  await database.db.execute(sql`
    create function have_no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await database.db.execute(
    sql`create trigger have_no_room before insert on bets for each row execute function have_no_room()`,
  );
  expect(await readyStatus()).toBe(200);
  expect((await bet()).statusCode).toBe(503);
  expect(await readyStatus()).toBe(503);
  expect(await betting()).toMatchObject({
    http: 503,
    error: 'The database is out of space.',
    reasons: [{ kind: 'commits' }, { kind: 'recording' }],
  });
  await database.db.execute(sql`drop trigger have_no_room on bets`);
  await database.db.execute(sql`drop function have_no_room`);
  pass(10_000);
  expect(await readyStatus()).toBe(200);
  expect(await betting()).toEqual({ http: 200, status: 'open', reasons: [] });
  expect(lines.map(({ route }) => route)).toEqual(['/api/bets', '/api/health/ready', '/api/health/betting']);
});

test('bets in a second spare the database the probe', async () => {
  expect((await bet()).statusCode).toBe(200);
  expect(await readyStatus()).toBe(200);
  const probes = () => rows(database.db, sql`select from last_runs where name like 'probe %'`);
  const before = (await probes()).length;
  pass();
  expect(await readyStatus()).toBe(200);
  expect(await probes()).toHaveLength(before + 1);
});

test('a database that takes no more writes is noticed by the first failed bet, and so is its recovery', async () => {
  const alone = await createTestDatabase({ connections: 1 });
  const other = await aTestApp(alone, { now });
  const bettor = await signInWith(other, wallet);
  const place = async () => {
    const here = await aMarket(alone.db);
    return () => betOverHttp(other, { wallet, headers: bettor.headers, market: here, amount: 1 });
  };
  const send = await place();
  const status = async () => (await other.http.inject('/api/health/ready')).statusCode;
  expect(await status()).toBe(200);
  await alone.db.execute(sql`set default_transaction_read_only = on`);
  expect((await send()).statusCode).toBe(503);
  expect(await status()).toBe(503);
  expect(await betting(other)).toMatchObject({
    http: 503,
    reasons: [{ kind: 'commits' }, { kind: 'recording' }],
  });
  await alone.db.execute(sql`set default_transaction_read_only = off`);
  pass();
  expect(await status()).toBe(200);
  expect((await send()).statusCode).toBe(200);
  await other.close();
  await alone.close();
});

test.each([
  { hours: -3, sentence: /^This server's clock is 3 hours behind .*\.$/, http: 503 },
  { hours: 3, sentence: /^This server's clock is 3 hours ahead of .*\.$/, http: 200 },
])('a clock $hours hours off is reported', async ({ hours, sentence, http }) => {
  // Slightly less than a whole hour, because the answers take some time.
  pass(hours * HOUR_MS + Math.sign(hours) * 60_000);
  const health = await betting();
  expect(health.http).toBe(http);
  expect(health.reasons).toMatchObject([{ kind: 'clock', sentence: expect.stringMatching(sentence) }]);
  expect(await readyStatus()).toBe(200);
  if (http === 200) {
    expect(health.status).toBe('limited');
    return;
  }
  // The quote had indeed expired when it was given.
  const signedInNow = await signInWith(app, wallet);
  const refused = await betOverHttp(app, { wallet, headers: signedInNow.headers, market, amount: 1 });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'quote-expired']);
});

test('a clock that is a few seconds off is not reported', async () => {
  pass(-5000);
  expect(await betting()).toEqual({ http: 200, status: 'open', reasons: [] });
});

test('markets of the feed whose odds are too old are counted, and stop no other bets', async () => {
  const old = await aFeedMarket(database.db, { pricedAt: new Date(Date.now() - 11 * 60_000) });
  const fresh = await aFeedMarket(database.db);
  expect(await betting()).toMatchObject({
    http: 200,
    status: 'limited',
    reasons: [
      {
        kind: 'feed',
        stops: 'some-bets',
        sentence: 'The odds of 1 of 2 feed markets are too old to bet on.',
      },
    ],
  });
  expect((await bet()).statusCode).toBe(200);
  for (const { marketId } of [old, fresh]) {
    // Markets that an admin has paused are not counted at all.
    await database.db.execute(
      sql`update markets set disabled = true, state = 'suspended' where id = ${marketId}`,
    );
  }
  pass();
  expect(await betting()).toEqual({ http: 200, status: 'open', reasons: [] });
});

test('broken books and a server that stops are reasons, and only the second is not ready', async () => {
  app.readiness.stopBetsWhile(() => true);
  expect(await betting()).toMatchObject({ http: 503, reasons: [{ kind: 'books', stops: 'every-bet' }] });
  expect(await readyStatus()).toBe(200);
  app.readiness.stopBetsWhile(() => false);
  app.readiness.drain();
  expect(await betting()).toMatchObject({ http: 503, reasons: [{ kind: 'stopping', stops: 'every-bet' }] });
  expect(await readyStatus()).toBe(503);
});

test('entries that wait too long for their seal are reported, and stop no bet', async () => {
  const moved = await createMovedDatabase();
  const other = await aTestApp(moved, { now: moved.now });
  const sealer = sealBooks({
    database: moved,
    headFile: null,
    onHead: () => undefined,
    onError: () => undefined,
    everyMs: HOUR_MS,
  });
  while ((await sealer.round()) === 0);
  expect(await betting(other)).toEqual({ http: 200, status: 'open', reasons: [] });
  await signInWith(other, wallet);
  await moved.advance(90_000);
  expect(await betting(other)).toMatchObject({
    http: 200,
    status: 'open',
    reasons: [{ kind: 'seals', stops: 'no-bet' }],
  });
  // For a process that has just begun, they waited while it did not run.
  const begun = bettingHealth({
    db: moved.db,
    ready: other.readiness,
    mode: 'demo',
    takesBets: true,
    now: moved.now,
    onError: (error) => expect.unreachable(String(error)),
  });
  expect(await begun.reasons()).toEqual([]);
  while ((await sealer.round()) === 0);
  await moved.advance(1000);
  expect(await betting(other)).toMatchObject({ reasons: [] });
  await sealer.stop();
  await other.close();
  await moved.close();
});

test('live mode says that no standby has the bets, which stops no bet', async () => {
  const live = bettingHealth({
    db: database.db,
    ready: app.readiness,
    mode: 'live',
    takesBets: true,
    now,
    onError: (error) => expect.unreachable(String(error)),
  });
  expect(await live.reasons()).toEqual([
    {
      kind: 'standby',
      stops: 'no-bet',
      sentence: expect.stringContaining("don't wait for a synchronous standby"),
    },
  ]);
});

test('live mode says so too while nothing can be committed, because commits may wait for the standby', async () => {
  const sentence = 'The database is slow to answer.';
  const live = bettingHealth({
    db: database.db,
    ready: Object.create(app.readiness, {
      problem: { value: async () => ({ kind: 'busy', sentence, cause: undefined }) },
    }),
    mode: 'live',
    takesBets: true,
    now,
    onError: (error) => expect.unreachable(String(error)),
  });
  expect(await live.reasons()).toEqual([
    { kind: 'commits', stops: 'every-bet', sentence },
    { kind: 'standby', stops: 'no-bet', sentence: expect.any(String) },
  ]);
});

test('512 concurrent requests for either health are answered', async () => {
  const ask = (url: string) => Array.from({ length: 512 }, () => app.http.inject(url));
  const answers = await Promise.all([...ask('/api/health/ready'), ...ask('/api/health/betting')]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

test('changes are reported once even if no monitor asks', async () => {
  let reasons: BettingReason[] = [];
  const reported: string[][] = [];
  const watch = watchBetting({
    health: { reasons: async () => reasons },
    onChange: (now) => reported.push(now.map(({ sentence }) => sentence)),
    onError: () => undefined,
    everyMs: HOUR_MS,
  });
  const feed = (stale: number): BettingReason => ({ kind: 'feed', stops: 'some-bets', sentence: `${stale}` });
  for (const now of [[], [feed(1)], [feed(2)], [], []]) {
    reasons = now;
    await watch.now();
  }
  await watch.stop();
  expect(reported).toEqual([['1'], []]);
});
