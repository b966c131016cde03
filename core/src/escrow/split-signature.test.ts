import { expect, test } from 'vitest';
import { splitSignature } from './split-signature.ts';

test.each([
  ['1b', 27],
  ['1c', 28],
  ['00', 27],
  ['01', 28],
])('a signature that ends with %s is split, with v %i', (last, v) => {
  expect(splitSignature(`0x${'11'.repeat(32)}${'22'.repeat(32)}${last}`)).toEqual({
    v,
    r: `0x${'11'.repeat(32)}`,
    s: `0x${'22'.repeat(32)}`,
  });
});
