import { expect, test } from 'vitest';
import { ofOneKey } from './of-one-key.ts';

const rs = 'aB'.repeat(64);

test.each([
  ['1b', '1b'],
  ['1C', '1c'],
  // Some wallets count v from 0.
  ['00', '1b'],
  ['01', '1c'],
])('a signature with v %s becomes one with v %s', (v, given) => {
  expect(ofOneKey(`0x${rs}${v}`)).toBe(`0x${rs.toLowerCase()}${given}`);
});

test('a signature in the short form becomes one with its v', () => {
  const r = '11'.repeat(32);
  const s = '22'.repeat(31);
  expect(ofOneKey(`0x${r}22${s}`)).toBe(`0x${r}22${s}1b`);
  expect(ofOneKey(`0x${r}a2${s}`)).toBe(`0x${r}22${s}1c`);
});

test.each([`0x${rs}1d`, `0x${rs.slice(2)}`, `0x${rs}1b1b`, `${rs}1b`, '0x', ''])(
  'a signature that is not of one key is refused: %s',
  (signature) => {
    expect(() => ofOneKey(signature)).toThrow('Live bets need a wallet that signs with a single key');
  },
);
