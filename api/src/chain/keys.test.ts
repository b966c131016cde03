import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTransaction, recoverAddress, recoverTransactionAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, expect, test } from 'vitest';
import { ChainSetupError } from './chain-settings.ts';
import { loadKeys } from './keys.ts';

const NAMES = ['relayer', 'acceptance', 'risk-manager', 'resolver', 'finaliser', 'guardian'];
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function aKeysDir(but: Record<string, string | null> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'tallystone-keys-test-'));
  folders.push(dir);
  const keys = Object.fromEntries(NAMES.map((name) => [name, generatePrivateKey()]));
  for (const [name, key] of Object.entries({ ...keys, ...but })) {
    if (key !== null) writeFileSync(join(dir, name), key, { mode: 0o600 });
  }
  const addressOf = (name: string) => privateKeyToAccount(keys[name] ?? '0x').address.toLowerCase();
  return { dir, keys, addressOf };
}

test('gives their addresses and signs with them', async () => {
  const { dir, addressOf } = aKeysDir();
  const { keys, acceptance, holders } = loadKeys(dir);
  expect(keys.addressOf('relayer')).toBe(addressOf('relayer'));
  expect(holders).toEqual({
    'acceptance-signer': addressOf('acceptance'),
    'risk-manager': addressOf('risk-manager'),
    resolver: addressOf('resolver'),
    finaliser: addressOf('finaliser'),
    guardian: addressOf('guardian'),
  });
  const digest = `0x${'12'.repeat(32)}` as const;
  const signer = await recoverAddress({ hash: digest, signature: acceptance(digest) });
  expect(signer.toLowerCase()).toBe(addressOf('acceptance'));

  const { raw } = await keys.sign('resolver', {
    chainId: 137,
    nonce: 7,
    to: `0x${'ab'.repeat(20)}`,
    data: '0x1234',
    gas: 50_000n,
    fees: { maxFee: 100n, tip: 3n },
  });
  expect(parseTransaction(raw)).toMatchObject({
    type: 'eip1559',
    chainId: 137,
    nonce: 7,
    to: `0x${'ab'.repeat(20)}`,
    data: '0x1234',
    gas: 50_000n,
    maxFeePerGas: 100n,
    maxPriorityFeePerGas: 3n,
  });
  const from = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` });
  expect(from.toLowerCase()).toBe(addressOf('resolver'));
});

test("a guardian's key may be elsewhere, and then nothing is signed with it", async () => {
  const { dir } = aKeysDir({ guardian: null });
  const { keys, holders } = loadKeys(dir);
  expect(keys.addressOf('guardian')).toBeNull();
  expect(holders).not.toHaveProperty('guardian');
  const transaction = {
    chainId: 137,
    nonce: 0,
    to: `0x${'ab'.repeat(20)}`,
    data: '0x',
    gas: 1n,
    fees: { maxFee: 1n, tip: 1n },
  } as const;
  await expect(keys.sign('guardian', transaction)).rejects.toThrow(
    'the key of the guardian is not on this machine',
  );
});

test('a key is read with and without 0x, and with a line end', () => {
  const key = generatePrivateKey();
  const { dir } = aKeysDir({ relayer: `${key.slice(2).toUpperCase()}\n` });
  expect(loadKeys(dir).keys.addressOf('relayer')).toBe(privateKeyToAccount(key).address.toLowerCase());
});

test.each<[string, Record<string, string | null>, string]>([
  ['a missing file', { resolver: null }, 'resolver is missing'],
  ['a short key', { relayer: '0x12' }, 'relayer does not hold a key of 64 hex digits'],
  ['words', { relayer: 'correct horse battery staple' }, 'relayer does not hold a key of 64 hex digits'],
  ['zero', { acceptance: '0'.repeat(64) }, 'acceptance holds a number that is no key'],
  [
    'a number that is too large for a key',
    { finaliser: 'f'.repeat(64) },
    'finaliser holds a number that is no key',
  ],
])('%s is refused by its name, and never shown', (_, but, message) => {
  const { dir } = aKeysDir(but);
  expect(() => loadKeys(dir)).toThrow(ChainSetupError);
  expect(() => loadKeys(dir)).toThrow(message);
});

test('a key that others may read is refused', () => {
  const { dir } = aKeysDir();
  chmodSync(join(dir, 'risk-manager'), 0o640);
  expect(() => loadKeys(dir)).toThrow(/others may read .*risk-manager; its mode must be 0600/);
});
