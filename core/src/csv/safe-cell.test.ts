import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from './csv-line.ts';
import { safeCell } from './safe-cell.ts';

/** The cell's value for an RFC 4180 reader. */
const read = (cell: string) => cell.slice(1, -1).replaceAll('""', '"');

describe('a cell of a CSV', () => {
  test.each([
    ['Who wins?', 'Who wins?'],
    ['say "hi", twice\nor more', 'say "hi", twice\nor more'],
    ['', ''],
    ['25', '25'],
    ['-12.50', '-12.50'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['\0=1', "'=1"],
    ['a\0b', 'ab'],
    ['  =1', "'  =1"],
    ['"=1', `'"=1`],
    [`' "=1`, `'' "=1`],
    ['\u200b=1', "'\u200b=1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['﹣1', "'﹣1"],
    ['−1', "'−1"],
    ['1=1', '1=1'],
    ['a@b', 'a@b'],
  ])('%j reads as %j', (text, expected) => {
    expect(read(safeCell(text))).toBe(expected);
  });

  test('is always a single cell and never a formula', () => {
    const start = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\0',
      '\0=',
      '"=',
      ' ="',
      '＝',
      '\ufeff=',
      '',
    );
    fc.assert(
      fc.property(start, fc.string({ unit: 'binary' }), (first, rest) => {
        const cell = safeCell(first + rest);
        expect(cell.startsWith('"') && cell.endsWith('"')).toBe(true);
        expect(cell.slice(1, -1).replaceAll('""', '')).not.toContain('"');
        const inside = read(cell);
        expect(inside).not.toMatch(/^[\s\p{C}"]*[=+@\t\r\0＝＋－＠]/u);
        expect(inside).not.toMatch(/^[\s\p{C}"]*-(?!\d+(?:\.\d+)?$)/u);
      }),
      runs(2000),
    );
  });

  test('keeps all of a text except NULs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const inside = read(safeCell(text));
        expect([text.replaceAll('\0', ''), `'${text.replaceAll('\0', '')}`]).toContain(inside);
      }),
      runs(500),
    );
  });

  test('is part of a line that ends with CR LF', () => {
    expect(csvLine(['a', '=b', '1'])).toBe('"a","\'=b","1"\r\n');
  });
});
