import { describe, expect, test } from 'vitest';
import { formatOdds, ODDS_FORMATS, oddsFactor } from './odds.ts';

describe('odds in each format', () => {
  test.each([
    // decimal, american, fractional, percent
    [1.01, '1.01', '-10000', '1/100', '99.01%'],
    [1.02, '1.02', '-5000', '1/50', '98.04%'],
    [1.33, '1.33', '-304', '33/100', '75.19%'],
    [1.5, '1.50', '-200', '1/2', '66.67%'],
    [1.83, '1.83', '-121', '83/100', '54.65%'],
    [1.85, '1.85', '-118', '17/20', '54.06%'],
    [1.9, '1.90', '-112', '9/10', '52.64%'],
    [1.91, '1.91', '-110', '91/100', '52.36%'],
    [1.99, '1.99', '-102', '99/100', '50.26%'],
    [2, '2.00', '+100', '1/1', '50.00%'],
    [2.01, '2.01', '+101', '101/100', '49.76%'],
    [2.5, '2.50', '+150', '3/2', '40.00%'],
    [2.9, '2.90', '+190', '19/10', '34.49%'],
    [3, '3.00', '+200', '2/1', '33.34%'],
    [4.6, '4.60', '+360', '18/5', '21.74%'],
    [11, '11.00', '+1000', '10/1', '9.10%'],
    [100, '100.00', '+9900', '99/1', '1.00%'],
    [999.99, '999.99', '+99899', '99899/100', '0.11%'],
    [1000, '1000.00', '+99900', '999/1', '0.10%'],
  ])('%d', (odds, decimal, american, fractional, percent) => {
    expect(ODDS_FORMATS.map((format) => formatOdds(odds, format))).toEqual([
      decimal,
      american,
      fractional,
      percent,
    ]);
  });

  test.each([0, 1, Number.NaN, Number.POSITIVE_INFINITY])('%d pays nothing', (odds) => {
    expect(formatOdds(odds, 'decimal')).toBe(odds === 1 ? '1.00' : '0.00');
    for (const format of ['american', 'fractional', 'percent'] as const) {
      expect(formatOdds(odds, format)).toBe('–');
    }
  });

  test('only decimal odds are a factor', () => {
    expect(ODDS_FORMATS.map((format) => oddsFactor(1.85, format))).toEqual([
      '1.85x',
      '-118',
      '17/20',
      '54.06%',
    ]);
  });
});

/** All decimal odds, in hundredths. */
const ALL = Array.from({ length: 100_000 - 100 }, (_, place) => place + 101);

describe('for all odds', () => {
  test('American odds never promise more, and are the closest such whole number', () => {
    const wrong = ALL.filter((hundredths) => {
      const text = formatOdds(hundredths / 100, 'american');
      const figure = Number(text);
      const profit = BigInt(hundredths - 100);
      // Exact: the profit on a stake of 100.
      if (figure > 0) return BigInt(figure) !== profit;
      // At the true odds a stake of `figure` wins at least 100, and a stake of one less doesn't.
      const staked = BigInt(-figure);
      return !(staked * profit >= 10_000n && (staked - 1n) * profit < 10_000n);
    });
    expect(wrong).toEqual([]);
  });

  test('fractions are exact and reduced', () => {
    const wrong = ALL.filter((hundredths) => {
      const [profit = 0, stake = 0] = formatOdds(hundredths / 100, 'fractional')
        .split('/')
        .map(Number);
      if (profit * 100 !== stake * (hundredths - 100)) return true;
      return [2, 5].some((prime) => profit % prime === 0 && stake % prime === 0);
    });
    expect(wrong).toEqual([]);
  });

  test('percentages are rounded up by less than a hundredth', () => {
    const wrong = ALL.filter((hundredths) => {
      const text = formatOdds(hundredths / 100, 'percent').slice(0, -1);
      const shown = BigInt(text.replace('.', ''));
      const cost = shown * BigInt(hundredths);
      return !(cost >= 1_000_000n && cost - BigInt(hundredths) < 1_000_000n);
    });
    expect(wrong).toEqual([]);
  });

  test('decimal odds are as in the API', () => {
    const wrong = ALL.filter(
      (hundredths) => formatOdds(hundredths / 100, 'decimal') !== (hundredths / 100).toFixed(2),
    );
    expect(wrong).toEqual([]);
  });
});
