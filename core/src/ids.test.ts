import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeId, type IdPrefix, isBetId, isMarketId, isOutcomeId } from './ids.ts';
import { runs } from './testing/runs.ts';

const PREFIXES: readonly IdPrefix[] = ['m_', 'o_', 'b_', 'q_'];
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

  test('asks for enough chance', () => {
    expect(() => encodeId('m_', new Uint8Array(12))).toThrow('expected at least 13 bytes, got 12');
  });
});

describe.each([
  { name: 'isMarketId', isId: isMarketId, prefix: 'm_' },
  { name: 'isOutcomeId', isId: isOutcomeId, prefix: 'o_' },
  { name: 'isBetId', isId: isBetId, prefix: 'b_' },
] as const)('$name', ({ isId, prefix }) => {
  test('knows its own ids among all others', () => {
    for (const any of PREFIXES) expect(isId(encodeId(any, new Uint8Array(13)))).toBe(any === prefix);
  });

  test.each([
    '',
    'a',
    'a'.repeat(19),
    'a'.repeat(21),
    'A'.repeat(20),
    '1'.repeat(20),
    `${'a'.repeat(20)}\n`,
    ` ${'a'.repeat(19)}`,
  ])('refuses %j behind its prefix', (digits) => {
    expect(isId(prefix + digits)).toBe(false);
  });
});
