import { locale } from '../texts/language.ts';

/** A whole number with thousands separators: `1,200`. */
export function wholeNumber(number: number): string {
  return number.toLocaleString(locale());
}

/** Values for a text with a plural: the count chooses the form, the figure is shown. */
export function counted(count: number): { count: number; figure: string } {
  return { count, figure: wholeNumber(count) };
}
