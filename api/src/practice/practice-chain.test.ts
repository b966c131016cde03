import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { afterAll, expect, test } from 'vitest';
import { readPracticeChain } from './practice-chain.ts';

const keysDir = mkdtempSync(join(tmpdir(), 'tallystone-practice-chain-'));
const file = join(keysDir, 'practice-wallets.json');
const rpcUrl = 'http://127.0.0.1:8545';
afterAll(() => rmSync(keysDir, { recursive: true, force: true }));

test('the wallets of a practice chain are returned with its node and without their keys', () => {
  const { wallet, secret } = anEvmWallet();
  const key = `0x${Buffer.from(secret).toString('hex')}`;
  writeFileSync(file, JSON.stringify([{ name: 'Practice bettor 1', key }]));
  const wallets = [{ name: 'Practice bettor 1', address: wallet.text }];
  expect(readPracticeChain({ keysDir, rpcUrl })).toEqual({ rpcUrl, wallets });
});

test.each([
  ['no JSON', 'wallets'],
  ['no list', '{"name":"Practice bettor 1"}'],
  ['a key that is too short', '[{"name":"Practice bettor 1","key":"0x12"}]'],
  ['a key beyond the curve', `[{"name":"Practice bettor 1","key":"0x${'ff'.repeat(32)}"}]`],
  ['a wallet without a name', `[{"name":"","key":"0x${'ab'.repeat(32)}"}]`],
])('a file with %s stops the start with its name', (_, text) => {
  writeFileSync(file, text);
  expect(() => readPracticeChain({ keysDir, rpcUrl })).toThrow(`${file} does not hold the names and keys`);
});

test('a missing file stops the start with its name', () => {
  const elsewhere = join(keysDir, 'elsewhere');
  expect(() => readPracticeChain({ keysDir: elsewhere, rpcUrl })).toThrow(
    `${join(elsewhere, 'practice-wallets.json')} cannot be read`,
  );
});
