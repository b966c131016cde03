/** One row as a spreadsheet would show it. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** Its quotation marks are not where RFC 4180 has them. It is one line then, and that line is its only cell. */
  readonly isBroken: boolean;
}

/** What may stand between the cells of a row. */
export type CsvDelimiter = ',' | ';' | '\t';

interface RowRules {
  /** No row is longer, in UTF-16 units. */
  readonly length: number;
  readonly delimiter: CsvDelimiter;
}

/**
 * Reads CSV strictly as RFC 4180 has it, with any delimiter in the place of its comma. Line breaks inside of a
 * quoted cell belong to its row; a row that breaks the rules, or is longer than a line may be, ends with its first
 * line, and the next line begins the next row, so that its quotation marks cost no other row. Only a mark left open
 * that a later mark happens to shut well is what it looks like: a cell over several lines.
 *
 * In linear time: a quoted cell that fails has been looked for no further than the next line with an odd count of
 * quotation marks, and of the lines in between, with an even count, each is read alone.
 *
 * @param text with `\n` at the ends of lines; one at its end begins one more row, which is empty
 * @param rules no more rows than `rows` are read
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
  /** Where its end of line is, or the end of the text. */
  readonly end: number;
}

interface ReadCell {
  readonly value: string;
  /** Where the delimiter or the end of line is that follows it. */
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

/** Null when no mark closes it, or something stands between that mark and the delimiter. */
function readQuotedCell(text: string, start: number, delimiter: CsvDelimiter): ReadCell | null {
  let mark = text.indexOf('"', start + 1);
  while (mark >= 0 && text[mark + 1] === '"') mark = text.indexOf('"', mark + 2);
  if (mark < 0) return null;
  const end = mark + 1;
  const isClosed = end === text.length || text[end] === delimiter || text[end] === '\n';
  return isClosed ? { value: text.slice(start + 1, mark).replaceAll('""', '"'), end } : null;
}

/** They match anywhere, if only nothing. */
const BARE: Readonly<Record<CsvDelimiter, RegExp>> = {
  ',': /[^",\n]*/y,
  ';': /[^";\n]*/y,
  '\t': /[^"\t\n]*/y,
};

/** Null when there is a quotation mark in it. */
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
