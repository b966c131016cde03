import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import { describe, expect, test } from 'vitest';
import { ZERO_USDC } from '../money/micro-usdc.ts';
import { MOST_OUTCOMES, setsOf, winnerSets, winsIn } from './winner-sets.ts';

test('the sets of a book are those of its outcomes and winners', () => {
  const openReturns = [ZERO_USDC, ZERO_USDC, ZERO_USDC];
  expect(setsOf({ openReturns, winners: 1 })).toBe(winnerSets(3, 1));
  expect(setsOf({ openReturns, winners: 2 })).toBe(winnerSets(3, 2));
});

const winnersIn = (set: number, outcomes: number) =>
  Array.from({ length: outcomes }, (_, outcome) => outcome).filter((outcome) => winsIn(set, outcome));

describe('winnerSets', () => {
  // Databases store sums in this order, so these lists never change.
  test.each([
    [2, 1, [0b01, 0b10]],
    [3, 1, [0b001, 0b010, 0b100]],
    [3, 2, [0b011, 0b101, 0b110]],
    [4, 3, [0b0111, 0b1011, 0b1101, 0b1110]],
    [
      6,
      2,
      [
        0b000011, 0b000101, 0b000110, 0b001001, 0b001010, 0b001100, 0b010001, 0b010010, 0b010100, 0b011000,
        0b100001, 0b100010, 0b100100, 0b101000, 0b110000,
      ],
    ],
  ])('of %i outcomes of which %i win are in ascending order', (outcomes, winners, sets) => {
    expect(winnerSets(outcomes, winners)).toEqual(sets);
  });

  test('of one winner are in the order of the outcomes, as many as a market may have', () => {
    for (let outcomes = 2; outcomes <= MOST_OUTCOMES; outcomes++) {
      expect(winnerSets(outcomes, 1).map((set) => winnersIn(set, outcomes))).toEqual(
        Array.from({ length: outcomes }, (_, outcome) => [outcome]),
      );
    }
  });

  test('are every result once', () => {
    for (let outcomes = 2; outcomes <= 8; outcomes++) {
      for (let winners = 1; winners < outcomes; winners++) {
        const found = winnerSets(outcomes, winners).map((set) => winnersIn(set, outcomes).join());
        expect([...found].sort()).toEqual(everyResult(outcomes, winners).map(String).sort());
      }
    }
  });

  test('are the same list each time', () => {
    expect(winnerSets(5, 2)).toBe(winnerSets(5, 2));
    expect(winnerSets(5, 2)).not.toBe(winnerSets(5, 3));
  });

  test.each([
    [2, 0],
    [2, 2],
    [3, 4],
    [1, 1],
    [3, -1],
    [3, Number.NaN],
  ])('of %i outcomes of which %d win throw', (outcomes, winners) => {
    expect(() => winnerSets(outcomes, winners)).toThrow(
      new RangeError(`${winners} of ${outcomes} outcomes can't win`),
    );
  });
});
