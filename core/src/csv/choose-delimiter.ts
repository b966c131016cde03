import { type CsvDelimiter, readCsvRows } from './read-csv-rows.ts';

/** The comma comes first, so it wins a tie. */
const DELIMITERS: readonly CsvDelimiter[] = [',', ';', '\t'];

/**
 * Finds a CSV's delimiter: the one that splits its header into the most columns. Spreadsheets write semicolons where
 * the comma is the decimal point, and tabs for text exports. Quoted delimiters don't count, and a header whose
 * quotation marks break a delimiter's rules is one column with it.
 *
 * @param text as `readCsvRows` takes it
 * @param longest the header's largest length, in UTF-16 units
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
