/** What spreadsheets take for the start of a formula, in the form that all its look-alikes are composed to. */
const STARTS_FORMULA = new Set(['=', '+', '-', '@', '\u2212']);
/** A number, such as a loss, stays one: it has nothing in it that could be run. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** What a spreadsheet may drop before it looks at the first character; with a tab or a line end, it may split there. */
const DROPPED = /^[\s\p{C}"']*/u;

/**
 * One cell of a CSV, always in quotes (RFC 4180). A text that a spreadsheet would run as a formula gets an
 * apostrophe in front, which makes it a text; also when spaces or quotes stand before it, and when it is
 * written with full-width characters.
 *
 * @see docs/design/fixed-values.md#csv
 */
export function safeCell(text: string): string {
  // NUL has no place in a table and hides what follows from some readers.
  const plain = text.replaceAll('\0', '');
  const inert = isFormula(plain) ? `'${plain}` : plain;
  return `"${inert.replaceAll('"', '""')}"`;
}

function isFormula(text: string): boolean {
  if (NUMBER.test(text)) return false;
  const dropped = text.length - text.replace(DROPPED, '').length;
  const first = text.charAt(dropped).normalize('NFKC');
  return /[\t\r\n]/.test(text.slice(0, dropped)) || STARTS_FORMULA.has(first);
}
