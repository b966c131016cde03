import { CSV } from '../sentences/csv.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';
import { chooseDelimiter } from './choose-delimiter.ts';
import { type CsvRow, readCsvRows } from './read-csv-rows.ts';

/** What a CSV may be at the most. Characters are UTF-16 units. */
export const CSV_LIMITS = { characters: 2_000_000, line: 65_536, rows: 5_000, columns: 64 } as const;

/** All controls but tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/**
 * Reads a CSV, in the browser as on the server: looked over as a whole first, in one cheap pass, however its lines
 * end. Its cells may be parted by commas, semicolons or tabs.
 *
 * @returns its rows with the header first, no more of them than tell that there are too many; or what is wrong
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

/** Without the ends of line at its end. By hand: a pattern would look at each run of them once per character. */
function withoutLastEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

/** The number of the first line that is too long, counted from 1. */
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
