import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeId, type IdPrefix, outcomeIdOf } from './ids.ts';

const PREFIXES: readonly IdPrefix[] = ['m_', 'b_', 'q_'];
const thirteenBytes = fc.uint8Array({ minLength: 13, maxLength: 13 });

describe('encodeId', () => {
  test.each([
    [new Uint8Array(13), 'm_aaaaaaaaaaaaaaaaaaaa'],
    [new Uint8Array(13).fill(255), 'm_77777777777777777777'],
    // RFC 4648: "foobar" is MZXW6YTBOI.
    [Uint8Array.from('foobarfoobarf', (c) => c.charCodeAt(0)), 'm_mzxw6ytbojtg633cmfzg'],
  ])('writes %j as %s', (bytes, id) => {
    expect(encodeId('m_', bytes)).toBe(id);
  });

  test('always gives the prefix and 20 characters of a-z and 2-7', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PREFIXES),
        fc.uint8Array({ minLength: 13, maxLength: 40 }),
        (prefix, bytes) => {
          expect(encodeId(prefix, bytes)).toMatch(new RegExp(`^${prefix}[a-z2-7]{20}$`));
        },
      ),
      runs(300),
    );
  });

  test('uses 100 bits: bytes that differ in their first 100 give different ids', () => {
    fc.assert(
      fc.property(thirteenBytes, fc.nat(99), (bytes, bit) => {
        const other = Uint8Array.from(bytes, (byte, i) =>
          i === bit >> 3 ? byte ^ (0x80 >> (bit & 7)) : byte,
        );
        expect(encodeId('b_', other)).not.toBe(encodeId('b_', bytes));
      }),
      runs(300),
    );
  });

  test('requires enough random bytes', () => {
    expect(() => encodeId('m_', new Uint8Array(12))).toThrow('expected at least 13 bytes, got 12');
  });
});

describe('outcomeIdOf', () => {
  test.each([
    [0, 'o_mzxw6ytbojtg633cmfaa'],
    [1, 'o_mzxw6ytbojtg633cmfab'],
    [31, 'o_mzxw6ytbojtg633cmfa7'],
    [32, 'o_mzxw6ytbojtg633cmfba'],
    [1023, 'o_mzxw6ytbojtg633cmf77'],
  ])('ends the id of place %i with that place', (place, id) => {
    expect(outcomeIdOf('m_mzxw6ytbojtg633cmfzg', place)).toBe(id);
  });

  test.each([-1, 1024, 0.5])('refuses %d as a place', (place) => {
    expect(() => outcomeIdOf('m_mzxw6ytbojtg633cmfzg', place)).toThrow(`from 0 to 1023, got ${place}`);
  });
});
