import { locale } from '../texts/language.ts';

/** A whole number as people read it, thousands parted: `1,200`. */
export function wholeNumber(number: number): string {
  return number.toLocaleString(locale());
}
