/**
 * What the text in the amount field stands for. `nothing`: empty, or not above zero. `junk`: no amount of whole
 * cents. `amount`: the canonical text, as it is signed, and the same as a number, as it is sent.
 */
export type TypedAmount =
  | { kind: 'nothing' }
  | { kind: 'junk' }
  | { kind: 'amount'; text: string; value: number };

// The grammar of the wire: no sign, no exponent, no leading zero, at most whole cents.
const CANONICAL = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/;
// 1,250 or 1,250.00 cannot be told from a decimal comma without cents, so groups count only before a point.
const GROUPED = /^\d{1,3}(,\d{3})+\.\d{1,2}$/;

/** Reads an amount as people type it: `25`, `25.5`, `25,5`, `$25`, `1,250.00`. */
export function parseAmount(typed: string): TypedAmount {
  const bare = typed.trim().replace(/^\$\s*/, '');
  // The same question the product's rule asks: anything that is a number and not above zero is no amount yet.
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
