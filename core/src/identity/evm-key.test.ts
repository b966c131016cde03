import { utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { evmKey, makeEvmSecret } from './evm-key.ts';

test('a key has the address and signatures that other implementations find', () => {
  const key = evmKey(`0x${'00'.repeat(31)}01`);
  expect(key.address).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
  expect(key.personalSign(utf8ToBytes('Place bet: 25 on o_c4a7x2m5q3k6t4z7b2n5 at 1.9 odds'))).toBe(
    '0x47c77ab1bb6790c6fc052a2a64ef36ba076180f27a9c228f5928f0a27bc722ce176be63ef5425ff3c2b23d2403eb4e11fce29aa979296b68f0bbc1fcd5b29e3e1b',
  );
});

test('a fresh key is another one each time', () => {
  const [one, other] = [evmKey(makeEvmSecret()), evmKey(makeEvmSecret())];
  expect(one.address).not.toBe(other.address);
  expect(one.signDigest(new Uint8Array(32).fill(7))).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/);
});

test.each(['', '0x', '00'.repeat(32), 'zz'.repeat(32)])('"%s" is no key', (secret) => {
  expect(() => evmKey(secret)).toThrow();
});
