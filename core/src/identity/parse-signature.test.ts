import { base58, base64, hex } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSignature } from './parse-signature.ts';

const hexOf = (bytes: Uint8Array) => hex.encode(bytes);
const solanaBytes = fc.oneof(
  fc.uint8Array({ minLength: 64, maxLength: 64 }),
  // Leading zeros are separate digits in base58.
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((end) => Uint8Array.of(...new Uint8Array(32), ...end)),
);

describe('the signature of an EVM wallet', () => {
  test('is read from hex of 65 bytes, with and without 0x, in either case', () => {
    const digits = 'aB'.repeat(65);
    expect(parseSignature('evm', digits)).toEqual(new Uint8Array(65).fill(0xab));
    expect(parseSignature('evm', `0x${digits}`)).toEqual(new Uint8Array(65).fill(0xab));
  });

  test('has the same bytes in its short form', () => {
    const rs = `${'11'.repeat(32)}${'22'.repeat(32)}`;
    expect(parseSignature('evm', `0x${rs}`)).toEqual(parseSignature('evm', `${rs}1b`));
    const odd = `${'11'.repeat(32)}a2${'22'.repeat(31)}`;
    expect(parseSignature('evm', `0x${odd}`)).toEqual(parseSignature('evm', `${rs}1c`));
  });

  test('is not read from base58 or base64', () => {
    const bytes = new Uint8Array(65).fill(7);
    expect([base58.encode(bytes), base64.encode(bytes)].map((text) => parseSignature('evm', text))).toEqual([
      null,
      null,
    ]);
  });
});

describe('the signature of a Solana wallet', () => {
  test('has the same bytes from hex, base58 and base64', () => {
    fc.assert(
      fc.property(solanaBytes, (bytes) => {
        const digits = hexOf(bytes);
        for (const text of [
          digits,
          `0x${digits}`,
          digits.toUpperCase(),
          base58.encode(bytes),
          base64.encode(bytes),
        ])
          expect(hexOf(parseSignature('solana', text) ?? new Uint8Array())).toBe(digits);
      }),
    );
  });

  test('has exactly one base58 and one base64 form', () => {
    fc.assert(
      fc.property(solanaBytes, fc.nat(87), fc.nat(63), (bytes, at, digit) => {
        const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
        for (const text of [base58.encode(bytes), base64.encode(bytes)]) {
          const bent = text.slice(0, at) + digits[digit] + text.slice(at + 1);
          const read = parseSignature('solana', bent);
          if (bent !== text && read !== null) expect(hexOf(read)).not.toBe(hexOf(bytes));
        }
      }),
    );
  });

  const bytes = new Uint8Array(64).fill(250);
  test.each([
    ['nothing', ''],
    ['hex of 63 bytes', 'ab'.repeat(63)],
    ['hex of 65 bytes', 'ab'.repeat(65)],
    ['base58 of 63 bytes', base58.encode(bytes.subarray(1))],
    ['base58 of 65 bytes', base58.encode(new Uint8Array(65).fill(1))],
    ['base58 with an extra leading zero', `1${base58.encode(bytes)}`],
    ['base58 with an invalid digit', base58.encode(bytes).replace(/^./, '0')],
    ['base58 of the largest length but too many bytes', 'z'.repeat(88)],
    ['base64 of 63 bytes', base64.encode(bytes.subarray(1))],
    ['base64 of 65 bytes', base64.encode(new Uint8Array(65).fill(250))],
    ['base64 without its end', base64.encode(bytes).slice(0, -2)],
    ['base64 whose last bits are not zero', base64.encode(bytes).replace(/.==$/, 'h==')],
    ['URL-safe base64', base64.encode(bytes).replaceAll('+', '-').replaceAll('/', '_')],
    ['base64 in two lines', `${base64.encode(bytes).slice(0, 44)}\n${base64.encode(bytes).slice(44)}`],
    ['base64 with a trailing space', `${base64.encode(bytes)} `],
  ])('is not %s', (_name, text) => {
    expect(parseSignature('solana', text)).toBeNull();
  });
});
