import { describe, expect, test } from 'vitest';
import { wholeEvmSignature } from './whole-evm-signature.ts';

/** The two examples of EIP-2098. */
const EXAMPLES = [
  {
    r: '68a020a209d3d56c46f38cc50a33f704f4a9a10a59377f8dd762ac66910e9b90',
    s: '7e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea52064',
    v: '1b',
    short: '7e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea52064',
  },
  {
    r: '9328da16089fcba9bececa81663203989f2df5fe1faa6291a45381c81bd17f76',
    s: '139c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793',
    v: '1c',
    short: '939c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793',
  },
];

describe('the signature of an EVM key', () => {
  test.each(EXAMPLES)('in its short form is expanded, with v $v', ({ r, s, v, short }) => {
    expect(wholeEvmSignature(`0x${r}${short}`)).toBe(r + s + v);
    expect(wholeEvmSignature((r + short).toUpperCase())).toBe(r + s + v);
  });

  test.each(['00', '01', '1b', '1c', 'ff'])('in its long form stays as it is, with v %s', (v) => {
    const whole = `${'aB'.repeat(64)}${v}`;
    expect(wholeEvmSignature(whole)).toBe(whole.toLowerCase());
    expect(wholeEvmSignature(`0x${whole}`)).toBe(whole.toLowerCase());
  });

  test.each([
    ['nothing', ''],
    ['only the mark', '0x'],
    ['63 bytes', 'ab'.repeat(63)],
    ['66 bytes', 'ab'.repeat(66)],
    ['half a byte more', `${'ab'.repeat(64)}a`],
    ['a letter that isn’t a hex digit', `${'ab'.repeat(63)}ag`],
    ['the mark in capitals', `0X${'ab'.repeat(65)}`],
    ['the mark twice', `0x0x${'ab'.repeat(63)}`],
    ['a line break', `${'ab'.repeat(64)}\n`],
  ])('is not %s', (_name, text) => {
    expect(wholeEvmSignature(text)).toBeNull();
  });
});
