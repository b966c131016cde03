import { evenChance } from '@tallystone/testkit/betting/chance.ts';
import { describe, expect, test } from 'vitest';
import { chooseTrade } from './choose-trade.ts';

describe('a simulated trader', () => {
  test('bets a common stake in whole USDC on an outcome that has a price', () => {
    const random = evenChance();
    for (let turn = 0; turn < 500; turn += 1) {
      const trade = chooseTrade(
        [
          { id: 'unpriced', fair: 0.5, priced: 0 },
          { id: 'priced', fair: 0.5, priced: 0.5 },
        ],
        random,
      );
      expect(trade?.outcomeId).toBe('priced');
      expect(Number.isInteger(trade?.amount)).toBe(true);
      expect(trade?.amount).toBeGreaterThanOrEqual(5);
      expect(trade?.amount).toBeLessThanOrEqual(150);
    }
  });

  test('bets on each outcome about as often as it wins while prices are fair', () => {
    const random = evenChance();
    const outcomes = [
      { id: 'likely', fair: 0.7, priced: 0.7 },
      { id: 'unlikely', fair: 0.3, priced: 0.3 },
    ];
    const turns = 4000;
    const likely = Array.from({ length: turns }, () => chooseTrade(outcomes, random)).filter(
      (trade) => trade?.outcomeId === 'likely',
    ).length;
    expect(likely / turns).toBeCloseTo(0.7, 1);
  });

  test('prefers what has become cheap, so prices come back', () => {
    const outcomes = [
      { id: 'dear', fair: 0.5, priced: 0.6 },
      { id: 'cheap', fair: 0.5, priced: 0.4 },
    ];
    // The weights are 0.289 and 0.977.
    expect(chooseTrade(outcomes, () => 0.22)?.outcomeId).toBe('dear');
    expect(chooseTrade(outcomes, () => 0.24)?.outcomeId).toBe('cheap');
  });

  test('does not bet where nothing has a price', () => {
    expect(chooseTrade([{ id: 'a', fair: 0.5, priced: 0 }], () => 0.5)).toBeNull();
    expect(chooseTrade([], () => 0.5)).toBeNull();
  });
});
