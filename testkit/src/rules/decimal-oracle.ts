/**
 * An independent check of decimal texts that shares no code with the product: it walks characters and moves digits in
 * strings, and never computes a number.
 */

const DIGITS = '0123456789';

/** The text's value times a million as decimal digits; null unless it is plain digits with at most two decimals. */
export function microDigitsOf(text: string, limits: { wholeDigits: number }): string | null {
  let whole = '';
  let at = 0;
  while (at < text.length && DIGITS.includes(text.charAt(at))) {
    whole += text.charAt(at);
    at += 1;
  }
  if (whole === '' || whole.length > limits.wholeDigits) return null;
  if (whole.length > 1 && whole.startsWith('0')) return null;
  let decimals = '';
  if (at < text.length) {
    if (text.charAt(at) !== '.') return null;
    for (const character of text.slice(at + 1)) {
      if (!DIGITS.includes(character)) return null;
      decimals += character;
    }
    if (decimals === '' || decimals.length > 2) return null;
  }
  let digits = whole + decimals;
  for (let zeros = decimals.length; zeros < 6; zeros += 1) digits += '0';
  while (digits.length > 1 && digits.startsWith('0')) digits = digits.slice(1);
  return digits;
}

/** Formats a value, given times a million as digits with an optional minus, with two decimals rounded down. */
export function twoDecimalsOf(microDigits: string): string {
  const negative = microDigits.startsWith('-');
  let digits = negative ? microDigits.slice(1) : microDigits;
  while (digits.length < 7) digits = `0${digits}`;
  let kept = digits.slice(0, -4);
  const isCut = !digits.endsWith('0000');
  if (negative && isCut) kept = plusOne(kept);
  const text = `${kept.slice(0, -2)}.${kept.slice(-2)}`;
  return negative && [...kept].some((digit) => digit !== '0') ? `-${text}` : text;
}

function plusOne(digits: string): string {
  const last = digits.slice(-1);
  if (last === '') return '1';
  if (last === '9') return `${plusOne(digits.slice(0, -1))}0`;
  return digits.slice(0, -1) + DIGITS.charAt(DIGITS.indexOf(last) + 1);
}
