import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aMarket, betOverHttp } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { trailOf } from '@tallystone/testkit/server/desk.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet, aSolanaWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { applyGrants, grantRole, hasAdminGrant, hasGrant } from '../identity/admin-grants.ts';
import { type CommandDeps, runCommand } from './run-command.ts';

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

const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const REASON = ['--reason', 'Passport seen'];

let importGames: CommandDeps['importGames'] = null;
let headFile: string | null = '/nowhere/heads.log';
const command = (...words: string[]) =>
  runCommand(
    {
      db: database.db,
      mode: 'demo',
      now: new Date(),
      headFile,
      importGames,
      chain: null,
    },
    words,
  );
const isRefused = async (words: string[], message: RegExp | string) => {
  const trail = await trailOf(database.db);
  await expect(command(...words)).rejects.toThrow(message);
  expect(await trailOf(database.db)).toEqual(trail);
};

describe('the commands of the command line tool', () => {
  test('without a data folder those that need one say where to give them', async () => {
    headFile = null;
    await isRefused(
      ['accept-rewind', ...REASON],
      /^This command compares .* DATA_DIR is none\. Save the lines of the log /,
    );
    await isRefused(
      ['import-games', '1001'],
      /DATA_DIR is none: start a server with a data folder beside the others/,
    );
    headFile = '/nowhere/heads.log';
  });

  test.each([
    ['set-level', WALLET, '2'],
    ['set-cap', WALLET, '500'],
    ['grant-guardian', WALLET],
    ['revoke-guardian', WALLET],
    ['end-chain-alert'],
    ['rejoin-chain'],
    ['accept-rewind'],
  ])('%s is refused without a reason and with an empty one', async (...words) => {
    for (const reason of [[], ['--reason'], ['--reason', ''], ['--reason', ' \t ']])
      await isRefused([...words, ...reason], /^Add a reason .* Nothing was changed\.$/);
  });

  test('grant and revoke, also before the wallet’s first sign-in, and twice', async () => {
    const { wallet } = aSolanaWallet();
    expect(await command('grant-admin', wallet.text)).toEqual([`${wallet.text} is an admin now.`]);
    expect(await command('grant-admin', wallet.text)).toEqual([`${wallet.text} is an admin now.`]);
    expect(await hasAdminGrant(database.db, wallet)).toBe(true);
    expect(await command('revoke-admin', wallet.text)).toEqual([`${wallet.text} is no longer an admin.`]);
    expect(await command('revoke-admin', wallet.text)).toEqual([`${wallet.text} was not an admin.`]);
    expect(await hasAdminGrant(database.db, wallet)).toBe(false);
    // A command without effect isn't audited.
    const noted = (await trailOf(database.db)).filter(({ subject }) => subject === wallet.text);
    expect(noted).toMatchObject([
      { actor: 'command-line', user_id: null, action: 'admin.grant', after: { grantedBy: 'command-line' } },
      { actor: 'command-line', user_id: null, action: 'admin.revoke' },
    ]);
  });

  test('end an alert about the chain with an audited reason', async () => {
    await isRefused(['end-chain-alert'], /Add a reason/);
    expect(await command('end-chain-alert', ...REASON)).toEqual(['No chain alert is stopping betting.']);
    await database.db.execute(sql`
      insert into chain_cursor (chain_id, escrow, block_number, block_hash, block_at, alert_kind, alert, alerted_at)
      values (137, '\\xaa', 7, '\\xbb', now(), 'unknown-bet', 'The escrow took a bet.', now())`);
    expect(await command('end-chain-alert', ...REASON)).toEqual(['Ended: The escrow took a bet.']);
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      actor: 'command-line',
      action: 'chain.alert-ended',
      subject: 'unknown-bet',
      reason: 'Passport seen',
    });
    expect(await command('end-chain-alert', ...REASON)).toEqual(['No chain alert is stopping betting.']);
    await database.db.execute(sql`update chain_cursor set replaced_by = '\\xcc'`);
    const noted = (await trailOf(database.db)).length;
    expect(await command('end-chain-alert', ...REASON)).toEqual([
      expect.stringMatching(/^Betting stays held: Block 7 was final as 0xbb and is 0xcc now\. This command/),
    ]);
    expect(await trailOf(database.db)).toHaveLength(noted);
    // With a chain, markets would wait for it.
    await database.db.execute(sql`delete from chain_cursor`);
  });

  test('guardians are granted with a reason, and aren’t admins', async () => {
    const { wallet } = anEvmWallet();
    const guards = () => hasGrant(database.db, { role: 'guardian', wallet });
    await isRefused(['grant-guardian', wallet.text], /Add a reason/);
    await isRefused(['grant-guardian', '0x12', '--reason', 'Chosen'], /not a wallet address/);
    const granted = [`${wallet.text} is a guardian now.`];
    expect(await command('grant-guardian', '--wallet', wallet.text, '--reason', 'Chosen')).toEqual(granted);
    expect(await command('grant-guardian', wallet.text, '--reason', 'Chosen again')).toEqual(granted);
    expect([await guards(), await hasAdminGrant(database.db, wallet)]).toEqual([true, false]);
    // Revoking one role keeps the other.
    await command('grant-admin', wallet.text);
    expect(await command('revoke-guardian', wallet.text, '--reason', 'Resigned')).toEqual([
      `${wallet.text} is no longer a guardian.`,
    ]);
    expect(await command('revoke-guardian', wallet.text, '--reason', 'Resigned')).toEqual([
      `${wallet.text} was not a guardian.`,
    ]);
    expect([await guards(), await hasAdminGrant(database.db, wallet)]).toEqual([false, true]);
    const noted = (await trailOf(database.db)).filter(({ subject }) => subject === wallet.text);
    expect(noted.map(({ action, reason }) => [action, reason])).toEqual([
      ['guardian.grant', 'Chosen'],
      ['admin.grant', null],
      ['guardian.revoke', 'Resigned'],
    ]);
  });

  test('a grant applies to the wallet in any spelling', async () => {
    const { wallet } = anEvmWallet();
    await command('grant-admin', wallet.text.toLowerCase());
    expect(await hasAdminGrant(database.db, wallet)).toBe(true);
  });

  test('levels and caps', async () => {
    const { user } = await signInWith(app);
    const alice = user.publicKey;
    expect(await command('set-level', alice, '1', ...REASON)).toEqual([`${alice} has level 1.`]);
    expect(await command('set-cap', alice, '99.50', ...REASON)).toEqual([
      `${alice} can now stake 99.50 USDC a day.`,
    ]);
    expect((await command('list-users')).find((line) => line.startsWith(alice))).toMatch(
      /metamask {2}level 1 {2}cap 99\.50 \(set\) {2}\d{4}-/,
    );
    expect(await command('set-cap', alice, 'default', ...REASON)).toEqual([
      `${alice} now has its level's default cap.`,
    ]);
    expect((await command('list-users')).at(-1)).toBe('1 user.');
    expect((await trailOf(database.db)).filter(({ subject }) => subject === alice)).toEqual(
      [
        { before: { kycLevel: 0 }, after: { kycLevel: 1 } },
        { before: { dailyStakeCap: null }, after: { dailyStakeCap: 99.5 } },
        { before: { dailyStakeCap: 99.5 }, after: { dailyStakeCap: null } },
      ].map(({ before, after }) => ({
        before: { ...before, userId: expect.any(String) },
        after: { ...after, userId: expect.any(String) },
        actor: 'command-line',
        user_id: null,
        action: 'user.change',
        subject: alice,
        reason: 'Passport seen',
      })),
    );
  });

  test.each<[string[], RegExp]>([
    [[], /There is no command ""/],
    [['drop-everything'], /There is no command "drop-everything"/],
    [['grant-admin'], /Expected 1 words after the command, got 0/],
    [['grant-admin', 'somebody'], /"somebody" is not a wallet address/],
    [['grant-admin', '0x71C7656EC7ab88b098defB751B7401B5f6d8976f'], /is not a wallet address/],
    [['set-level', WALLET, '1'], /Add a reason at the end of the command/],
    [['set-cap', WALLET, '5', '--reason'], /Add a reason at the end of the command/],
    [['set-level', WALLET, '2', ...REASON], /Choose level 0 or 1/],
    [['set-level', WALLET, '1', ...REASON], /has never signed in/],
    [['set-cap', WALLET, '-5', ...REASON], /"-5" is not an amount/],
    [['set-cap', WALLET, '1e3', ...REASON], /"1e3" is not an amount/],
    [['set-cap', ...REASON], /Expected 2 words after the command, got 0/],
    [['list-markets', 'all'], /Expected 0 words/],
    [['import-games'], /Name 1 to 500 games, got 0/],
    [['import-games', '1001'], /Only a running server can import games; nothing was imported/],
    [['export'], /Expected export <markets\|bets\|combos\|ledger\|audit>/],
    [['export', 'users', '/tmp/x.csv'], /Expected export/],
    [['export', 'bets'], /Expected export/],
    [['export', 'bets', 'relative.csv'], /relative\.csv is not an absolute path/],
    [['export', 'bets', '/nowhere/at/all.csv'], /cannot be written \(ENOENT\)/],
    [['list-users', 'all'], /Expected 0 words/],
  ])('%j is refused', async (words, message) => {
    await isRefused(words, message);
  });

  test('a level or cap out of range is refused with the dashboard’s sentence', async () => {
    const { user } = await signInWith(app);
    const alice = user.publicKey;
    await isRefused(['set-cap', alice, '1000000.01', ...REASON], /between 0\.00 and 1000000\.00 USDC/);
    await isRefused(['set-level', alice, '1', '--reason', 'x'], /Give a reason of 3 to 500 characters/);
    await isRefused(
      ['set-level', alice, '0', ...REASON],
      /already has this level and cap; nothing was changed/,
    );
  });

  test('lists markets with stakes and exposure', async () => {
    const wallet = anEvmWallet();
    const { headers } = await signInWith(app, wallet);
    const market = await aMarket(database.db, { title: 'Will it snow in Bergen?' });
    const hidden = await aMarket(database.db, { title: 'Hidden' });
    await database.db.execute(sql`
      update markets set archived_at = now(), disabled = true, state = 'suspended' where id = ${hidden.marketId}`);
    expect((await betOverHttp(app, { wallet, headers, market, amount: 20 })).statusCode).toBe(200);
    const lines = await command('list-markets');
    expect(lines).toEqual([
      expect.stringMatching(
        /^m_\w{20} {2}open {7}\d{4}-\S+Z {2}stakes +20\.00 {2}exposure +19\.\d\d {2}Will it snow in Bergen\?$/,
      ),
      '1 market.',
    ]);
    const all = await command('list-markets', '--all');
    expect(all).toHaveLength(3);
    expect(all.find((line) => line.endsWith('Hidden'))).toContain('  archived   ');
  });

  test('passes games to the server as the command line, and prints each result', async () => {
    const asked: unknown[] = [];
    importGames = async (gameIds, actor) => {
      asked.push(gameIds, actor);
      return {
        imported: 1,
        skipped: 1,
        message: '1 imported, 1 skipped.',
        results: [
          { gameId: '1001', title: 'A - B', marketId: 'm_1' },
          { gameId: '1002', reason: 'not_found' },
        ],
      };
    };
    expect(await command('import-games', '1001', '1002')).toEqual([
      '1001  imported  m_1  A - B',
      '1002  not_found',
      '1 imported, 1 skipped.',
    ]);
    expect(asked).toEqual([['1001', '1002'], { kind: 'command-line' }]);
    importGames = null;
  });

  test('exports to a new file that only its owner can read, and never overwrites one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallystone-command-'));
    const path = join(folder, 'audit.csv');
    expect(await command('export', 'audit', '2026-01-01', path)).toEqual([
      `Wrote ${path}, ${statSync(path).size} bytes.`,
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toMatch(/^\uFEFF"audit_id","at",.*\r\n"1",/);
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      actor: 'command-line',
      action: 'data.export',
      subject: 'audit',
    });

    writeFileSync(path, 'mine');
    await isRefused(['export', 'bets', path], `${path} already exists; choose another name.`);
    expect(readFileSync(path, 'utf8')).toBe('mine');
    const other = join(folder, 'other.csv');
    await isRefused(['export', 'bets', '2026-13-01', other], /`from` must be a day such as/);
    await isRefused(['export', 'bets', '2026-02-01', '2026-01-01', other], /`from` is a later day/);
    await isRefused(['export', 'bets', '2026-01-01', '2026-02-01', 'x', other], /Expected export/);
    expect(existsSync(other)).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

describe('grants from the settings', () => {
  test('follow the settings at each start and leave other grants alone', async () => {
    const [named, dropped, other] = [anEvmWallet().wallet, anEvmWallet().wallet, anEvmWallet().wallet];
    const now = new Date();
    await grantRole(database.db, { role: 'admin', wallet: other, grantedBy: 'command-line', now });
    await applyGrants(database.db, { role: 'admin', grantedBy: 'settings', wallets: [named, dropped], now });
    await applyGrants(database.db, { role: 'admin', grantedBy: 'settings', wallets: [named], now });
    const held = await Promise.all(
      [named, dropped, other].map((wallet) => hasAdminGrant(database.db, wallet)),
    );
    expect(held).toEqual([true, false, true]);
    // A start writes nothing if the grants match the settings.
    await applyGrants(database.db, { role: 'admin', grantedBy: 'settings', wallets: [named], now });
    const trail = (await trailOf(database.db)).filter(
      ({ subject }) => subject === named.text || subject === dropped.text,
    );
    expect(trail).toEqual(
      [
        { action: 'admin.grant', subject: named.text, before: null, after: { grantedBy: 'settings' } },
        { action: 'admin.grant', subject: dropped.text, before: null, after: { grantedBy: 'settings' } },
        { action: 'admin.revoke', subject: dropped.text, before: { grantedBy: 'settings' }, after: null },
      ].map((row) => ({ ...row, actor: 'system', user_id: null, reason: null })),
    );
  });

  test('for guardians follow them too, separately from admins’ grants', async () => {
    const { wallet } = anEvmWallet();
    const roles = () =>
      Promise.all((['admin', 'guardian'] as const).map((role) => hasGrant(database.db, { role, wallet })));
    const apply = (role: 'admin' | 'guardian', wallets: (typeof wallet)[]) =>
      applyGrants(database.db, { role, grantedBy: 'settings', wallets, now: new Date() });
    await apply('guardian', [wallet]);
    await apply('admin', []);
    expect(await roles()).toEqual([false, true]);
    await apply('admin', [wallet]);
    await apply('guardian', []);
    expect(await roles()).toEqual([true, false]);
    await apply('admin', []);
  });

  test('don’t replace a grant by the command line', async () => {
    const { wallet } = anEvmWallet();
    const now = new Date();
    await grantRole(database.db, { role: 'admin', wallet, grantedBy: 'command-line', now });
    await applyGrants(database.db, { role: 'admin', grantedBy: 'settings', wallets: [wallet], now });
    await applyGrants(database.db, { role: 'admin', grantedBy: 'settings', wallets: [], now });
    expect(await hasAdminGrant(database.db, wallet)).toBe(true);
  });
});
