import { describe, expect, test } from 'vitest';
import { clusteredMean } from './clustered-mean.ts';

describe('a mean of clusters', () => {
  test('is the usual mean and error if each has one observation', () => {
    // Mean 3, deviations -2, -1, 0, 3: a variance of 14 / 3, and an error of sqrt(14 / 3 / 4).
    const clusters = [1, 2, 3, 6].map((value) => ({ value, weight: 1 }));
    expect(clusteredMean(clusters)).toEqual({ mean: 3, standardError: expect.closeTo(1.080123, 6) });
  });

  test('counts what is in a cluster once for the error', () => {
    // 10 and -2 of weights 4 and 4: mean 1, deviations 6 and -6, sqrt(72 * 2) / 8.
    const two = [
      { value: 10, weight: 4 },
      { value: -2, weight: 4 },
    ];
    expect(clusteredMean(two)).toEqual({ mean: 1, standardError: 1.5 });
  });

  test('has no error for one cluster, and is nothing without weight', () => {
    expect(clusteredMean([{ value: 3, weight: 2 }])).toEqual({ mean: 1.5, standardError: null });
    expect(clusteredMean([])).toBeNull();
  });
});
