import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseDelimiter } from './choose-delimiter.ts';
import { CSV_LIMITS, readCsvText } from './csv-text.ts';
import { type CsvDelimiter, readCsvRows } from './read-csv-rows.ts';

const choose = (text: string) => chooseDelimiter(text, CSV_LIMITS.line);

describe('the delimiter of a CSV', () => {
  test.each<[string, CsvDelimiter]>([
    ['type,category,title', ','],
    ['type;category;title', ';'],
    ['type\tcategory\ttitle', '\t'],
    ['"type";"category";"title"', ';'],
    ['"type"\t"category, or part of it"', '\t'],
    ['type;"a,b,c,d,e"', ';'],
    ['type,"a;b;c;d;e"', ','],
    ['type;"two\nlines, and more";title\n1,2,3,4,5', ';'],
    ['type;category;tags, if any', ';'],
  ])('of %j is %j', (text, delimiter) => {
    expect(choose(text)).toBe(delimiter);
  });

  test.each([
    ['type', 'one column only'],
    ['', 'nothing'],
    ['\na;b;c', 'an empty header'],
    ['a,b;c', 'as many of each'],
    ['"ty"pe;category;title', 'marks in the wrong place'],
  ])('of %j is the comma: %s', (text) => {
    expect(choose(text)).toBe(',');
  });

  test('depends only on the header', () => {
    expect(choose('a;b\n1,2,3,4\n1\t2\t3\t4')).toBe(';');
  });

  const delimiters = fc.constantFrom<CsvDelimiter>(',', ';', '\t');
  const cell = fc.string({
    unit: fc.constantFrom('a', ' ', '"', ',', ';', '\t', '\n', '|', 'é'),
    maxLength: 12,
  });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

  test('is the one used by a table of quoted cells', () => {
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(delimiters, table, (delimiter, lines) => {
        const text = lines.map((cells) => cells.map(quote).join(delimiter)).join('\n');
        expect(choose(text)).toBe(delimiter);
        expect(readCsvText(`${text}\n`)).toEqual({
          kind: 'ok',
          rows: lines.map((cells) => ({ cells, isBroken: false })),
        });
      }),
      runs(500),
    );
  });

  test('makes as many columns as any other, and more than the comma when it is not the comma', () => {
    fc.assert(
      fc.property(
        fc.array(cell).map((cells) => cells.join('')),
        (text) => {
          const columns = (delimiter: CsvDelimiter) =>
            readCsvRows(text, { rows: 1, length: CSV_LIMITS.line, delimiter })[0]?.cells.length ?? 0;
          const chosen = choose(text);
          expect(columns(chosen)).toBe(Math.max(columns(','), columns(';'), columns('\t')));
          if (chosen !== ',') expect(columns(chosen)).toBeGreaterThan(columns(','));
        },
      ),
      runs(500),
    );
  });
});
