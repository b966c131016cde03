import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import {
  aBettingProcess,
  aBettor,
  aCashOut,
  aFeedMarket,
  aMarket,
  aQuotedBet,
  betOverHttp,
  moveFeedOdds,
} from '@tallystone/testkit/betting/betting.ts';
import {
  aLiveBet,
  aLiveBettor,
  aLiveMarket,
  aLiveProcess,
  confirm,
} from '@tallystone/testkit/betting/live-betting.ts';
import { placeSomeBets } from '@tallystone/testkit/betting/some-bets.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { limitUser } from '@tallystone/testkit/processes/pgbouncer.ts';
import { anAdmin, bulkBody, callAs } from '@tallystone/testkit/server/desk.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cashOut } from './betting/cash-out.ts';
import { failLiveBets } from './betting/fail-live-bets.ts';
import { placeBet } from './betting/place-bet.ts';
import { quoteCashOut } from './betting/quote-cash-out.ts';
import { parseConfig } from './config.ts';
import type { Database } from './db/open-database.ts';
import { col, rows, value, values } from './db/rows.ts';
import { transaction } from './db/transaction.ts';
import { openLog } from './http/open-log.ts';
import { checkInvariants } from './ledger/check-invariants.ts';
import { startServer } from './start-server.ts';

const FILE = readFileSync(new URL('../../deploy/postgres/server-role.sql', import.meta.url), 'utf8');
/** Tables whose rows are only inserted, and a column of each. */
const HISTORY = [
  ['entries', 'kind'],
  ['postings', 'amount'],
  ['bets', 'payout'],
  ['bet_endings', 'amount'],
  ['cash_outs', 'rule'],
  ['seals', 'root'],
  ['audit', 'hash'],
  ['market_terms', 'terms'],
  ['feed_prices', 'odds'],
  ['practice_draws', 'seed'],
  ['chain_events', 'args'],
] as const;

/** Roles belong to the whole server of the tests. */
const USER = `tallystone_server_${process.pid}`;
const STATEMENTS = FILE.replaceAll('tallystone_server', USER);

let database: TestDatabase;
let owner: pg.Client;
/** The same database, with the user of the file. */
let limited: Database;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.adminUrl);
  await owner.connect();
  await expect(owner.query(STATEMENTS)).rejects.toThrow(`create role ${USER} login`);
  await owner.query(`create role ${USER} login`);
  await owner.query(STATEMENTS);
  const address = new URL(database.url);
  address.username = USER;
  url = address.href;
  limited = await openPatiently(url);
});
afterAll(async () => {
  await limited.close();
  await owner.query(`drop owned by ${USER}; drop role ${USER}`);
  await owner.end();
  await database.close();
});

async function expectSoundBooks(): Promise<void> {
  const verdicts = await checkInvariants(limited.db, { kind: 'everything' });
  expect(verdicts.flatMap(({ offenders }) => offenders)).toEqual([]);
}

describe('the file', () => {
  test('can be run by an owner who is no administrator, and gives rights for tables that come later', async () => {
    const plain = `tallystone_owner_${process.pid}`;
    const role = `tallystone_limited_${process.pid}`;
    const other = await createEmptyDatabase();
    const as = (user: string) => Object.assign(new URL(other.url), { username: user }).href;
    const { pathname } = new URL(other.url);
    await other.ask(
      `create role ${plain} login; create role ${role} login; alter database ${pathname.slice(1)} owner to ${plain}`,
    );
    const client = new pg.Client(as(plain));
    try {
      const made = await openPatiently(as(plain));
      await made.migrate();
      await made.close();
      await client.connect();
      const statements = FILE.replaceAll('tallystone_server', role);
      await client.query(statements);
      await client.query(statements);
      await client.query('create table of_next_version (id int)');
      const { rows: rights } = await client.query(`
        select has_table_privilege('${role}', 'of_next_version', 'insert') as insert,
          has_table_privilege('${role}', 'entries', 'insert') as entry,
          has_table_privilege('${role}', 'entries', 'update') as change`);
      expect(rights).toEqual([{ insert: true, entry: true, change: false }]);
    } finally {
      await client.end();
      await other.ask(`drop owned by ${role}; drop role ${role}`);
      await other.remove();
      await owner.query(`drop role ${plain}`);
    }
  });

  test.each([
    ['is in another role', `grant pg_read_all_data to ${USER}`, `revoke pg_read_all_data from ${USER}`],
    ['may make roles', `alter role ${USER} createrole`, `alter role ${USER} nocreaterole`],
  ])('is refused for a user that %s', async (_why, give, take) => {
    await owner.query(give);
    await expect(owner.query(STATEMENTS)).rejects.toThrow('has more rights than a server needs');
    await owner.query(take);
    await owner.query(STATEMENTS);
  });
});

describe('the user of deploy/postgres/server-role.sql', () => {
  test('takes bets, cashes them out and pays them', async () => {
    await placeSomeBets(limited);
    const betting = aBettingProcess(limited.db);
    const bettor = await aBettor(limited.db);
    const market = await aFeedMarket(limited.db, { odds: [2, 2] });
    await moveFeedOdds(limited.db, market, [2, 2]);
    const { id } = await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 10 }));
    const quote = await quoteCashOut(betting, { session: bettor.session, betId: id });
    expect(quote).toMatchObject({ betId: id });
    // A bet is sold from a minute on.
    await database.db.execute(sql`
      begin; set local session_replication_role = replica;
      update bets set placed_at = placed_at - interval '2 minutes', priced_at = priced_at - interval '2 minutes' where id = '${sql.raw(id)}';
      update bet_minutes set minute = minute - interval '2 minutes' where market_id = '${sql.raw(market.marketId)}';
      commit`);
    await cashOut(betting, aCashOut(bettor, { betId: id, amount: 9 }));
    await expectSoundBooks();
  });

  test('accepts, confirms and fails live bets', async () => {
    const live = aLiveProcess(limited.db);
    // What the contract opened is written by the test, not as the product would.
    const market = await aLiveMarket(database.db);
    const bettor = await aLiveBettor(limited.db, live);
    const placed = [];
    for (const amount of [5, 6]) {
      placed.push(await placeBet(live, await aLiveBet(live, { bettor, market, amount })));
    }
    const [one, two] = placed.map(({ id }) => id);
    await confirm(limited.db, [one ?? '']);
    await transaction(limited.db, (tx) =>
      failLiveBets(tx, { failed: [{ betId: two ?? '', failure: 'not-included' }] }),
    );
    expect(await values(limited.db, col.text, sql`select state from live_bets order by seq`)).toEqual([
      'confirmed',
      'failed',
    ]);
  });

  test('serves admins', async () => {
    const app = await aTestApp(limited);
    const admin = await anAdmin(app, limited.db);
    const { marketId } = await aMarket(limited.db);
    for (const action of ['disable', 'enable', 'close'] as const) {
      const payload = await bulkBody({ app, db: limited.db, admin }, { ids: [marketId], action });
      const answer = await callAs(app, admin)({ method: 'POST', url: '/api/admin/markets/bulk', payload });
      expect([action, answer.statusCode]).toEqual([action, 200]);
    }
    await app.close();
  });

  test('is enough for a server, whose migration goes to DATABASE_DIRECT_URL', async () => {
    const log: string[] = [];
    // PgBouncer may be in between, so this one has the limits that operators give it.
    const user = `${USER}_limited`;
    await owner.query(`create role ${user} login`);
    await owner.query(FILE.replaceAll('tallystone_server', user));
    await limitUser(database.adminUrl, user);
    const env = {
      PORT: '0',
      DATA_DIR: 'none',
      ...database.settings,
      DATABASE_URL: Object.assign(new URL(url), { username: user }).href,
      DATABASE_DIRECT_URL: database.adminUrl,
    };
    const server = await startServer({
      config: parseConfig(env),
      log: openLog('warn', { write: (line) => log.push(line) }),
      webApp: null,
    });
    try {
      const ready = await fetch(`${server.address}/api/health/ready`);
      expect(ready.status).toBe(200);
      const listed = (await (await fetch(`${server.address}/api/markets`)).json()) as WireListedMarket[];
      expect(listed.some(({ source }) => source === 'practice')).toBe(true);
      // The sealer has written what was recorded before.
      await expect
        .poll(() => value(database.db, col.number, sql`select count(*)::int from seals`), { timeout: 60_000 })
        .toBeGreaterThan(0);
    } finally {
      await server.stop();
      await owner.query(`drop owned by ${user}; drop role ${user}`);
    }
    expect(log.filter((line) => line.includes('permission'))).toEqual([]);
    await expectSoundBooks();
  });

  test('signs people in and takes their bets over HTTP', async () => {
    const app = await aTestApp(limited);
    const market = await aMarket(limited.db);
    const wallet = anEvmWallet();
    const { headers } = await signInWith(app, wallet);
    expect((await betOverHttp(app, { wallet, headers, market, amount: 5 })).statusCode).toBe(200);
    const out = await app.http.inject({ method: 'POST', url: '/api/auth/logout', headers });
    expect(out.statusCode).toBeLessThan(300);
    await app.close();
  });

  test.each([
    ...HISTORY.flatMap(([table, column]) => [
      `update ${table} set ${column} = null`,
      `delete from ${table}`,
      `truncate ${table}`,
    ]),
    'update accounts set user_id = null',
    'delete from accounts',
    'truncate accounts',
    'update live_bets set payout = payout + 1',
    'update live_bets set acceptance = null',
    'delete from live_bets',
    'delete from chain_outflows',
    'update chain_outflows set amount = 0',
    'update chain_payouts set amount = amount + 1',
    'update markets set loss_budget = loss_budget + 1',
    'update markets set pricing = null',
    'delete from markets',
    'update outcomes set initial_probability = 0.5',
    'update resolutions set outcome_id = null',
    'update price_points set price = null',
    'truncate price_points',
    'truncate price_candles',
    "insert into market_transitions values ('settled', 'open')",
    "update users set address = ''",
    'update server_keys set key = null',
    'delete from server_keys',
    'create table more ()',
    'alter table bets disable trigger all',
    'drop table bets',
    'drop trigger bets_are_history on bets',
    'create index on bets (odds)',
    `create function clock_timestamp() returns timestamptz language sql as 'select now()'`,
    'set session_replication_role = replica',
    'create role more',
  ])('may not: %s', async (statement) => {
    const refused = limited.db.execute(sql.raw(statement));
    await expect(refused).rejects.toMatchObject({ cause: { code: '42501' } });
  });
});

describe('the file and the product are in step', () => {
  test('a table without a line is refused', async () => {
    await database.db.execute(sql`create table added (id bigint)`);
    await expect(owner.query(STATEMENTS)).rejects.toThrow(
      /^this file has no line for added: use the file of/,
    );
    // Until then, the server may use it.
    expect(
      await value(limited.db, col.bool, sql`select has_table_privilege('added', 'insert, update, delete')`),
    ).toBe(true);
    await owner.query('drop table added');
    await owner.query(STATEMENTS);
  });

  test('every column that it keeps exists', async () => {
    const lines = [...FILE.matchAll(/^ {4}\('(\w+)', '[^']*', '([^']*)'\)/gm)].flatMap(
      ([, table, kept = '']) =>
        kept.split(' ').flatMap((column) => (column === '' ? [] : [`${table}.${column}`])),
    );
    expect(lines.length).toBeGreaterThan(100);
    const known = await values(
      limited.db,
      col.text,
      sql`select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'`,
    );
    expect(lines.filter((column) => !known.includes(column))).toEqual([]);
  });

  test('every change that is written in the sources is allowed', async () => {
    const changes = sources().flatMap(({ name, text }) =>
      changesOf(text).map((change) => ({ ...change, name })),
    );
    expect(changes.length).toBeGreaterThan(150);
    const refused = await rows(
      limited.db,
      sql`
        select c.* from json_to_recordset(${JSON.stringify(changes)}::json)
          as c(name text, "table" text, may text, "column" text)
        join pg_class t on t.relname = c."table" and t.relnamespace = 'public'::regnamespace
        where not case when c."column" = '' then has_table_privilege(t.oid, c.may)
          else has_column_privilege(t.oid, c."column", c.may) end`,
    );
    expect(refused).toEqual([]);
  });
});

const sources = () =>
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(import.meta.dirname, name), 'utf8') }));

interface Change {
  readonly table: string;
  readonly may: 'insert' | 'update' | 'delete';
  /** Empty for the whole row. */
  readonly column: string;
}

/** The changes of tables that SQL in a source names. */
function changesOf(text: string): Change[] {
  const changes: Change[] = [];
  for (const [, table = ''] of text.matchAll(/\binsert into (\w+)/g))
    changes.push({ table, may: 'insert', column: '' });
  for (const [, table = ''] of text.matchAll(/\bdelete from (\w+)/g))
    changes.push({ table, may: 'delete', column: '' });
  for (const found of text.matchAll(/\bupdate (\w+)(?: [a-z]+)?\s+set\b/g)) {
    const [all, table = ''] = found;
    for (const column of columnsSet(text.slice(found.index + all.length)))
      changes.push({ table, may: 'update', column });
  }
  for (const found of text.matchAll(/\binsert into (\w+)[^`]*?\bdo update\s+set\b/g)) {
    const [all, table = ''] = found;
    for (const column of columnsSet(text.slice(found.index + all.length)))
      changes.push({ table, may: 'update', column });
  }
  return changes;
}

/** The columns that a list of assignments begins with, outside of parentheses and interpolations. */
function columnsSet(text: string): string[] {
  let depth = 0;
  let list = '';
  for (const [at, sign] of [...text].entries()) {
    if (sign === '(' || sign === '{') depth += 1;
    if (depth === 0 && (sign === '`' || /^\s(?:where|from|returning)\b/.test(text.slice(at, at + 12)))) break;
    if (depth === 0) list += sign;
    if (sign === ')' || sign === '}') depth -= 1;
    if (depth < 0 || at > 2000) break;
  }
  return [...list.replace(/--.*$/gm, '').matchAll(/(?:^|,)\s*(\w+) = /g)].map(([, column = '']) => column);
}
