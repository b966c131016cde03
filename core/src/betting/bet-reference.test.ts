import { describe, expect, test } from 'vitest';
import { betReference } from './bet-reference.ts';

const HEX = '0123456789abcdef0123456789abcdefffffffff';

describe('betReference', () => {
  test('of a Solana signature is sol_ and its first 32 hex digits', () => {
    expect(betReference('solana', HEX)).toBe('sol_0123456789abcdef0123456789abcdef');
  });

  test('of an EVM signature is eth_ and characters 2 to 34 of its 0x form', () => {
    expect(betReference('evm', `0x${HEX}`)).toBe(`eth_${`0x${HEX}`.slice(2, 34)}`);
  });

  test.each(['solana', 'evm'] as const)(
    'is the same however the hex of one %s signature is written',
    (family) => {
      const spellings = [HEX, `0x${HEX}`, HEX.toUpperCase(), `0X${HEX.toUpperCase()}`];
      expect(new Set(spellings.map((hex) => betReference(family, hex))).size).toBe(1);
    },
  );
});
