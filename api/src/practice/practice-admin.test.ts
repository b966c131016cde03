import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { afterAll, expect, test } from 'vitest';
import { NoKey, requirePracticeAdmin } from './practice-admin.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallystone-admin-'));
const file = join(folder, 'practice-admin.key');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the key is made once, is its owner\u2019s alone, and belongs to the wallet', () => {
  const first = requirePracticeAdmin(folder);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  expect(requirePracticeAdmin(folder)).toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(anEvmWallet(Buffer.from(first.key, 'hex')).wallet.text).toBe(first.wallet.text);
});

test('a file without a key is refused with its name', () => {
  writeFileSync(file, '00'.repeat(32));
  expect(() => requirePracticeAdmin(folder)).toThrow(`${file} does not hold a key`);
  rmSync(file);
  mkdirSync(file);
  expect(() => requirePracticeAdmin(folder)).toThrow(NoKey);
});
