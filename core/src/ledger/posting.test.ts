import { describe, expect, test } from 'vitest';
import { microUsdc } from '../money/micro-usdc.ts';
import { posting } from './posting.ts';

describe('posting', () => {
  test('moves a positive amount from one account to another', () => {
    const move = { from: { kind: 'faucet' }, to: { kind: 'pool' }, amount: microUsdc(1n) } as const;
    expect(posting(move)).toEqual(move);
  });

  test.each([0n, -1n])('of %s micro-USDC throws', (amount) => {
    expect(() =>
      posting({ from: { kind: 'faucet' }, to: { kind: 'pool' }, amount: microUsdc(amount) }),
    ).toThrow(`expected a posting above 0 micro-USDC, got ${amount}`);
  });

  test('from an account to itself throws', () => {
    const account = { kind: 'user', userId: 'u1' } as const;
    expect(() => posting({ from: account, to: { ...account }, amount: microUsdc(1n) })).toThrow(
      'got user:u1 twice',
    );
  });

  test('between two users is fine', () => {
    const move = {
      from: { kind: 'user', userId: 'u1' },
      to: { kind: 'user', userId: 'u2' },
      amount: microUsdc(1n),
    } as const;
    expect(posting(move)).toEqual(move);
  });
});
