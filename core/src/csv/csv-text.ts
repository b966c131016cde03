/** What a CSV may be at the most. Characters are UTF-16 units. */
export const CSV_LIMITS = { characters: 2_000_000, line: 65_536, rows: 5_000, columns: 64 } as const;

/** How CSV is parsed, in the browser as on the server: RFC 4180, no more rows than tell that there are too many. */
export const CSV_FORMAT = {
  delimiter: ',',
  newline: '\n',
  quoteChar: '"',
  escapeChar: '"',
  header: false,
  skipEmptyLines: false,
  preview: CSV_LIMITS.rows + 2,
} as const;

/** All controls but tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/**
 * Looks a CSV over before it is parsed, in one cheap pass, and gives all its lines the same end.
 *
 * @returns the text to parse with `CSV_FORMAT`, or one plain sentence
 * @see reliability, T45
 */
export function readCsvText(
  text: string,
): { kind: 'ok'; text: string } | { kind: 'refused'; problem: string } {
  const refused = (problem: string) => ({ kind: 'refused', problem }) as const;
  if (text.length > CSV_LIMITS.characters) return refused('The file is larger than 2 MB.');
  if (CONTROLS.test(text)) return refused('The file is not a text: it holds control characters.');
  const plain = withoutLastEnds(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  if (plain.trim() === '') return refused('The file is empty.');
  const line = findLongLine(plain);
  return line === null ? { kind: 'ok', text: plain } : refused(`Line ${line} is longer than 64 kB.`);
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
