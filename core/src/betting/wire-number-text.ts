/**
 * A request's number as it appears in the signed text: `String(n)` of a number, or the text as sent. So `25`, `25.0`
 * and `25.00` sent as numbers are signed as `25`, and `"25.00"` as `25.00`.
 *
 * @see docs/design/fixed-values.md#amounts-and-odds
 */
export function wireNumberText(value: number | string): string {
  return String(value);
}
