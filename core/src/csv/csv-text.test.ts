import { describe, expect, test } from 'vitest';
import { CSV_LIMITS, readCsvText } from './csv-text.ts';

describe('the text of a CSV', () => {
  test.each([
    ['a,b\n1,2', ['a|b', '1|2']],
    ['\ufeffa,b\r\n1,2\r\n\r\n', ['a|b', '1|2']],
    ['a\r1\r', ['a', '1']],
    ['a\n\n1\tx\n', ['a', '', '1\tx']],
    ['a\r\n"1\r\n2"\r\n3', ['a', '1\n2', '3']],
    ['\ufeffa;b\r\n1,5;"2;3"\r\n', ['a|b', '1,5|2;3']],
    ['a\tb\n1;5\t2,3', ['a|b', '1;5|2,3']],
  ])('%j is read as the rows %j', (text, rows) => {
    const read = readCsvText(text);
    expect(read.kind === 'ok' && read.rows.map(({ cells }) => cells.join('|'))).toEqual(rows);
  });

  test('is read only until it has too many rows', () => {
    const read = readCsvText(`${'\n'.repeat(CSV_LIMITS.rows * 2)}x`);
    expect(read.kind === 'ok' && read.rows).toHaveLength(CSV_LIMITS.rows + 2);
  });

  test.each([
    ['', /empty/],
    ['\ufeff\r\n \n', /empty/],
    ['a\0b', /control characters/],
    ['a\x1bb', /control characters/],
    ['a\x7fb', /control characters/],
    [`a\n${'b'.repeat(CSV_LIMITS.line + 1)}\nc`, /Line 2 is longer than 64 kB/],
    ['c'.repeat(CSV_LIMITS.line + 1), /Line 1 is longer/],
    ['ab\n'.repeat(CSV_LIMITS.characters / 3 + 1), /larger than 2 MB/],
  ])('%.20j is refused', (text, problem) => {
    const read = readCsvText(text);
    expect(read.kind === 'refused' && read.problem.sentence).toMatch(problem);
  });

  test('may be as long as the limits say', () => {
    const line = 'x'.repeat(CSV_LIMITS.line);
    expect(readCsvText(`${line}\n${line}`).kind).toBe('ok');
  });
});
