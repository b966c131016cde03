import { expect, test } from 'vitest';
import { wholeAddress } from './whole-address.ts';

test('an address of an EVM chain has the case that EIP-55 gives it', () => {
  const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  expect(wholeAddress(mixed.toLowerCase())).toBe(mixed);
  expect(wholeAddress(mixed)).toBe(mixed);
});

test('what is no address stays as it is', () => {
  expect(wholeAddress('0x12')).toBe('0x12');
});
