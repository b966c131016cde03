import { type CsvDelimiter, readCsvRows } from './read-csv-rows.ts';

/** The comma first: what makes no more columns than another before it is not chosen. */
const DELIMITERS: readonly CsvDelimiter[] = [',', ';', '\t'];

/**
 * What parts the cells of a CSV, told by its header: what makes the most columns of it. Spreadsheets write
 * semicolons where the comma is the decimal point, and tabs when asked for text. Inside of quotation marks
 * nothing parts anything, and a header whose marks are in the wrong place for a delimiter has one column by it.
 *
 * @param text as `readCsvRows` takes it
 * @param longest how long the header may be, in UTF-16 units
 */
export function chooseDelimiter(text: string, longest: number): CsvDelimiter {
  let most = 0;
  let chosen: CsvDelimiter = ',';
  for (const delimiter of DELIMITERS) {
    const header = readCsvRows(text, { rows: 1, length: longest, delimiter });
    const columns = header.flatMap(({ cells }) => cells).length;
    if (columns > most) [most, chosen] = [columns, delimiter];
  }
  return chosen;
}
