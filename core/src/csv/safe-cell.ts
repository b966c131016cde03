/** Characters that start a formula in spreadsheets, after NFKC normalisation. */
const STARTS_FORMULA = new Set(['=', '+', '-', '@', '\u2212']);
/** A number such as a loss stays as it is: it can't run anything. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** What a spreadsheet may skip before the first character. If a tab or a line break is among it, it may split there. */
const DROPPED = /^[\s\p{C}"']*/u;

/**
 * One CSV cell, always quoted (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe,
 * also after spaces or quotes and in full-width characters.
 *
 * @see docs/design/fixed-values.md#csv
 */
export function safeCell(text: string): string {
  // NUL doesn't belong in a table and makes some readers stop.
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
