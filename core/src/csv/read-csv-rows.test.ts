import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from './csv-line.ts';
import { CSV_LIMITS } from './csv-text.ts';
import { readCsvRows } from './read-csv-rows.ts';
import { safeCell } from './safe-cell.ts';

const limits: Parameters<typeof readCsvRows>[1] = {
  rows: Number.POSITIVE_INFINITY,
  length: CSV_LIMITS.line,
  delimiter: ',',
};
/** Cells joined by bars; a broken line in brackets. */
const read = (text: string, most = limits) =>
  readCsvRows(text, most).map(({ cells, isBroken }) => (isBroken ? `[${cells.join('|')}]` : cells.join('|')));

describe('the rows of a CSV', () => {
  test.each([
    ['', ['']],
    ['a,b', ['a|b']],
    ['a,b\n', ['a|b', '']],
    ['a,,\n\n,b', ['a||', '', '|b']],
    ['"a","b, c",""', ['a|b, c|']],
    ['"say ""so""",x\n"""",y', ['say "so"|x', '"|y']],
    ['x,"one\ntwo\n\nthree",y\nz', ['x|one\ntwo\n\nthree|y', 'z']],
    ['" a ", b ', [' a | b ']],
  ])('%j are %j', (text, rows) => {
    expect(read(text)).toEqual(rows);
  });

  test.each([
    [';', 'a;"b; c";d, e\tf', ['a|b; c|d, e\tf']],
    ['\t', 'a\t"b\tc"\td, e;f\n\t', ['a|b\tc|d, e;f', '|']],
    [';', '"a",b', ['["a",b]']],
    ['\t', 'a;"b"', ['[a;"b"]']],
  ] as const)('between %j: %j are %j', (delimiter, text, rows) => {
    expect(read(text, { ...limits, delimiter })).toEqual(rows);
  });

  test.each([
    ['"a"b,c', 'something after the closing mark'],
    ['"a" ,c', 'a space after the closing mark'],
    ['a"b,c', 'a mark in a bare cell'],
    ['a,b"', 'a mark at the end of a bare cell'],
    [' "a",b', 'a space before the opening mark'],
    ['"a,b', 'no closing mark'],
    ['a,"', 'nothing but an opening mark'],
    ['a,"""', 'an opening mark and one that is written twice'],
    ['"a""b,c', 'a closing mark that is one of two'],
  ])('%j breaks only its own line: %s', (line) => {
    const neighbours = ['good,1', '"also, good",2', '"good\ntoo",3'];
    for (const neighbour of neighbours) {
      const own = neighbour.replaceAll('"', '').replace(/,(?=\d)/, '|');
      expect(read(`${neighbour}\n${line}\n${neighbour}`)).toEqual([own, `[${line}]`, own]);
    }
  });

  test('are one row, by RFC 4180, if one opens a quotation mark that another closes', () => {
    expect(read('a,"open\nb\nshut",c')).toEqual(['a|open\nb\nshut|c']);
    expect(read('a,"open\nb,"c"\nshut",d')).toEqual(['[a,"open]', 'b|c', '[shut",d]']);
  });

  test('end with their first line if they are longer than the limit', () => {
    expect(read('"12\n45",x\ny', { ...limits, length: 9 })).toEqual(['12\n45|x', 'y']);
    expect(read('"12\n45",x\ny', { ...limits, length: 8 })).toEqual(['["12]', '[45",x]', 'y']);
    expect(read('123,567,9\ny', { ...limits, length: 8 })).toEqual(['[123,567,9]', 'y']);
  });

  test('are not read beyond the limit', () => {
    expect(read('a\nb\n"c', { ...limits, rows: 2 })).toEqual(['a', 'b']);
  });

  test('match what our own export writes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const line = csvLine(cells).replace(/\r\n$/, '');
        expect(readCsvRows(line, limits)).toEqual([
          { cells: cells.map((cell) => safeCell(cell).slice(1, -1).replaceAll('""', '"')), isBroken: false },
        ]);
      }),
      runs(200),
    );
  });

  test('keep every text, and a line that breaks the rules stays separate', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', '"', ',', '\n'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.string({ unit: fc.constantFrom('a', '"', ','), maxLength: 8 }), (before, line) => {
        const broken = readCsvRows(line, limits).some(({ isBroken }) => isBroken);
        // Quotation marks in the text before may open a cell that this line closes; after a complete row they can't.
        const isWhole = readCsvRows(before, limits).every(({ isBroken }) => !isBroken);
        fc.pre(broken && isWhole);
        expect(readCsvRows(`${before}\n${line}\nend`, limits)).toEqual([
          ...readCsvRows(before, limits),
          { cells: [line], isBroken: true },
          { cells: ['end'], isBroken: false },
        ]);
      }),
      runs(500),
    );
  });
});
