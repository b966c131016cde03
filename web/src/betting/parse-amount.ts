/**
 * The meaning of the text in the amount field. `nothing`: empty, or not above zero. `junk`: not an amount in whole
 * cents. `amount`: the canonical text, which is signed, and the same as a number, which is sent.
 */
export type TypedAmount =
  | { kind: 'nothing' }
  | { kind: 'junk' }
  | { kind: 'amount'; text: string; value: number };

// The grammar of the wire: no sign, no exponent, no leading zero, at most whole cents.
const CANONICAL = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/;
// Without cents, 1,250 could have a decimal comma, so commas count as group separators only before a decimal point.
const GROUPED = /^\d{1,3}(,\d{3})+\.\d{1,2}$/;

/** Reads an amount as people type it: `25`, `25.5`, `25,5`, `$25`, `1,250.00`. */
export function parseAmount(typed: string): TypedAmount {
  const bare = typed.trim().replace(/^\$\s*/, '');
  // As the product specification demands: a number that isn't above zero counts as no amount.
  if (Number(bare) <= 0) return { kind: 'nothing' };
  const pointed = GROUPED.test(bare) ? bare.replaceAll(',', '') : bare.replace(',', '.');
  if (Number(pointed) <= 0) return { kind: 'nothing' };
  const plain = pointed
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.')
    .replace(/\.$/, '');
  if (!CANONICAL.test(plain)) return { kind: 'junk' };
  const value = Number(plain);
  return { kind: 'amount', text: String(value), value };
}
