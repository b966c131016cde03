import { describe, expect, test } from 'vitest';
import { formatVolume } from './volume.ts';

describe('formatVolume', () => {
  test.each([
    [0, '0 USDT'],
    [0.01, '0.01 USDT'],
    [5, '5.00 USDT'],
    [9.99, '9.99 USDT'],
    [10, '10.0 USDT'],
    [12.34, '12.3 USDT'],
    [99.9, '99.9 USDT'],
    [100, '100 USDT'],
    [123.4, '123 USDT'],
    [999, '999 USDT'],
    [1_000, '1.00K USDT'],
    [1_234, '1.23K USDT'],
    [9_990, '9.99K USDT'],
    [10_000, '10.0K USDT'],
    [12_345, '12.3K USDT'],
    [123_456, '123.5K USDT'],
    [999_900, '999.9K USDT'],
    [1_000_000, '1.00M USDT'],
    [1_234_567, '1.23M USDT'],
    [12_345_678, '12.3M USDT'],
    [1_234_567_890, '1234.6M USDT'],
  ])('%s is %s', (volume, text) => {
    expect(formatVolume(volume)).toBe(text);
    expect(formatVolume(String(volume))).toBe(text);
  });

  test.each([
    null,
    undefined,
    '',
    ' ',
    'abc',
    '12abc',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    'Infinity',
    -5,
    '-5',
    '0',
    '0.00',
    -0,
  ])('%j shows as no volume', (volume) => {
    expect(formatVolume(volume)).toBe('0 USDT');
  });
});
