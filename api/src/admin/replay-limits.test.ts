import { randomUUID } from 'node:crypto';
import type { WireResultsQueue } from '@tallystone/core/http-api/settlement';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aMarket,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import {
  aLiveBet,
  aLiveBettor,
  aLiveMarket,
  openLiveBooks,
} from '@tallystone/testkit/betting/live-betting.ts';
import { aLiveApp, anAdminDesk } from '@tallystone/testkit/betting/results.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAudit } from '../audit/record-audit.ts';
import { changeLimits, takeBreak } from '../betting/change-limits.ts';
import { placeBet } from '../betting/place-bet.ts';
import type { Db } from '../db/db.ts';
import type { Database } from '../db/open-database.ts';
import { transaction } from '../db/transaction.ts';
import { applyGrants, noteGrants } from '../identity/admin-grants.ts';
import { changeSettings } from '../settings/change-settings.ts';
import { changeUser } from './change-user.ts';
import { readLimitsHistory } from './limits-history.ts';
import { replayCaps } from './replay-caps.ts';
import { replayLimits } from './replay-limits.ts';
import { runCommand } from './run-command.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const YEAR_MS = 366 * DAY_MS;

const command = (db: Db, ...words: string[]) =>
  runCommand({ db, mode: 'demo', now: new Date(), headFile: '', importGames: null, chain: null }, words);
const setCap = (db: Db, { wallet }: { wallet: WalletAddress }, cap: string) =>
  command(db, 'set-cap', wallet.text, cap, '--reason', 'As asked');
const inDemo = { mode: 'demo', actor: { kind: 'command-line' } } as const;

/** A guest who shows another user's wallet. */
async function aGuestWith(db: Db, { wallet }: { wallet: WalletAddress }): Promise<string> {
  const id = randomUUID();
  await db.execute(sql`
    insert into users (id, family, address_bytes, address, wallet_type, guest)
    values (${id}, ${wallet.family}, ${Buffer.from(wallet.bytes)}, ${wallet.text}, 'metamask', true)`);
  return id;
}

describe('in books where limits were changed in every way', () => {
  let database: MovedDatabase & { url: string };
  let betting: TestBetting;
  let market: TestMarket;
  const who: Record<string, string> = {};
  beforeAll(async () => {
    database = await createMovedDatabase();
    const { db } = database;
    await fundTheHouse(db);
    await changeByTwoAdmins(database);
    betting = aBettingProcess(db, database);
    market = await aMarket(db, { endsAt: new Date(Date.now() + 9 * YEAR_MS) });
    const names = ['plain', 'capped', 'own', 'leveled', 'admin'] as const;
    const all = await Promise.all(names.map(() => aBettor(db)));
    names.forEach((name, i) => {
      who[name] = all[i]?.session.userId ?? '';
    });
    const [plain, capped, own, leveled, admin] = all as [
      TestBettor,
      TestBettor,
      TestBettor,
      TestBettor,
      TestBettor,
    ];
    const sendOwnCap = (ownCap: number | null) =>
      changeLimits(db, { session: own.session, mode: 'demo', sent: { ownCap } });

    for (const bettor of all) await bet(bettor);
    // Right around bets, and so that the previous cap no longer applies.
    await changeSettings(db, {
      ...inDemo,
      sent: { stakeCapLevel0: 900, stakeCapLevel1: 700, autoImport: true },
    });
    await bet(plain);
    await setCap(db, capped, '500');
    await bet(capped);
    await setCap(db, capped, '450');
    await bet(capped);
    await sendOwnCap(300);
    await bet(own);
    await sendOwnCap(800);
    await command(db, 'set-level', leveled.wallet.text, '1', '--reason', 'Passport seen');
    await bet(leveled);
    await command(db, 'grant-admin', admin.wallet.text);
    await bet(admin);
    await database.advance(10 * MINUTE_MS);
    for (const bettor of all) await bet(bettor);
    await Promise.all([setCap(db, capped, 'default'), bet(capped), bet(capped)]);
    await command(db, 'revoke-admin', admin.wallet.text);
    // The own cap's raise is due.
    await database.advance(DAY_MS);
    for (const bettor of all) await bet(bettor);
    await takeBreak(db, { session: own.session, mode: 'demo', sent: { period: '24-hours' } });
    await changeUser(db, {
      userId: await aGuestWith(db, plain),
      sent: { dailyStakeCap: 5, reason: 'A guest' },
      ...inDemo,
    });
    const wallets = [anEvmWallet().wallet, anEvmWallet().wallet];
    const given = { role: 'guardian', grantedBy: 'settings', now: new Date() } as const;
    await applyGrants(db, { ...given, wallets });
    await applyGrants(db, { ...given, wallets: wallets.slice(1) });
  });
  afterAll(() => database.close());

  const bet = (bettor: TestBettor) =>
    placeBet(
      betting,
      aBet(bettor, { ...market, outcomeId: market.outcomeIds[0] ?? '', amount: 10, odds: 1.02 }),
    );

  test('nothing is found, and each bet has its cap in force', async () => {
    expect(await replayLimits(database.db, await readLimitsHistory(database.db))).toEqual([]);
    // The same in several pages as in one.
    expect(await replayCaps(database.db, await readLimitsHistory(database.db), { page: 7 })).toEqual([]);
    expect(await replayCaps(database.db, await readLimitsHistory(database.db))).toEqual([]);
  });

  const of = (name: string) => sql`user_id = ${who[name] ?? ''}`;
  const STRANGER = '0x00000000000000000000000000000000000000AA';

  test.each<[string, () => SQL, RegExp]>([
    [
      'a setting that is higher by less than a cent',
      () => sql`update settings set market_cap = market_cap + 1`,
      /^the setting marketCap$/,
    ],
    [
      'the market cap in the settings',
      () => sql`update settings set market_cap = market_cap - 1`,
      /^the setting marketCap$/,
    ],
    [
      'the budget of new markets',
      () => sql`update settings set liquidity_budget = liquidity_budget * 2`,
      /liquidityBudget/,
    ],
    [
      'a stake cap that was never set',
      () => sql`update settings set stake_cap_level_2 = 1000000000`,
      /stakeCapLevel2/,
    ],
    ['a stake cap that was set', () => sql`update settings set stake_cap_level_0 = null`, /stakeCapLevel0/],
    ['a value set by two admins', () => sql`update settings set game_cap = 99000000000`, /gameCap/],
    ['a switch in the settings', () => sql`update settings set auto_import = false`, /autoImport/],
    ['missing settings', () => sql`delete from settings`, /^the settings$/],
    [
      'the level of a user',
      () => sql`update users set kyc_level = 1 where id = ${who.plain ?? ''}`,
      /^the level of user/,
    ],
    [
      'a level from identity checks',
      () => sql`update users set kyc_level = 0 where id = ${who.leveled ?? ''}`,
      /^the level of user/,
    ],
    [
      'the cap of a user without one',
      () => sql`update users set daily_stake_cap = 9e9 where id = ${who.plain ?? ''}`,
      /^the daily stake cap of user/,
    ],
    [
      'the cap of a user with one',
      () => sql`update users set daily_stake_cap = 5e8 where id = ${who.capped ?? ''}`,
      /^the daily stake cap of user/,
    ],
    [
      'a cap set by two admins',
      () => sql`update users set daily_stake_cap = null where daily_stake_cap = 2e9`,
      /^the daily stake cap of user/,
    ],
    [
      'the cap of a guest',
      () => sql`update users set daily_stake_cap = 6e6 where guest`,
      /^the daily stake cap of user/,
    ],
    ['an own cap', () => sql`update user_limits set own_cap = own_cap + 10000`, /^the own limits of user/],
    [
      'a raise of an own cap',
      () => sql`update user_limits set next_cap = 9e8, next_from = now()`,
      /^the own limits of user/,
    ],
    [
      'the end of a break',
      () => sql`update user_limits set blocked_until = blocked_until - interval '1 hour'`,
      /^the own limits of user/,
    ],
    ['missing own limits', () => sql`delete from user_limits`, /^the own limits of user/],
    [
      'own limits that the user never set',
      () => sql`insert into user_limits (user_id, own_cap) values (${who.plain ?? ''}, 1)`,
      /^the own limits of user/,
    ],
    [
      'an admin without an audit row',
      () =>
        sql`insert into admin_grants (family, address_bytes, address, granted_by) values ('evm', '\\x00', ${STRANGER}, 'settings')`,
      /^the grant of admin to 0x0000/,
    ],
    [
      'an admin with an ended grant',
      () => sql`update admin_grants set revoked_at = null where role = 'admin'`,
      /^the grant of admin/,
    ],
    [
      'a grant that ended without an audit row',
      () => sql`update admin_grants set revoked_at = now() where role = 'guardian'`,
      /^the grant of guardian/,
    ],
    [
      'a missing grant',
      () => sql`delete from admin_grants where role = 'guardian' and revoked_at is null`,
      /^the grant of guardian/,
    ],
    [
      'a guardian who became an admin',
      () => sql`update admin_grants set role = 'admin' where role = 'guardian' and revoked_at is null`,
      /^the grant of (?:admin|guardian)/,
    ],
  ])('it is found: %s', async (_what, tampering, what) => {
    const found = await undone(database.db, async (tx) => {
      await tx.execute(tampering());
      return replayLimits(tx, await readLimitsHistory(tx));
    });
    expect(found.length).toBeGreaterThan(0);
    for (const each of found)
      expect(each).toMatchObject({ entryId: null, what: expect.stringMatching(what) });
  });

  const last = (name: string) => sql`seq = (select max(seq) from bets where ${of(name)})`;
  const first = (name: string) => sql`seq = (select min(seq) from bets where ${of(name)})`;

  test.each<[string, () => SQL]>([
    ['a higher cap on all bets', () => sql`update bets set daily_stake_cap = daily_stake_cap * 10`],
    [
      'a cap to the cent',
      () => sql`update bets set daily_stake_cap = daily_stake_cap + 10000 where ${last('plain')}`,
    ],
    [
      'a settings cap that no longer applied',
      () => sql`update bets set daily_stake_cap = 1e9 where ${last('plain')}`,
    ],
    [
      'a settings cap that did not apply yet',
      () =>
        sql`update bets set daily_stake_cap = 9e8, placed_at = placed_at - interval '5 minutes' where ${first('plain')}`,
    ],
    [
      'a user cap that no longer applied',
      () => sql`update bets set daily_stake_cap = 45e7 where ${last('capped')}`,
    ],
    [
      'a bet that ignores its bettor’s own cap',
      () => sql`update bets set daily_stake_cap = 9e8 where ${last('own')}`,
    ],
    [
      'the own cap before its raise was due',
      () => sql`update bets set daily_stake_cap = 8e8 where ${of('own')} and daily_stake_cap = 3e8`,
    ],
    ['the cap of another level', () => sql`update bets set daily_stake_cap = 9e8 where ${last('leveled')}`],
    ['the cap of a former admin', () => sql`update bets set daily_stake_cap = 85e8 where ${last('admin')}`],
  ])('it is found: %s', async (_what, tampering) => {
    const found = await undone(database.db, async (tx) => {
      await tx.execute(tampering());
      return replayCaps(tx, await readLimitsHistory(tx));
    });
    expect(found.length).toBeGreaterThan(0);
    for (const each of found)
      expect(each).toMatchObject({
        entryId: expect.stringMatching(/^\d+$/),
        what: expect.stringMatching(/^the daily stake cap of bet b_/),
      });
  });
});

/** In live mode, raises a setting and a user's cap, which needs two admins, and lowers a setting, which needs one. */
async function changeByTwoAdmins(database: Database & { url: string }): Promise<void> {
  const { db } = database;
  const [app, live] = [await aTestApp(database), await aLiveApp(database)];
  const [alice, bob] = [await anAdminDesk(live, app, db), await anAdminDesk(live, app, db)];
  await noteGrants(db);
  const { session } = await aBettor(db);
  await alice.call({ method: 'PUT', url: '/api/admin/settings', payload: { stakeCapLevel2: 8500 } });
  await alice.call({ method: 'PUT', url: '/api/admin/settings', payload: { gameCap: 12_000 } });
  await alice.post(`/api/admin/users/${session.userId}`, { dailyStakeCap: 2000, reason: 'Trusted' });
  const waiting = (await bob.get('/api/admin/results')).json<WireResultsQueue>().changes;
  expect(waiting).toHaveLength(2);
  for (const { id, summary } of waiting) {
    expect((await bob.approveChange(id, summary)).statusCode).toBe(200);
  }
  await app.close();
  await live.close();
}

describe('in live books', () => {
  test('a wrong cap of a live bet is found, whatever became of the bet', async () => {
    const { database, betting } = await openLiveBooks();
    const { db } = database;
    const market = await aLiveMarket(db);
    const bettor = await aLiveBettor(db, betting, { cap: null });
    await placeBet(betting, await aLiveBet(betting, { bettor, market, amount: 20 }));
    // Level 0 has 100 in live mode.
    expect(await replayCaps(db, await readLimitsHistory(db))).toEqual([]);
    const found = await undone(db, async (tx) => {
      await tx.execute(sql`update live_bets set daily_stake_cap = 1000000000`);
      return replayCaps(tx, await readLimitsHistory(tx));
    });
    expect(found).toMatchObject([{ expected: '100.00 USDC', found: '1000.00 USDC' }]);
    await database.close();
  });
});

describe('in books from an older version', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await fundTheHouse(database.db);
  });
  afterAll(() => database.close());

  test('rows with only an address belong to its user, or to no one if guests show it too', async () => {
    const { db } = database;
    const [alice, bob] = [anEvmWallet(), anEvmWallet()];
    for (const wallet of [alice, bob]) {
      await aBettor(db, { wallet });
      await db.execute(sql`update users set daily_stake_cap = 5e8 where address = ${wallet.wallet.text}`);
      await transaction(db, (tx) =>
        recordAudit(tx, {
          actor: { kind: 'command-line' },
          action: 'user.change',
          subject: wallet.wallet.text,
          before: { dailyStakeCap: null },
          after: { dailyStakeCap: 500 },
        }),
      );
    }
    await aGuestWith(db, bob);
    expect(await replayLimits(db, await readLimitsHistory(db))).toEqual([]);
    const found = await undone(db, async (tx) => {
      await tx.execute(sql`update users set daily_stake_cap = 6e8 where daily_stake_cap is not null`);
      return replayLimits(tx, await readLimitsHistory(tx));
    });
    expect(found).toMatchObject([{ expected: '500.00 USDC', found: '600.00 USDC' }]);
  });

  test('grants from the settings are trusted until noted, and must be in the audit afterwards', async () => {
    const { db } = database;
    const forge = (address: string) =>
      db.execute(sql`
        insert into admin_grants (family, address_bytes, address, granted_by)
        values ('evm', ${Buffer.from(address)}, ${address}, 'settings')`);
    await forge('0xbefore');
    expect(await replayLimits(db, await readLimitsHistory(db))).toEqual([]);
    await noteGrants(db);
    await noteGrants(db);
    await applyGrants(db, {
      role: 'admin',
      grantedBy: 'settings',
      wallets: [anEvmWallet().wallet],
      now: new Date(),
    });
    expect(await replayLimits(db, await readLimitsHistory(db))).toEqual([]);
    await forge('0xafter');
    // Noting them again would hide it.
    await noteGrants(db);
    expect(await replayLimits(db, await readLimitsHistory(db))).toEqual([
      { entryId: null, what: 'the grant of admin to 0xafter', expected: 'not held', found: 'held' },
    ]);
  });

  test('a grant by the command line has an audit row in every version', async () => {
    const fresh = await createTestDatabase();
    await fresh.db.execute(sql`
      insert into admin_grants (family, address_bytes, address, granted_by)
      values ('evm', '\\x00', '0xforged', 'command-line')`);
    expect(await replayLimits(fresh.db, await readLimitsHistory(fresh.db))).toMatchObject([
      { what: 'the grant of admin to 0xforged' },
    ]);
    await fresh.close();
  });
});
