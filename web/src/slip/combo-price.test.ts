import { describe, expect, test } from 'vitest';
import { followPrice, isOffer, isTooHigh, leastComboOdds, productOf } from './combo-price.ts';

describe('the odds', () => {
  test.each([
    [[1.85, 2.1], 3.88],
    [[1.1, 1.1, 1.1], 1.33],
    [[1.01, 1.01], 1.02],
  ])('are the product, rounded down once: %j', (legs, odds) => {
    expect(productOf(legs)).toBe(odds);
  });

  test('are missing if one selection has none', () => {
    expect(productOf([1.85, null])).toBeNull();
    expect(productOf([])).toBeNull();
  });

  test('are too high above 1,000', () => {
    expect(isTooHigh(1000)).toBe(false);
    expect(isTooHigh(1000.01)).toBe(true);
  });
});

describe('the signed minimum', () => {
  const legs = [2, 3];

  test('gives up 2% of the profit of each selection by default', () => {
    // (1 + 0.98) * (1 + 1.96) = 5.8608
    expect(leastComboOdds({ kind: 'auto' }, { odds: 6, legs })).toBe(5.86);
  });

  test('is what the bettor chose', () => {
    expect(leastComboOdds({ kind: 'exact' }, { odds: 6, legs })).toBe(6);
    expect(leastComboOdds({ kind: 'own', percent: 10 }, { odds: 6, legs })).toBe(5.4);
  });

  test('is never above the odds nor below 1.01', () => {
    expect(leastComboOdds({ kind: 'auto' }, { odds: 5, legs })).toBe(5);
    expect(leastComboOdds({ kind: 'auto' }, { odds: 1.02, legs: [1.01, 1.01] })).toBe(1.01);
  });
});

describe('odds that move', () => {
  const seen = { key: 'a', odds: 6, least: 5.86 };

  test('within the protection are shown, and the minimum stays', () => {
    expect(followPrice(seen, { key: 'a', odds: 5.9, least: 5.76 })).toEqual({
      key: 'a',
      odds: 5.9,
      least: 5.86,
    });
  });

  test('upwards raise the minimum', () => {
    expect(followPrice(seen, { key: 'a', odds: 7, least: 6.8 })).toEqual({ key: 'a', odds: 7, least: 6.8 });
  });

  test('below the minimum change nothing: they are an offer', () => {
    const now = { key: 'a', odds: 5.5, least: 5.4 };
    expect(followPrice(seen, now)).toBe(seen);
    expect(isOffer(seen, now)).toBe(true);
    expect(isOffer(seen, { ...now, odds: 5.86 })).toBe(false);
  });

  test('of other selections, or with another protection, start afresh', () => {
    const now = { key: 'b', odds: 2, least: 1.9 };
    expect(followPrice(seen, now)).toBe(now);
    expect(isOffer(seen, now)).toBe(false);
  });
});
