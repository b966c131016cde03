import { expect, test } from 'vitest';
import { ofOneKey } from './of-one-key.ts';

const rs = 'aB'.repeat(64);

test.each([
  ['1b', '1b'],
  ['1C', '1c'],
  // Counted from 0, as some wallets do.
  ['00', '1b'],
  ['01', '1c'],
])('a signature with v %s is given with v %s', (v, given) => {
  expect(ofOneKey(`0x${rs}${v}`)).toBe(`0x${rs.toLowerCase()}${given}`);
});

test.each([`0x${rs}1d`, `0x${rs}`, `0x${rs}1b1b`, `${rs}1b`, '0x', ''])(
  'what no key signs is refused: %s',
  (signature) => {
    expect(() => ofOneKey(signature)).toThrow('This wallet does not sign with one key');
  },
);
