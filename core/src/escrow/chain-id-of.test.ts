import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeId } from '../ids.ts';
import { chainIdOf, idOfChainId } from './chain-id-of.ts';

test('is the 100 bits of the id', () => {
  expect(chainIdOf('m_aaaaaaaaaaaaaaaaaaab')).toBe('0x00000000000000000000000000000001');
  expect(chainIdOf('b_aaaaaaaaaaaaaaaaaaba')).toBe(`0x${'20'.padStart(64, '0')}`);
  expect(chainIdOf('m_77777777777777777777')).toBe('0x0000000fffffffffffffffffffffffff');
});

test('converts back to every id', () => {
  const bytes = fc.uint8Array({ minLength: 13, maxLength: 13 });
  fc.assert(
    fc.property(fc.constantFrom('m_' as const, 'b_' as const), bytes, (prefix, random) => {
      const id = encodeId(prefix, random);
      expect(idOfChainId(chainIdOf(id))).toBe(id);
    }),
  );
});

test.each([
  '',
  'o_aaaaaaaaaaaaaaaaaaaa',
  'm_aaaaaaaaaaaaaaaaaaa',
  'm_AAAAAAAAAAAAAAAAAAAA',
  'm_aaaaaaaaaaaaaaaaaaa1',
])('%j is refused as an id', (id) => {
  expect(() => chainIdOf(id)).toThrow(RangeError);
});

test.each(['', '0x', '0x01', `0x${'f'.repeat(32)}`, `0x${'f'.repeat(64)}`, `0x${'0'.repeat(31)}F`])(
  '%j is not one of our numbers',
  (hex) => {
    expect(idOfChainId(hex)).toBeNull();
  },
);
