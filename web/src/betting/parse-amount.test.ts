import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from './parse-amount.ts';

describe('parseAmount', () => {
  test.each([
    ['25', '25'],
    ['25.5', '25.5'],
    ['25,5', '25.5'],
    ['25.50', '25.5'],
    ['$25', '25'],
    ['$ 25', '25'],
    ['  25 ', '25'],
    ['025', '25'],
    ['25.', '25'],
    ['.5', '0.5'],
    ['0,01', '0.01'],
    ['1,250.00', '1250'],
    ['999999999.99', '999999999.99'],
  ])('%j is an amount of %s', (typed, text) => {
    expect(parseAmount(typed)).toEqual({ kind: 'amount', text, value: Number(text) });
  });

  test.each(['', '   ', '$', '0', '0.00', '0,0', '-5', '-0.01', '000'])(
    '%j counts as no amount yet',
    (typed) => {
      expect(parseAmount(typed)).toEqual({ kind: 'nothing' });
    },
  );

  test.each([
    'abc',
    '2x',
    '1e3',
    '0x10',
    '25.555',
    '1,250',
    '1.2.3',
    '1,2,3',
    '--5',
    '25 USDC',
    'Infinity',
    'NaN',
    '1000000000',
    '٢٥',
  ])('%j is junk', (typed) => {
    expect(parseAmount(typed)).toEqual({ kind: 'junk' });
  });

  test('every whole number of cents is read back, with either decimal sign', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), fc.constantFrom('.', ','), (cents, sign) => {
        const whole = Math.floor(cents / 100);
        const typed = `${whole}${sign}${String(cents % 100).padStart(2, '0')}`;
        const amount = parseAmount(typed);
        if (amount.kind !== 'amount') throw new Error(`${typed} became ${amount.kind}`);
        expect(Math.round(amount.value * 100)).toBe(cents);
        expect(amount.text).toMatch(/^(0|[1-9]\d{0,8})(\.\d{1,2})?$/);
        expect(String(Number(amount.text))).toBe(amount.text);
      }),
    );
  });

  test('it throws for no text', () => {
    fc.assert(fc.property(fc.string(), (typed) => void parseAmount(typed)));
  });
});
