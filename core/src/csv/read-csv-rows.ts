/** One row as a spreadsheet would show it. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** Its quotation marks break RFC 4180. Then it is one line, and that line is its only cell. */
  readonly isBroken: boolean;
}

/** The separator of a row's cells. */
export type CsvDelimiter = ',' | ';' | '\t';

interface RowRules {
  /** The longest row, in UTF-16 units. */
  readonly length: number;
  readonly delimiter: CsvDelimiter;
}

/**
 * Reads CSV strictly by RFC 4180, with any delimiter in place of the comma. Line breaks inside a quoted cell belong
 * to its row. A row that breaks the rules or exceeds the limit ends with its first line, and the next line starts the
 * next row, so its quotation marks spoil no other row. Only a stray mark that a later mark happens to close properly
 * counts as what it looks like: a cell over several lines.
 *
 * Runs in linear time: a quoted cell that fails is searched only up to the next line with an odd number of quotation
 * marks, and the lines in between, with even numbers, are each read once.
 *
 * @param text with `\n` as line break; a trailing one starts one more, empty row
 * @param rules at most `rows` rows are read
 */
export function readCsvRows(text: string, rules: RowRules & { readonly rows: number }): CsvRow[] {
  const rows: CsvRow[] = [];
  for (let start = 0; start <= text.length && rows.length < rules.rows; ) {
    const row = readRow(text, start, rules) ?? readBrokenLine(text, start);
    rows.push({ cells: row.cells, isBroken: row.isBroken });
    start = row.end + 1;
  }
  return rows;
}

interface ReadRow extends CsvRow {
  /** The position of its line break, or of the end of the text. */
  readonly end: number;
}

interface ReadCell {
  readonly value: string;
  /** The position of the delimiter or line break after it. */
  readonly end: number;
}

function readRow(text: string, start: number, { length, delimiter }: RowRules): ReadRow | null {
  const cells: string[] = [];
  for (let at = start; ; ) {
    const cell = text[at] === '"' ? readQuotedCell(text, at, delimiter) : readBareCell(text, at, delimiter);
    if (cell === null || cell.end - start > length) return null;
    cells.push(cell.value);
    if (text[cell.end] !== delimiter) return { cells, isBroken: false, end: cell.end };
    at = cell.end + 1;
  }
}

/** Null when no quotation mark closes it, or something follows that mark before the delimiter. */
function readQuotedCell(text: string, start: number, delimiter: CsvDelimiter): ReadCell | null {
  let mark = text.indexOf('"', start + 1);
  while (mark >= 0 && text[mark + 1] === '"') mark = text.indexOf('"', mark + 2);
  if (mark < 0) return null;
  const end = mark + 1;
  const isClosed = end === text.length || text[end] === delimiter || text[end] === '\n';
  return isClosed ? { value: text.slice(start + 1, mark).replaceAll('""', '"'), end } : null;
}

/** They always match, if only an empty text. */
const BARE: Readonly<Record<CsvDelimiter, RegExp>> = {
  ',': /[^",\n]*/y,
  ';': /[^";\n]*/y,
  '\t': /[^"\t\n]*/y,
};

/** Null when it contains a quotation mark. */
function readBareCell(text: string, start: number, delimiter: CsvDelimiter): ReadCell | null {
  const bare = BARE[delimiter];
  bare.lastIndex = start;
  bare.test(text);
  const end = bare.lastIndex;
  return text[end] === '"' ? null : { value: text.slice(start, end), end };
}

function readBrokenLine(text: string, start: number): ReadRow {
  const found = text.indexOf('\n', start);
  const end = found < 0 ? text.length : found;
  return { cells: [text.slice(start, end)], isBroken: true, end };
}
