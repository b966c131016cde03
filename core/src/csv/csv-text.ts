import { CSV } from '../sentences/csv.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';
import { chooseDelimiter } from './choose-delimiter.ts';
import { type CsvRow, readCsvRows } from './read-csv-rows.ts';

/** A CSV's size limits. Characters are UTF-16 units. */
export const CSV_LIMITS = { characters: 2_000_000, line: 65_536, rows: 5_000, columns: 64 } as const;

/** All control characters except tab and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them.
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/**
 * Reads a CSV, in the browser and on the server. Checks the file as a whole first in one cheap pass. Lines may end in
 * any way; commas, semicolons or tabs may separate cells.
 *
 * @returns its rows with the header first, at most one row more than the limit; or what is wrong
 * @see docs/design/fixed-values.md#csv
 */
export function readCsvText(
  text: string,
): { kind: 'ok'; rows: CsvRow[] } | { kind: 'refused'; problem: Message } {
  const refused = (problem: Message) => ({ kind: 'refused', problem }) as const;
  if (text.length > CSV_LIMITS.characters) return refused(sayOf(CSV, 'file-too-large'));
  if (CONTROLS.test(text)) return refused(sayOf(CSV, 'file-not-text'));
  const plain = withoutLastEnds(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  if (plain.trim() === '') return refused(sayOf(CSV, 'file-empty'));
  const line = findLongLine(plain);
  if (line !== null) return refused(sayOf(CSV, 'line-too-long', { line }));
  const delimiter = chooseDelimiter(plain, CSV_LIMITS.line);
  return {
    kind: 'ok',
    rows: readCsvRows(plain, { rows: CSV_LIMITS.rows + 2, length: CSV_LIMITS.line, delimiter }),
  };
}

/** Removes trailing line breaks. Not with a pattern, which would try each run of them once per character. */
function withoutLastEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

/** The number of the first line that is too long, from 1; null when none is. */
function findLongLine(text: string): number | null {
  let line = 1;
  for (let start = 0; ; line++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start > CSV_LIMITS.line) return line;
    if (found < 0) return null;
    start = found + 1;
  }
}
