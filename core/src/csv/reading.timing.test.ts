import { growthOf } from '@tallystone/testkit/rules/growth.ts';
import { describe, expect, test } from 'vitest';
import { chooseDelimiter } from './choose-delimiter.ts';
import { CSV_LIMITS, readCsvText } from './csv-text.ts';
import { readCsvRows } from './read-csv-rows.ts';

const limits: Parameters<typeof readCsvRows>[1] = {
  rows: Number.POSITIVE_INFINITY,
  length: CSV_LIMITS.line,
  delimiter: ',',
};
const choose = (text: string) => chooseDelimiter(text, CSV_LIMITS.line);

describe('in linear time', () => {
  test.each([
    ['"', 2_000_000],
    ['";', 1_000_000],
    ['\n;', 900_000, '"'],
  ])('the delimiter of %j is found', (unit, times, head = '') => {
    const growth = growthOf(times, (units) => {
      const text = head + unit.repeat(units);
      return () => choose(text);
    });
    expect(growth).toBeLessThan(4);
  });

  test.each([
    ['unclosed marks', `x,"${'y'.repeat(390)}\n`, 5_000],
    ['unclosed marks with many of two inside', `x,"${'""'.repeat(195)}\n`, 5_000],
    ['one mark per line', '"\n', 1_000_000],
    ['three marks per line', '"""\n', 500_000],
    ['marks and commas in turn', '",', 1_000_000],
    ['marks alone', '"', 2_000_000],
    ['lines that open and shut in turn', '","\n', 500_000],
    ['an open mark before lines that shut nothing', '""y\n', 490_000, '"x\n'],
  ])('rows are read: %s', (_, unit, times, head = '') => {
    const growth = growthOf(times, (units) => {
      const text = head + unit.repeat(units);
      return () => readCsvRows(text, limits);
    });
    expect(growth).toBeLessThan(4);
  });

  test.each(['\n', '\r', '\r\n', ' \n'])('text is read whose lines end in %j', (end) => {
    const growth = growthOf(900_000, (units) => {
      const text = `${end.repeat(units)}x`;
      return () => readCsvText(text);
    });
    expect(growth).toBeLessThan(4);
  });
});
