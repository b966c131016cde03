import { expect, test } from 'vitest';
import { microUsdc } from '../money/micro-usdc.ts';
import { LEAST_PART, partOfBet, partProblem } from './part-of-bet.ts';

const usdc = (amount: number) => microUsdc(BigInt(Math.round(amount * 1e6)));

test('a part returns its share, and the rest what is left', () => {
  const bet = { id: 'b', stake: usdc(10), payout: usdc(18.6) };
  const part = partOfBet(bet, usdc(3.33));
  expect(part).toEqual({ id: 'b', stake: usdc(3.33), payout: usdc(6.1938) });
  expect(bet.payout - part.payout).toBe(partOfBet(bet, usdc(6.67)).payout);
  expect(partOfBet(bet, bet.stake)).toEqual(bet);
});

test('what is no part of the bet, or returns no whole micro-USDC, is refused', () => {
  const bet = { stake: usdc(10), payout: usdc(18.6) };
  for (const stake of [0n, -1n, bet.stake + 1n]) {
    expect(() => partOfBet(bet, microUsdc(stake))).toThrow(/isn't a part of/);
  }
  expect(() => partOfBet({ stake: microUsdc(3n), payout: microUsdc(4n) }, microUsdc(1n))).toThrow(
    /no exact return/,
  );
});

test('a part and what is left have the least stake', () => {
  const one = (more: bigint) => microUsdc(LEAST_PART + more);
  expect(partProblem(one(-1n), usdc(10))).toBe('too-small');
  expect(partProblem(one(0n), usdc(10))).toBeNull();
  expect(partProblem(one(0n), usdc(2))).toBeNull();
  expect(partProblem(one(1n), usdc(2))).toBe('too-large');
  expect(partProblem(usdc(2), usdc(2))).toBe('too-large');
});
