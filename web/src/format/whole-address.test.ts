import { expect, test } from 'vitest';
import { wholeAddress } from './whole-address.ts';

test('an EVM address has its EIP-55 case', () => {
  const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  expect(wholeAddress(mixed.toLowerCase())).toBe(mixed);
  expect(wholeAddress(mixed)).toBe(mixed);
});

test('other text stays unchanged', () => {
  expect(wholeAddress('0x12')).toBe('0x12');
});
