import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { aTestApp, signInWith } from '../test-app.ts';
import { applyGrants, grantAdmin, hasAdminGrant } from './admin-grants.ts';
import { runCommand } from './run-command.ts';
import { anEvmWallet, aSolanaWallet } from './test-wallets.ts';

let database: TestDatabase;
let app: App;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const command = (...words: string[]) => runCommand({ db: database.db, mode: 'demo', now: new Date() }, words);

describe('the commands of the command line tool', () => {
  test('grant and revoke, also for a wallet that has yet to sign in, and twice', async () => {
    const { wallet } = aSolanaWallet();
    expect(await command('grant-admin', wallet.text)).toEqual([`${wallet.text} is an admin now.`]);
    expect(await command('grant-admin', wallet.text)).toEqual([`${wallet.text} is an admin now.`]);
    expect(await hasAdminGrant(database.db, wallet)).toBe(true);
    expect(await command('revoke-admin', wallet.text)).toEqual([`${wallet.text} is an admin no more.`]);
    expect(await command('revoke-admin', wallet.text)).toEqual([`${wallet.text} was no admin.`]);
    expect(await hasAdminGrant(database.db, wallet)).toBe(false);
  });

  test('a grant is for the wallet, however it is spelled', async () => {
    const { wallet } = anEvmWallet();
    await command('grant-admin', wallet.text.toLowerCase());
    expect(await hasAdminGrant(database.db, wallet)).toBe(true);
  });

  test('levels and caps', async () => {
    const { user } = await signInWith(app);
    const alice = user.publicKey;
    expect(await command('set-level', alice, '1')).toEqual([`${alice} has level 1.`]);
    expect(await command('set-cap', alice, '99.50')).toEqual([`${alice} may stake 99.50 USDC a day.`]);
    expect((await command('list-users')).find((line) => line.startsWith(alice))).toMatch(
      /metamask {2}level 1 {2}cap 99\.50 \(set\) {2}\d{4}-/,
    );
    expect(await command('set-cap', alice, 'default')).toEqual([
      `${alice} has the default cap of its level.`,
    ]);
    expect((await command('list-users')).at(-1)).toBe('1 user.');
  });

  test.each<[string[], RegExp]>([
    [[], /There is no command ""/],
    [['drop-everything'], /There is no command "drop-everything"/],
    [['grant-admin'], /Expected 1 words after the command, got 0/],
    [['grant-admin', 'somebody'], /"somebody" is not a wallet address/],
    [['grant-admin', '0x71C7656EC7ab88b098defB751B7401B5f6d8976f'], /is not a wallet address/],
    [['set-level', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', '2'], /The level is 0 or 1/],
    [['set-level', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', '1'], /has never signed in/],
    [['set-cap', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', '-5'], /"-5" is not an amount/],
    [['set-cap', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', '1e3'], /"1e3" is not an amount/],
    [['list-users', 'all'], /Expected 0 words/],
  ])('%j is refused', async (words, message) => {
    await expect(command(...words)).rejects.toThrow(message);
  });
});

describe('grants from the settings', () => {
  test('follow the settings at each start and leave other grants alone', async () => {
    const [named, dropped, other] = [anEvmWallet().wallet, anEvmWallet().wallet, anEvmWallet().wallet];
    const now = new Date();
    await grantAdmin(database.db, other, 'command-line', now);
    await applyGrants(database.db, 'settings', [named, dropped], now);
    await applyGrants(database.db, 'settings', [named], now);
    const held = await Promise.all(
      [named, dropped, other].map((wallet) => hasAdminGrant(database.db, wallet)),
    );
    expect(held).toEqual([true, false, true]);
  });

  test('do not take over a grant that the command line made', async () => {
    const { wallet } = anEvmWallet();
    const now = new Date();
    await grantAdmin(database.db, wallet, 'command-line', now);
    await applyGrants(database.db, 'settings', [wallet], now);
    await applyGrants(database.db, 'settings', [], now);
    expect(await hasAdminGrant(database.db, wallet)).toBe(true);
  });
});
