import { expect, test } from 'vitest';
import { addressWord, fixedBytesWord, toHex, uintWord } from './abi-words.ts';

test('numbers are padded on the left', () => {
  expect(toHex(uintWord(258))).toBe(`0x${'102'.padStart(64, '0')}`);
  expect(toHex(uintWord(2n ** 256n - 1n))).toBe(`0x${'f'.repeat(64)}`);
});

test.each([-1, -1n, 2n ** 256n])('%s does not fit a word', (value) => {
  expect(() => uintWord(value)).toThrow('does not fit a word');
});

test('addresses are padded on the left, fixed bytes on the right', () => {
  expect(toHex(addressWord('0x71c7656ec7ab88b098defb751b7401b5f6d8976f'))).toBe(
    `0x${'0'.repeat(24)}71c7656ec7ab88b098defb751b7401b5f6d8976f`,
  );
  expect(toHex(fixedBytesWord('0x0102', 2))).toBe(`0x0102${'0'.repeat(60)}`);
});

test('bytes of another length are refused', () => {
  expect(() => addressWord('0x01')).toThrow('expected 20 bytes, got 1');
});
