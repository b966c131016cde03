import { aMarket, betOverHttp } from '@tallystone/testkit/betting/betting.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { countRowsRead } from '@tallystone/testkit/database/rows-read.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { aTestApp, demoSignInWith, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { col, rows } from '../db/rows.ts';
import { replayGuests } from './replay-guests.ts';

const HOUR_MS = 3_600_000;

let database: MovedDatabase;
let app: App;
/** By what they did. */
const ids = new Map<string, string>();
const id = (of: string) => ids.get(of) ?? '';

beforeAll(async () => {
  database = await createMovedDatabase();
  app = await aTestApp(database, { now: database.now });
  const market = await aMarket(database.db, { endsAt: new Date(Date.now() + 99 * HOUR_MS) });
  const made = async (name: string) => {
    const [user] = await rows(
      database.db,
      { id: col.text },
      sql`select id from users where id not in (select json_array_elements_text(${JSON.stringify([...ids.values()])}::json))`,
    );
    ids.set(name, user?.id ?? '');
  };
  const wallet = anEvmWallet();
  const bet = async (of: ReturnType<typeof anEvmWallet>, { headers }: SignedIn) => {
    const placed = await betOverHttp(app, { wallet: of, headers, market, amount: 20 });
    expect(placed.statusCode).toBe(200);
  };
  const owner = await signInWith(app, wallet);
  await made('owner');
  await bet(wallet, owner);
  const limits = { method: 'PUT', url: '/api/user/limits', payload: { ownCap: 300 } } as const;
  const careful = await signInWith(app, anEvmWallet());
  await made('careful');
  expect((await app.http.inject({ ...limits, headers: careful.headers })).statusCode).toBe(200);
  const often = anEvmWallet();
  await signInWith(app, often);
  await made('often');
  await signInWith(app, often);
  await demoSignInWith(app, anEvmWallet());
  await made('idle guest');
  await bet(wallet, await demoSignInWith(app, wallet));
  await made('guest who shows the wallet');
  const slow = anEvmWallet();
  const guest = await demoSignInWith(app, slow);
  await made('slow guest');
  // Times of entries and users are database defaults, which ignore the moved clock.
  await database.advance(11 * HOUR_MS);
  await bet(slow, guest);
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      update entries set recorded_at = recorded_at + interval '11 hours'
      where key = ${`faucet-grant:${id('slow guest')}:first`}`);
  });
  await database.advance(3 * HOUR_MS);
  await bet(wallet, await signInWith(app, wallet));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const foundAfter = (tampering: SQL) =>
  undone(database.db, async (tx) => {
    // Like an attacker who removes the constraint.
    await tx.execute(sql`drop index users_identity`);
    await tx.execute(tampering);
    return (await replayGuests(tx)).map(({ what, expected, found }) => ({ what, expected, found }));
  });

test('genuine guests and users of wallets are not reported', async () => {
  expect(await replayGuests(database.db)).toEqual([]);
});

test.each([
  ['owner', 'this user has more than one session'],
  ['careful', 'the audit names what this user did'],
  ['often', 'this user has more than one session'],
  ['idle guest', 'this user has no account'],
  ['guest who shows the wallet', 'another user has the same wallet'],
  ['slow guest', 'this user got the first practice money later than with signing in'],
])('a changed guest flag is found: %s', async (name, why) => {
  const found = await foundAfter(sql`update users set guest = not guest where id = ${id(name)}`);
  const ofUser = found.filter(({ what }) => what === `user ${id(name)}`);
  expect(ofUser).toEqual([
    {
      what: expect.anything(),
      expected: expect.stringContaining(`: ${why}`),
      found: name.includes('guest') ? 'the user of a wallet' : 'a guest',
    },
  ]);
});

test('a guest who bet after the session ended is found, and a guest in books of real stakes', async () => {
  const ended = sql`
    with guest as (update users set guest = true where id = ${id('owner')})
    delete from sessions where user_id = ${id('owner')}`;
  expect(await foundAfter(ended)).toMatchObject([
    { expected: 'the user of a wallet: this user bet after a session of a guest ends' },
  ]);
  const live = sql`
    insert into chain_cursor (chain_id, escrow, block_number, block_hash, block_at) values (137, '\\x00', 1, '\\x00', now())`;
  expect((await foundAfter(live)).map(({ expected }) => expected)).toEqual(
    Array.from({ length: 3 }, () => 'the user of a wallet: books of real stakes have none'),
  );
});

test('the audit is read once, not once per guest', async () => {
  const SIZE = 3000;
  const read = await undone(database.db, async (tx) => {
    // An audit of years doesn't fit into the memory of a statement.
    await tx.execute(sql`set local work_mem = '64kB'`);
    await tx.execute(sql`
      insert into users (id, family, address_bytes, address, wallet_type, guest)
      select 'g' || g, 'evm', substring(sha256(g::text::bytea) for 20), 'a' || g, 'evm', true
      from generate_series(1, ${SIZE}::int) g`);
    await tx.execute(sql`
      insert into audit (id, at, actor, action, subject, hash)
      select g, clock_timestamp(), 'system', 'books.seal', 'entries', '\\x00'
      from (select coalesce(max(id), 0) as last from audit) a, generate_series(a.last + 1, a.last + ${SIZE}::int) g`);
    return countRowsRead(tx, replayGuests);
  });
  expect(read).toBeGreaterThan(SIZE);
  expect(read).toBeLessThan(30 * SIZE);
});
